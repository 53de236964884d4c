package facts_test

import (
	"fmt"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/proofs/illegal/facts"
)

// TestJamConditions has legal games that end near a jam: where one of the conditions does not hold,
// saying that there is one, or who became its piece, would be untrue of the game.
func TestJamConditions(t *testing.T) {
	for _, tt := range []struct {
		name, start, game string
		blocked           string // facts
		man               string
		want              string // "" if there is no jam
	}{
		{"a bishop comes by b4, before the pawn", "4k3/8/5b2/8/8/2P5/1P6/2B1K3 w - - 0 1", "c1e3 f6e7 e3c5 e7d6 c5a3 d6b4 c3b4", "home-pawn b2", "a3", "pawns b4 makers "},
		{"a bishop comes by b2, after the pawn on b4", "4k3/8/8/8/8/1P6/8/B3K3 w - - 0 1", "b3b4 e8e7 a1b2 e7e8 b2a3", "", "a3", ""},
		{"a bishop comes by b2, and nothing else is open", "4k3/8/8/8/1P6/8/8/B3K3 w - - 0 1", "a1b2 e8e7 b2a3", "cone b4", "a3", ""},
		{"a bishop comes by b4, where a piece stands now", "4k3/8/8/8/8/2N5/1P6/2B1K3 w - - 0 1", "c1e3 e8e7 e3c5 e7e8 c5a3 e8d8 c3a2 d8e8 a2b4", "home-pawn b2", "a3", ""},
		{"a bishop promotes behind the pawn on b2, which never moves", "7k/8/8/8/8/8/pP6/7K b - - 0 1", "a2a1b", "home-pawn b2", "a1", ""},
		{"a bishop promotes behind a pawn that came to b2", "7k/8/8/8/8/1p6/p7/7K b - - 0 1", "b3b2 h1g1 a2a1b", "", "a1", ""},
		{"a rook castles between pawns", "4k3/8/8/8/8/5P2/3PP1P1/4K2R w K - 0 1", "g2g3 e8e7 g3g4 e7e8 g4g5 e8e7 e1g1", "home-pawn e2", "f1", ""},
		{"a pawn, not a piece", "4k3/8/8/8/1P6/P7/1P6/4K3 w - - 0 1", "e1e2", "home-pawn b2", "a3", ""},
		{"a promoted bishop", "6k1/1P6/8/8/1np5/2P5/1P6/6K1 w - - 0 1", "b7b8b g8g7 b8d6 g7h7 d6c5 h7h8 c5b6 h8h7 b6a5 h7h8 a5b6 h8h7 b6c5 b4a2 c5a3 a2b4 c3b4", "home-pawn b2", "a3", "pawns b4 makers c3,b7"},
		{"a promoted bishop, and a pawn where its pawn began", "6k1/1P6/1P6/8/1np5/2P5/1P6/6K1 w - - 0 1", "b7b8b g8g7 b8d6 g7h7 d6c5 b4a2 b6b7 h7h8 c5a3 a2b4 c3b4", "home-pawn b2", "a3", "pawns b4 makers c3,b6,b7"},
		{"a promoted bishop, of the file to which it comes", "6k1/P7/1p6/8/8/8/1P6/6K1 w - - 0 1", "a7a8b g8g7 a8e4 g7g8 e4c2 g8g7 c2a4 b6b5 b2b3", "", "a4", "pawns b3,b5 makers a7"},
		{"the start's bishop, with the same pawns", "6k1/1P6/8/8/1np4B/2P5/1P6/6K1 w - - 0 1", "h4d8 g8h7 d8a5 h7g7 a5b6 g7f7 b6c5 b4a2 c5a3 a2b4 c3b4", "home-pawn b2", "a3", "pawns b4 makers "},
		{"pawns of both sides", "4k3/1p6/8/8/8/2n5/P7/1b2K3 b - - 0 1", "b1e4 e1f1 e4c2 f1g1 c2a4 g1h1 c3b5 h1g1 b5d4 g1h1 d4b3 a2b3 b7b5", "", "a4", "pawns b3,b5 makers "},
		{"a king that pawns shut in", "4k3/8/8/8/5p2/5Pp1/6P1/6K1 w - - 0 1", "g1h1 e8e7 h1g1 e7e8 g1f1", "", "f1", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			start := mustFEN(t, tt.start)
			game := play(t, start, tt.game)
			goal := game[len(game)-1]
			p, err := facts.Verify(&start, &goal, parseFacts(t, tt.blocked))
			expect.NoError(t, err)
			man, err := chess.ParseSquare(tt.man)
			expect.NoError(t, err)
			said := ""
			if err := p.Add(facts.Fact{By: facts.ByJam, Squares: facts.Squares(man.Bit())}); err == nil {
				j := p.Abstraction().Jams[0]
				said = fmt.Sprintf("pawns %s makers %s", strings.Join(facts.Squares(j.Pawns).Names(), ","), strings.Join(facts.Squares(j.Makers).Names(), ","))
			}
			if said != tt.want {
				t.Errorf("%s: %q", goal.FEN(), said)
			}
		})
	}
}
