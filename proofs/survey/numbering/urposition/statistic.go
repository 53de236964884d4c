package urposition

import (
	"cmp"
	"slices"
	"sync"

	"retroproof/proofs/survey/numbering"
)

// army is the men of a side that are not fixed, its king apart: rooks that castling
// rights fix and the pawn that has just made a double step are not counted.
type army struct{ queens, rooks, bishops, knights, pawns int }

// statistic is what the numbers of ways depend on. Armies that share one have as many
// pieces, and as many ways to be exchanged among themselves.
type statistic struct {
	total    int // men, with king and fixed men
	pawns    int // not fixed
	promoted int
	code     int // adds up codes of the numbers of pieces: another one for another product of factorials
}

// pieceCode has the codes by number of men of a kind. Only their order and that of
// their sums matters.
var pieceCode = [...]int{0, 0, 0o100, 0o110, 0o310, 0o312, 0o422, 0o423, 0o723, 0o743, 0o1045}

// group is the armies that share a statistic.
type group struct {
	statistic
	armies []army // the one with most queens first, then rooks, bishops, knights
	words  uint64 // orders of the free pieces of one army, king included
	weight uint64 // words times armies
}

// class is the groups that agree in all but the code, which are next to one another.
type class struct {
	total, pawns, promoted int
	pieces                 int    // free ones, king included
	weight                 uint64 // of all groups
	groups                 []group
	before                 []uint64 // weight of the groups before each
}

// side has the classes of a side with a given number of castling rights, with or without a
// fixed pawn.
type side struct {
	rights, fixedPawns int
	classes            []class // in their order
	totals             [18]int // index of the first class with at least that many men
}

// freeKings is 1 if no castling right fixes the king.
func (s *side) freeKings() int {
	if s.rights == 0 {
		return 1
	}
	return 0
}

func newSide(rights, fixedPawns int) *side {
	s := &side{rights: rights, fixedPawns: fixedPawns}
	most := 8 - fixedPawns
	groups := map[statistic]*group{}
	freeRooks := 2 - rights
	for p := range most + 1 {
		for q := range 1 + most + 1 {
			for r := range freeRooks + most + 1 {
				for b := range 2 + most + 1 {
					for n := range 2 + most + 1 {
						promoted := max(0, q-1) + max(0, r-freeRooks) + max(0, b-2) + max(0, n-2)
						if p+promoted > most {
							break // more knights are no better
						}
						key := statistic{
							rights + fixedPawns + p + 1 + q + r + b + n, p, promoted,
							pieceCode[q] + pieceCode[r] + pieceCode[b] + pieceCode[n],
						}
						g := groups[key]
						if g == nil {
							g = &group{statistic: key, words: numbering.Multinomial(s.freeKings(), q, r, b, n)}
							groups[key] = g
						}
						g.armies = append(g.armies, army{q, r, b, n, p})
						g.weight += g.words
					}
				}
			}
		}
	}
	ordered := make([]group, 0, len(groups))
	for _, g := range groups {
		slices.Reverse(g.armies)
		ordered = append(ordered, *g)
	}
	slices.SortFunc(ordered, func(a, b group) int {
		return cmp.Or(cmp.Compare(a.total, b.total), cmp.Compare(a.pawns, b.pawns),
			cmp.Compare(a.promoted, b.promoted), cmp.Compare(a.code, b.code))
	})
	for _, g := range ordered {
		last := len(s.classes) - 1
		if last < 0 || s.classes[last].total != g.total || s.classes[last].pawns != g.pawns ||
			s.classes[last].promoted != g.promoted {
			pieces := g.total - fixedPawns - g.pawns - rights - 1 + s.freeKings()
			s.classes = append(s.classes, class{total: g.total, pawns: g.pawns, promoted: g.promoted, pieces: pieces})
			last++
		}
		c := &s.classes[last]
		c.groups = append(c.groups, g)
		c.before = append(c.before, c.weight)
		c.weight += g.weight
	}
	for n := range s.totals {
		s.totals[n], _ = slices.BinarySearchFunc(s.classes, n, func(c class, n int) int { return cmp.Compare(c.total, n) })
	}
	return s
}

// find returns the places of an army: class, group, and in the group.
func (s *side) find(a army) (class, group, index int, ok bool) {
	freeRooks := 2 - s.rights
	promoted := max(0, a.queens-1) + max(0, a.rooks-freeRooks) + max(0, a.bishops-2) + max(0, a.knights-2)
	if min(a.queens, a.rooks, a.bishops, a.knights, a.pawns) < 0 || a.pawns+promoted > 8-s.fixedPawns {
		return 0, 0, 0, false
	}
	total := s.rights + s.fixedPawns + a.pawns + 1 + a.queens + a.rooks + a.bishops + a.knights
	code := pieceCode[a.queens] + pieceCode[a.rooks] + pieceCode[a.bishops] + pieceCode[a.knights]
	for class = s.totals[total]; class < s.totals[total+1]; class++ {
		c := &s.classes[class]
		if c.pawns != a.pawns || c.promoted != promoted {
			continue
		}
		for group = range c.groups {
			if c.groups[group].code == code {
				index = slices.Index(c.groups[group].armies, a)
				return class, group, index, index >= 0
			}
		}
	}
	return 0, 0, 0, false
}

// sides has them by castling rights and fixed pawns.
var sides = sync.OnceValue(func() (all [3][2]*side) {
	for rights := range all {
		for fixed := range all[rights] {
			all[rights][fixed] = newSide(rights, fixed)
		}
	}
	return all
})
