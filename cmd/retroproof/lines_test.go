package main

import (
	"strings"
	"testing"

	"retroproof/batch"
	"retroproof/cmd/retroproof/verb"
)

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
