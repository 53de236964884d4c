package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"retroproof/cmd/retroproof/verb"
	"retroproof/internal/expect"
)

// formRuns are what each form is asked: its request, and the words of the command line that say the same.
const formRuns = "testdata/forms.tsv"

// TestFormsAreVerbs: a form answers what the verb prints with the command line that it shows, all of it but seconds.
func TestFormsAreVerbs(t *testing.T) {
	routes := testRoutes(t, "")
	var name, body, stdin string
	var args []string
	for at := range expect.Rows(t, formRuns, &name, &body, &stdin, &args) {
		words := append(strings.Fields(name), args...)
		var stdout, stderr bytes.Buffer
		code := run(append([]string{"--progress", "none"}, words...), strings.NewReader(stdin), &stdout, &stderr)
		var a verb.FormAnswer
		lines := call(t, routes[verb.FormPath+strings.ReplaceAll(name, " ", "-")], body)
		expect.NoError(t, json.Unmarshal([]byte(lines[0]), &a))
		for _, unsteady := range []string{"seconds", "time", "generation", "conflicts", "CPU s"} {
			a.Output, a.Remarks = withoutLines(a.Output, unsteady), withoutLines(a.Remarks, unsteady)
		}
		want := verb.FormAnswer{Output: stdout.String(), Remarks: stderr.String(), Exit: code}
		for _, unsteady := range []string{"seconds", "time", "generation", "conflicts", "CPU s"} {
			want.Output, want.Remarks = withoutLines(want.Output, unsteady), withoutLines(want.Remarks, unsteady)
		}
		if a.Output != want.Output || a.Remarks != want.Remarks || a.Exit != want.Exit || a.Output+a.Remarks == "" {
			t.Errorf("%s: %+v, want %+v", at, a, want)
		}
		if got := strings.ReplaceAll(a.Command, "'", ""); got != "retroproof "+strings.Join(words, " ") {
			t.Errorf("%s: as a command %s, want %q", at, a.Command, words)
		}
	}
}

// withoutLines leaves out the lines with a word.
func withoutLines(text, word string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if !strings.Contains(line, word) {
			b.WriteString(line)
		}
	}
	return b.String()
}

// TestFormsRefuse: what the command line refuses, and an answer that is too long, is an error of the request.
func TestFormsRefuse(t *testing.T) {
	routes := testRoutes(t, "")
	var name, body, want string
	for at := range expect.Rows(t, "testdata/forms-refuse.tsv", &name, &body, &want) {
		lines := call(t, routes[verb.FormPath+name], strings.ReplaceAll(body, "LONG", strings.Repeat("c", 300<<10)))
		var p struct {
			Status int
			Error  string
		}
		if err := json.Unmarshal([]byte(lines[0]), &p); err != nil || p.Status/100 != 4 || !strings.Contains(p.Error, want) {
			t.Errorf("%s: %+v, want %q", at, p, want)
		}
	}
}
