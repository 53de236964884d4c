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
	var tt struct {
		fen   string
		wrong bool
	}
	for range expect.Rows(t, "testdata/pawn-captures.tsv", &tt.fen, &tt.wrong) {
		goal := expect.Must(chess.ParseFEN(tt.fen))
		refuted := Reach(&initial, &goal)
		expect.Equal(t, refuted != nil && refuted.Reason == TooManyCaptures, tt.wrong, "%s: %v", tt.fen, refuted)
		if tt.wrong && refuted != nil {
			expect.Succeeds(t, facts.Check(&initial, &goal, refuted.Argument), "%s", tt.fen)
		}
	}
}
