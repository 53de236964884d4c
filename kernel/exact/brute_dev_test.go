package exact_test

import (
	"testing"

	"retroproof/chess"
)

// bruteCount counts with a bound that anybody believes: a move puts at most two men of its side right.
func bruteCount(p, g *chess.Position, plies int, any bool) int {
	if plies == 0 {
		if p.Side(0) != g.Side(0) || p.Side(1) != g.Side(1) {
			return 0
		}
		for k := chess.King; k <= chess.Pawn; k++ {
			if p.Kind(k) != g.Kind(k) {
				return 0
			}
		}
		if any || p.Castling() == g.Castling() && p.CapturableEnPassant() == g.CapturableEnPassant() {
			return 1
		}
		return 0
	}
	for c := chess.White; c <= chess.Black; c++ {
		wrong := 0
		for b := g.Side(c); b != 0; b = b.WithoutFirst() {
			if p.At(b.First()) != g.At(b.First()) {
				wrong++
			}
		}
		left := plies / 2
		if p.Turn() == c {
			left = (plies + 1) / 2
		}
		if wrong > left+1 || p.Side(c).Count() < g.Side(c).Count() {
			return 0
		}
	}
	n := 0
	for _, m := range p.LegalMoves(nil) {
		u := p.Make(m)
		n += bruteCount(p, g, plies-1, any)
		p.Unmake(m, u)
	}
	return n
}

func TestDevBrute(t *testing.T) {
	for _, c := range []struct {
		fen   string
		plies int
		any   bool
	}{
		{"1nbqkbnr/Qpppppp1/r7/p6p/2P5/8/PP1PPPPP/RNB1KBNR b KQk - 0 1", 7, true},
	} {
		g, err := chess.ParsePosition(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		t.Log(c.fen, bruteCount(chess.InitialPosition(), g, c.plies, c.any))
	}
}
