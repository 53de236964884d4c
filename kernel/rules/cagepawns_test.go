package rules

import (
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/internal/expect"
	"retroproof/proofs/illegal/facts"
)

// TestCountedPawns has rooks behind pawns that came straight, as there are too few men for the
// captures of any other way: no single man is in the way of the rook, after a capture back. The near
// misses are reached by games, with one more man captured or a pawn elsewhere.
func TestCountedPawns(t *testing.T) {
	t.Parallel()
	stop := make(chan struct{})
	close(stop)
	var tt struct{ fen, game string }
	for range expect.Rows(t, "testdata/counted-pawns.tsv", &tt.fen, &tt.game) {
		goal := expect.Must(chess.ParseFEN(tt.fen))
		if tt.game != "" {
			leadsTo(t, tt.game, &goal)
		}
		no, looked, ended := Cage(&initial, &goal, CageBudget{States: 3000, EachTry: 750, MostMen: 12})
		if closed := no != nil && no.Reason == CagedMen; closed != (tt.game == "") {
			t.Errorf("%s: %v; %d states, ended %t", tt.fen, no, looked, ended)
		} else if closed {
			expect.Succeeds(t, facts.Check(&initial, &goal, no.Argument), "%s", tt.fen)
			if no, _, ended := Cage(&initial, &goal, CageBudget{States: 3000, EachTry: 750, MostMen: 12, Stop: stop}); no != nil || ended {
				t.Errorf("%s: %v, ended %t, and was stopped", tt.fen, no, ended)
			}
		}
	}
}

// leadsTo fails the test if a game does not lead to a goal.
func leadsTo(t *testing.T, game string, goal *chess.Setup) {
	t.Helper()
	p := chess.InitialPosition()
	for _, san := range strings.Fields(game) {
		m := expect.Must(notation.ParseSAN(p, san))
		p.Make(m)
	}
	if got := p.Setup(); !facts.SameSetup(&got, goal) {
		t.Fatalf("the game leads to %s, not %s", got.FEN(), goal.FEN())
	}
}
