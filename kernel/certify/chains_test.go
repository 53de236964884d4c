package certify

import (
	"bytes"
	"context"
	"testing"

	"retroproof/chess"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal"
	"retroproof/proofs/lrat"
	"retroproof/sat"
)

// TestChains: the proofs of kernel questions are accepted as they are written, and with deletions after every clause:
// then fewer are alive at a time. They have half the bytes of LRAT, and no more hints.
func TestChains(t *testing.T) {
	start := chess.InitialSetup()
	for _, fen := range []string{
		"rnbqk1nr/ppppp1pp/8/8/8/2P5/PP1PPNPP/RNBQKBNR w KQkq - 0 1",
		"rnbqkbnr/1ppppppp/8/8/8/1P2P3/PpPP1PPP/RNBQK1NR w KQkq - 0 1",
		"nb2q3/BNr3p1/P1Rpp2P/Q2qn3/k1n3Pr/rqP3K1/nR5N/1BB5 b - - 0 1",
	} {
		goal := setup(t, fen)
		facts, refuted := rules.Blocked(&start, goal)
		if refuted != nil {
			t.Fatal(refuted)
		}
		q, err := illegal.NewQuestion(&start, goal, facts)
		if err != nil {
			t.Fatal(err)
		}
		cnf := q.CNF()
		p := sat.NewProver()
		defer p.Close()
		cnf.Emit(p)
		if status, err := p.Solve(context.Background()); status != sat.Unsatisfiable {
			t.Fatal(status, err)
		}
		check := func(together int) lrat.Stats {
			var out bytes.Buffer
			if err := writeChains(&out, cnf, p, together); err != nil {
				t.Fatal(err)
			}
			c := lrat.NewChecker(cnf.NumVars(), lrat.DefaultMemory)
			cnf.Emit(&lrat.Loader{Checker: c})
			stats, err := c.Chains(context.Background(), &out, "proof", nil)
			if err != nil {
				t.Fatalf("%s: %v", fen, err)
			}
			return stats
		}
		var out bytes.Buffer
		if _, err := p.WriteProof(&out, sat.ProofBinary); err != nil {
			t.Fatal(err)
		}
		c := lrat.NewChecker(cnf.NumVars(), lrat.DefaultMemory)
		cnf.Emit(&lrat.Loader{Checker: c})
		size := int64(out.Len())
		hints, err := c.BinaryLRAT(context.Background(), &out, "proof")
		if err != nil {
			t.Fatal(err)
		}
		whole, short := check(1<<30), check(1)
		t.Logf("LRAT %d bytes: %+v; chains %+v; with deletions %+v", size, hints, whole, short)
		if whole.Bytes > size*2/3 || whole.Hints > hints.Hints || whole.Steps > hints.Steps || whole.Deletions != 0 {
			t.Errorf("%s: chains %+v, LRAT %+v", fen, whole, hints)
		}
		if short.Deletions == 0 || short.PeakClauses >= whole.PeakClauses || short.Steps != whole.Steps {
			t.Errorf("%s: chains %+v, with deletions %+v", fen, whole, short)
		}
	}
}
