package encode

import (
	"math/rand/v2"
	"testing"
)

// TestGraph compares a graph with a Go map of its gates, while its table grows several times:
// which literal a conjunction is, and what its operands are.
func TestGraph(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	g := newGraph()
	gates := map[operands]Bool{}
	next := firstNode // the index of the next node
	made := func() Bool { next++; return At(next - 1) }
	for range 20 {
		if got, want := g.input(), made(); got != want {
			t.Fatalf("input %d, want %d", got, want)
		}
	}
	for step := 0; next < 4*smallTable; step++ {
		if step%1000 == 0 {
			if got, want := g.input(), made(); got != want {
				t.Fatalf("input %d, want %d", got, want)
			}
		}
		// Most operands are among the first nodes, so that pairs come again, and many gates have
		// one operand in common.
		pick := func() Bool {
			some := min(next-constant, [...]int{20, 300, next}[rng.IntN(3)])
			return At(constant+rng.IntN(some)) ^ Bool(rng.IntN(2))
		}
		a, b := pick(), pick()
		n := operands{min(a, b), max(a, b)}
		want, seen := gates[n]
		switch {
		case a == b || b == trueBool:
			want = a
		case a == trueBool:
			want = b
		case a == b.Not() || a == trueBool.Not() || b == trueBool.Not():
			want = trueBool.Not()
		case !seen:
			want = made()
			gates[n] = want
		}
		if got := g.and(a, b); got != want {
			t.Fatalf("step %d: %d and %d is %d, want %d", step, a, b, got, want)
		}
		if g.len() != next {
			t.Fatalf("step %d: %d indices, want %d", step, g.len(), next)
		}
	}
	// And all gates of one larger operand.
	last := g.input()
	made()
	for v := firstNode; v < last.Index(); v++ {
		n := operands{At(v), last}
		gates[n] = made()
		if got := g.and(last, n.a); got != gates[n] {
			t.Fatalf("%d and %d is %d, want %d", n.a, n.b, got, gates[n])
		}
	}
	for n, out := range gates {
		if a, b, ok := g.gate(out); !ok || a != n.a || b != n.b {
			t.Fatalf("gate %d of %d and %d, want %d and %d", out, a, b, n.a, n.b)
		}
		if g.and(n.a, n.b) != out || g.and(n.b, n.a) != out {
			t.Fatalf("gate %d is not found again", out)
		}
	}
	for v := range firstNode {
		if _, _, ok := g.gate(At(v)); ok {
			t.Errorf("index %d is a gate", v)
		}
	}
}

// TestLiterals: what a literal says of its node, up to the last one that a graph can have.
func TestLiterals(t *testing.T) {
	for _, index := range []int{constant, firstNode, 12345, mostNodes - 1} {
		b := At(index)
		if b.Index() != index || b.Negated() || b.Not().Index() != index || !b.Not().Negated() || b.Not().Not() != b {
			t.Errorf("index %d: %d, %d", index, b, b.Not())
		}
	}
}
