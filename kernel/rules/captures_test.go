package rules

import (
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/proofs/illegal/facts"
)

// TestPawnCaptures has positions that captures of pawns refute, where the sides of a pair differ
// in one man that can have been captured, and the argument is accepted.
func TestPawnCaptures(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		fen   string
		wrong bool
	}{
		{"r1bqkb1r/pppppppp/8/8/2P3P1/8/1PPPPPP1/RNBQKBNR b KQkq - 0 1", true},
		{"r1bqkb2/pppppppp/8/8/2P3P1/8/1PPPPPP1/RNBQKBNR b KQq - 0 1", false},
		{"r2qkb2/pppppppp/8/8/2P3P1/8/1PPPPPP1/RNBQKBNR b KQq - 0 1", false},
		{"r2qkb1r/pppppppp/8/8/2P3P1/8/1PPPPPP1/RNBQKBNR b KQkq - 0 1", true}, // the bishop from c8 never left it
		{"7B/6p1/7P/6PP/5KPk/3q3p/7P/3B4 w - - 0 1", true},
		{"7B/6p1/7P/6PP/5KPk/7p/7P/3B4 w - - 0 1", false},
	} {
		goal, err := chess.ParseFEN(tt.fen)
		expect.NoError(t, err)
		refuted := Reach(&initial, &goal)
		expect.Equal(t, refuted != nil && refuted.Reason == TooManyCaptures, tt.wrong, "%s: %v", tt.fen, refuted)
		if tt.wrong && refuted != nil {
			expect.Succeeds(t, facts.Check(&initial, &goal, refuted.Argument), "%s", tt.fen)
		}
	}
}
