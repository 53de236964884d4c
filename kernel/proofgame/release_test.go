package proofgame

import (
	"context"
	"slices"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
)

// TestRelease: a game to a corner that kings and pieces have closed one after the other. The bishop of h7 has promoted
// on g8, the knight came to e8 while the white king stood on g8, and that king came to f7 for the last time while
// Black's was on h6.
func TestRelease(t *testing.T) {
	t.Parallel()
	const (
		before = "q4bK1/pbppp1p1/1p1n1pp1/n5k1/1P5r/7P/8/8 b - - 0 1"
		after  = "4nb1k/p1pppKpB/1p3pp1/8/8/8/8/8 b - - 0 1"
		moves  = "d6e8 b4a5 h4h7 a5a6 g5h6 a6b7 h7h8 g8f7 h6h7 h3h4 a8b7 h4h5 h8g8 h5h6 h7h8 h6h7 b7h1 h7g8b h1h7 g8h7"
	)
	start := chess.InitialSetup()
	from := expect.Must(chess.NewPosition(start))
	setup := expect.Must(chess.ParseFEN(before))
	goal := expect.Must(chess.ParseFEN(after))
	to := expect.Must(chess.NewPosition(goal))
	g, err := Construct(context.Background(), &start, &setup, Options{States: 5_000_000})
	expect.NoError(t, err)
	p := expect.Must(chess.NewPosition(setup))
	all := slices.Clone(g.Moves)
	for _, text := range strings.Fields(moves) {
		i := slices.IndexFunc(p.LegalMoves(nil), func(m chess.Move) bool { return m.String() == text })
		if i < 0 {
			t.Fatalf("%s is no legal move in %s", text, p.FEN())
		}
		m := p.LegalMoves(nil)[i]
		p.Make(m)
		all = append(all, m)
	}
	if !replays(*from, to, all, 0) {
		t.Errorf("the game of %d plies ends at %s", len(all), p.FEN())
	}
	t.Logf("%d plies", len(all))
}

// TestConstructRelease: Construct finds such a release by itself, with a third of the usual budget.
func TestConstructRelease(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("seconds")
	}
	start := chess.InitialSetup()
	goal := expect.Must(chess.ParseFEN("4nb1k/p1pppKpB/1p3pp1/8/8/8/8/8 b - - 0 1"))
	g, err := Construct(context.Background(), &start, &goal, Options{States: DefaultStates / 3})
	expect.NoError(t, err)
	t.Logf("%d plies, %d states", len(g.Moves), g.States)
}
