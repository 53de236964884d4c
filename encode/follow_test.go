package encode

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// randomConstraints builds a circuit of so many inputs with a few constraints.
func randomConstraints(rng *rand.Rand, inputs int) *Circuit {
	c := NewCircuit()
	var bs []Bool
	for i := range inputs {
		bs = append(bs, c.Input(fmt.Sprint("x", i)))
	}
	pick := func() Bool {
		b := bs[rng.IntN(len(bs))]
		if rng.IntN(2) == 0 {
			return b.Not()
		}
		return b
	}
	for range 25 {
		var b Bool
		switch rng.IntN(5) {
		case 0:
			b = c.Xor(pick(), pick())
		case 1:
			b = c.Ite(pick(), pick(), pick())
		case 2:
			b = c.And(pick(), pick(), pick(), pick())
		default:
			b = c.Or(pick(), pick())
		}
		if _, ground := c.Ground(b); !ground {
			bs = append(bs, b)
		}
	}
	for range 4 {
		c.Assert(pick())
	}
	c.Assert(c.Or(pick(), pick(), pick()))
	return c
}

// A follower accepts what the writers write, and nothing that does not follow: a clause that some
// model of the constraints makes false. All assignments of the inputs are tried.
func TestFollower(t *testing.T) {
	const inputs = 6 // the 64 lanes are all assignments
	rng := rand.New(rand.NewPCG(7, 7))
	accepted, refused, empty := 0, 0, 0
	for range 400 {
		c := randomConstraints(rng, inputs)
		e := c.NewEvaluator()
		for i, in := range c.Inputs() {
			w := uint64(0)
			for lane := range 64 {
				w |= uint64(lane>>i&1) << lane
			}
			e.Set(in, w)
		}
		e.Run()
		models := ^uint64(0)
		if a := c.Asserted(); true { // which may be a new gate
			all := c.NewEvaluator(a)
			all.words = append(append([]uint64{}, e.words...), make([]uint64, 2*c.g.len()-len(e.words))...)
			all.Run()
			models = all.Get(a)
		}
		holds := func(clause []int32, models uint64) bool { // in all of the models
			some := uint64(0)
			for _, n := range clause {
				l := At(int(max(n, -n)) - 1 + firstNode)
				if n < 0 {
					l = l.Not()
				}
				some |= e.words[l]
			}
			return models&^some == 0
		}
		for _, m := range []Method{Compact, Polarity, Tseitin} {
			cnf := c.ByNode(m)
			var clauses [][]int32
			variables := map[int]bool{}
			cnf.Emit(sinkFunc(func(lits []int) {
				var clause []int32
				for _, l := range lits {
					clause = append(clause, int32(l))
					variables[max(l, -l)] = true
				}
				clauses = append(clauses, clause)
			}))
			f := c.NewFollower(func(n int) bool { return variables[n] })
			for _, clause := range clauses {
				switch {
				case len(clause) == 0 || f.Follows(clause):
				case holds(clause, ^uint64(0)): // a constraint that holds anyway, by way of several gates
					empty++
				default:
					t.Fatalf("method %d: a clause that was written is refused: %v of %v", m, clause, clauses)
				}
			}
			for range 100 {
				clause := append([]int32(nil), clauses[rng.IntN(len(clauses))]...)
				switch n := len(clause); {
				case n > 1 && rng.IntN(2) == 0:
					i := rng.IntN(n)
					clause = append(clause[:i], clause[i+1:]...)
				case n > 0 && rng.IntN(2) == 0:
					clause[rng.IntN(n)] *= -1
				case n > 0:
					clause[rng.IntN(n)] = int32(1 + rng.IntN(len(e.words)/2-firstNode))
				}
				ok := f.Follows(clause)
				if ok && !holds(clause, models) {
					t.Fatalf("method %d: accepted, but it does not follow: %v", m, clause)
				}
				if ok {
					accepted++
				} else {
					refused++
				}
			}
		}
	}
	t.Logf("%d changed clauses follow, %d are refused; %d constraints say nothing and are refused", accepted, refused, empty)
	if accepted == 0 || refused == 0 || empty > 20 {
		t.Error("changed clauses are all alike, or too many written ones are refused")
	}
}

// What is no clause over nodes is refused, and a clause about gates far below the variables as well.
func TestFollowerRefuses(t *testing.T) {
	c := NewCircuit()
	a, b := c.Input("a"), c.Input("b")
	c.Assert(c.Or(a, b))
	f := c.NewFollower(func(int) bool { return true })
	for _, clause := range [][]int32{{}, {0}, {1}, {1, 1}, {4}, {1, 2, 99}, {-1 << 31}, {1<<31 - 1}, {-1, -2}} {
		if f.Follows(clause) {
			t.Errorf("%v follows", clause)
		}
	}
	if !f.Follows([]int32{1, 2}) || !f.Follows([]int32{2, 1}) {
		t.Error("the constraint does not follow")
	}
	// A ladder of gates of which none is a variable doubles the way down at every rung.
	x := a
	for range 40 {
		x = c.Ite(x, x.Not(), b)
		x = c.Xor(x, c.And(x, b))
	}
	g := c.NewFollower(func(n int) bool { return n <= 2 })
	if top := int32(c.Nodes()); g.Follows([]int32{top}) && g.Follows([]int32{-top}) {
		t.Error("a gate and its negation follow")
	}
}

type sinkFunc func([]int)

func (f sinkFunc) AddClause(lits []int) { f(lits) }

// A constraint that always holds, since the conjunction that it denies needs a gate and its
// negation: the writer puts the gate's inputs into the clause, and the follower accepts it.
func TestFollowerOfContradiction(t *testing.T) {
	c := NewCircuit()
	a, b, x, y := c.Input("a"), c.Input("b"), c.Input("x"), c.Input("y")
	both := c.And(a, b)
	late := c.And(c.Input("p"), c.Input("q")) // so that the gate is not the last of the clause
	c.Assert(c.And(c.And(x, both), c.And(c.And(y, both.Not()), late.Not())).Not())
	c.Assert(c.Or(x, both), c.Or(x, late))
	f := c.ByNode(Compact)
	used := map[int]bool{}
	f.Emit(clauseFunc(func(lits []int) {
		for _, l := range lits {
			used[max(l, -l)] = true
		}
	}))
	follower := c.NewFollower(func(node int) bool { return used[node] })
	n := 0
	f.Emit(clauseFunc(func(lits []int) {
		n++
		var clause []int32
		for _, l := range lits {
			clause = append(clause, int32(l))
		}
		if !follower.Follows(clause) {
			t.Errorf("%v is refused", clause)
		}
	}))
	if n < 3 {
		t.Errorf("%d clauses", n)
	}
}

// clauseFunc is a sink.
type clauseFunc func([]int)

func (f clauseFunc) AddClause(lits []int) { f(lits) }
