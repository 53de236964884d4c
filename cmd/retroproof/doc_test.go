package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"retroproof/batch"
	"retroproof/cmd/retroproof/verb"
	"retroproof/cmd/retroproof/verb/verbtest"
	"retroproof/internal/expect"
)

// An example is a command of a document, after "$ ", and the lines below it.
type example struct {
	line    int // of the document, from 1
	command string
	shown   []string
	long    bool // in a fence marked "long": runs with RETROPROOF_LONG=1 only
}

// examplesOf collects the examples of a Markdown document: in fences and in
// lines indented by four columns or more. Code that runs one of the programs
// without "$ " would never be tested, and is an error.
func examplesOf(text string) (examples []example, err error) {
	var open *example // whose output the next line may be
	var indent string // of its command
	var pending []string
	fence, fenceInfo := "", ""
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimRight(line, "\r\n")
		trimmed := strings.TrimLeft(line, " ")
		if mark := strings.TrimPrefix(trimmed, "```"); mark != trimmed {
			if fence == "" {
				fence, fenceInfo = "```", strings.TrimSpace(mark)
			} else {
				fence = ""
			}
			open = nil
			continue
		}
		left := line[:len(line)-len(trimmed)]
		if trimmed != "" && fence == "" && len(left) < 4 {
			open = nil
			continue
		}
		command, isCommand := strings.CutPrefix(trimmed, "$ ")
		switch {
		case isCommand:
			examples = append(examples, example{line: n, command: command, long: slices.Contains(strings.Fields(fenceInfo), "long")})
			open, indent, pending = &examples[len(examples)-1], left, nil
		case trimmed == "":
			pending = append(pending, "") // belongs to the output if more of it follows
		case open != nil && strings.HasPrefix(line, indent):
			open.shown = append(append(open.shown, pending...), strings.TrimPrefix(line, indent))
			pending = nil
		case strings.HasPrefix(trimmed, "retroproof ") || strings.HasPrefix(trimmed, "retroproof-check "):
			err = errors.Join(err, fmt.Errorf("line %d: a command without \"$ \": %s", n, trimmed))
		}
	}
	return examples, err
}

// TestDocs runs every example of README.md and doc/*.md, those of a document
// one after the other in one folder, and wants the output that stands there; and the first example of each verb's help.
func TestDocs(t *testing.T) {
	if testing.Short() {
		t.Skip("runs every documented example")
	}
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("needs bash")
	}
	// TestMain has put retroproof into PATH.
	bin := t.TempDir()
	if out, err := exec.Command("go", "build", "-o", bin, "../retroproof-check").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	repository, err := filepath.Abs("../..")
	expect.NoError(t, err)
	files, err := filepath.Glob("../../doc/*.md")
	if err != nil || len(files) == 0 {
		t.Fatalf("no documents: %v", err)
	}
	runner := docRunner{
		bash: bash,
		env: append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"),
			"REPOSITORY="+repository, "LC_ALL=C"),
		first: t.TempDir(),
	}
	for _, file := range append(files, "../../README.md") {
		text, err := os.ReadFile(file)
		expect.NoError(t, err)
		examples, err := examplesOf(string(text))
		expect.Succeeds(t, err, "%s", file)
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			runner.run(t, examples)
		})
	}
	root := program.Root(&verb.Env{Stdout: &bytes.Buffer{}, Stderr: &bytes.Buffer{}})
	for _, v := range program.Verbs() {
		t.Run(strings.ReplaceAll(v.Name, " ", "-"), func(t *testing.T) {
			t.Parallel()
			cmd, _, err := root.Find(strings.Fields(v.Name))
			expect.NoError(t, err)
			line, _, _ := strings.Cut(strings.TrimSpace(cmd.Example), "\n")
			runner.help(t, v.Name, line)
		})
	}
}

