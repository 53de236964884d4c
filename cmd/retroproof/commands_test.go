package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"retroproof/cmd/retroproof/verb/verbtest"
	"retroproof/internal/expect"
)

var (
	updateCommands = flag.Bool("commands.update", false, "write testdata/commands/sums.tsv anew")
	onlyCommands   = flag.String("commands.only", "", "regular expression: run only these, those for RETROPROOF_LONG too")
	recordCommands = flag.String("commands.record", "", "folder that TestCommands writes all answers to, for a comparison of two revisions by diff -r")
)

const commandsDir = "../../testdata/commands"

// TestCommands compares what the program answers over the whole command line with what is recorded: exit codes, and
// sums of stdout, stderr, the files that are written, the answers of "serve" and the manual pages. Whoever changes one
// on purpose looks at both versions by -commands.record, and then runs the test with -commands.update.
func TestCommands(t *testing.T) {
	if *updateCommands && *onlyCommands != "" {
		t.Fatal("-commands.update writes all sums, and needs all commands")
	}
	archive, err := txtar.ParseFile(filepath.Join(commandsDir, "commands.txtar"))
	expect.NoError(t, err)
	sums := filepath.Join(commandsDir, "sums.tsv")
	recorded, err := os.ReadFile(sums)
	if err != nil && !*updateCommands {
		t.Fatal(err)
	}
	sums, err = filepath.Abs(sums)
	expect.NoError(t, err)
	if *recordCommands != "" {
		if *recordCommands, err = filepath.Abs(*recordCommands); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", "") // solvers of others are not there
	pages := manPages(t)
	r := &commandRun{dir: t.TempDir(), files: map[string]fileState{}}
	t.Chdir(r.dir)
	for _, f := range archive.Files {
		expect.NoError(t, os.WriteFile(f.Name, f.Data, 0o666))
	}
	r.changed(t)

	var got strings.Builder
	only := regexp.MustCompile(*onlyCommands)
	list, long := expandCommands(t, string(archive.Comment))
	whole := verbtest.Long || *updateCommands || *recordCommands != ""
	for i, command := range list {
		if long[command] && !whole && *onlyCommands == "" || !only.MatchString(command) {
			continue
		}
		run := command
		if long[command] { // where the machine is slow, progress would be printed after half a minute
			run = strings.Replace(command, "retroproof ", "retroproof --progress none ", 1)
		}
		a := r.answer(t, run, pages)
		a.record(t, i, command)
		got.WriteString(command + "\t" + a.sums() + "\n")
	}
	if len(list) < 600 {
		t.Errorf("%d invocations", len(list))
	}
	if *updateCommands {
		expect.NoError(t, os.WriteFile(sums, []byte(got.String()), 0o666))
		return
	}
	compareCommands(t, got.String(), string(recorded), whole)
}

// compareCommands reports the invocations whose answers are not as recorded.
func compareCommands(t *testing.T, got, recorded string, whole bool) {
	want := map[string]string{}
	for line := range strings.Lines(recorded) {
		command, sums, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		want[command] = sums
	}
	for line := range strings.Lines(got) {
		command, sums, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if want[command] != sums {
			t.Errorf("%s\nanswers %s\n   want %s", command, sums, want[command])
		}
		delete(want, command)
	}
	for _, command := range slices.Sorted(maps.Keys(want)) {
		if !whole {
			break
		}
		t.Errorf("sums.tsv has %s, commands.txtar has not", command)
	}
}

// expandCommands returns the invocations of the corpus, and which of them are not for "make test".
func expandCommands(t *testing.T, text string) (list []string, long map[string]bool) {
	t.Helper()
	lists := map[string]string{}
	name := regexp.MustCompile(`\$[a-z]+`)
	definition := regexp.MustCompile(`^([a-z]+) = (.*)`)
	seen := map[string]bool{}
	long = map[string]bool{}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if m := definition.FindStringSubmatch(line); m != nil {
			lists["$"+m[1]] = "(" + m[2] + ")"
			continue
		}
		line, isLong := strings.CutPrefix(line, "long ")
		line = name.ReplaceAllStringFunc(line, func(n string) string {
			if lists[n] == "" {
				t.Fatalf("%s is not defined: %s", n, line)
			}
			return lists[n]
		})
		for i, command := range alternatives(line) {
			command = strings.ReplaceAll(command, "$N", strconv.Itoa(i))
			if !seen[command] {
				list = append(list, command)
			}
			seen[command] = true
			long[command] = isLong
		}
	}
	return list, long
}

