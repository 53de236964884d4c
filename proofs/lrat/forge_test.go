package lrat_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"

	"retroproof/proofs/lrat"
)

// models is the truth table of a formula of at most 12 variables: bit m says that assignment m is a model.
type models []uint64

// modelsOf returns the models of clauses.
func modelsOf(variables int, clauses [][]int32) models {
	table := make(models, 1<<max(variables-6, 0))
	for i := range table {
		table[i] = ^uint64(0)
		if variables < 6 {
			table[i] = 1<<(1<<variables) - 1
		}
	}
	for _, clause := range clauses {
		table.keep(clause)
	}
	return table
}

// columns has the values of the first six variables in 64 assignments that follow each other.
var columns = [6]uint64{0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0, 0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000}

// satisfying returns which of 64 assignments satisfy a clause, from number 64i on.
func satisfying(clause []int32, i int) (w uint64) {
	for _, l := range clause {
		v := max(l, -l) - 1
		column := uint64(0)
		if v < 6 {
			column = columns[v]
		} else if i>>(v-6)&1 == 1 {
			column = ^column
		}
		if l < 0 {
			column = ^column
		}
		w |= column
	}
	return w
}

// keep keeps the models of a clause.
func (m models) keep(clause []int32) {
	for i := range m {
		m[i] &= satisfying(clause, i)
	}
}

// imply reports whether all models satisfy a clause.
func (m models) imply(clause []int32) bool {
	for i := range m {
		if m[i]&^satisfying(clause, i) != 0 {
			return false
		}
	}
	return true
}

// forgedFormula returns a formula of any kind: with short and long clauses, repeated literals, tautologies and repeated
// clauses. If it is to have a model, assignment planted is one.
func forgedFormula(r *rand.Rand, planted int) *lrat.Formula {
	f := &lrat.Formula{NumVars: 1 + min(r.IntN(12), r.IntN(12))}
	for range 1 + r.IntN(40) {
		if n := f.NumClauses(); n > 0 && r.IntN(8) == 0 {
			f.AddClause(f.Clause(r.IntN(n))...)
			continue
		}
		var clause []int32
		for range 1 + min(r.IntN(4), r.IntN(4)) {
			l := int32(1 + r.IntN(f.NumVars))
			if r.IntN(2) == 0 {
				l = -l
			}
			clause = append(clause, l)
		}
		if planted >= 0 {
			l := int32(1 + r.IntN(f.NumVars))
			if planted>>(l-1)&1 == 0 {
				l = -l
			}
			clause[r.IntN(len(clause))] = l
		}
		f.AddClause(clause...)
	}
	return f
}

// forger writes proofs whose steps are almost right: it knows the clauses, and mostly names one that can be resolved.
type forger struct {
	r       *rand.Rand
	clauses [][]int32 // by number; nil where deleted
	proof   []byte
}

func newForger(r *rand.Rand, f *lrat.Formula) *forger {
	return &forger{r: r, clauses: append([][]int32{nil}, clausesOf(f)...)}
}

func (g *forger) number(n int) { g.proof = binary.AppendUvarint(g.proof, uint64(n)) }

// any is the number of a clause: almost always of one that there is.
func (g *forger) any() int {
	for {
		if n := 1 + g.r.IntN(len(g.clauses)); g.r.IntN(100) == 0 || n < len(g.clauses) && g.clauses[n] != nil {
			return n
		}
	}
}

// short is the number of a clause, the shortest of a few.
func (g *forger) short() int {
	n := g.any()
	for range g.r.IntN(4) {
		if m := g.any(); m < len(g.clauses) && n < len(g.clauses) && len(g.clauses[m]) < len(g.clauses[n]) {
			n = m
		}
	}
	return n
}

// step writes a chain, or a deletion.
func (g *forger) step() {
	if g.r.IntN(20) == 0 {
		n := g.any()
		g.number(0)
		g.number(n)
		g.number(0)
		if n < len(g.clauses) {
			g.clauses[n] = nil
		}
		return
	}
	n := g.short()
	g.number(n)
	var resolvent, gone []int32
	if n < len(g.clauses) {
		resolvent = slices.Clone(g.clauses[n])
	}
	for range g.r.IntN(8) {
		n, pivot := g.next(resolvent, gone)
		if n == 0 && g.r.IntN(20) > 0 {
			break
		}
		if n == 0 || g.r.IntN(200) == 0 {
			n = g.any()
		}
		g.number(n)
		if n >= len(g.clauses) {
			continue
		}
		resolvent = slices.DeleteFunc(resolvent, func(l int32) bool { return l == -pivot })
		gone = append(gone, -pivot)
		for _, l := range g.clauses[n] {
			if l != pivot && !slices.Contains(resolvent, l) {
				resolvent = append(resolvent, l)
			}
		}
	}
	g.number(0)
	if resolvent == nil {
		resolvent = []int32{}
	}
	g.clauses = append(g.clauses, resolvent)
}