// help runs an example of a verb's help.
func (r *docRunner) help(t *testing.T, name, line string) {
	dir := t.TempDir()
	switch name {
	case "serve":
		t.Skip("it goes on until it is stopped; web/browsertest runs it")
	case "krk compare":
		if !verbtest.Long {
			t.Skip("12 CPU seconds; krk-compare.txtar has it without SAT, and in its long part whole")
		}
	case "tb compare": // with files that are others'
		files := os.Getenv("RETROPROOF_SYZYGY")
		if files == "" {
			t.Skip("RETROPROOF_SYZYGY does not name the directory of Syzygy's files")
		}
		expect.NoError(t, os.Symlink(files, filepath.Join(dir, "syzygy")))
	}
	out := r.output(dir, line)
	// Answers have exit codes, too: 10 and 20.
	if out.err != nil || out.code != verb.ExitOK && out.code != verb.ExitSatisfiable && out.code != verb.ExitUnsatisfiable {
		t.Errorf("%s: exit code %d, %v\n%s%s", line, out.code, out.err, out.stdout, out.stderr)
	}
}

// A docRunner runs the examples of documents.
type docRunner struct {
	bash  string
	env   []string
	first string   // for the folders of commands that begin in an empty one
	done  sync.Map // of commands to their *docOutput, if they run in an empty folder
}

// A docOutput is what a command has printed.
type docOutput struct {
	once           sync.Once
	stdout, stderr string
	code           int
	err            error
	dir            string // it was empty before
}

// outsideTools are programs of others that examples use where they are installed.
var outsideTools = []string{"cadical", "cake_lpr", "drat-trim", "lrat-check", "lrat-trim", "unzip"}

func (r *docRunner) run(t *testing.T, examples []example) {
	dir := t.TempDir()
	for _, e := range examples {
		if e.long && !verbtest.Long {
			t.Logf("line %d: in make soundness only: $ %s", e.line, e.command)
			continue
		}
		if tool, missing := missingTool(e.command); missing {
			t.Logf("line %d: NOT run, %s is not installed: $ %s", e.line, tool, e.command)
			continue
		}
		out := r.output(dir, e.command)
		if out.err != nil {
			t.Fatalf("line %d: $ %s: %v", e.line, e.command, out.err)
		}
		expect.Equal(t, e.compare(out.stdout, out.stderr, out.code), "", "line %d: $ %s", e.line, e.command)
	}
}

// missingTool returns a program of others that a command runs and that is not installed.
func missingTool(command string) (string, bool) {
	for _, word := range strings.Fields(command) {
		if slices.Contains(outsideTools, word) {
			if _, err := exec.LookPath(word); err != nil {
				return word, true
			}
		}
	}
	return "", false
}

// output runs a command in a folder. What stands in several documents and begins in an empty folder runs once, and each
// folder gets the files that it has written.
func (r *docRunner) output(dir, command string) *docOutput {
	if !empty(dir) || strings.Contains(command, "--background") { // which goes on to write
		out := new(docOutput)
		r.exec(out, dir, command)
		return out
	}
	any, _ := r.done.LoadOrStore(command, new(docOutput))
	out := any.(*docOutput)
	out.once.Do(func() {
		if out.dir, out.err = os.MkdirTemp(r.first, ""); out.err == nil {
			r.exec(out, out.dir, command)
		}
	})
	if err := os.CopyFS(dir, os.DirFS(out.dir)); err != nil && out.err == nil {
		return &docOutput{err: err}
	}
	return out
}

func (r *docRunner) exec(out *docOutput, dir, command string) {
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(r.bash, "-c", command)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = dir, r.env, &stdout, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		out.err = err
	}
	out.stdout, out.stderr, out.code = stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()
}

func empty(dir string) bool {
	entries, err := os.ReadDir(dir)
	return err == nil && len(entries) == 0
}

