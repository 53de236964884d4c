package count

import (
	"math/big"
	"math/bits"
	"sync"

	"retroproof/chess"
	"retroproof/proofs/survey/numbering"
)

// A tighter bound. A side begins with one bishop on squares of each colour and no bishop
// changes the colour of its squares, so of several on one colour all but one were pawns,
// even if there are only two bishops. And a bishop has only 32 squares.

// colorClass is the armies of a side that agree in pawns, promoted men, bishops by
// colour of their squares, and other pieces.
type colorClass struct {
	pawns, promoted, light, dark, others int
	orders                               uint64 // orders of the other pieces of all these
}

// colorClasses returns all of them, those with the same pawns and bishops in a row.
func (g *game) colorClasses() []colorClass {
	var all []colorClass
	index := map[[5]int]int{}
	first := g.Start.Bishops / 2 // on squares of each colour
	for p := range g.Start.Pawns + 1 {
		for light := range first + g.Start.Pawns + 1 {
			for dark := range first + g.Start.Pawns + 1 {
				bishops := max(0, light-first) + max(0, dark-first)
				most := g.Start.Pawns - p - bishops
				for q := range g.Start.Queens + most + 1 {
					for r := range g.Start.Rooks + most + 1 {
						for n := range g.Start.Knights + most + 1 {
							promoted := bishops + g.Promoted(numbering.Army{Queens: q, Rooks: r, Knights: n})
							if p+promoted > g.Start.Pawns {
								break // more knights are no better
							}
							key := [5]int{p, promoted, light, dark, q + r + n}
							i, ok := index[key]
							if !ok {
								i = len(all)
								index[key] = i
								all = append(all, colorClass{key[0], key[1], key[2], key[3], key[4], 0})
							}
							all[i].orders += numbering.Multinomial(q, r, n)
						}
					}
				}
			}
		}
	}
	return all
}

// sameBishops reports whether two classes agree in pawns and bishops.
func (c colorClass) sameBishops(y colorClass) bool {
	return c.pawns == y.pawns && c.light == y.light && c.dark == y.dark
}

// maxColorBishops is the most bishops of both sides on squares of a colour.
const maxColorBishops = 2 * (1 + numbering.MostPawns)

// colorSums has, by numbers of pawns, of bishops on light and on dark squares, and of
// other pieces of both sides, the ways to choose the colours and kinds of the men.
type colorSums [2*numbering.MostPawns + 1][maxColorBishops + 1][maxColorBishops + 1][2*numbering.MostPieces +
	1]numbering.Uint

// add adds all attainable pairs of two groups of classes, each with the same pawns and
// bishops, multiplied by times.
func (s *colorSums) add(l numbering.Limit, xs, ys []colorClass, times uint64) {
	x0, y0 := &xs[0], &ys[0]
	pawns, light, dark := x0.pawns+y0.pawns, x0.light+y0.light, x0.dark+y0.dark
	// The promoted men that there can be if there were no other pieces.
	most := l.Slack(x0.pawns, y0.pawns, light+dark)
	var orders [2*numbering.MostPieces + 1]uint64 // of fewer than 60 bits
	for i := range xs {
		x := &xs[i]
		for j := range ys {
			y := &ys[j]
			others := x.others + y.others
			if x.promoted+y.promoted+others <= most {
				orders[others] += x.orders * y.orders * numbering.Choose(others, x.others)
			}
		}
	}
	times *= numbering.Choose(pawns, x0.pawns) * numbering.Choose(light, x0.light) * numbering.Choose(dark, x0.dark)
	for others, n := range orders {
		if n != 0 {
			high, low := bits.Mul64(n, times)
			sum := &s[pawns][light][dark][others]
			*sum = sum.Add(numbering.Of128(high, low))
		}
	}
}

// sumColors returns the sums of all attainable pairs.
func (g *game) sumColors() *colorSums {
	classes := g.colorClasses()
	var groups [][]colorClass
	for len(classes) > 0 {
		n := 1
		for n < len(classes) && classes[n].sameBishops(classes[0]) {
			n++
		}
		groups, classes = append(groups, classes[:n]), classes[n:]
	}
	limit, sums := g.Limit(), new(colorSums)
	for i, xs := range groups {
		sums.add(limit, xs, xs, 1)
		for _, ys := range groups[:i] {
			sums.add(limit, xs, ys, 2) // and the mirror images
		}
	}
	return sums
}

// standardColors is computed once for both rules of the kings, since it takes most of the time.
var standardColors = sync.OnceValue(standard.sumColors)

// BishopDiagrams counts as [Diagrams] does, with bishops distinguished by
// the colour of their squares.
func BishopDiagrams(r KingRule) *numbering.Breakdown {
	return standard.bishopPositions(r, standardColors())
}

func (g *game) bishopPositions(r KingRule, sums *colorSums) *numbering.Breakdown {
	places := g.colorPlaces(r)
	b := numbering.NewBreakdown()
	for pawns := range sums {
		for light := range sums[pawns] {
			for dark := range sums[pawns][light] {
				var ways *big.Int
				for others, sum := range sums[pawns][light][dark] {
					if sum.IsZero() {
						continue
					}
					if ways == nil {
						ways = places.ways(pawns, light, dark)
					}
					n := new(big.Int).SetUint64(numbering.Choose(g.board.Count()-2-pawns-light-dark, others))
					n.Mul(n, ways).Mul(n, sum.Big())
					b.Add(2+pawns+light+dark+others, n)
				}
			}
		}
	}
	return b
}

// colorPlace has the numbers of squares, by kind, that two kings leave free.
type colorPlace struct{ pawnLight, pawnDark, light, dark int }

// colorPlaces has the number of squares for two kings by the squares they leave.
type colorPlaces map[colorPlace]uint64

func (g *game) colorPlaces(r KingRule) colorPlaces {
	n := colorPlaces{}
	for k := range g.board.Squares() {
		for l := range g.board.Squares() {
			if r.allows(k, l) {
				free := g.board &^ chess.SetOf(k, l)
				light, dark := free&chess.LightSquares, free&chess.DarkSquares
				n[colorPlace{(light & g.pawnSquares).Count(), (dark & g.pawnSquares).Count(), light.Count(), dark.Count()}]++
			}
		}
	}
	return n
}

// ways returns the number of ways to place two kings, and numbers of pawns and of
// bishops on light and dark squares; men of one kind are not distinguished.
func (c colorPlaces) ways(pawns, light, dark int) *big.Int {
	sum := new(big.Int)
	for place, kings := range c {
		part := new(big.Int)
		for onLight := range pawns + 1 {
			onDark := pawns - onLight
			pawnWays := numbering.Choose(place.pawnLight, onLight) * numbering.Choose(place.pawnDark, onDark)
			if pawnWays != 0 {
				n := bigProduct(numbering.Choose(place.light-onLight, light), numbering.Choose(place.dark-onDark, dark))
				part.Add(part, n.Mul(n, new(big.Int).SetUint64(pawnWays)))
			}
		}
		sum.Add(sum, part.Mul(part, new(big.Int).SetUint64(kings)))
	}
	return sum
}
