package generate

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"retroproof/retro/table"
)

// Options are the options of [Table].
type Options struct {
	Jobs int // goroutines; 0 is 1
	// CellBytes is the most bytes of a cell, 1 or 2; 0 is 2. With 1, depths beyond 253 plies
	// are ErrTooDeep.
	CellBytes int
	// Groups divides the material's Conversions into groups, of which one after the other is
	// asked for and used; nil is all at once. Released, if it is not nil, is called when a group is
	// not used any more, and may be asked for again only if a depth asks for wider cells.
	Groups   [][]table.Material
	Released func(group []table.Material)
	// Parts says how many parts a table has that is alone in a group which is not the last one, when a table is
	// built in slices: they are asked for and used one after the other, with Part, which returns the words of n pairs of
	// kings; see [table.Layout.OfPairs]. Nil is one part each.
	Parts func(table.Material) int
	Part  func(m table.Material, first, n int) (*table.Table, error)
	// Checkpoint, if it is not nil, is where a table that is built as a whole goes on from, and what is written
	// now and then. It is for tables without pawns of both colours.
	Checkpoint *Checkpoint
	Progress   func(Progress) // called after every two plies, from one goroutine; may be nil
	Log        *slog.Logger   // gets every pass at level debug; nil for none
}

// ErrTooDeep says that depths do not fit in the cells that the options allow.
var ErrTooDeep = errors.New("depths do not fit in one byte a cell")

// Progress is how far the generation of a table is.
type Progress struct {
	Material table.Material
	Depth    int    // plies: all wins and losses up to here are known
	Decided  uint64 // cells with a final value
	Legal    uint64 // cells to decide
	// Slice is the number of the slice that is being built, from 1, of Slices; 0 if the table is built as a whole.
	Slice, Slices int
}

// Table computes the table of a canonical material. load returns the tables
// of its [material.Material.Conversions]. Table returns the context's error soon after that is cancelled.
func Table(ctx context.Context, m table.Material, load table.Loader, opt Options) (*table.Table, error) {
	if m != m.Canonical() {
		return nil, fmt.Errorf("material %s: its table is that of %s", m, m.Canonical())
	}
	if n := m.Men(); n < 3 || n > table.MaxMen {
		return nil, fmt.Errorf("material %s: %d men, want 3 to %d", m, n, table.MaxMen)
	}
	if opt.Groups == nil {
		opt.Groups = [][]table.Material{m.Conversions()}
	}
	if hasEnPassant(m) {
		opt.Checkpoint = nil
	}
	l := table.ScanLayout(m)
	if opt.CellBytes == 1 || !opt.Checkpoint.isWide(l) {
		narrow, err := generate[uint8](ctx, l, load, opt)
		switch {
		case err != nil:
			return nil, err
		case narrow != nil:
			return &table.Table{Layout: l, Narrow: narrow}, nil
		case opt.CellBytes == 1:
			return nil, fmt.Errorf("material %s: %w", m, ErrTooDeep)
		}
	}
	t, err := generate[uint16](ctx, l, load, opt)
	if err != nil {
		return nil, err
	}
	return &table.Table{Layout: l, Wide: t}, nil
}

// generate returns nil without an error if depths do not fit.
func generate[T table.Cell](ctx context.Context, l *table.Layout, load table.Loader,
	opt Options) (*table.Codes[T], error) {
	g := newGenerator[T](l, opt.Jobs)
	if opt.Log != nil {
		g.log = opt.Log
	}
	if opt.Progress != nil {
		g.report = func() {
			opt.Progress(Progress{Material: l.Material, Depth: g.depth, Decided: g.decided, Legal: g.legalCells})
		}
	}
	g.checkpoint = opt.Checkpoint
	release := func(group int) {
		if group >= 0 && opt.Released != nil {
			opt.Released(opt.Groups[group])
		}
	}
	last := -1
	err := g.run(ctx, len(opt.Groups), func(group int) (*conversions[T], error) {
		release(last)
		last = group
		subs := map[table.Material]*table.Table{}
		for _, c := range opt.Groups[group] {
			var err error
			if subs[c], err = load(ctx, c); err != nil {
				return nil, table.NeededBy(l.Material, err)
			}
		}
		return newConversions[T](l, subs), nil
	})
	release(last)
	if err != nil || g.overflow.Load() {
		return nil, err
	}
	return &table.Codes[T]{Layout: l, Code: g.code, Deepest: g.deepest}, nil
}
