package lrat_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/iotest"

	"retroproof/proofs/lrat"
)

// steps is a proof by chains: each step the numbers of the clauses of a chain, or 0 and those of clauses to delete.
type steps [][]int

func (s steps) bytes() (b []byte) {
	for _, step := range s {
		for _, n := range step {
			b = binary.AppendUvarint(b, uint64(n))
		}
		b = append(b, 0)
	}
	return b
}

// chainsOf checks a proof, and returns the clauses that it adds.
func chainsOf(f *lrat.Formula, memory int64, proof io.Reader) (added [][]int32, stats lrat.Stats, err error) {
	c := lrat.NewChecker(f.NumVars, memory)
	c.CompactAlways(3)
	for i := range f.NumClauses() {
		if err := c.AddClause(f.Clause(i)); err != nil {
			return nil, stats, err
		}
	}
	stats, err = c.Chains(context.Background(), proof, "chains", func(id int64, clause []lrat.Lit, chain []int64) {
		var literals []int32
		for _, l := range clause {
			literals = append(literals, l.DIMACS())
		}
		slices.Sort(literals)
		added = append(added, literals)
	})
	return added, stats, err
}

func TestChains(t *testing.T) {
	f := parse(t, "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n")
	two := steps{{1, 2}, {3, 4}}
	for _, test := range []struct {
		name  string
		proof []byte
		want  error
	}{
		{"three chains", steps{{1, 2}, {3, 4}, {5, 6}}.bytes(), nil},
		{"a longer chain", steps{{1, 2}, {4, 3, 5}}.bytes(), nil},
		{"a chain of one", steps{{1}, {5, 2}, {3, 4}, {6, 7}}.bytes(), nil},
		{"deletions", append(two, []int{0, 1, 2, 3}, []int{5, 6}).bytes(), nil},
		{"deletions at the end", append(two, []int{5, 6}, []int{0, 1, 2}).bytes(), nil},
		{"nothing", nil, lrat.ErrNoEmptyClause},
		{"too short", two.bytes(), lrat.ErrNoEmptyClause},
		{"no literal to resolve on", steps{{1, 1}}.bytes(), lrat.ErrPivot},
		{"two literals to resolve on", steps{{1, 4}}.bytes(), lrat.ErrPivot},
		{"a literal that comes back", steps{{1, 2, 3, 4}}.bytes(), lrat.ErrPivot},
		{"later clause", append(two, []int{5, 7}).bytes(), lrat.ErrDeletedHint},
		{"itself", steps{{1, 5}}.bytes(), lrat.ErrDeletedHint},
		{"deleted clause", append(two, []int{0, 5}, []int{5, 6}).bytes(), lrat.ErrDeletedHint},
		{"unknown deletion", steps{{0, 9}}.bytes(), lrat.ErrUnknownDeletion},
		{"deletion twice", steps{{0, 1, 1}}.bytes(), lrat.ErrUnknownDeletion},
		{"deletion of nothing", append([]byte{0, 0}, steps{{1, 2}, {3, 4}, {5, 6}}.bytes()...), lrat.ErrNotStep},
		{"a chain after the end", steps{{1, 2}, {3, 4}, {5, 6}, {1, 2}}.bytes(), lrat.ErrTrailing},
		{"cut", []byte{1, 2}, lrat.ErrTruncated},
		{"cut in a number", []byte{1, 0x80}, lrat.ErrTruncated},
		{"cut deletion", []byte{0}, lrat.ErrTruncated},
		{"not the shortest form", []byte{0x81, 0, 2, 0}, lrat.ErrNotNumber},
		{"a large number", []byte{1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 0}, lrat.ErrOverflow},
		{"64 bits, of which the last is not lost", append([]byte{0x81, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1, 2, 0}, steps{{3, 4}, {5, 6}}.bytes()...), lrat.ErrOverflow},
		{"19 digits", append(binary.AppendUvarint([]byte{1}, 1_000_000_000_000_000_000), 0), lrat.ErrOverflow},
		{"LRAT", toBinary("5 1 0 1 2 0\n6 0 5 3 4 0\n"), lrat.ErrDeletedHint},
	} {
		_, stats, err := chainsOf(f, lrat.DefaultMemory, bytes.NewReader(test.proof))
		if !errors.Is(err, test.want) || test.want == nil && err != nil {
			t.Errorf("%s: %v, want %v", test.name, err, test.want)
		}
		_, again, slow := chainsOf(f, lrat.DefaultMemory, iotest.OneByteReader(bytes.NewReader(test.proof)))
		if fmt.Sprint(slow) != fmt.Sprint(err) || again != stats {
			t.Errorf("%s: byte by byte %v %+v, not %v %+v", test.name, slow, again, err, stats)
		}
	}
	if _, stats, err := chainsOf(f, lrat.DefaultMemory, bytes.NewReader(steps{{1, 2}, {3, 4}, {0, 1}, {5, 6}}.bytes())); err != nil ||
		stats != (lrat.Stats{Format: "chains", Steps: 3, Hints: 6, Deletions: 1, Bytes: 12, PeakClauses: 6}) {
		t.Errorf("%+v, %v", stats, err)
	}
	for _, empty := range []string{"p cnf 1 1\n0\n", "p cnf 1 2\n0\n1 0\n"} {
		for _, proof := range []steps{nil, {{1}}, {{1}, {0, 1}}} {
			if _, _, err := chainsOf(parse(t, empty), lrat.DefaultMemory, bytes.NewReader(proof.bytes())); err != nil {
				t.Errorf("%q, a formula with the empty clause: %v: %v", empty, proof, err)
			}
		}
	}
}

