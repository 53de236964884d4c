package spec

import (
	"context"
	"testing"

	"retroproof/sat"
)

// Every part has no model, and each is needed: without it the last formula
// has one.
func TestParts(t *testing.T) {
	for _, l := range Lemmas() {
		for _, p := range l.Parts() {
			f := p.Formula(DefaultEncoding(), Default())
			cnf := f.CNF()
			s, err := sat.New("")
			if err != nil {
				t.Fatal(err)
			}
			cnf.Emit(s)
			status, err := s.Solve(context.Background())
			if status != sat.Unsatisfiable {
				t.Errorf("lemma %s, part %s: %v %v", l.Key, p.Key, status, err)
			}
			t.Logf("lemma %s, part %s: %d variables, %d clauses, %d conflicts", l.Key, p.Key, cnf.NumVars, cnf.NumClauses(), s.Stats().Conflicts)
		}
	}
}
