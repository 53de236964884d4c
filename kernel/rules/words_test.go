package rules

import (
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
)

// TestWords asks what the sentences of reasons name.
func TestWords(t *testing.T) {
	t.Parallel()
	var tt struct{ name, fen, has, hasNot string }
	for range expect.Rows(t, "testdata/words.tsv", &tt.name, &tt.fen, &tt.has, &tt.hasNot) {
		t.Run(tt.name, func(t *testing.T) {
			goal := expect.Must(chess.ParseFEN(tt.fen))
			p := expect.Must(chess.NewPosition(goal))
			refuted := LastMove(&initial, p)
			if refuted == nil {
				refuted = Reach(&initial, &goal)
			}
			if refuted == nil {
				refuted, _, _ = Cage(&initial, &goal, CageBudget{States: 3000, EachTry: 750, MostMen: 12})
			}
			if refuted == nil {
				t.Fatal("not refuted")
			}
			if !strings.Contains(refuted.Detail, tt.has) || tt.hasNot != "" && strings.Contains(refuted.Detail, tt.hasNot) {
				t.Errorf("%q, want %q and not %q", refuted.Detail, tt.has, tt.hasNot)
			}
		})
	}
}