// TestChainOfNothing: no clause follows from no clauses, the empty one least of all, whoever asks.
func TestChainOfNothing(t *testing.T) {
	for _, test := range []struct {
		chain []byte
		want  error
	}{{[]byte{1, 0}, nil}, {[]byte{0}, lrat.ErrDeletedHint}} {
		c := lrat.NewChecker(1, lrat.DefaultMemory)
		if err := c.AddClause([]int32{1}); err != nil {
			t.Fatal(err)
		}
		if empty, err := c.Chain(bytes.NewReader(test.chain)); empty || !errors.Is(err, test.want) {
			t.Errorf("%v: empty clause %t, %v, want %v", test.chain, empty, err, test.want)
		}
	}
}

// TestChainsMemory: a chain without an end is refused, as literals come back, and chains without an end reach the limit.
func TestChainsMemory(t *testing.T) {
	f := parse(t, "p cnf 2 2\n1 -2 0\n-1 2 0\n")
	endless := io.MultiReader(bytes.NewReader([]byte{1, 2}), &repeated{pattern: []byte{1, 2}})
	if _, _, err := chainsOf(f, 1<<20, endless); !errors.Is(err, lrat.ErrPivot) {
		t.Errorf("%v, want %v", err, lrat.ErrPivot)
	}
	if _, _, err := chainsOf(f, 1<<20, &repeated{pattern: []byte{1, 0}}); !errors.Is(err, lrat.ErrMemory) {
		t.Errorf("%v, want %v", err, lrat.ErrMemory)
	}
}

