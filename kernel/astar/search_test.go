package astar

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"testing"
	"time"
	"unsafe"

	"retroproof/chess"
	"retroproof/internal/expect"
)

// find is Search with valid setups.
func find(tb testing.TB, start, goal *chess.Setup, o Options) Result {
	tb.Helper()
	r, err := Search(context.Background(), start, goal, o)
	if err != nil {
		tb.Fatalf("%s to %s: %v", start, goal, err)
	}
	if r.Status == Found && !replays(position(tb, start), goal, r.Moves) {
		tb.Fatalf("%s to %s: the game %v does not lead there", start, goal, r.Moves)
	}
	return r
}

// replays reports whether moves are legal one after the other and lead to a goal.
func replays(from *chess.Position, goal *chess.Setup, moves []chess.Move) bool {
	p := *from
	for _, m := range moves {
		if !slices.Contains(p.LegalMoves(nil), m) {
			return false
		}
		p.Make(m)
	}
	to, err := chess.NewPosition(*goal)
	return err == nil && p.Reaches(to)
}

func TestShortestRows(t *testing.T) {
	t.Parallel()
	for _, r := range rowsOf(t, "shortest_plies") {
		want := expect.Must(strconv.Atoi(r.want))
		began := time.Now()
		got := find(t, &r.start, &r.goal, Options{WeightA: 1, WeightB: 1, Nodes: 2_000_000})
		t.Logf("%s: %s, %d plies, %d nodes, %d expanded, bound %d, %v", r.id, got.Status, len(got.Moves), got.Nodes, got.Expanded, got.Bound, time.Since(began))
		if got.Status != Found || len(got.Moves) != want || !got.Shortest {
			t.Errorf("%s: %s in %d plies, want %d", r.id, got.Status, len(got.Moves), want)
		}
	}
}

// TestNodeSize holds nodes to the size that limits of memory count with.
func TestNodeSize(t *testing.T) {
	t.Parallel()
	expect.Equal(t, unsafe.Sizeof(node{}), nodeBytes, "bytes of a node")
}

