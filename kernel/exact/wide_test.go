package exact

import (
	"context"
	"errors"
	"slices"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
)

// wide are problems in which the side that does not castle or capture has several words of side states, and
// the search does not end depth first before it looks at side states.
var wide = []struct {
	start, goal string
	plies       int
}{
	{"4k1n1/8/8/8/8/8/8/4K2R w K - 0 1", "8/8/4k3/3n4/8/8/8/5RK1 w - - 0 1", 8},
	{"4k1n1/8/8/8/8/8/8/R3K3 w Q - 0 1", "8/4k3/8/3n4/8/8/8/2KR4 w - - 0 1", 8},
	{"r3k3/8/8/8/8/8/8/1N2K3 b q - 0 1", "2kr4/8/8/8/4N3/8/4K3/8 b - - 0 1", 8},
	// White can wait before it castles.
	{"2b1k1n1/8/8/8/8/8/8/N3K2R w K - 0 1", "8/8/4k3/3n1b2/8/8/8/N4RK1 w - - 0 1", 10},
	{"4k1n1/4p3/8/3P4/8/8/8/4K3 w - - 0 1", "3k4/8/4P3/5n2/8/8/4K3/8 w - - 0 1", 10},
	{"4k1n1/4p3/8/8/1B6/8/8/4K3 w - - 0 1", "8/4Bk2/8/5n2/8/8/4K3/8 w - - 0 1", 8},
}

// TestWide compares the engines on them, and ends searches by a limit of positions or memory.
func TestWide(t *testing.T) {
	t.Parallel()
	for _, tt := range wide {
		start, goal := expect.Must(chess.ParseFEN(tt.start)), expect.Must(chess.ParseFEN(tt.goal))
		search := func(o With) Result {
			t.Helper()
			o.All = true
			if o.Max == 0 {
				o.Max = 5000
			}
			r := expect.Must(SearchWith(context.Background(), &start, &Target{Setup: goal}, tt.plies, o))
			return r
		}
		want := search(With{Engine: Forward})
		t.Logf("%s: %d games, %d positions", tt.goal, want.Solutions, want.Nodes)
		if !want.Complete || want.Solutions == 0 || want.Nodes <= withoutStates {
			t.Errorf("%s: %d games, %d positions", tt.goal, want.Solutions, want.Nodes)
		}
		for _, o := range []With{{}, {Engine: BothEnds}, {Options: Options{Jobs: 2}, Engine: BothEnds}, {Options: Options{Jobs: 8}, Engine: BothEnds}} {
			r := search(o)
			if !r.Complete || r.Solutions != want.Solutions || !slices.EqualFunc(r.Games, want.Games, slices.Equal) {
				t.Errorf("%s, %+v: %d games, %d of them listed, depth first %d", tt.goal, o, r.Solutions, len(r.Games), want.Solutions)
			}
		}
		for _, e := range []Engine{AnyEngine, BothEnds} {
			// Without memory for pairs or side states the search is depth first.
			if r := search(With{Options: Options{Memory: 1}, Engine: e}); !r.Complete || r.Solutions != want.Solutions {
				t.Errorf("%s, engine %d, no memory: %d games, complete %t, %v", tt.goal, e, r.Solutions, r.Complete, r.Cause)
			}
			for nodes := uint64(1); ; nodes = 3*nodes + 1 {
				r := search(With{Options: Options{Nodes: nodes, Max: 5}, Engine: e})
				if r.Nodes > nodes || r.Solutions > want.Solutions || r.Complete != (r.Cause == nil) {
					t.Fatalf("%s, engine %d, %d positions: %d examined, %d games, %v", tt.goal, e, nodes, r.Nodes, r.Solutions, r.Cause)
				}
				if r.Complete {
					if r.Solutions != want.Solutions {
						t.Errorf("%s, engine %d, %d positions: %d games, want %d", tt.goal, e, nodes, r.Solutions, want.Solutions)
					}
					break
				}
				if !errors.Is(r.Cause, ErrNodes) {
					t.Fatalf("%s, engine %d, %d positions: %v", tt.goal, e, nodes, r.Cause)
				}
			}
		}
	}
}

// TestPairsBudget counts the positions of sets of pairs: a limit below their number ends the search, and one of
// it does not.
func TestPairsBudget(t *testing.T) {
	t.Parallel()
	counted := 0
	for _, tt := range wide {
		start, goal := expect.Must(chess.ParseFEN(tt.start)), expect.Must(chess.ParseFEN(tt.goal))
		// join returns the positions counted under a limit.
		join := func(limit uint64) (uint64, error) {
			t.Helper()
			s, err := newSearch(context.Background(), &start, &Target{Setup: goal}, tt.plies, Options{})
			if err != nil || !s.prepare(tt.plies) || s.states.sides[0] == nil || s.states.sides[1] == nil {
				t.Fatal(tt.goal, err)
			}
			s.o.Nodes = limit
			err = s.searchPairs(tt.plies)
			return s.result.Nodes, err
		}
		all, err := join(DefaultNodes)
		if err != nil {
			t.Fatal(tt.goal, err)
		}
		if all == 0 {
			continue
		}
		counted++
		if n, err := join(all); n != all || err != nil {
			t.Errorf("%s: %d positions of %d, %v", tt.goal, n, all, err)
		}
		if n, err := join(all - 1); n != all-1 || !errors.Is(err, ErrNodes) {
			t.Errorf("%s: %d positions of %d, %v", tt.goal, n, all-1, err)
		}
	}
	if counted == 0 {
		t.Errorf("no set of pairs counts")
	}
}

// TestCastlingInWords castles against more side states than a word has: all but those with
// a rook that attacks the squares of the king.
func TestCastlingInWords(t *testing.T) {
	t.Parallel()
	var w, y sideState
	w.put(chess.MakeSquare(4, 0), chess.King)
	w.put(chess.MakeSquare(7, 0), chess.Rook)
	y.put(chess.MakeSquare(6, 0), chess.King)
	y.put(chess.MakeSquare(5, 0), chess.Rook)
	var cols []sideState
	for taken := range uint8(3) {
		for sq := chess.Square(8); sq < 56; sq++ {
			var l sideState
			l.put(chess.MakeSquare(0, 7), chess.King)
			l.put(sq, chess.Rook)
			l.taken = taken
			cols = append(cols, l)
		}
	}
	in := newJointStates([]sideState{w}, cols)
	s := &step{c: chess.White, forwards: true, in: in, rows: []sideState{y}, cols: cols}
	s.note(0, 0, &w, &y)
	for j := range cols {
		in.set(0, j)
		s.live(j, true)
	}
	s.before, s.after = newColumns(cols, chess.Black), newColumns(cols, chess.Black)
	out := s.run(func(n int, do func(int)) {
		for i := range n {
			do(i)
		}
	})
	for j := range cols {
		sq := cols[j].of(chess.Rook).First()
		file := sq.File()
		want := file < 4 || file == 7
		if got := out.has(0, j); got != want {
			t.Errorf("rook on %s, side state %d: castling %t, want %t", sq, j, got, want)
		}
	}
}
