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
	for _, c := range []struct {
		fen   string
		pawns int // 0: not refuted
	}{
		{"rnb1kbnr/1ppppp1p/7p/8/8/2P5/PPP1PPPP/RNB1KBNR w - - 0 1", 0}, // it is not certain what was captured
		{"rnbqk1nr/pppppp1p/7p/8/8/P7/P1PPPPPP/RN1QKBNR w KQkq - 0 1", 2},
		{"rnbqk1nr/pppppp1p/5p2/8/8/2P5/P1PPPPPP/RN1QKBNR b KQkq - 0 1", 2},
		{"rn1qkbnr/p1pppppp/p7/8/8/7P/PPPPPP1P/RNBQK1NR w KQkq - 0 1", 2},
		{"rnbqkbn1/ppppppp1/6p1/8/8/6P1/PPPPPPP1/RNBQKBN1 b - - 0 1", 2},
		{"rnb1kbnr/pp1ppppp/3p4/8/8/3P4/PP1PPPPP/RNB1KBNR w KQkq - 0 1", 2},
		{"rn1qkbnr/p1pppppp/2p5/8/8/1P6/1PPPPPPP/1NBQKBNR w Kkq - 0 1", 2},
		{"rnbqk1n1/pppppp1p/7p/8/8/P2P4/P2PPPPP/RNB1KBNR w KQq - 0 1", 3},
		{"rn1qk1nr/p1pppp1p/p6p/8/8/P2P4/P2PPPPP/RN2KBNR w KQkq - 0 1", 4},
		{"rnbqk1nr/pppp1p1p/4p2p/8/8/P7/P1PPPPPP/RN1QKBNR w KQkq - 0 1", 0}, // Bf8 has come out by e7
		{"rnbqk1nr/pppppp1p/7p/8/8/P7/P1PPPPPP/R2QKBNR w KQkq - 0 1", 0},    // g7 may have captured Nb1 first
		{"rnbqk1nr/pppppp1p/8/7p/8/P7/P1PPPPPP/RN1QKBNR w KQkq - 0 1", 0},   // g7-g6 let Bf8 out
		{"rnbqkb1r/pppppp1p/7p/8/8/P7/P1PPPPPP/RN1QKBNR w KQkq - 0 1", 0},   // b2 has captured Ng8
	} {
		goal, err := chess.ParseFEN(c.fen)
		expect.NoError(t, err)
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
		p, err := chess.NewPosition(start)
		expect.NoError(t, err)
		for _, m := range list {
			p.Make(m)
			goal := p.Setup()
			if got := Reach(&start, &goal); got != nil {
				t.Errorf("%s: %s: %s", goal.FEN(), got.Reason, got)
			}
		}
	}
}