// TestLimits ends searches early, in all ways.
func TestLimits(t *testing.T) {
	t.Parallel()
	start := chess.InitialSetup()
	goal := setup(t, "r1b5/2pp1ppp/p1n5/np6/K1kPp3/b1q1r3/8/8 w - - 0 1")
	for _, tt := range []struct {
		o     Options
		cause error
	}{
		{Options{Nodes: 1000}, ErrNodes},
		{Options{Nodes: 1}, ErrNodes},
		{Options{Memory: 1 << 20}, ErrMemory},
	} {
		r := find(t, &start, &goal, tt.o)
		if r.Status != Unknown || r.Cause != tt.cause || tt.o.Nodes > 0 && r.Nodes != tt.o.Nodes || r.Bound < 34 || r.Remain > r.Bound {
			t.Errorf("%+v: %+v", tt.o, r)
		}
		p := After(&start, r.Best)
		if e := bound(t, &p, &goal); e.Plies > r.Remain {
			t.Errorf("%d plies from the best position, want at most %d", e.Plies, r.Remain)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if r, err := Search(ctx, &start, &goal, Options{}); !errors.Is(err, context.Canceled) || r.Status != Unknown {
		t.Errorf("%s, %v", r.Status, err)
	}
	if r, err := SearchWithRestarts(ctx, &start, &goal, Options{}); !errors.Is(err, context.Canceled) || r.Status != Unknown {
		t.Errorf("%s, %v", r.Status, err)
	}
	for _, o := range []Options{{WeightA: -1}, {WeightB: MostWeight + 1}} {
		expect.Fails(t, expect.Err(Search(context.Background(), &start, &goal, o)), "%+v", o)
	}
}

// TestProgress wants ways to ever nearer positions.
func TestProgress(t *testing.T) {
	t.Parallel()
	start := chess.InitialSetup()
	goal := setup(t, "r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 0 1")
	last := 1 << 20
	var moves []chess.Move
	r := find(t, &start, &goal, Options{OnBest: func(p Progress) {
		if p.Plies >= last {
			t.Errorf("%d plies after %d", p.Plies, last)
		}
		from := After(&start, p.Moves)
		if e := bound(t, &from, &goal); e.Plies > p.Plies {
			t.Errorf("bound %d, told %d", e.Plies, p.Plies)
		}
		last, moves = p.Plies, p.Moves
	}})
	if r.Status != Found || last != 0 || !slices.Equal(moves, r.Moves) {
		t.Errorf("%s, %v, last told %v", r.Status, r.Moves, moves)
	}
}

// TestRestarts finds what the first search does not.
func TestRestarts(t *testing.T) {
	t.Parallel()
	start := chess.InitialSetup()
	goal := setup(t, "1rqk1b2/P1p1np1r/5p2/3p1P1p/3P4/NP3Q2/P3P2P/R1BK1BNR w - - 1 17")
	if r := find(t, &start, &goal, Options{Nodes: 30_000}); r.Status != Unknown {
		t.Skip("one search is enough now")
	}
	r, err := SearchWithRestarts(context.Background(), &start, &goal, Options{Nodes: 30_000})
	if err != nil || r.Status != Found || !replays(position(t, &start), &goal, r.Moves) {
		t.Errorf("%s, %v", r.Status, err)
	}
	if r.Nodes > 30_000 {
		t.Errorf("%d nodes", r.Nodes)
	}
	wrong := setup(t, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1")
	if r, err := SearchWithRestarts(context.Background(), &wrong, &goal, Options{}); err != nil || r.Status != Unreachable {
		t.Errorf("%s, %v", r.Status, err)
	}
}

// TestExhausted proves that a goal is unreachable by having been everywhere.
func TestExhausted(t *testing.T) {
	t.Parallel()
	// Castling rights and pawns at home leave a knight each, and knights cannot lose a
	// move.
	start := setup(t, "r3k1nr/pppppppp/8/8/8/8/PPPPPPPP/RN2K2R w KQkq - 0 1")
	goal := start
	goal.Turn = chess.Black
	r := find(t, &start, &goal, Options{WeightA: 1, WeightB: 1})
	if r.Status != Unreachable || r.Expanded == 0 {
		t.Errorf("%s after %d positions", r.Status, r.Expanded)
	}
}

// TestEnPassantGoals reaches goals with an en passant square only by the double step.
func TestEnPassantGoals(t *testing.T) {
	t.Parallel()
	var tt struct {
		start, goal string
		plies       int // -1: unreachable
	}
	for range expect.Rows(t, "testdata/en-passant-goals.tsv", &tt.start, &tt.goal, &tt.plies) {
		start, goal := setup(t, tt.start), setup(t, tt.goal)
		for _, last := range []bool{false, true} {
			r := find(t, &start, &goal, Options{WeightA: 1, WeightB: 1, LastMoves: last})
			if tt.plies < 0 && r.Status != Unreachable || tt.plies >= 0 && (r.Status != Found || len(r.Moves) != tt.plies || !r.Shortest || r.Bound != tt.plies) {
				t.Errorf("%s\n%s\n%s in %d plies, bound %d, want %d", tt.start, tt.goal, r.Status, len(r.Moves), r.Bound, tt.plies)
			}
		}
	}
}

// position is NewPosition of a setup that is one.
func position(tb testing.TB, s *chess.Setup) *chess.Position {
	tb.Helper()
	p := expect.Must(chess.NewPosition(*s))
	return p
}

// TestLastMovesInACircle: kings that go to and fro between two squares each have only one
// last move, again and again. From a start with the wrong side to move there is no way.
func TestLastMovesInACircle(t *testing.T) {
	t.Parallel()
	parse := func(fen string) *chess.Setup {
		s := expect.Must(chess.ParseFEN(fen))
		return &s
	}
	start, goal := parse("5b1k/4pppp/8/8/8/8/PPPP4/K1B5 w - - 0 1"), parse("5b1k/4pppp/8/8/8/8/PPPP4/1KB5 w - - 0 1")
	for _, lastMoves := range []bool{false, true} {
		expect.Equal(t, find(t, start, goal, Options{LastMoves: lastMoves, Nodes: 1000}).Status, Unreachable,
			"last moves %t", lastMoves)
	}
	r := find(t, start, parse("5bk1/4pppp/8/8/8/8/PPPP4/1KB5 w - - 0 1"), Options{LastMoves: true})
	if r.Status != Found || len(r.Moves) != 2 || !r.Shortest {
		t.Errorf("%+v", r)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	expect.ErrorIs(t, expect.Err(Search(ctx, start, goal, Options{LastMoves: true})), context.Canceled, "cancelled")
}
