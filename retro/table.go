package retro

import (
	"context"
	"fmt"

	"retroproof/chess"
)

// Table is the finished table of a material: the value of every legal position,
// with either side to move. It is in memory as a whole, does not change, and is
// safe for concurrent use.
//
// A position of a table has no castling right and no right to capture en
// passant. That a double step may be answered by a capture en passant is part of
// its value. The rules that end a game by counting moves are not.
type Table struct {
	*layout
	narrow *table[uint8] // one of these is nil
	wide   *table[uint16]
}

// table is the same for a size of cells: the codes by side to move and cell.
type table[T cell] struct {
	*layout
	code    [2][]T
	deepest int // greatest depth, in plies
}

// Material returns the table's canonical material.
func (t *Table) Material() Material { return t.material }

// CellBytes returns the bytes that a value takes in memory: 1, or 2 if some
// depth asks for it.
func (t *Table) CellBytes() int {
	if t.narrow != nil {
		return 1
	}
	return 2
}

// find returns where a position, whose material is m, is found in the table.
func (l *layout) find(p *chess.Position, m Material) (side chess.Color, cell int) {
	var set [2][chess.Pawn + 1]uint64
	kings := [2]uint8{uint8(p.King(chess.White)), uint8(p.King(chess.Black))}
	side = p.Turn()
	for c := chess.White; c <= chess.Black; c++ {
		for _, k := range kinds {
			set[c][k] = uint64(p.Men(chess.MakeMan(c, k)))
		}
	}
	if m != l.material {
		if m.Flip() != l.material {
			panic(fmt.Sprintf("retro: a position of %s looked up in the table of %s", m, l.material))
		}
		kings[0], kings[1] = flipSquare(kings[1]), flipSquare(kings[0])
		set[0], set[1] = set[1], set[0]
		for c := range set {
			for k := range set[c] {
				set[c][k] = mirrorRanks.bits(set[c][k])
			}
		}
		side = side.Other()
	}
	cell, ok := l.index(kings, &set)
	if !ok {
		panic("retro: adjacent kings in a position")
	}
	return side, cell
}

// at returns the value of a cell.
func (t *Table) at(side chess.Color, cell int) Value {
	if t.narrow != nil {
		return valueOf(t.narrow.code[side][cell])
	}
	return valueOf(t.wide.code[side][cell])
}

// Lookup returns the value of a position with the table's material, in these or
// in exchanged colours, disregarding castling and en passant rights; see
// [Tables.Probe]. It panics on another material.
func (t *Table) Lookup(p *chess.Position) Value { return t.at(t.find(p, materialOf(p))) }

// Options are the particulars of Generate.
type Options struct {
	Jobs     int            // goroutines; 0 is 1
	Progress func(Progress) // called now and then from one goroutine; may be nil
}

// Progress tells how far the generation of a table is.
type Progress struct {
	Material Material
	Depth    int    // plies: all wins and losses up to here are known
	Decided  uint64 // cells with a final value
	Legal    uint64 // cells to decide
}

// A MissingTableError says which table is needed and not there.
type MissingTableError struct {
	Material Material // what is missing
	For      Material // whose positions lead to it
	Dir      string   // where it was looked for; "" if nowhere
}

// Error names the missing table.
func (e *MissingTableError) Error() string {
	s := fmt.Sprintf("no table of %s", e.Material)
	if e.Dir != "" {
		s += fmt.Sprintf(" in %s", e.Dir)
	}
	if e.For != (Material{}) && e.For != e.Material {
		s += fmt.Sprintf(", which %s needs", e.For)
	}
	return s
}

// Generate computes the table of a canonical material. find returns the tables
// of its [Material.Conversions]; for nil Generate fails with a
// [*MissingTableError]. It returns the context's error as soon as that is
// cancelled.
func Generate(ctx context.Context, m Material, find func(Material) *Table, opt Options) (*Table, error) {
	if m != m.Canonical() {
		return nil, fmt.Errorf("material %s: its table is that of %s", m, m.Canonical())
	}
	if n := m.Men(); n < 3 || n > MaxMen {
		return nil, fmt.Errorf("material %s: %d men, want 3 to %d", m, n, MaxMen)
	}
	wide := false
	for _, c := range m.Conversions() {
		t := find(c)
		if t == nil {
			return nil, &MissingTableError{Material: c, For: m}
		}
		wide = wide || t.wide != nil
	}
	l := newLayout(m)
	l.fillRest()
	if !wide {
		narrow, err := generate(ctx, l, func(m Material) *table[uint8] { return find(m).narrow }, opt)
		if narrow != nil || err != nil {
			return &Table{layout: l, narrow: narrow}, err
		}
	}
	t, err := generate(ctx, l, func(m Material) *table[uint16] { return find(m).widen() }, opt)
	return &Table{layout: l, wide: t}, err
}

// generate returns nil without an error if depths do not fit.
func generate[T cell](ctx context.Context, l *layout, find func(Material) *table[T], opt Options) (*table[T], error) {
	g := newGenerator(l, newConversions(l, find), opt.Jobs)
	if opt.Progress != nil {
		g.report = func() {
			opt.Progress(Progress{l.material, g.depth, g.decided, g.legalCells})
		}
	}
	if err := g.run(ctx); err != nil || g.overflow.Load() {
		return nil, err
	}
	return &table[T]{l, g.code, g.deepest}, nil
}

// widen returns the table with cells of two bytes.
func (t *Table) widen() *table[uint16] {
	if t.wide != nil {
		return t.wide
	}
	w := &table[uint16]{layout: t.layout, deepest: t.narrow.deepest}
	for side, from := range t.narrow.code {
		to := make([]uint16, len(from))
		for i, code := range from {
			to[i] = wider(code)
		}
		w.code[side] = to
	}
	return w
}

// wider recodes a value of a finished table.
func wider(code uint8) uint16 {
	switch {
	case code == draw[uint8]():
		return draw[uint16]()
	case code > draw[uint8]():
		return ^uint16(0) - uint16(^code)
	}
	return uint16(code)
}
