package formula_test

import (
	"testing"

	"retroproof/chess"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/formula"
)

func BenchmarkCNF(b *testing.B) {
	goal, err := chess.ParseFEN("Q1q1R2b/K2Pq2B/1rQBQ3/1q4R1/kq2BRq1/1N3q2/1B2B3/2r1qnb1 b - - 0 1")
	if err != nil {
		b.Fatal(err)
	}
	start := chess.InitialSetup()
	a, refuted := rules.Abstract(&start, &goal)
	if refuted != nil {
		b.Fatal(refuted)
	}
	for b.Loop() {
		formula.New(a, true).CNF()
	}
}
