package count

import (
	"math/big"
	"slices"

	"retroproof/proofs/survey/numbering"
)

// ArmyCounts has the numbers of armies.
type ArmyCounts struct {
	Armies  *numbering.Breakdown // by number of men of the side
	Classes *numbering.Breakdown // distinct pawns, men and arrangements: [A,S,P] of the paper
}

// CountArmies counts armies.
func CountArmies() ArmyCounts {
	c := ArmyCounts{numbering.NewBreakdown(), numbering.NewBreakdown()}
	one := big.NewInt(1)
	seen := map[armyClass]bool{}
	for _, a := range numbering.Armies() {
		c.Armies.Add(a.Men(), one)
		if class := classOf(a); !seen[class] {
			seen[class] = true
			c.Classes.Add(class.men, one)
		}
	}
	return c
}

// armyClass has the numbers on which the number of placements depends: [A,S,P] of the paper.
type armyClass struct {
	pawns, men   int
	arrangements uint64
}

// classOf returns the class of an army.
func classOf(a numbering.Army) armyClass { return armyClass{a.Pawns, a.Men(), a.Arrangements()} }

// PairCounts has the numbers of pairs of armies.
type PairCounts struct {
	Pairs *numbering.Breakdown
	// Combinations counts the distinct sums of pawns, sums of men and products of
	// arrangements: [A+a,S+s,P*p] of the paper.
	Combinations *numbering.Breakdown
}

// CountPairs counts attainable pairs. A pair and its mirror image are two.
func CountPairs() PairCounts {
	c := PairCounts{numbering.NewBreakdown(), numbering.NewBreakdown()}
	var pairs [numbering.MostMenOnBoard + 1]uint64
	classes := standardClasses()
	for _, x := range classes {
		for _, y := range classes {
			if x.promoted+y.promoted <= numbering.StandardLimit.Slack(x.pawns, y.pawns, x.pieces+y.pieces) {
				pairs[2+x.pawns+y.pawns+x.pieces+y.pieces] += x.armies * y.armies
			}
		}
	}
	for men, n := range pairs {
		c.Pairs.Add(men, new(big.Int).SetUint64(n))
	}
	for men, n := range countCombinations() {
		c.Combinations.Add(men, big.NewInt(int64(n)))
	}
	return c
}

// countCombinations counts, by number of men, distinct sums and products of two army
// classes. Of the armies of a class only those with the fewest promoted men are
// considered: if any are attainable together, these are.
func countCombinations() (byMen [numbering.MostMenOnBoard + 1]int) {
	type class struct {
		arrangements uint64
		promoted     int
	}
	var classes [numbering.MostPawns + 1][numbering.MostMen + 1][]class
	for _, a := range numbering.Armies() {
		list, n := &classes[a.Pawns][a.Men()], a.Arrangements()
		i := slices.IndexFunc(*list, func(c class) bool { return c.arrangements == n })
		if i < 0 {
			*list = append(*list, class{n, a.Promoted()})
		} else {
			(*list)[i].promoted = min((*list)[i].promoted, a.Promoted())
		}
	}
	// Sum by sum, so that the products to be compared are few.
	for pawns := range 2*numbering.MostPawns + 1 {
		for men := range numbering.MostMenOnBoard + 1 {
			var seen productSet
			for p := max(0, pawns-numbering.MostPawns); 2*p <= pawns; p++ {
				most := numbering.StandardLimit.Slack(p, pawns-p, men-2-pawns)
				for m := max(1, men-numbering.MostMen); m <= min(men-1, numbering.MostMen); m++ {
					for _, x := range classes[p][m] {
						for _, y := range classes[pawns-p][men-m] {
							if x.promoted+y.promoted <= most && seen.add(x.arrangements*y.arrangements) {
								byMen[men]++
							}
						}
					}
				}
			}
		}
	}
	return byMen
}

// productSet is a set of numbers other than 0, by open addressing. A sum of pawns and
// one of men have at most 251 products, of at most 24 bits a side.
type productSet [1 << 10]uint64

// add reports whether a number was not in the set.
func (s *productSet) add(n uint64) bool {
	const shift = 64 - 10
	for i := n * 0x9e3779b97f4a7c15 >> shift; ; i++ {
		switch s[i%uint64(len(s))] {
		case n:
			return false
		case 0:
			s[i%uint64(len(s))] = n
			return true
		}
	}
}
