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
	for _, tt := range []struct{ name, fen, has, hasNot string }{
		{"several men in a cage", "4k1b1/5pp1/6p1/8/8/8/8/4K3 b - - 0 1", "the men on g6 and Bg8", "it never"},
		{"a pawn's check", "8/8/8/8/8/k7/PP6/K7 b - - 0 1", "the pawn on b2 gives check", ""},
		{"a double step", "8/8/8/8/2pPk3/2n1p3/6PP/6nK b - - 0 1", "no move by White leads here but d2-d4, after which Black could capture en passant: the en passant square d3", "closed"},
		{"men without a square behind", "3Brk1K/2p1pp1p/8/8/8/8/8/8 w - - 0 1",
			"no move by Black leads here. There is no square that c7, e7, f7, h7 and Re8 can have come from. Wherever Kf8 came from, the king on h8 was in check already", "castle"},
		{"castling rights", "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R b KQk - 0 1", "Ra1, Ke1 and Rh1 may still castle and have never moved", "for all"},
		{"no castling rights", "8/8/8/8/8/8/5K1P/7k w - - 0 1", "no move by Black leads here. Wherever Kh1 came from, the king on f2 was in check already", "castle"},
		{"a king", "8/8/8/8/8/P3P2P/1PPP1PP1/2k2K2 w - - 0 1", "the black king has no way to c1 past b2, c2, d2, f2 and g2, which never moved", "promote"},
		{"all men around", "rnbqkbnr/pppppppp/8/8/8/Q7/1PPPPPPP/RNBQKBNR w Kkq - 0 1", "has a way to a3 past 16 men, which never moved", ""},
		{"a bishop taken at home", "rnbqk1nr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", "what was captured, Bf8, never moved. Of the pieces, only Nb1, Ng1, Nb8 and Ng8 can have moved, and none", ""},
		{"a knight taken", "r1bqkbnr/pppppppp/8/8/8/1P6/1PPPPPPP/RNBQKBNR b KQkq - 0 1", "what was captured never moved, or its moves can be counted", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			goal, err := chess.ParseFEN(tt.fen)
			expect.NoError(t, err)
			p, err := chess.NewPosition(goal)
			expect.NoError(t, err)
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
