package exact

import (
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"retroproof/chess"
	"retroproof/chess/randomgames"
	"retroproof/internal/expect"
	"retroproof/kernel/ways"
)

// segments calls visit with parts of random games, of up to a number of plies, as positions that follow each other.
func segments(seed uint64, n, most int, visit func(name string, r *rand.Rand, game []chess.Position)) {
	for name, start := range randomgames.Starts {
		r := rand.New(rand.NewPCG(uint64(len(name)), seed))
		var game []chess.Position
		seen := 0
		derive := func(p *randomgames.Position) bool {
			if p.Ply == 0 {
				game = game[:0]
			}
			game = append(game, *p.Pos)
			if back := min(len(game)-1, 1+r.IntN(most)); back > 0 && r.IntN(3) == 0 {
				visit(name, r, game[len(game)-1-back:])
				seen++
			}
			return seen < n
		}
		randomgames.PlayFrom(seed, math.MaxInt, start, derive)
	}
}

// TestSideStates holds the side states of both sides against random legal games: those of a game are
// never excluded, not even after other side states were.
func TestSideStates(t *testing.T) {
	t.Parallel()
	n := 60
	if *pairs > 0 {
		n = *pairs
	}
	compared := map[string]int{}
	segments(*seed, n, 12, func(name string, r *rand.Rand, game []chess.Position) {
		last, plies := &game[len(game)-1], len(game)-1
		e := newBound(&Target{AnyCastling: r.IntN(2) == 0}, last)
		if !e.derive(&game[0], &tally{}, plies) {
			t.Fatalf("%s\n%s\n%d plies later, called impossible", &game[0], last, plies)
		}
		states, ok := newStates(context.Background(), e, plies, 1<<12)
		if !ok {
			t.Fatalf("%s\n%s\n%d plies later, there are no side states", &game[0], last, plies)
		}
		check := func() {
			t.Helper()
			for i := range game {
				if !states.admit(&game[i], plies-i) {
					t.Fatalf("%s\n%s\n%d plies later, %s is excluded", &game[0], last, plies, &game[i])
				}
			}
		}
		check()
		for c := range states.sides {
			if states.sides[c] != nil {
				compared[name]++
			}
		}
		// Side states that are known not to occur, in any order of the layers.
		for _, i := range r.Perm(len(game)) {
			for c := chess.White; c <= chess.Black; c++ {
				if l := states.sideState(&game[i], c); states.sides[c] != nil {
					states.keep(c, plies-i, []sideState{l})
				}
			}
			states.refine()
			check()
		}
	})
	t.Log(compared)
	for name, n := range compared {
		if n < 60 {
			t.Errorf("%s: only %d sides compared", name, n)
		}
	}
}

// TestStateSet compares sets of side states with maps.
func TestStateSet(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	var s stateSet
	want := map[sideState]uint8{}
	for range 5000 {
		var l sideState
		for k := chess.King; k <= chess.Pawn; k++ {
			l.put(chess.Square(8*int(k)+r.IntN(4)), k)
		}
		l.taken = uint8(r.IntN(2))
		at := s.add(&l)
		f := uint8(r.IntN(4))
		s.flags[at] |= f
		want[l] |= f
	}
	compare := func() {
		t.Helper()
		if len(s.all) != len(want) {
			t.Fatalf("%d side states, want %d", len(s.all), len(want))
		}
		for l, f := range want {
			if at := s.find(&l); at < 0 || s.flags[at] != f {
				t.Fatalf("%v is not found, or with other flags", l)
			}
			other := l
			other.rights = chess.WhiteKingside
			if s.find(&other) >= 0 {
				t.Fatal("one with other castling rights is found")
			}
		}
	}
	compare()
	s.keep(1)
	for l, f := range want {
		if f&1 == 0 {
			delete(want, l)
			if s.find(&l) >= 0 {
				t.Fatal("what was dropped is found")
			}
		}
	}
	compare()
	// A side state is what a position has, and its men are found on their squares.
	p := chess.InitialPosition()
	for c := chess.White; c <= chess.Black; c++ {
		l := stateOf(p, c, 3)
		if l.men() != p.Side(c) || l.rights != ways.Rights(c) || l.taken != 3 {
			t.Errorf("%v", l)
		}
		for sq := range chess.Square(chess.NumSquares) {
			if p.Side(c).Has(sq) && l.at(sq) != p.At(sq).Kind() || !p.Side(c).Has(sq) && l.at(sq) != chess.NoKind {
				t.Errorf("%s", sq)
			}
		}
		for k := chess.King; k <= chess.Pawn; k++ {
			if l.of(k) != p.Men(chess.MakeMan(c, k)) {
				t.Errorf("%s", k)
			}
		}
	}
}

// TestEngines compares the engines on the ends of random games that are longer than plain
// enumeration reaches, and results with several goroutines with those of one.
func TestEngines(t *testing.T) {
	t.Parallel()
	n := 12
	if *pairs > 0 {
		n = *pairs
	}
	compared, games := 0, uint64(0)
	segments(*seed+7, n, 10, func(name string, r *rand.Rand, game []chess.Position) {
		start, plies := game[0].Setup(), len(game)-1
		target := Target{Setup: game[len(game)-1].Setup()}
		target.AnyCastling = r.IntN(2) == 0
		target.AnyEnPassant = target.AnyCastling
		if m := between(&game[plies-1], &game[plies]); r.IntN(4) == 0 {
			target.Last = m
		}
		for sq := range chess.Square(chess.NumSquares) {
			if r.IntN(8) == 0 && !slices.ContainsFunc(game, func(p chess.Position) bool { return p.At(sq) != game[0].At(sq) }) && game[0].At(sq) != chess.NoMan {
				target.Still |= sq.Bit()
			}
		}
		search := func(o With) Result {
			o.All, o.Max, o.Nodes = true, 5, 3000
			result := expect.Must(SearchWith(context.Background(), &start, &target, plies, o))
			return result
		}
		forward := search(With{Engine: Forward})
		both := search(With{Engine: BothEnds})
		if three := search(With{Options: Options{Jobs: 3}, Engine: BothEnds}); !reflect.DeepEqual(three, both) {
			t.Fatalf("%s\n%s\n%d plies: %v with one goroutine, %v with three", &start, target.Setup, plies, both, three)
		}
		for _, other := range []Result{both, search(With{})} {
			if !forward.Complete || !other.Complete {
				continue
			}
			if other.Solutions != forward.Solutions || !slices.EqualFunc(other.Games, forward.Games, slices.Equal) {
				t.Fatalf("%s: %s\n%s\n%d plies: %v, depth first %v", name, &start, target.Setup, plies, other, forward)
			}
			compared++
			games += forward.Solutions
		}
		if forward.Complete && forward.Solutions == 0 {
			t.Fatalf("%s\n%s\n%d plies: no game", &start, target.Setup, plies)
		}
	})
	t.Logf("%d comparisons, %d games", compared, games)
	if compared < 8*n {
		t.Errorf("only %d comparisons", compared)
	}
}
