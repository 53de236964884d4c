package main

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"retroproof/internal/expect"
)

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
		if _, err := examplesOf(text); err == nil {
			t.Errorf("%q: a command that is not run is not noticed", text)
		}
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
		if problem := e.compare(tt.printed, "", 0); (problem == "") != tt.same {
			t.Errorf("%s: %q", tt.name, problem)
		}
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
		if problem := e.compare("a\n", tt.stderr, tt.code); (problem == "") != tt.same {
			t.Errorf("%s: %q", tt.name, problem)
		}
	}
}