// alternatives expands the first parentheses of a text, and those in what comes of it.
func alternatives(text string) []string {
	open := strings.IndexByte(text, '(')
	if open < 0 {
		return []string{text}
	}
	depth, from := 0, open+1
	var parts []string
	end := open
	for end = open; end < len(text); end++ {
		switch text[end] {
		case '(':
			depth++
		case ')':
			depth--
		case '|':
			if depth == 1 {
				parts = append(parts, text[from:end])
				from = end + 1
			}
		}
		if depth == 0 {
			break
		}
	}
	parts = append(parts, text[from:end])
	var list []string
	for _, part := range parts {
		list = append(list, alternatives(text[:open]+part+text[end+1:])...)
	}
	return list
}

// commandRun is the folder in which the corpus runs.
type commandRun struct {
	dir    string
	files  map[string]fileState
	server string // the address of "serve", once a request was made
}

type fileState struct {
	size int64
	at   time.Time
}

// commandAnswer is what is compared of an invocation.
type commandAnswer struct {
	code           int
	stdout, stderr string
	files          map[string]string
}

func sum(text string) string {
	if text == "" {
		return "-"
	}
	return fmt.Sprintf("%x", sha256.Sum256([]byte(text)))[:12]
}

func (a *commandAnswer) sums() string {
	files := ""
	for _, name := range slices.Sorted(maps.Keys(a.files)) {
		files += name + " " + sum(a.files[name]) + "\n"
	}
	return fmt.Sprintf("%d\t%s\t%s\t%s", a.code, sum(a.stdout), sum(a.stderr), sum(files))
}

// record writes an answer to the folder of -commands.record.
func (a *commandAnswer) record(t *testing.T, i int, command string) {
	if *recordCommands == "" {
		return
	}
	text := fmt.Sprintf("%s\nexit code %d\n-- stdout\n%s\n-- stderr\n%s\n", command, a.code, a.stdout, a.stderr)
	for _, name := range slices.Sorted(maps.Keys(a.files)) {
		content := a.files[name]
		if strings.ContainsRune(content, 0) {
			content = sum(content)
		}
		text += "-- " + name + "\n" + content + "\n"
	}
	expect.NoError(t, os.MkdirAll(*recordCommands, 0o777))
	expect.NoError(t, os.WriteFile(filepath.Join(*recordCommands, fmt.Sprintf("%04d.txt", i)), []byte(text), 0o666))
}

// variable is what depends on the machine or on the moment.
var variable = []struct {
	pattern *regexp.Regexp
	with    string
}{
	{regexp.MustCompile(`("[a-z_]*seconds":)[0-9.e+-]+`), "${1}0"},
	{regexp.MustCompile(`(?m)^([0-9]+[a-z]* +(?:proved|refuted|unknown) .*) [0-9]+\.[0-9]{2} `), "$1 0 "},
	{regexp.MustCompile(`(?m)^c seconds .*`), "c seconds"},
	{regexp.MustCompile(`conflicts +[0-9.]+ s`), "conflicts     0 s"}, // a column
	{regexp.MustCompile(`\b[0-9.]+ ?(µs|ms|CPU s|s)\b`), "0 s"},
	{regexp.MustCompile(` time: [0-9.]+`), " time: 0"},
	{regexp.MustCompile(`go1\.[0-9.]+ [a-z]+/[a-z0-9]+`), "go"},
	{regexp.MustCompile(`("(?:go|platform|commit)": ?")[^"]*`), "$1"},
	{regexp.MustCompile(`(--jobs int .*\(default )[0-9]+`), "${1}N"},
	{regexp.MustCompile(`("jobs": ?)[0-9]+`), "${1}0"},
	{regexp.MustCompile(`("checker": ?)(true|false)`), "${1}false"}, // whether it has been built
}

