package astar

import (
	"math/rand/v2"
	"testing"

	"retroproof/chess"
	"retroproof/chess/randomgames"
)

// near is a position with its distance from a start in plies, by breadth-first search.
type near struct {
	goal  chess.Setup
	plies int
}

// around returns positions around a start, the nearest first.
func around(r *rand.Rand, start *chess.Setup, most int) (all []near) {
	seen := map[packed]bool{}
	randomgames.Around(r, start, most, 0, 0, func(g *randomgames.Reached) bool {
		k := pack(g.Pos)
		if !seen[k] {
			seen[k] = true
			goal := g.Pos.Setup()
			goal.EnPassant = g.Pos.CapturableEnPassant()
			all = append(all, near{goal, g.Plies})
		}
		return true
	})
	return all
}

// TestBreadthFirst compares with breadth-first search around starts with few men:
// bounds are never above the distance, and shortest games are as long as it is.
func TestBreadthFirst(t *testing.T) {
	t.Parallel()
	starts := numPairs(10, 100)
	r := rand.New(rand.NewPCG(*seed, 3))
	bounds, found, unknown := 0, 0, 0
	for i := range starts {
		start := randomgames.AnySmallStart(r)
		if i%3 == 2 {
			start = crowdedStart(r)
		}
		if p, err := chess.NewPosition(*start); err != nil || p.Occupied().Count() > 32 {
			continue
		}
		all := around(r, start, 4000)
		if len(all) == 0 {
			continue
		}
		for range 100 {
			g := all[r.IntN(len(all))]
			e := bound(t, start, &g.goal)
			bounds++
			if !e.Reachable || e.Plies > g.plies {
				t.Fatalf("%s\n%s\n%d plies away, reachable %t in %d", start, &g.goal, g.plies, e.Reachable, e.Plies)
			}
		}
		for i := range 4 {
			g := all[r.IntN(len(all))]
			o := Options{WeightA: 1, WeightB: 1, Nodes: 20_000, LastMoves: i&1 != 0, Seed: uint64(i)}
			if p := start; g.goal == *p {
				continue
			}
			got := find(t, start, &g.goal, o)
			switch {
			case got.Status == Unknown && got.Bound <= g.plies:
				unknown++
			case got.Status != Found || len(got.Moves) != g.plies || !got.Shortest || got.Bound != g.plies:
				t.Fatalf("%s\n%s\n%d plies away, %s %v, bound %d, shortest %t", start, &g.goal, g.plies, got.Status, got.Moves, got.Bound, got.Shortest)
			default:
				found++
			}
			for _, o := range []Options{{Nodes: 5000}, {Nodes: 5000, Dynamic: true}, {Nodes: 5000, NonAdmissible: true, LastMoves: true}, {WeightA: 2, WeightB: 3, Nodes: 5000}} {
				got := find(t, start, &g.goal, o)
				if got.Status == Unreachable || got.Status == Found && (len(got.Moves) < g.plies || got.Shortest && len(got.Moves) != g.plies) || got.Bound > g.plies {
					t.Fatalf("%s\n%s\n%d plies away, %+v: %s %v, bound %d, shortest %t", start, &g.goal, g.plies, o, got.Status, got.Moves, got.Bound, got.Shortest)
				}
			}
		}
	}
	t.Logf("%d bounds; %d shortest games, %d searches gave up", bounds, found, unknown)
}

// TestStore finds every position again, and none that it does not have.
func TestStore(t *testing.T) {
	t.Parallel()
	var s store
	number := map[packed]uint32{}
	randomgames.Play(2, 20_000, func(p *randomgames.Position) bool {
		k := pack(p.Pos)
		i, known := s.find(&k)
		if want, has := number[k]; known != has || known && i != want {
			t.Fatalf("%s: number %d %t, want %d %t", p.Pos.FEN(), i, known, want, has)
		}
		if !known {
			number[k] = s.add(node{packed: k})
		}
		return true
	})
	for k, want := range number {
		if i, known := s.find(&k); !known || i != want || s.at(i).packed != k {
			t.Fatalf("number %d %t, want %d", i, known, want)
		}
	}
}

// TestPacked packs positions of random games and unpacks them again.
func TestPacked(t *testing.T) {
	t.Parallel()
	visit := func(p *randomgames.Position) bool {
		k := pack(p.Pos)
		q := k.unpack()
		if !q.Repeats(p.Pos) || pack(q) != k {
			t.Fatalf("%s unpacked is %s", p.Pos.FEN(), q.FEN())
		}
		return true
	}
	randomgames.Play(1, 3000, visit)
	randomgames.PlayFrom(1, 3000, randomgames.AnySmallStart, visit)
}
