package exact_test

import (
	"context"
	"testing"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/kernel/exact"
)

func TestDevEP(t *testing.T) {
	for _, any := range []bool{false, true} {
		g, _ := chess.ParseFEN("rn1q1bnr/4pppp/kPPp4/8/8/3BBP2/PP1N1PPP/R2QK1NR b KQ - 0 1")
		start := chess.InitialSetup()
		for _, plies := range []int{21} {
			r, err := exact.Search(context.Background(), &start, &exact.Target{Setup: g, AnyCastling: any, AnyEnPassant: any}, plies, exact.Options{All: true})
			t.Log(any, plies, r.Solutions, err)
			for _, game := range r.Games {
				p := chess.InitialPosition()
				s := ""
				for _, m := range game {
					s += notation.SAN(p, m) + " "
					p.Make(m)
				}
				t.Log(s)
			}
		}
	}
}
