package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

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
		if err != nil {
			t.Errorf("%s: %v", file, err)
		}
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