// compare returns how the output of an example differs from what the document
// shows, or "". What is shown of stderr, lines that begin with the name of a
// program, must have been printed in this order; more may have been, such as
// progress, unless the program failed and nothing is shown of it. All other
// lines are stdout, complete and in order.
func (e example) compare(stdout, stderr string, code int) string {
	var wantOut, wantErr []string
	for _, line := range e.shown {
		if isDiagnostic(line) && !strings.Contains(e.command, "2>&1") {
			wantErr = append(wantErr, line)
		} else {
			wantOut = append(wantOut, line)
		}
	}
	got := withoutTimes(lines(stdout))
	want := withoutTimes(wantOut)
	if !sameLines(got, want) {
		return fmt.Sprintf("%s\nThe document has\n%s\nstderr was\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"), stderr)
	}
	printed := withoutTimes(lines(stderr))
	for _, line := range withoutTimes(wantErr) {
		i := 0
		for i < len(printed) && !sameLine(printed[i], line) {
			i++
		}
		if i == len(printed) {
			return fmt.Sprintf("stderr has not, or not in this order,\n%s\nit was\n%s", line, stderr)
		}
		printed = printed[i+1:]
	}
	switch code { // 1 and 4 are answers, and so are the SAT competition's
	case 2, 3, 5:
		if len(wantErr) == 0 {
			return fmt.Sprintf("exit code %d, and the document does not say why:\n%s", code, stderr)
		}
	}
	return ""
}

// isDiagnostic reports whether a line of a document is one of stderr.
func isDiagnostic(line string) bool {
	line = strings.TrimLeft(line, " ")
	return strings.HasPrefix(line, "retroproof: ") || strings.HasPrefix(line, "retroproof-check: ")
}

// lines splits a text. Blanks at the end of a line, and blank lines at the end
// of the text, are invisible in a document.
func lines(text string) []string {
	var all []string
	for line := range strings.Lines(text) {
		all = append(all, strings.TrimRight(line, " \t\r\n"))
	}
	for len(all) > 0 && all[len(all)-1] == "" {
		all = all[:len(all)-1]
	}
	return all
}

// sameLines compares output with what a document shows of it, in which a line
// "..." stands for any number of lines.
func sameLines(got, want []string) bool {
	for i, w := range want {
		if w == "..." {
			for j := i; j <= len(got); j++ {
				if sameLines(got[j:], want[i+1:]) {
					return true
				}
			}
			return false
		}
		if i >= len(got) || !sameLine(got[i], w) {
			return false
		}
	}
	return len(got) == len(want)
}

// sameLine compares a line with what a document shows of it: all of it, or its
// beginning and " ...".
func sameLine(got, want string) bool {
	if begin, cut := strings.CutSuffix(want, " ..."); cut {
		return strings.HasPrefix(got, begin)
	}
	return got == want
}

// Measured times, and nothing else: a number with a unit of time behind it, or
// with the word "seconds" or "time:" before it. A count is never written so.
var (
	timeBefore = regexp.MustCompile(`\b((?:cpu_)?seconds"?:? ?|time: )[0-9]+(?:\.[0-9]+)?(?:e-[0-9]+)?\b`)
	timeAfter  = regexp.MustCompile(` *\b[0-9]+(?:\.[0-9]+)? (CPU s|s wall clock|s|seconds)\b`)
	seconds    = regexp.MustCompile(`\bseconds\b`)
	number     = regexp.MustCompile(`[0-9]+(?:\.[0-9]+)?`)
)

// withoutTimes replaces measured times by "#": see timeBefore and timeAfter,
// and numbers with a decimal point that end where the word "seconds" ends in
// the header of their table. A table ends with the next blank line.
func withoutTimes(text []string) []string {
	var ends []int // of columns of times
	out := make([]string, len(text))
	for i, line := range text {
		if line == "" {
			ends = nil
		}
		header := !strings.ContainsAny(line, "0123456789") && seconds.MatchString(line)
		if header {
			ends = nil
			for _, at := range seconds.FindAllStringIndex(line, -1) {
				ends = append(ends, at[1])
			}
		}
		for _, end := range ends {
			for _, at := range number.FindAllStringIndex(line, -1) {
				if at[1] == end && strings.Contains(line[at[0]:end], ".") {
					begin := strings.TrimRight(line[:at[0]], " ")
					line = begin + fmt.Sprintf("%*s", end-len(begin), "#") + line[end:]
				}
			}
		}
		line = timeBefore.ReplaceAllString(line, "$1#")
		out[i] = timeAfter.ReplaceAllString(line, " # $1")
	}
	return out
}

