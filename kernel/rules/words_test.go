package rules

import (
	"strings"
	"testing"

	"retroproof/chess"
)

// TestWords asks what the sentences of reasons name.
func TestWords(t *testing.T) {
	for _, tt := range []struct{ name, fen, has, hasNot string }{
		{"one king in a cage", "K3k2r/ppp1p1pp/5n2/8/4P3/8/PPPP1PPP/RNBQ1BNR w k - 0 1",
			"it can only have been on a8, b8 and c8, and it did not begin there; of the men that never moved, a7, b7 and c7 stand in its way and Ke8 guards d7 and d8", "the men on"},
		{"one rook in a cage", "r1Rqk3/ppp1pppp/3p4/8/8/8/PPPPPPP1/RNBQKBN1 b Qq - 0 1",
			"it can only have been on b8 and c8, and it did not begin there; of the men that never moved, b7, c7 and Ra8 stand in its way and Ke8 would have been in check from d8", "the men on"},
		{"several men in a cage", "4k1b1/5pp1/6p1/8/8/8/8/4K3 b - - 0 1", "the men on g6 and Bg8", "it can only"},
		{"a pawn's check", "8/8/8/8/8/k7/PP6/K7 b - - 0 1", "the pawn on b2 gives check", ""},
		{"a double step", "8/8/8/8/2pPk3/2n1p3/6PP/6nK b - - 0 1", "no move of White's leads here but d2-d4, after which Black could capture en passant: the en passant square d3", "closed"},
		{"castling rights", "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R b KQk - 0 1", "Ra1, Ke1 and Rh1 may still castle and have never moved", "all men"},
		{"no castling rights", "8/8/8/8/8/8/5K1P/7k w - - 0 1", "closed for all men", "castle"},
		{"a king", "8/8/8/8/8/P3P2P/1PPP1PP1/2k2K2 w - - 0 1", "the black king has no way to c1 past the men that have never moved, on b2, c2, d2, f2 and g2", "promote"},
		{"a bishop taken at home", "rnbqk1nr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", "what was captured, Bf8, never moved, and of the pieces only those on Nb1, Ng1, Nb8 and Ng8 can", ""},
		{"a knight taken", "r1bqkbnr/pppppppp/8/8/8/1P6/1PPPPPPP/RNBQKBNR b KQkq - 0 1", "what was captured never moved, or its moves can be counted", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			goal, err := chess.ParseFEN(tt.fen)
			if err != nil {
				t.Fatal(err)
			}
			p, err := chess.NewPosition(goal)
			if err != nil {
				t.Fatal(err)
			}
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
