package certify

import (
	"bytes"
	"compress/flate"
	"context"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/kernel/formula"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/core"
	"retroproof/proofs/illegal/facts"
	"retroproof/proofs/limits"
	"retroproof/sat"
)

func deflated(b []byte) int {
	var out bytes.Buffer
	w, _ := flate.NewWriter(&out, flate.DefaultCompression)
	w.Write(b)
	w.Close()
	return out.Len()
}

// refuted returns a formula that has no model, with its question and the proof.
func refuted(t *testing.T, fen string) (*core.Question, *formula.CNF, *sat.Prover) {
	t.Helper()
	start := chess.InitialSetup()
	goal := expect.Must(chess.ParseFEN(fen))
	given, refuted := rules.Blocked(&start, &goal)
	if refuted != nil {
		t.Fatal(refuted)
	}
	a := expect.Must(facts.NewAbstraction(&start, &goal, given))
	cnf := formula.New(a)
	p := sat.NewProver()
	t.Cleanup(func() { p.Close() })
	cnf.Emit(p)
	if status, err := p.Solve(context.Background()); status != sat.Unsatisfiable {
		t.Fatal(status, err)
	}
	return core.New(a), cnf, p
}

var fens = []string{
	"rnbqk1nr/ppppp1pp/8/8/8/2P5/PP1PPNPP/RNBQKBNR w KQkq - 0 1",
	"rnbqkbnr/1ppppppp/8/8/8/1P2P3/PpPP1PPP/RNBQK1NR w KQkq - 0 1",
	"nb2q3/BNr3p1/P1Rpp2P/Q2qn3/k1n3Pr/rqP3K1/nR5N/1BB5 b - - 0 1",
}

// TestForms: one proof in each of its forms is accepted, and derives the same from the same clauses; lives cost few
// bytes.
func TestForms(t *testing.T) {
	for _, fen := range fens {
		q, cnf, p := refuted(t, fen)
		w, err := newWriter(q, cnf, p)
		expect.NoError(t, err)
		var sizes [2]int
		for form, most := range []int64{1 << 40, -1} {
			file, err := w.file(most)
			expect.NoError(t, err)
			if int(file[0]) != form {
				t.Fatalf("%s: form %d, want %d", fen, file[0], form)
			}
			c, err := q.Read(file, limits.DefaultMemory)
			expect.NoError(t, err)
			s, err := c.Check(context.Background(), nil)
			expect.Succeeds(t, err, "%s: form %d", fen, form)
			sizes[form] = deflated(file)
			t.Logf("form %d: %+v, deflated %d", form, s, sizes[form])
		}
		if sizes[core.Lives] > sizes[core.Lemmas]*5/4+2 {
			t.Errorf("%s: deflated lemmas %d, with lives %d", fen, sizes[core.Lemmas], sizes[core.Lives])
		}
	}
}

// TestChangedBits: a core of which one bit was changed is refused, or its clauses contradict each other all the same.
func TestChangedBits(t *testing.T) {
	accepted, tried := 0, 0
	for _, fen := range fens {
		q, cnf, p := refuted(t, fen)
		w, err := newWriter(q, cnf, p)
		expect.NoError(t, err)
		for _, most := range []int64{1 << 40, -1} {
			file, err := w.file(most)
			expect.NoError(t, err)
			for bit := 0; bit < 8*len(file); bit += 1 + 8*len(file)/400 {
				bad := bytes.Clone(file)
				bad[bit/8] ^= 1 << (bit % 8)
				tried++
				c, err := q.Read(bad, limits.DefaultMemory)
				if err != nil {
					continue
				}
				if _, err := c.Check(context.Background(), nil); err != nil {
					continue
				}
				accepted++
				solver := expect.Must(sat.New("gini"))
				for _, clause := range c.Clauses {
					var literals []int
					for _, l := range clause {
						literals = append(literals, int(l))
					}
					solver.AddClause(literals)
				}
				if status, err := solver.Solve(context.Background()); status != sat.Unsatisfiable {
					t.Errorf("%s with bit %d changed is accepted, and %s: %v", fen, bit, status, err)
				}
				solver.Close()
			}
		}
	}
	t.Logf("%d changed, %d accepted", tried, accepted)
	if tried < 1000 {
		t.Errorf("only %d", tried)
	}
}