// next looks for a clause that a chain may have next, and its pivot. Now and then it allows for one that it may not.
func (g *forger) next(resolvent, gone []int32) (n int, pivot int32) {
	for range 30 {
		n := g.short()
		if n >= len(g.clauses) {
			continue
		}
		var pivots []int32
		back := false
		for _, l := range g.clauses[n] {
			if slices.Contains(resolvent, -l) && !slices.Contains(pivots, l) {
				pivots = append(pivots, l)
			}
			back = back || slices.Contains(gone, l)
		}
		if back && g.r.IntN(100) > 0 {
			continue
		}
		if len(pivots) == 1 || len(pivots) > 1 && g.r.IntN(100) == 0 {
			return n, pivots[0]
		}
	}
	return 0, 0
}

// TestForgedChains: whatever the bytes of a proof are, each clause that a chain adds follows from the formula, by its
// truth table, so that no formula that has a model is refuted. The last clause of an accepted proof is empty.
func TestForgedChains(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 4))
	tries := 10_000
	if long {
		tries = 1_500_000
	}
	added, longest, accepted, withModel := 0, 0, 0, 0
	for try := range tries {
		planted := -1
		if try%3 > 0 {
			planted = r.IntN(1 << 12)
		}
		f := forgedFormula(r, planted)
		g := newForger(r, f)
		for range 1 + r.IntN(40) {
			g.step()
			if len(g.clauses[len(g.clauses)-1]) == 0 && g.clauses[len(g.clauses)-1] != nil {
				break
			}
		}
		proof := g.proof
		if r.IntN(3) == 0 {
			for range 1 + r.IntN(2) {
				proof = changeBytes(r, proof)
			}
		}
		table := modelsOf(f.NumVars, clausesOf(f))
		c := lrat.NewChecker(f.NumVars, lrat.DefaultMemory)
		c.CompactAlways(try % 2 << 16)
		for _, clause := range clausesOf(f) {
			if err := c.AddClause(clause); err != nil {
				t.Fatal(err)
			}
		}
		empty := false
		_, err := c.Chains(context.Background(), bytes.NewReader(proof), "forged", func(_ int64, clause []lrat.Lit, chain []int64) {
			var literals []int32
			for _, l := range clause {
				literals = append(literals, l.DIMACS())
			}
			if !table.imply(literals) {
				t.Fatalf("%v: %v adds %v, which does not follow\n%v", clausesOf(f), chain, literals, proof)
			}
			empty = len(clause) == 0
			added++
			longest = max(longest, len(chain))
		})
		if (err == nil) && !empty {
			t.Fatalf("%v: accepted without the empty clause: %v", clausesOf(f), proof)
		}
		hasModel := slices.ContainsFunc(table, func(w uint64) bool { return w != 0 })
		if hasModel {
			withModel++
		}
		if err == nil {
			accepted++
			if hasModel {
				t.Fatalf("%v has a model, and is refuted: %v", clausesOf(f), proof)
			}
		}
	}
	t.Logf("%d proofs: %d clauses added, chains of up to %d; %d accepted; %d of formulas with models", tries, added, longest, accepted, withModel)
	if added < 3*tries || longest < 6 || accepted < tries/100 || withModel < tries/2 {
		t.Errorf("%d proofs: %d clauses added, chains of up to %d; %d accepted; %d of formulas with models: too few", tries, added, longest, accepted, withModel)
	}
}

// changeBytes changes something in the bytes of a proof.
func changeBytes(r *rand.Rand, proof []byte) []byte {
	proof = slices.Clone(proof)
	if len(proof) == 0 {
		return proof
	}
	i, j := r.IntN(len(proof)), r.IntN(len(proof))
	i, j = min(i, j), max(i, j)
	switch r.IntN(8) {
	case 0: // one bit
		proof[i] ^= 1 << r.IntN(8)
	case 1: // one byte
		proof[i] = byte(r.IntN(256))
	case 2: // the number of a clause near by
		proof[i] += byte(r.IntN(5) - 2)
	case 3: // the end is cut off
		proof = proof[:i]
	case 4: // a part is cut out
		proof = slices.Delete(proof, i, j)
	case 5: // a part is repeated elsewhere
		proof = slices.Insert(proof, r.IntN(len(proof)), slices.Clone(proof[i:j])...)
	case 6: // two change places
		proof[i], proof[j] = proof[j], proof[i]
	default: // one more
		proof = slices.Insert(proof, i, byte(r.IntN(8)))
	}
	return proof
}
