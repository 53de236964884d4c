package generate

import (
	"math/bits"

	"retroproof/chess"
	"retroproof/retro/index"
	"retroproof/retro/material"
	"retroproof/retro/table"
)

// conversions finds what the captures and promotions of a material lead to.
type conversions[T table.Cell] struct {
	*index.Layout
	// captures[j] takes man j off; promotes[i][p] turns pawn i into
	// promotions[p], and promoteTakes[i][p][j] takes man j off, too. Men are
	// numbered as the layout has them: the outer ones, then the inner one.
	captures     [index.MaxOuter + 1]view[T]
	promotes     [index.MaxOuter + 1][4]view[T]
	promoteTakes [index.MaxOuter + 1][4][index.MaxOuter + 1]view[T]
	deepest      int // greatest depth of the tables, in plies
}

// view finds positions after a conversion in the table of the new material.
type view[T table.Cell] struct {
	table *table.Codes[T] // nil for the two bare kings
	flip  bool            // the colours are exchanged there
	slot  [index.MaxOuter + 1]*index.Slot
	// mate is the man with whom one shares a digit there, or himself.
	mate [index.MaxOuter + 1]int
}

// newConversions links a layout to the tables of its Conversions, which find
// returns by canonical material.
func newConversions[T table.Cell](l *index.Layout, find func(material.Material) *table.Codes[T]) *conversions[T] {
	c := &conversions[T]{Layout: l}
	n := len(l.Outer) + 1
	for i := range n {
		c.captures[i] = c.view(find, i, -1, 0)
		if c.Man(i).Kind != chess.Pawn {
			continue
		}
		for p := range material.Promotions {
			c.promotes[i][p] = c.view(find, -1, i, material.Promotions[p])
			for j := range n {
				if c.Man(j).Color != c.Man(i).Color && c.Man(j).Kind != chess.Pawn {
					c.promoteTakes[i][p][j] = c.view(find, j, i, material.Promotions[p])
				}
			}
		}
	}
	return c
}

// view makes the view of the material without man taken, and with man promoted
// turned into another kind; -1 is none.
func (c *conversions[T]) view(find func(material.Material) *table.Codes[T], taken, promoted int, to chess.Kind) view[T] {
	m := c.Material
	if taken >= 0 {
		m = m.Without(c.Man(taken).Color, c.Man(taken).Kind)
	}
	if promoted >= 0 {
		m = m.Without(c.Man(promoted).Color, chess.Pawn).With(c.Man(promoted).Color, to)
	}
	var v view[T]
	if m == (material.Material{}) {
		return v
	}
	v.flip = m != m.Canonical()
	v.table = find(m.Canonical())
	c.deepest = max(c.deepest, v.table.Deepest)
	// Any assignment of the men to slots of their kind will do.
	var used [index.MaxOuter + 1]bool
	var by [index.MaxOuter + 1]int // number of the man by that of his slot
	for i := range len(c.Outer) + 1 {
		if i == taken {
			continue
		}
		color, kind := c.Man(i).Color, c.Man(i).Kind
		if i == promoted {
			kind = to
		}
		if v.flip {
			color = color.Other()
		}
		for j := range len(v.table.Outer) + 1 {
			if s := v.table.Man(j); !used[j] && s.Color == color && s.Kind == kind {
				v.slot[i], used[j], by[j] = s, true, i
				break
			}
		}
	}
	for j := range len(v.table.Outer) + 1 {
		v.mate[by[j]] = by[j]
		if mate, ok := v.table.Shared(j); ok {
			v.mate[by[j]] = by[mate]
		}
	}
	return v
}

// at returns the word of a position in the view's table, the inner man's square
// there, and what to add for the square of the man variable: to the word, or to
// the square if it is the inner man there; none varies if variable is -1, and
// off is then nil. If the kings are adjacent, ok is false.
func (v *view[T]) at(kings [2]uint8, sq *[index.MaxOuter + 1]uint8, variable int) (word, square int, off *[64]int32, ok bool) {
	var op index.Symmetry
	if v.flip {
		kings[0], kings[1] = index.FlipSquare(kings[1]), index.FlipSquare(kings[0])
		op = index.MirrorRanks
	}
	pair, turn := v.table.KingPair(kings)
	if pair < 0 {
		return 0, 0, nil, false
	}
	op = (op ^ turn) & 7 // the mirroring comes first in both
	word = pair * v.table.PerPair
	for i, s := range v.slot {
		switch {
		case s == nil:
		case v.mate[i] != i:
			switch turned := s.TurnedWith(op, sq[v.mate[i]]); {
			case i == variable:
				off = turned
			case v.mate[i] != variable && v.mate[i] > i: // once for the two
				word += int(turned[sq[i]&63])
			}
		case i == variable:
			off = &s.Turned[op]
		case s == &v.table.Inner:
			square = int(s.Turned[op][sq[i]&63])
		default:
			word += int(s.Turned[op][sq[i]&63])
		}
	}
	return word, square, off, true
}

// raise puts into the cells of a set the value of a conversion by a side, where
// that is better. The men stand on the given squares after it.
func (v *view[T]) raise(row *[64]T, set uint64, kings [2]uint8, sq *[index.MaxOuter + 1]uint8, variable, side int) {
	if set == 0 {
		return
	}
	if v.table == nil {
		if chess.KingAttacks(chess.Square(kings[0])).Has(chess.Square(kings[1])) {
			return
		}
		for ; set != 0; set &= set - 1 {
			c := &row[bits.TrailingZeros64(set)&63]
			*c = max(*c, table.Draw[T]())
		}
		return
	}
	word, square, off, ok := v.at(kings, sq, variable)
	if !ok {
		return
	}
	if v.flip {
		side = 1 - side
	}
	codes := v.table.Code[1-side][word<<6|square:]
	if off == nil {
		code := table.Before(codes[0])
		for ; set != 0; set &= set - 1 {
			c := &row[bits.TrailingZeros64(set)&63]
			*c = max(*c, code)
		}
		return
	}
	shift := 6
	if v.slot[variable] == &v.table.Inner {
		shift = 0
	}
	for ; set != 0; set &= set - 1 {
		i := bits.TrailingZeros64(set) & 63
		row[i] = max(row[i], table.Before(codes[int(off[i])<<(shift&7)]))
	}
}