func TestExamplesOf(t *testing.T) {
	examples, err := examplesOf("Text\n\n    $ retroproof a\n      indented\n\n    more\n\nText `retroproof b`\n\n" +
		"```\n$ retroproof c\n$ retroproof-check d | tail\nc\n\nd\n```\n\n    8 . . k\n\n- item\n\n      $ retroproof e\n      e\n\n```sh long\n$ retroproof f\n```\n")
	expect.NoError(t, err)
	var got []string
	for _, e := range examples {
		got = append(got, fmt.Sprintf("%d %t %s: %q", e.line, e.long, e.command, e.shown))
	}
	want := []string{
		`3 false retroproof a: ["  indented" "" "more"]`, `11 false retroproof c: []`, `12 false retroproof-check d | tail: ["c" "" "d"]`,
		`22 false retroproof e: ["e"]`, `26 true retroproof f: []`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for _, text := range []string{"```\nretroproof a\n```\n", "    retroproof-check a\n"} {
		expect.Fails(t, expect.Err(examplesOf(text)), "%q: a command that is not run", text)
	}
}

// Times are left out, counts never.
func TestExampleComparison(t *testing.T) {
	var tt struct {
		name, shown, printed string
		same                 bool
	}
	for range expect.Rows(t, "testdata/example-comparison.tsv", &tt.name, &tt.shown, &tt.printed, &tt.same) {
		e := example{command: "retroproof", shown: strings.Split(tt.shown, "\n")}
		expect.Equal(t, e.compare(tt.printed, "", 0) == "", tt.same, "%s", tt.name)
	}
	for _, tt := range []struct {
		name, shown, stderr string
		code                int
		same                bool
	}{
		{"progress", "a", "retroproof: progress, 5 of 6\n", 0, true},
		{"shown", "retroproof: bad\na", "retroproof: progress\nretroproof: bad\n", 2, true},
		{"another", "retroproof: bad\na", "retroproof: worse\n", 2, false},
		{"in this order", "retroproof: 1\na\nretroproof: 2", "retroproof: 2\nretroproof: 1\n", 2, false},
		{"not shown", "a", "retroproof: bad\n", 2, false},
		{"undecided", "a", "", 4, true},
	} {
		e := example{command: "retroproof", shown: strings.Split(tt.shown, "\n")}
		expect.Equal(t, e.compare("a\n", tt.stderr, tt.code) == "", tt.same, "%s", tt.name)
	}
}

// Lines may end in CRLF or not at all, be blank, or be far too long; none of
// this costs another line its answer.
func TestLines(t *testing.T) {
	const question = "8/8/8/4k3/3R4/8/8/K7 b - - 0 1; Kf6"
	const answer, long = "yes: Kf6 is a legal reply\n", "<stdin>:2: a line of more than 262144 bytes"
	huge := strings.Repeat("x", 5*batch.MaxLine/2)
	for _, tt := range []struct {
		in      string
		answers int
		code    int
		stderr  string
	}{
		{"", 0, verb.ExitOK, ""},
		{"\n\r\n  \n", 0, verb.ExitOK, ""},
		{question, 1, verb.ExitOK, ""},
		{question + "\r\n\r\n" + question + "\n" + question, 3, verb.ExitOK, ""},
		{question + "\n" + huge + "\n" + question + "\n", 2, verb.ExitMalformed, long},
		{question + "\n" + huge, 1, verb.ExitMalformed, long},
	} {
		var stdout, stderr strings.Builder
		code := run([]string{"krk", "check", "-"}, strings.NewReader(tt.in), &stdout, &stderr)
		if want := strings.Repeat(answer, tt.answers); stdout.String() != want || code != tt.code || !strings.Contains(stderr.String(), tt.stderr) {
			t.Errorf("%.60q of %d bytes: exit code %d, want %d\n%s%s", tt.in, len(tt.in), code, tt.code, stdout.String(), stderr.String())
		}
	}
}
