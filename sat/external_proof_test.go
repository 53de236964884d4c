package sat

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"retroproof/internal/expect"
)

// TestExternalProofs: what a program refutes it proves, clauses added after an answer and empty ones included.
func TestExternalProofs(t *testing.T) {
	for _, name := range ProvingNames()[1:] {
		t.Run(name, func(t *testing.T) {
			emptyTemp(t)
			proved := 0
			for seed := range uint64(40) {
				r := rand.New(rand.NewPCG(seed, 9))
				f := randomFormula(r, 1+r.IntN(9))
				s, err := NewProving(name)
				if errors.Is(err, exec.ErrNotFound) {
					t.Skipf("%s is not installed", name)
				}
				expect.NoError(t, err)
				load(t, s, f.clauses)
				for range 3 {
					status, err := s.Solve(context.Background())
					expect.NoError(t, checkAnswer(f, s, status, err, nil), "formula", seed)
					var proof bytes.Buffer
					_, err = s.WriteProof(&proof, ProofText)
					if (status == Unsatisfiable) != (err == nil) {
						t.Fatalf("formula %d: %v, proof: %v", seed, status, err)
					}
					if status == Unsatisfiable {
						expect.NoError(t, checkLRAT(proof.String(), f.clauses), "formula", seed)
						proved++
					}
					c := randomClause(r, f.vars)
					f.clauses = append(f.clauses, c)
					s.AddClause(c)
				}
				s.Close()
			}
			if proved < 20 {
				t.Errorf("only %d proofs", proved)
			}
		})
	}
}

// TestExternalProofsRefused: a program that answers without a proof, or with one that does not follow, is not believed.
func TestExternalProofsRefused(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the program is a shell script")
	}
	dir := t.TempDir()
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	for _, test := range []struct{ proof, want string }{
		{"", "without the empty clause"},
		{"1 0\\n0\\n", "does not yield a conflict"},
		{"rubbish\\n", "not a"},
	} {
		script := fmt.Sprintf("#!/bin/sh\ncase \"$1\" in --help) exit 0;; esac\nfor last; do :; done\nprintf '%s' > \"$last\"\necho 's UNSATISFIABLE'\nexit 20\n", test.proof)
		expect.NoError(t, os.WriteFile(filepath.Join(dir, "cadical"), []byte(script), 0o755))
		s, err := NewProving("cadical")
		expect.NoError(t, err)
		load(t, s, [][]int{{1, 2}, {-1, 2}, {1, -2}})
		status, err := s.Solve(context.Background())
		if status != Unknown || err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("proof %q: %v, %v, want %q", test.proof, status, err, test.want)
		}
		expect.ErrorIs(t, expect.Err(s.WriteProof(&bytes.Buffer{}, ProofText)), errNoProof, "proof %q", test.proof)
		s.Close()
	}
}
