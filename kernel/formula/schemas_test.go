package formula

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/chess/randomgames"
	"retroproof/internal/expect"
	"retroproof/proofs/illegal/core"
	"retroproof/proofs/illegal/facts"
)

// lits returns a clause as a text by which equal clauses are told, whatever the order of their literals.
func lits(clause []core.Lit) string {
	list := slices.Clone(clause)
	slices.Sort(list)
	return fmt.Sprint(slices.Compact(list))
}

// compareSchemas compares a formula with the schemas: each clause is the instance that it is said to be; and every
// instance that is accepted, of all schemas with all parameters, is a clause of the formula, or of a kind that is wider
// on purpose. It counts what it finds in hits, by schema.
func compareSchemas(t *testing.T, a *facts.Abstraction, f *CNF, q *core.Question, all []accepted, hits map[string]int) {
	t.Helper()
	has := map[string]bool{}
	i := 0
	for literals := range f.Clauses {
		var clause []core.Lit
		for _, l := range literals {
			if l < 0 {
				clause = append(clause, -f.Keys[-l-1])
			} else {
				clause = append(clause, f.Keys[l-1])
			}
		}
		in := f.Instances[i]
		i++
		is, err := q.Clause(int(in.Schema), q.Rank(int(in.Schema), in.Digits[:]))
		name := core.SchemaName(int(in.Schema))
		if err != nil || lits(is) != lits(clause) {
			t.Fatalf("%s to %s: clause %d, %s %v, is %v, and the instance is %v, %v", a.Start.FEN(), a.Goal.FEN(), i, name, in.Digits, clause, is, err)
		}
		hits[name]++
		has[lits(clause)] = true
	}
	for _, in := range all {
		name := core.SchemaName(in.schema)
		if has[lits(in.clause)] {
			continue
		}
		if !strings.HasPrefix(name, "count.") && name != "two.victims" {
			t.Fatalf("%s to %s: instance %d of %s is no clause of the formula: %v", a.Start.FEN(), a.Goal.FEN(), in.rank, name, in.clause)
		}
		hits["wider "+name]++
	}
}

// TestSchemas compares schemas and formulas of games of small starts, with statements.
func TestSchemas(t *testing.T) {
	t.Parallel()
	hits := map[string]int{}
	r := rand.New(rand.NewPCG(8, 4))
	n := 0
	eachGame(t, 11, func(p *randomgames.Position, start *chess.Setup, g *game, a *facts.Abstraction) bool {
		if a.Captures[0]+a.Captures[1] > 4 || a.Pawns[0]+a.Pawns[1] > 8 {
			return true
		}
		q := core.New(asked(a))
		f := New(asked(a))
		if n%2 == 1 {
			all := statements(a)
			s := all[r.IntN(len(all))]
			if n%4 == 3 {
				s = core.Statement{Kind: core.PieceTook, Side: "white"}
			}
			expect.NoError(t, q.Assume(&s))
			f = NewWith(asked(a), q, &s)
		}
		compareSchemas(t, a, f, q, acceptedBy(q), hits)
		n++
		return n < 12
	})
	if hits["assume"] == 0 || hits["count.pawncaps-1"] == 0 {
		t.Errorf("no statements: %v", hits)
	}
	t.Log(n, hits)
}
