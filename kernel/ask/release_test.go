package ask

import (
	"context"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/proofs/answers"
)

// TestReleaseClaims has a claim of each kind of answer checked.
func TestReleaseClaims(t *testing.T) {
	for _, tt := range []struct {
		fen            string
		men            chess.Bitboard
		verdict, claim string // claim "" if there is none
	}{
		{"3Brk1K/2p1pp1p/8/8/8/8/8/8 b - - 0 1", 0, "shown", "of the men on d8 e8 none was loose less than 2 plies back"},
		{"8/8/8/8/8/1P6/1PkPP3/KR1b4 b - - 0 1", chess.SetOf(0, 1, 3, 10), "shown", "of the men on a1 b1 d1 c2 none was loose less than 3 plies back"},
		{"8/8/8/8/8/1P1P4/PPprP3/k1K5 w - - 0 1", 0, "never", "of the men on b3 d3 none was ever loose"},
		{"rnbqk1nr/pppppp1p/6p1/8/8/7P/PPPPPP1P/RNBQKBNR w KQkq - 0 1", 0, "illegal", "no game leads there"},
		{"4k1b1/5pp1/6p1/8/8/8/8/4K3 b - - 0 1", chess.SetOf(46, 62), "impossible", "of the men on g6 g8 not all can have come there, so that no game leads there"},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R b KQkq - 0 1", 0, "none", "never moved: a1 c1 d1 e1 f1 h1 a2 b2 c2 d2 e2 f2 g2 h2 a7 b7 c7 d7 e7 f7 g7 h7 a8 c8 d8 e8 f8 h8"},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0, "none", ""},
	} {
		s, err := chess.ParseFEN(tt.fen)
		expect.NoError(t, err)
		r, err := AskRelease(context.Background(), &s, tt.men, Options{})
		expect.NoError(t, err)
		if r.Verdict() != tt.verdict {
			t.Errorf("%s: %s, want %s: %v", tt.fen, r.Verdict(), tt.verdict, r.Verdict())
		}
		claims, got := claimed(t, r, nil, nil).Claims, ""
		if len(claims) > 0 {
			got = claims[0].Text()
		}
		if got != tt.claim {
			t.Errorf("%s: claimed is %q, want %q", tt.fen, got, tt.claim)
		}
		if n := len(claims); n > 2 || n == 2 && claims[1].Kind != answers.KindGame {
			t.Errorf("%s: %d claims, want one, and a game", tt.fen, n)
		}
	}
}
