//go:build unix

package krk

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"retroproof/internal/expect"
)

// onPath makes a folder for PATH with what testdata/outside.sh needs and these checkers, which are shell scripts.
func onPath(t *testing.T, checkers map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"awk", "basename", "bash", "cat", "grep", "head", "mktemp", "rm", "sh"} {
		path, err := exec.LookPath(name)
		if err != nil {
			t.Skip(err)
		}
		expect.NoError(t, os.Symlink(path, filepath.Join(dir, name)))
	}
	for name, text := range checkers {
		expect.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+text+"\n"), 0o777))
	}
	return dir
}

// TestOutside runs testdata/outside.sh with checkers that are there only to look at what they are given.
func TestOutside(t *testing.T) {
	const (
		formula = "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n"
		lrat    = "5 2 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n"
		drat    = "2 0 \n0 \n"
	)
	write := func(proof string) string {
		dir := t.TempDir()
		for name, text := range map[string]string{"lemma-a.cnf": formula, "lemma-a.lrat": proof, "lemma-b.cnf": formula, "lemma-b.lrat": proof} {
			expect.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
		}
		return dir
	}
	// says prints a line if the files are those.
	says := func(line, proof string) string {
		return `test "$(cat "$1"; cat "$2")" = "$(printf '%b' '` + strings.ReplaceAll(formula+proof, "\n", `\n`) + `')" && echo '` + line + `'`
	}
	for _, tt := range []struct {
		name     string
		checkers map[string]string
		proof    string
		code     int
		want     string
	}{
		{"none", nil, lrat, 2, "none of cake_lpr, lrat-trim, lrat-check, drat-trim is on PATH"},
		{"all", map[string]string{
			"cake_lpr": says("s VERIFIED UNSAT", lrat), "lrat-check": says("c VERIFIED", lrat), "drat-trim": says("s VERIFIED", drat), "lrat-trim": says("s VERIFIED", lrat),
		}, lrat, 0, "8 proofs verified by cake_lpr lrat-trim lrat-check drat-trim"},
		{"refused, with exit code 0", map[string]string{"cake_lpr": says("s VERIFIED UNSAT", lrat), "lrat-check": "echo 'c NOT VERIFIED'"}, lrat, 1, "lrat-check: lemma-a is not verified"},
		{"silent", map[string]string{"lrat-trim": "exit 0"}, lrat, 1, "0 proofs verified by lrat-trim"},
		{"another proof", map[string]string{"cake_lpr": says("s VERIFIED UNSAT", lrat), "lrat-check": says("c VERIFIED", drat)}, lrat, 1, "lrat-check: lemma-b is not verified"},
		{"binary", map[string]string{"cake_lpr": "echo 's VERIFIED UNSAT'"}, "a\x0a\x04\x00", 2, "is binary, want --proof-format text"},
	} {
		c := exec.Command("bash", "../testdata/outside.sh", write(tt.proof))
		c.Env = []string{"PATH=" + onPath(t, tt.checkers), "TMPDIR=" + t.TempDir()}
		out, _ := c.CombinedOutput()
		if code := c.ProcessState.ExitCode(); code != tt.code || !strings.Contains(string(out), tt.want) {
			t.Errorf("%s: %d, want %d with %q:\n%s", tt.name, code, tt.code, tt.want, out)
		}
	}
}
