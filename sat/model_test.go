package sat

import (
	"context"
	"testing"

	"retroproof/proofs/lrat"
)

func TestAddComplement(t *testing.T) {
	for _, test := range []struct {
		clauses [][]int32
		want    Status // of the complement alone
	}{
		{nil, Unsatisfiable},
		{[][]int32{{1}}, Satisfiable},
		{[][]int32{{1, -1}}, Unsatisfiable},
		{[][]int32{{}}, Satisfiable},
	} {
		f := &lrat.Formula{NumVars: 2}
		for _, c := range test.clauses {
			f.AddClause(c...)
		}
		s := newGini()
		AddComplement(s, f)
		if got, err := s.Solve(context.Background()); got != test.want || err != nil {
			t.Errorf("%v: %v, %v", test.clauses, got, err)
		}
	}
}