func (r *commandRun) stable(text string) string {
	text = strings.ReplaceAll(text, r.dir, "DIR")
	for _, v := range variable {
		text = v.pattern.ReplaceAllString(text, v.with)
	}
	return text
}

// answer runs an invocation.
func (r *commandRun) answer(t *testing.T, command string, pages map[string]string) *commandAnswer {
	a := &commandAnswer{}
	verb, rest, _ := strings.Cut(command, " ")
	switch verb {
	case "retroproof":
		words, in := commandWords(t, rest)
		var stdin []byte
		if in != "" {
			var err error
			if stdin, err = os.ReadFile(in); err != nil {
				t.Fatal(err)
			}
		}
		var stdout, stderr bytes.Buffer
		a.code = run(words, bytes.NewReader(stdin), &stdout, &stderr)
		a.stdout, a.stderr = r.stable(stdout.String()), r.stable(stderr.String())
		a.files = r.changed(t)
	case "GET", "POST":
		path, body, _ := strings.Cut(rest, " ")
		a.code, a.stdout = r.request(t, verb, path, body)
	case "MAN":
		a.files = pages
	default:
		t.Fatalf("%s: want retroproof, GET, POST or MAN", command)
	}
	return a
}

// commandWords splits an invocation into its words, and the name of the file behind "<".
func commandWords(t *testing.T, text string) (words []string, stdin string) {
	word := regexp.MustCompile(`"[^"]*"|[^ "]+`)
	words = []string{} // cobra takes nil for the process's own arguments
	list := word.FindAllString(text, -1)
	for i := 0; i < len(list); i++ {
		if list[i] == "<" && i+2 == len(list) {
			return words, list[i+1]
		}
		words = append(words, strings.Trim(list[i], `"`))
	}
	return words, ""
}

// changed returns the contents of the files that have been written since the last call.
func (r *commandRun) changed(t *testing.T) map[string]string {
	changed := map[string]string{}
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		state := fileState{info.Size(), info.ModTime()}
		if r.files[name] == state {
			return nil
		}
		r.files[name] = state
		content, err := os.ReadFile(name)
		if err == nil {
			changed[name] = r.stable(string(content))
		}
		return err
	})
	expect.NoError(t, err)
	return changed
}

// request asks the page's server, which the first request starts.
func (r *commandRun) request(t *testing.T, method, path, body string) (int, string) {
	if r.server == "" {
		in, out := io.Pipe()
		go run([]string{"serve", "--tables", "tables", "--folder", "sample"}, strings.NewReader(""), out, io.Discard)
		line := make([]byte, 100)
		n, err := in.Read(line)
		expect.NoError(t, err)
		r.server = strings.TrimSuffix(strings.TrimSpace(string(line[:n])), "/")
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, method, r.server+path, strings.NewReader(body))
	expect.NoError(t, err)
	if method == http.MethodPost {
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("X-Retroproof", "1")
	}
	answer, err := http.DefaultClient.Do(request)
	expect.NoError(t, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	expect.NoError(t, err)
	content := string(text)
	if strings.HasPrefix(answer.Header.Get("Content-Type"), "text/event-stream") {
		// How many events of progress there are depends on the moment.
		if i := strings.Index(content, "event: answer"); i >= 0 {
			content = content[i:]
		}
	}
	return answer.StatusCode, answer.Header.Get("Content-Type") + "\n" + strings.ReplaceAll(r.stable(content), r.server, "SERVER")
}

// manPages returns the manual pages by name.
func manPages(t *testing.T) map[string]string {
	dir := t.TempDir()
	writeManPages(t, dir)
	pages := map[string]string{}
	names, err := filepath.Glob(filepath.Join(dir, "*.1"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no manual pages: %v", err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		expect.NoError(t, err)
		pages[filepath.Base(name)] = string(text)
	}
	return pages
}
