package core

import (
	"context"
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"

	"retroproof/internal/expect"
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

// forger writes proofs whose lemmas almost always follow.
type forger struct {
	r     *rand.Rand
	proof []byte
}

func (f *forger) number(n int) { f.proof = binary.AppendUvarint(f.proof, uint64(n)) }

// clausesOf returns all clauses of a formula.
func clausesOf(f *lrat.Formula) (clauses [][]int32) {
	for i := range f.NumClauses() {
		clauses = append(clauses, f.Clause(i))
	}
	return clauses
}

// lemma writes a lemma, almost always one that follows from the clauses and the lemmas before it by propagation.
func (f *forger) lemma(p *Propagator, variables int, lives bool) {
	if lives {
		f.number(f.r.IntN(6))
	}
	var clause []int32
	for range 50 {
		clause = nil
		for v := range variables {
			if f.r.IntN(variables) < 2 {
				clause = append(clause, int32(v+1)*int32(1-2*f.r.IntN(2)))
			}
		}
		if p.Follows(clause) || f.r.IntN(300) == 0 {
			break
		}
	}
	p.Add(clause)
	last := int32(0)
	for _, l := range clause {
		code := 2*l - 1
		if l < 0 {
			code = -2 * l
		}
		f.number(int(code - last))
		last = code
	}
	f.number(0)
}

// TestForgedProofs: whatever the bytes of a proof are, in each form, each clause that it adds follows from the others,
// by its truth table, so that no clauses that have a model are refuted.
func TestForgedProofs(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(23, 4))
	tries := expect.Size(30_000, 1_500_000)
	var added, accepted, withModel [2]int
	for try := range tries {
		planted := -1
		if try%3 > 0 {
			planted = r.IntN(1 << 12)
		}
		form := try / 3 % 2
		f := forgedFormula(r, planted)
		g := &forger{r: r}
		p := NewPropagator(f.NumVars)
		for _, clause := range clausesOf(f) {
			p.Add(clause)
		}
		for range 1 + r.IntN(40) {
			if p.Dead {
				break
			}
			g.lemma(p, f.NumVars, form == Lives)
		}
		proof := g.proof
		if r.IntN(3) == 0 {
			for range 1 + r.IntN(2) {
				proof = changeBytes(r, proof)
			}
		}
		table := modelsOf(f.NumVars, clausesOf(f))
		c := &Core{Variables: make([]Lit, f.NumVars), Clauses: clausesOf(f), form: int64(form), proof: numbers{data: proof}, left: 1 << 30, Limit: MostVisits}
		_, err := c.Check(context.Background(), func(clause []int32) {
			if !table.imply(clause) {
				t.Fatalf("%v: form %d adds %v, which does not follow\n%v", clausesOf(f), form, clause, proof)
			}
			added[form]++
		})
		hasModel := slices.ContainsFunc(table, func(w uint64) bool { return w != 0 })
		if hasModel {
			withModel[form]++
		}
		if err == nil {
			accepted[form]++
			if hasModel {
				t.Fatalf("%v has a model, and is refuted by form %d: %v", clausesOf(f), form, proof)
			}
		}
	}
	t.Logf("%d proofs: clauses added %d; accepted %d; of clauses with models %d", tries, added, accepted, withModel)
	for form := range added {
		if added[form] < tries/3 || accepted[form] < tries/1000 || withModel[form] < tries/10 {
			t.Errorf("form %d: %d clauses added; %d accepted; %d of clauses with models: too few", form, added[form], accepted[form], withModel[form])
		}
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