// TestChainsDead: clauses that were deleted take no memory for long.
func TestChainsDead(t *testing.T) {
	f := parse(t, "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n")
	var proof []byte
	id := 5
	for ; id < 200_000; id++ {
		proof = append(proof, steps{{1}, {0, id}}.bytes()...)
	}
	proof = append(proof, steps{{1, 2}, {3, 4}, {id, id + 1}}.bytes()...)
	c := lrat.NewChecker(f.NumVars, 1<<20)
	for i := range f.NumClauses() {
		if err := c.AddClause(f.Clause(i)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := c.Chains(context.Background(), bytes.NewReader(proof), "chains", nil); err != nil {
		t.Error(err)
	}
}

// TestChainsReadErrors: a reader that fails is no end of the proof, not even after the empty clause: the end of a member
// of a container is where its checksum is compared.
func TestChainsReadErrors(t *testing.T) {
	f := parse(t, "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n")
	broken := errors.New("broken disk")
	proof := steps{{1, 2}, {3, 4}, {0, 1}, {5, 6}, {0, 5}}.bytes()
	for n := range len(proof) + 1 {
		in := io.MultiReader(bytes.NewReader(proof[:n]), iotest.ErrReader(broken))
		if _, _, err := chainsOf(f, lrat.DefaultMemory, in); !errors.Is(err, broken) {
			t.Errorf("after %d bytes: %v", n, err)
		}
	}
}

// repeated is a file without an end.
type repeated struct {
	pattern []byte
	at      int
}

func (r *repeated) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = r.pattern[r.at%len(r.pattern)]
		r.at++
	}
	return len(p), nil
}

// obviousChains is a second checker of chains, for comparison: sets of literals, resolved two at a time.
func obviousChains(f *lrat.Formula, proof steps) (added [][]int32, refuted bool) {
	clauses := map[int]map[int32]bool{}
	for i := range f.NumClauses() {
		clauses[i+1] = map[int32]bool{}
		for _, l := range f.Clause(i) {
			clauses[i+1][l] = true
		}
		refuted = refuted || len(f.Clause(i)) == 0
	}
	last, derived := f.NumClauses(), false
	for _, step := range proof {
		if len(step) == 0 {
			return added, false // 0 alone begins a deletion
		}
		if step[0] == 0 {
			if len(step) == 1 {
				return added, false
			}
			for _, id := range step[1:] {
				if clauses[id] == nil {
					return added, false
				}
				delete(clauses, id)
			}
			continue
		}
		if derived || slices.Contains(step, 0) {
			return added, false
		}
		resolvent, gone := map[int32]bool{}, map[int32]bool{}
		for i, id := range step {
			if clauses[id] == nil {
				return added, false
			}
			var pivots []int32
			for l := range clauses[id] {
				if resolvent[-l] {
					pivots = append(pivots, l)
				}
			}
			if i > 0 {
				if len(pivots) != 1 {
					return added, false
				}
				delete(resolvent, -pivots[0])
				gone[-pivots[0]] = true
			}
			for l := range clauses[id] {
				if gone[l] {
					return added, false
				}
				if i == 0 || l != pivots[0] {
					resolvent[l] = true
				}
			}
		}
		last++
		clauses[last] = resolvent
		var literals []int32
		for l := range resolvent {
			literals = append(literals, l)
		}
		slices.Sort(literals)
		added = append(added, literals)
		derived = len(resolvent) == 0
	}
	return added, derived || refuted
}

// eliminate refutes a formula by eliminating its variables one by one: all resolvents on a variable are added. It
// returns nil if that derives no empty clause. Some chains are joined: the clause that the first derives is used once.
func eliminate(r *rand.Rand, f *lrat.Formula) steps {
	type clause struct {
		id       int
		literals map[int32]bool
	}
	var all []clause
	for i := range f.NumClauses() {
		c := clause{i + 1, map[int32]bool{}}
		for _, l := range f.Clause(i) {
			c.literals[l] = true
		}
		all = append(all, c)
	}
	var proof steps
	last := len(all)
	for v := int32(1); v <= int32(f.NumVars); v++ {
		var next []clause
		for _, c := range all {
			if !c.literals[v] && !c.literals[-v] {
				next = append(next, c)
			}
		}
		for _, c := range all {
			for _, d := range all {
				if !c.literals[v] || !d.literals[-v] {
					continue
				}
				literals, tautology := map[int32]bool{}, false
				for l := range c.literals {
					literals[l] = l != v || literals[l]
				}
				for l := range d.literals {
					literals[l] = l != -v || literals[l]
					tautology = tautology || l != -v && c.literals[-l] && -l != v
				}
				delete(literals, v)
				delete(literals, -v)
				if tautology || slices.ContainsFunc(next, func(n clause) bool { return fmt.Sprint(n.literals) == fmt.Sprint(literals) }) {
					continue
				}
				last++
				proof = append(proof, []int{c.id, d.id})
				next = append(next, clause{last, literals})
				if len(literals) == 0 {
					return proof
				}
			}
		}
		all = next
		if len(all) > 200 {
			return nil
		}
	}
	return nil
}

