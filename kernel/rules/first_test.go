package rules

import (
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/internal/expect"
	"retroproof/proofs/illegal/facts"
)

// TestNoFirstCapture: pawns that stood in the way of what the others have captured.
func TestNoFirstCapture(t *testing.T) {
	t.Parallel()
	start := chess.InitialSetup()
	var c struct {
		fen   string
		pawns int // 0: not refuted
	}
	for range expect.Rows(t, "testdata/no-first-capture.tsv", &c.fen, &c.pawns) {
		goal := expect.Must(chess.ParseFEN(c.fen))
		got := Reach(&start, &goal)
		switch {
		case c.pawns == 0 && got != nil:
			t.Errorf("%s: %s: %s", c.fen, got.Reason, got)
		case c.pawns > 0 && (got == nil || got.Reason != NoFirstCapture || len(got.First) != c.pawns):
			t.Errorf("%s: %v, want %d pawns", c.fen, got, c.pawns)
		case got != nil:
			expect.Succeeds(t, facts.Check(&start, &goal, got.Argument), "%s", c.fen)
		}
	}
}

// TestFirstCaptureOfGames: games in which pawns capture with their first moves what other pawns have let out.
func TestFirstCaptureOfGames(t *testing.T) {
	t.Parallel()
	start := chess.InitialSetup()
	for _, moves := range []string{
		"g3 h6 Bg2 g6 Bxb7 Bxb7 e3 Bg2 h3 Bxh3 g4 Bxg4 Qxg4",
		"e3 b6 Ba6 Bb7 a3 Bxg2 Bb5 Bxh1 h3 e6 Qh5 Ba3 bxa3",
		"d3 g6 Bh6 Bxh6 e3 Be3 fxe3",
		"b4 e6 Ba3 Bxb4 Bxb4 g6 Ba3 Nh6 Bd6 cxd6",
		"b3 g6 Ba3 Bh6 Be7 Bg7 Ba3 Bb2 Nf3 Bxa3",
	} {
		game := notation.Game{Moves: strings.Fields(moves)}
		list, _, err := game.Play()
		expect.NoError(t, err, moves)
		p := expect.Must(chess.NewPosition(start))
		for _, m := range list {
			p.Make(m)
			goal := p.Setup()
			if got := Reach(&start, &goal); got != nil {
				t.Errorf("%s: %s: %s", goal.FEN(), got.Reason, got)
			}
		}
	}
}
