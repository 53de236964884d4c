package proofgame

import (
	"context"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
)

// backwards returns the construction for a goal, with so many states, and the goal.
func backwards(t *testing.T, fen string, states uint64) (*construction, *chess.Position) {
	t.Helper()
	start := chess.InitialSetup()
	from := expect.Must(chess.NewPosition(start))
	setup := expect.Must(chess.ParseFEN(fen))
	goal := expect.Must(chess.NewPosition(setup))
	return &construction{router: newRouter(context.Background(), 0, states), start: from, goal: goal, setup: start, board: newBoard(&start)}, goal
}

// TestSources: the rook of a8 does not get out if the bishop of f8 has never moved and the pawn of b6 was nowhere else
// but on b7.
func TestSources(t *testing.T) {
	t.Parallel()
	var c struct {
		fen  string
		want bool
	}
	for range expect.Rows(t, "testdata/sources.tsv", &c.fen, &c.want) {
		b, p := backwards(t, c.fen, 1)
		expect.Equal(t, b.hasSources(p), c.want, "%s", c.fen)
	}
}

// TestSourcesOfGames: no position of a random game lacks sources.
func TestSourcesOfGames(t *testing.T) {
	t.Parallel()
	b, p := backwards(t, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 1)
	for range 50 {
		q := *p
		for range 200 {
			moves := q.LegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			q.Make(moves[b.random(len(moves))])
			if !b.hasSources(&q) {
				t.Fatalf("%s has no sources", q.FEN())
			}
		}
	}
}

// TestLockedIn: two kings, a knight and bishops shut in each other though no pawns do; nothing is locked once the white
// king has left.
func TestLockedIn(t *testing.T) {
	t.Parallel()
	b, p := backwards(t, "4nb1k/p1pppKpB/1p3pp1/8/8/8/8/8 b - - 0 1", 1)
	shut, _ := b.tightness(p, true)
	if pawns, _ := b.tightness(p, false); shut <= pawns {
		t.Errorf("%d by pieces, %d by pawns alone", shut, pawns)
	}
	b, p = backwards(t, "q4bK1/pbppp1p1/1p1n1pp1/n5k1/1P5r/7P/8/8 b - - 0 1", 1)
	if free, _ := b.tightness(p, true); free != 0 {
		t.Errorf("%d where all pieces have room", free)
	}
}