// TestChainsRandom: proofs by elimination of random formulas are accepted, and changed ones as by a checker that works
// with sets. No formula that has a model is refuted.
func TestChainsRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	refuted, rejected, same := 0, 0, 0
	for range 250 {
		f := randomFormula(r, 4+r.IntN(2), 14+r.IntN(14))
		proof := eliminate(r, f)
		if proof == nil {
			continue
		}
		for n := range 30 {
			changed := slices.Clone(proof)
			if n > 0 {
				for range 1 + r.IntN(3) {
					changed = changeChains(r, changed, f.NumClauses())
				}
			}
			want, accepted := obviousChains(f, changed)
			got, _, err := chainsOf(f, lrat.DefaultMemory, bytes.NewReader(changed.bytes()))
			if accepted != (err == nil) || n == 0 && err != nil {
				t.Fatalf("%v: %v, and it is %t for sets", changed, err, accepted)
			}
			if err == nil && satisfiable(f) {
				t.Fatalf("refuted a formula with a model: %v", changed)
			}
			if err == nil && fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("%v adds %v, not %v", changed, got, want)
			}
			switch {
			case n == 0:
				refuted++
			case err != nil:
				rejected++
			default:
				same++
			}
		}
	}
	t.Logf("%d refutations; of their changed copies %d rejected, %d accepted", refuted, rejected, same)
	if refuted < 40 || rejected < 500 || same < 100 {
		t.Errorf("%d refutations; of their changed copies %d rejected, %d accepted: too few", refuted, rejected, same)
	}
}

// changeChains changes something in a proof.
func changeChains(r *rand.Rand, proof steps, formula int) steps {
	if len(proof) == 0 {
		return proof
	}
	proof = slices.Clone(proof)
	i := r.IntN(len(proof))
	any := 1 + r.IntN(formula+len(proof))
	step := slices.Clone(proof[i])
	switch r.IntN(7) {
	case 0: // another clause
		step[r.IntN(len(step))] = any
	case 1: // one more
		step = slices.Insert(step, r.IntN(len(step)+1), any)
	case 2: // one fewer
		if len(step) > 1 {
			step = slices.Delete(step, 0, 1)
		}
	case 3: // another order
		r.Shuffle(len(step), func(a, b int) { step[a], step[b] = step[b], step[a] })
	case 4: // a clause is deleted before
		return slices.Insert(proof, i, []int{0, any})
	case 5: // a chain that nothing needs: all numbers after it are other ones
		return slices.Insert(proof, i, []int{any})
	default:
		return slices.Delete(proof, i, i+1)
	}
	proof[i] = step
	return proof
}

func FuzzChains(f *testing.F) {
	f.Add(steps{{1, 2}, {3, 4}, {0, 1, 2}, {5, 6}}.bytes())
	f.Add(steps{{1, 2, 3}, {4, 5}, {1, 5, 6}}.bytes())
	fuzzChecker(f, func(formula *lrat.Formula, proof []byte, slow bool) (lrat.Stats, error) {
		in := io.Reader(bytes.NewReader(proof))
		if slow {
			in = iotest.OneByteReader(in)
		}
		_, stats, err := chainsOf(formula, lrat.DefaultMemory, in)
		return stats, err
	})
}
