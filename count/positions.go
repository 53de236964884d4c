package count

import (
	"math/big"
	"math/bits"

	"retroproof/chess"
	"retroproof/proofs/survey/numbering"
)

// KingRule says which squares two kings may have.
type KingRule bool

// The rules.
const (
	AnyKings         KingRule = false // any two squares
	NonadjacentKings KingRule = true  // kings do not stand next to each other
)

// allows reports whether a rule allows two squares.
func (r KingRule) allows(k, l chess.Square) bool {
	return k != l && !(r == NonadjacentKings && chess.KingAttacks(k).Has(l))
}

// kingPlaces returns the number of pairs of squares for two kings, by the number of
// pawn squares among the two.
func (g *game) kingPlaces(r KingRule) (n [3]uint64) {
	for k := range g.board.Squares() {
		for l := range g.board.Squares() {
			if r.allows(k, l) {
				n[(g.pawnSquares&chess.SetOf(k, l)).Count()]++
			}
		}
	}
	return n
}

// Diagrams counts the placements of all pairs, with one king a side, and pawns on
// the second to the seventh rank.
func Diagrams(r KingRule) *numbering.Breakdown { return standard.positions(r, standardClasses()) }

func (g *game) positions(r KingRule, classes []sideClass) *numbering.Breakdown {
	limit := g.Limit()
	// The squares of a pair's men depend only on the sums of pawns and of pieces; which
	// man stands on which of these squares is counted in sums.
	var sums [2*numbering.MostPawns + 1][2*numbering.MostPieces + 1]numbering.Uint
	for _, x := range classes {
		for _, y := range classes {
			pawns, pieces := x.pawns+y.pawns, x.pieces+y.pieces
			if x.promoted+y.promoted > limit.Slack(x.pawns, y.pawns, pieces) {
				continue
			}
			// Of fewer than 60 and of fewer than 42 bits.
			high, low := bits.Mul64(x.orders*y.orders, numbering.Choose(pawns, x.pawns)*numbering.Choose(pieces, x.pieces))
			sums[pawns][pieces] = sums[pawns][pieces].Add(numbering.Of128(high, low))
		}
	}
	places := g.kingPlaces(r)
	b := numbering.NewBreakdown()
	for pawns := range sums {
		ways := new(big.Int)
		for onPawnSquares, n := range places {
			ways.Add(ways, bigProduct(n, numbering.Choose(g.pawnSquares.Count()-onPawnSquares, pawns)))
		}
		for pieces, sum := range sums[pawns] {
			if sum.IsZero() {
				continue
			}
			n := new(big.Int).SetUint64(numbering.Choose(g.board.Count()-2-pawns, pieces))
			n.Mul(n, ways).Mul(n, sum.Big())
			b.Add(2+pawns+pieces, n)
		}
	}
	return b
}

// bigProduct returns a * b.
func bigProduct(a, b uint64) *big.Int {
	n := new(big.Int).SetUint64(a)
	return n.Mul(n, new(big.Int).SetUint64(b))
}
