package drup_test

import (
	"bytes"
	"context"
	"testing"

	"retroproof/internal/expect"
	"retroproof/proofs/drup"
	"retroproof/proofs/lrat"
)

// FuzzCheck reads anything as a proof: of formulas that have models nothing is a proof, and what is accepted of
// another one has hints that package lrat accepts.
func FuzzCheck(f *testing.F) {
	for _, seed := range []string{"1 0\n0\n", "", "0\n", "d 1 2 0\n1 0\n0\n", "a\x02\x00a\x00",
		"a\x02\x00d\x02\x04\x00a\x00", "2 -2 0\nc\n1 0 0\n", "3 -1 0\n-3 1 0\n1 0\n0\n"} {
		f.Add([]byte(seed))
	}
	refutable := [][]int32{{1, 2}, {1, -2}, {-1, 2}, {-1, -2}}
	checker := func(t *testing.T, clauses [][]int32) *drup.Checker {
		c := drup.NewChecker(2, 1<<24)
		for _, clause := range clauses {
			expect.NoError(t, c.AddClause(clause))
		}
		return c
	}
	f.Fuzz(func(t *testing.T, proof []byte) {
		for i := range refutable {
			satisfiable := append(append([][]int32{}, refutable[:i]...), refutable[i+1:]...)
			if _, err := checker(t, satisfiable).Check(context.Background(), bytes.NewReader(proof), "proof"); err == nil {
				t.Fatalf("refuted %v, which has a model", satisfiable)
			}
		}
		_, err := checker(t, refutable).Check(context.Background(), bytes.NewReader(proof), "proof")
		var hints bytes.Buffer
		_, made := checker(t, refutable).Elaborate(context.Background(), bytes.NewReader(proof), "proof", &hints)
		if (err == nil) != (made == nil) {
			t.Fatalf("checked: %v; with hints: %v", err, made)
		}
		if err != nil {
			return
		}
		c := lrat.NewRATChecker(1 << 24)
		for _, clause := range refutable {
			expect.NoError(t, c.AddClause(clause))
		}
		expect.NoError(t, expect.Err(c.LRAT(context.Background(), &hints, "hints")))
	})
}
