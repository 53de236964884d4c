package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A finished file takes the place of what had its name; for devices, pipes and
// links that would be a disaster.
func TestPGNTarget(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	file, link := filepath.Join(dir, "a.pgn"), filepath.Join(dir, "link.pgn")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(file, link); err != nil {
		t.Skip(err)
	}
	for _, tt := range []struct {
		name, target string
		atOnce       bool
	}{
		{file, file, false},
		{link, file, false},
		{filepath.Join(dir, "new.pgn"), filepath.Join(dir, "new.pgn"), false},
		{dir, dir, true}, // opening it then fails
		{"/dev/stdout", "/dev/stdout", true},
		{"/dev/../dev/null", "/dev/../dev/null", true},
		{"/proc/self/fd/1", "/proc/self/fd/1", true},
	} {
		if target, atOnce := outputTarget(tt.name); target != tt.target || atOnce != tt.atOnce {
			t.Errorf("%s: %s, at once %t; want %s, %t", tt.name, target, atOnce, tt.target, tt.atOnce)
		}
	}
}

// Lines may end in CRLF or not at all, be blank, or be far too long; none of
// this costs another line its answer.
func TestLines(t *testing.T) {
	const question = "8/8/8/4k3/3R4/8/8/K7 b - - 0 1; Kf6"
	const answer, long = "yes: Kf6 is a legal reply\n", "<stdin>:2: a line of more than 262144 bytes"
	huge := strings.Repeat("x", 5*mostLine/2)
	for _, tt := range []struct {
		in      string
		answers int
		code    int
		stderr  string
	}{
		{"", 0, exitOK, ""},
		{"\n\r\n  \n", 0, exitOK, ""},
		{question, 1, exitOK, ""},
		{question + "\r\n\r\n" + question + "\n" + question, 3, exitOK, ""},
		{question + "\n" + huge + "\n" + question + "\n", 2, exitMalformed, long},
		{question + "\n" + huge, 1, exitMalformed, long},
	} {
		var stdout, stderr strings.Builder
		code := run([]string{"krk", "check", "-"}, strings.NewReader(tt.in), &stdout, &stderr)
		if want := strings.Repeat(answer, tt.answers); stdout.String() != want || code != tt.code || !strings.Contains(stderr.String(), tt.stderr) {
			t.Errorf("%.60q of %d bytes: exit code %d, want %d\n%s%s", tt.in, len(tt.in), code, tt.code, stdout.String(), stderr.String())
		}
	}
}
