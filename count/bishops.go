package count

import (
	"math/big"
	"math/bits"

	"retroproof/chess"
	"retroproof/count/wide"
)

// A tighter bound. A side begins with one bishop on squares of each colour and no
// bishop leaves its colour, so of several on one colour all but one were pawns, even
// if there are two bishops only. And a bishop has 32 squares.

// colorClass is the armies of a side that agree in pawns, promoted men, bishops by
// colour of their squares, and other pieces.
type colorClass struct {
	pawns, promoted, light, dark, others int
	words                                uint64 // orders of the other pieces of all these
}

// colorClasses has all of them, and for each all with fewer promoted men beside it.
func colorClasses() []colorClass {
	var all []colorClass
	index := map[[5]int]int{}
	for p := range mostPawns + 1 {
		for light := range 1 + mostPawns + 1 {
			for dark := range 1 + mostPawns + 1 {
				bishops := p + max(0, light-1) + max(0, dark-1)
				for q := range firstQueens + mostPawns - bishops + 1 {
					for r := range firstRooks + mostPawns - bishops + 1 {
						for n := range firstKnights + mostPawns - bishops + 1 {
							promoted := bishops - p + max(0, q-firstQueens) + max(0, r-firstRooks) + max(0, n-firstKnights)
							if p+promoted > mostPawns {
								break // more knights are no better
							}
							key := [5]int{p, promoted, light, dark, q + r + n}
							i, ok := index[key]
							if !ok {
								i = len(all)
								index[key] = i
								all = append(all, colorClass{key[0], key[1], key[2], key[3], key[4], 0})
							}
							all[i].words += Multinomial(q, r, n)
						}
					}
				}
			}
		}
	}
	return all
}

// colorSum is what the placements of a pair depend on.
type colorSum struct{ pawns, light, dark, others int }

// BishopPositions counts as [Positions] does, with bishops told apart by the colour
// of their squares.
func BishopPositions(r KingRule) *Breakdown {
	classes := colorClasses()
	// Ways to say who is who, by sums.
	const mostColor = 2 * (1 + mostPawns)
	type plane [mostColor + 1][mostColor + 1][2*mostPieces + 1]wide.Uint
	var sums [2*mostPawns + 1]*plane
	for i := range sums {
		sums[i] = new(plane)
	}
	for i, x := range classes {
		for j, y := range classes[:i+1] {
			pieces := x.light + x.dark + x.others + y.light + y.dark + y.others
			if x.promoted+y.promoted > slack(x.pawns, y.pawns, pieces) {
				continue
			}
			pawns, light, dark, others := x.pawns+y.pawns, x.light+y.light, x.dark+y.dark, x.others+y.others
			// Of fewer than 63 bits each.
			high, low := bits.Mul64(
				choose[pawns][x.pawns]*choose[light][x.light]*choose[dark][x.dark],
				x.words*y.words*choose[others][x.others])
			n := wide.Uint{low, high}
			if i != j {
				n = n.Add(n) // the mirror image
			}
			s := &sums[pawns][light][dark][others]
			*s = s.Add(n)
		}
	}
	places := colorPlacesOf(r)
	b := newBreakdown()
	for pawns, plane := range sums {
		for light := range plane {
			for dark := range plane[light] {
				var ways *big.Int
				for others, sum := range plane[light][dark] {
					if sum.IsZero() {
						continue
					}
					if ways == nil {
						ways = places.ways(pawns, light, dark)
					}
					n := new(big.Int).SetUint64(Choose(chess.NumSquares-2-pawns-light-dark, others))
					n.Mul(n, ways).Mul(n, sum.Big())
					b.Add(2+pawns+light+dark+others, n)
				}
			}
		}
	}
	return b
}

// colorPlace is what the squares of two kings leave to others.
type colorPlace struct{ pawnLight, pawnDark, light, dark int }

// colorPlaces has the number of squares for two kings by what they leave.
type colorPlaces map[colorPlace]uint64

func colorPlacesOf(r KingRule) colorPlaces {
	n := colorPlaces{}
	for k := range chess.Square(chess.NumSquares) {
		for l := range chess.Square(chess.NumSquares) {
			if r.allows(k, l) {
				free := ^chess.SetOf(k, l)
				light, dark := free&chess.LightSquares, free&chess.DarkSquares
				n[colorPlace{(light & pawnSquares).Count(), (dark & pawnSquares).Count(), light.Count(), dark.Count()}]++
			}
		}
	}
	return n
}

// ways returns the number of ways to place two kings, so many pawns, and so many
// bishops on light and dark squares, those of one kind not told apart.
func (c colorPlaces) ways(pawns, light, dark int) *big.Int {
	sum := new(big.Int)
	for place, kings := range c {
		part := new(big.Int)
		for onLight := range pawns + 1 {
			onDark := pawns - onLight
			pawnWays := Choose(place.pawnLight, onLight) * Choose(place.pawnDark, onDark)
			if pawnWays != 0 {
				n := bigProduct(Choose(place.light-onLight, light), Choose(place.dark-onDark, dark))
				part.Add(part, n.Mul(n, new(big.Int).SetUint64(pawnWays)))
			}
		}
		sum.Add(sum, part.Mul(part, new(big.Int).SetUint64(kings)))
	}
	return sum
}
