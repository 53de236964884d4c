package generate

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"retroproof/retro/index"
	"retroproof/retro/material"
	"retroproof/retro/table"
)

// Options are the options of [Table].
type Options struct {
	Jobs int // goroutines; 0 is 1
	// CellBytes is the most bytes of a cell, 1 or 2; 0 is 2. With 1, depths beyond 253 plies
	// are ErrTooDeep.
	CellBytes int
	Progress  func(Progress) // called after every two plies, from one goroutine; may be nil
	Log       *slog.Logger   // gets every pass at level debug; nil for none
}

// ErrTooDeep says that depths do not fit in the cells that the options allow.
var ErrTooDeep = errors.New("depths do not fit in one byte a cell")

// Progress is how far the generation of a table is.
type Progress struct {
	Material material.Material
	Depth    int    // plies: all wins and losses up to here are known
	Decided  uint64 // cells with a final value
	Legal    uint64 // cells to decide
}

// Table computes the table of a canonical material. find returns the tables
// of its [Material.Conversions]; if it returns nil, the error
// is a [*table.MissingError]. Table returns the context's error soon after that is
// cancelled.
func Table(ctx context.Context, m material.Material, find func(material.Material) *table.Table, opt Options) (*table.Table, error) {
	if m != m.Canonical() {
		return nil, fmt.Errorf("material %s: its table is that of %s", m, m.Canonical())
	}
	if n := m.Men(); n < 3 || n > material.MaxMen {
		return nil, fmt.Errorf("material %s: %d men, want 3 to %d", m, n, material.MaxMen)
	}
	wide := false
	for _, c := range m.Conversions() {
		t := find(c)
		if t == nil {
			return nil, &table.MissingError{Material: c, For: m}
		}
		wide = wide || t.Wide != nil
	}
	l := index.ForScan(m)
	if !wide {
		narrow, err := generate(ctx, l, func(m material.Material) *table.Codes[uint8] { return find(m).Narrow }, opt)
		if narrow != nil || err != nil {
			return &table.Table{Layout: l, Narrow: narrow}, err
		}
	}
	if opt.CellBytes == 1 {
		return nil, fmt.Errorf("material %s: %w", m, ErrTooDeep)
	}
	t, err := generate(ctx, l, func(m material.Material) *table.Codes[uint16] { return find(m).Widen() }, opt)
	return &table.Table{Layout: l, Wide: t}, err
}

// generate returns nil without an error if depths do not fit.
func generate[T table.Cell](ctx context.Context, l *index.Layout, find func(material.Material) *table.Codes[T], opt Options) (*table.Codes[T], error) {
	g := newGenerator(l, newConversions(l, find), opt.Jobs)
	if opt.Log != nil {
		g.log = opt.Log
	}
	if opt.Progress != nil {
		g.report = func() {
			opt.Progress(Progress{l.Material, g.depth, g.decided, g.legalCells})
		}
	}
	if err := g.run(ctx); err != nil || g.overflow.Load() {
		return nil, err
	}
	return &table.Codes[T]{Layout: l, Code: g.code, Deepest: g.deepest}, nil
}
