package table

import (
	"context"
	"errors"
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
	*Layout
	Narrow *Codes[uint8] // one of these is nil
	Wide   *Codes[uint16]
}

// Codes are the codes of a table with cells of one size.
type Codes[T Cell] struct {
	*Layout
	Code    [2][]T // by side to move and cell; nil for a side that was not loaded
	Deepest int    // greatest depth, in plies
}

// CellBytes returns the bytes that a value takes in memory: 1, or 2 if some
// depth asks for it.
func (t *Table) CellBytes() int {
	if t.Narrow != nil {
		return 1
	}
	return 2
}

// Deepest returns the greatest depth to mate of a position, in plies.
func (t *Table) Deepest() int {
	if t.Narrow != nil {
		return t.Narrow.Deepest
	}
	return t.Wide.Deepest
}

// At returns the value of a cell, as Find names it.
func (t *Table) At(side chess.Color, cell int) Value {
	if t.Narrow != nil {
		return ValueOf(t.Narrow.Code[side][cell])
	}
	return ValueOf(t.Wide.Code[side][cell])
}

// Lookup returns the value of a position with the table's material, in these or
// in exchanged colours, disregarding castling and en passant rights. It panics
// on another material.
func (t *Table) Lookup(p *chess.Position) Value { return t.At(t.Find(p, MaterialOfPosition(p))) }

// A MissingError says that a table is needed and not there.
type MissingError struct {
	Material Material // what is missing
	For      Material // whose positions lead to it
	Dir      string   // where it was looked for; "" if nowhere
}

// Error names the missing table.
func (e *MissingError) Error() string {
	s := fmt.Sprintf("no table of %s", e.Material)
	if e.Dir != "" {
		s += fmt.Sprintf(" in %s", e.Dir)
	}
	if e.For != (Material{}) && e.For != e.Material {
		s += fmt.Sprintf(", which %s needs", e.For)
	}
	return s
}

// NeededBy notes in the error of a missing table whose positions lead to it; other errors are left as they are.
func NeededBy(m Material, err error) error {
	var missing *MissingError
	if !errors.As(err, &missing) {
		return err
	}
	e := *missing
	e.For = m.Canonical()
	return &e
}

// A Loader returns the table of a canonical material. The error is a [*MissingError] if there is none.
type Loader func(ctx context.Context, m Material) (*Table, error)

// Wider recodes a value of a finished table for cells of two bytes.
func Wider(code uint8) uint16 {
	switch {
	case code == Draw[uint8]():
		return Draw[uint16]()
	case code > Draw[uint8]():
		return ^uint16(0) - uint16(^code)
	}
	return uint16(code)
}

// MostCellBytes returns the bytes of a cell that a table of a material may need. All
// depths of five men fit one byte but for those of KPPvKP, where Black loses in 254
// plies; not all of six men do.
func MostCellBytes(m Material) int {
	m = m.Canonical()
	deepest := m.Men() == 5 && m.Count(chess.White, chess.Pawn) == 2 && m.Count(chess.Black, chess.Pawn) == 1
	if m.Men() > 5 || deepest {
		return 2
	}
	return 1
}

// Bytes returns the memory that a table of a material takes with cells of so many
// bytes.
func Bytes(m Material, cellBytes int) int64 {
	l := LayoutOf(m.Canonical())
	return 2*64*int64(l.Words)*int64(cellBytes) + l.PlacementBytes()
}

// SideBytes is Bytes for a table of which only some sides to move are loaded.
func SideBytes(m Material, cellBytes, sides int) int64 {
	l := LayoutOf(m.Canonical())
	return int64(sides)*64*int64(l.Words)*int64(cellBytes) + l.PlacementBytes()
}
