package generate

import (
	"math/bits"

	"retroproof/chess"
	"retroproof/retro/table"
)

// conversions finds what the captures and promotions of a material lead to.
type conversions[T table.Cell] struct {
	*table.Layout
	// captures[j] takes man j off; promotes[i][p] turns pawn i into
	// promotions[p], and promoteTakes[i][p][j] takes man j off, too. Men are
	// numbered as the layout has them: the outer ones, then the inner one.
	captures     [table.MaxOuter + 1]view[T]
	promotes     [table.MaxOuter + 1][4]view[T]
	promoteTakes [table.MaxOuter + 1][4][table.MaxOuter + 1]view[T]
	// taking and promoting say of which men captures and promotions lead to tables that
	// are there.
	taking, promoting [table.MaxOuter + 1]bool
	deepest           int  // greatest depth of the tables, in plies
	tooWide           bool // a table has wider cells than T
}

// view finds positions after a conversion in the table of the new material.
type view[T table.Cell] struct {
	absent bool         // the table is not one of those that are looked at now
	table  *table.Table // nil for the two bare kings
	code   [2][]T       // its codes, or
	narrow [2][]uint8   // these, where T is wider
	flip   bool         // the colours are exchanged there
	slot   [table.MaxOuter + 1]*table.Slot
	// mate is the man with whom one shares a digit there, or himself.
	mate [table.MaxOuter + 1]int
}

// newConversions links a layout to those tables of its Conversions that are given, by canonical material.
func newConversions[T table.Cell](l *table.Layout, tables map[table.Material]*table.Table) *conversions[T] {
	c := &conversions[T]{Layout: l}
	n := len(l.Outer) + 1
	for i := range n {
		c.captures[i] = c.view(tables, i, -1, 0)
		c.taking[i] = c.taking[i] || !c.captures[i].absent
		if c.Man(i).Kind != chess.Pawn {
			continue
		}
		for p := range table.Promotions {
			c.promotes[i][p] = c.view(tables, -1, i, table.Promotions[p])
			c.promoting[i] = c.promoting[i] || !c.promotes[i][p].absent
			for j := range n {
				if c.Man(j).Color != c.Man(i).Color && c.Man(j).Kind != chess.Pawn {
					v := c.view(tables, j, i, table.Promotions[p])
					c.promoteTakes[i][p][j] = v
					c.taking[j] = c.taking[j] || !v.absent
				}
			}
		}
	}
	return c
}

// view makes the view of the material without man taken, and with man promoted
// turned into another kind; -1 is none.
func (c *conversions[T]) view(tables map[table.Material]*table.Table, taken, promoted int, to chess.Kind) view[T] {
	m := c.Material
	if taken >= 0 {
		m = m.Without(c.Man(taken).Color, c.Man(taken).Kind)
	}
	if promoted >= 0 {
		m = m.Without(c.Man(promoted).Color, chess.Pawn).With(c.Man(promoted).Color, to)
	}
	var v view[T]
	if m == (table.Material{}) {
		return v
	}
	v.flip = m != m.Canonical()
	if v.table = tables[m.Canonical()]; v.table == nil {
		v.absent = true
		return v
	}
	v.link(c)
	// Any assignment of the men to slots of their kind will do.
	var used [table.MaxOuter + 1]bool
	var by [table.MaxOuter + 1]int // number of the man by that of his slot
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

// link finds the codes of the view's table.
func (v *view[T]) link(c *conversions[T]) {
	c.deepest = max(c.deepest, v.table.Deepest())
	switch {
	case v.table.Narrow != nil:
		if code, same := any(v.table.Narrow.Code).([2][]T); same {
			v.code = code
		} else {
			v.narrow = v.table.Narrow.Code
		}
	default:
		code, same := any(v.table.Wide.Code).([2][]T)
		v.code, c.tooWide = code, c.tooWide || !same
	}
}

// at returns the word of a position in the view's table, the inner man's square
// there, and what to add for the square of the man variable: to the word, or to
// the square if it is the inner man there; none varies if variable is -1, and
// off is then nil. If the kings are adjacent, or not in the part of the table that is
// there, ok is false.
func (v *view[T]) at(kings [2]uint8, sq *[table.MaxOuter + 1]uint8,
	variable int) (word, square int, off *[64]int32, ok bool) {
	var op table.Symmetry
	if v.flip {
		kings[0], kings[1] = table.FlipSquare(kings[1]), table.FlipSquare(kings[0])
		op = table.MirrorRanks
	}
	pair, turn := v.table.KingPair(kings)
	if pair < 0 {
		return 0, 0, nil, false
	}
	if word = v.table.FirstWord(pair); uint(word) >= uint(v.table.Words) {
		return 0, 0, nil, false
	}
	op = (op ^ turn) & 7 // the mirroring comes first in both
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
func (v *view[T]) raise(row *[64]T, set uint64, kings [2]uint8, sq *[table.MaxOuter + 1]uint8, variable, side int) {
	if set == 0 || v.absent {
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
	if v.narrow[1-side] != nil {
		raiseWider(row, set, v.narrow[1-side], word<<6|square, off, v.shift(variable))
		return
	}
	codes := v.code[1-side][word<<6|square:]
	if off == nil {
		code := table.Before(codes[0])
		for ; set != 0; set &= set - 1 {
			c := &row[bits.TrailingZeros64(set)&63]
			*c = max(*c, code)
		}
		return
	}
	shift := v.shift(variable)
	for ; set != 0; set &= set - 1 {
		i := bits.TrailingZeros64(set) & 63
		row[i] = max(row[i], table.Before(codes[int(off[i])<<(shift&7)]))
	}
}

// shift returns by how many bits the offsets of the man variable are shifted to be added
// to the number of a cell.
func (v *view[T]) shift(variable int) int {
	if variable >= 0 && v.slot[variable] == &v.table.Inner {
		return 0
	}
	return 6
}

// raiseWider is raise for a table with narrower cells, at a cell that is as at returns it.
func raiseWider[T table.Cell](row *[64]T, set uint64, codes []uint8, cell int, off *[64]int32, shift int) {
	for ; set != 0; set &= set - 1 {
		i := bits.TrailingZeros64(set) & 63
		at := cell
		if off != nil {
			at += int(off[i]) << (shift & 7)
		}
		row[i] = max(row[i], table.Before(T(table.Wider(codes[at]))))
	}
}
