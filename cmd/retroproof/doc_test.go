package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// docExample is an indented "$ COMMAND" of a document and the output below it.
type docExample struct {
	file    string
	command string
	want    string
}

// docExamples collects the examples of a Markdown file. Those in fences are
// left out: they show what differs from run to run.
func docExamples(file, text string) []docExample {
	var examples []docExample
	var open *docExample
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		// An example in a list is indented further.
		indented := strings.TrimLeft(line, " ")
		code, isCode := strings.CutPrefix(indented, "$ ")
		deep := len(line)-len(indented) >= 4
		switch {
		case deep && isCode:
			examples = append(examples, docExample{file: file, command: code})
			open = &examples[len(examples)-1]
		case deep && open != nil:
			open.want += indented + "\n"
		default:
			open = nil
		}
	}
	return examples
}

var decimal = regexp.MustCompile(`[0-9]+\.[0-9]+`)

// canonicalOutput forgets indentation and measured times.
func canonicalOutput(s string) string {
	var lines []string
	for line := range strings.Lines(s) {
		lines = append(lines, decimal.ReplaceAllString(strings.TrimSpace(line), "#"))
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// TestDocs runs the examples of README.md and doc/*.md and wants the output
// that stands there.
func TestDocs(t *testing.T) {
	if testing.Short() {
		t.Skip("runs every documented example")
	}
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("needs bash")
	}
	bin := t.TempDir()
	if out, err := exec.Command("go", "build", "-o", bin, ".").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	files, err := filepath.Glob("../../doc/*.md")
	if err != nil {
		t.Fatal(err)
	}
	examples := 0
	for _, file := range append(files, "../../README.md") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range docExamples(filepath.Base(file), string(text)) {
			if !strings.Contains(e.command, "retroproof ") {
				continue
			}
			examples++
			cmd := exec.Command(bash, "-c", e.command)
			cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
			cmd.Dir = t.TempDir()
			out, _ := cmd.CombinedOutput() // the exit code is not what the documents show
			if got, want := canonicalOutput(string(out)), canonicalOutput(e.want); got != want {
				t.Errorf("%s: $ %s\n%s\nThe document has\n%s", e.file, e.command, got, want)
			}
		}
	}
	if examples < 20 {
		t.Errorf("only %d examples found", examples)
	}
}
