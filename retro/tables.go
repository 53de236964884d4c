package retro

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"sync"
	"sync/atomic"

	"retroproof/chess"
	"retroproof/retro/format"
	"retroproof/retro/gaviota"
	"retroproof/retro/table"
	"retroproof/retro/verify"
)

// Tables is a set of tables in which positions are looked up: whole ones in
// memory, and files of which only the blocks that are asked for are read. It is
// safe for concurrent use.
type Tables struct {
	dirs  []string
	cache *table.Cache

	mu      sync.RWMutex
	entries map[table.Material]*tableEntry
}

// tableEntry is the table of a material, as far as it has been asked for.
type tableEntry struct {
	table atomic.Pointer[table.Table] // nil until it is loaded or built
	file  atomic.Pointer[tableFile]   // nil until it is opened
	mu    sync.Mutex                  // held while the table is loaded or the file opened
}

// tableFile is the file of a table, ours or one of Gaviota's.
type tableFile interface {
	// Value returns the value of a position of a material, disregarding a right to
	// capture en passant.
	Value(p *chess.Position, m table.Material) (table.Value, error)
	Load(ctx context.Context, jobs int) (*table.Table, error)
	Close() error
}

// NewTables returns a set of the given tables.
func NewTables(tables ...*table.Table) *Tables {
	ts := &Tables{cache: table.NewCache(table.CacheBytes), entries: map[table.Material]*tableEntry{}}
	for _, t := range tables {
		ts.entry(t.Material).table.Store(t)
	}
	return ts
}

// OpenDir returns the tables whose files are in some directories, of which the
// first that has a table is taken: as a file of ours, or else as one of Gaviota's.
// Files are looked for when they are needed, so that tables may be built later; a
// directory need not exist.
func OpenDir(dirs ...string) *Tables {
	ts := NewTables()
	ts.dirs = dirs
	return ts
}

// Close closes the files. What is in memory stays.
func (ts *Tables) Close() error {
	ts.mu.RLock()
	defer ts.mu.RUnlock()
	var errs []error
	for _, e := range ts.entries {
		if f := e.file.Swap(nil); f != nil {
			errs = append(errs, (*f).Close())
		}
	}
	return errors.Join(errs...)
}

// entry returns the entry of a canonical material.
func (ts *Tables) entry(m table.Material) *tableEntry {
	ts.mu.RLock()
	e := ts.entries[m]
	ts.mu.RUnlock()
	if e != nil {
		return e
	}
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if e = ts.entries[m]; e == nil {
		e = &tableEntry{}
		ts.entries[m] = e
	}
	return e
}

// Load returns the whole table of a material or of its flip. It is loaded the first
// time, by a number of goroutines, and kept. The error is a [*table.MissingError] if
// there is none.
func (ts *Tables) Load(ctx context.Context, m table.Material, jobs int) (*table.Table, error) {
	m = m.Canonical()
	e := ts.entry(m)
	return lazily(&e.table, &e.mu, func() (*table.Table, error) {
		f, err := ts.open(m)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		return f.Load(ctx, jobs)
	})
}

// lazily returns what p has, or else makes it; mu is held while it is made.
func lazily[V any](p *atomic.Pointer[V], mu *sync.Mutex, make func() (*V, error)) (*V, error) {
	if v := p.Load(); v != nil {
		return v, nil
	}
	mu.Lock()
	defer mu.Unlock()
	if v := p.Load(); v != nil {
		return v, nil
	}
	v, err := make()
	if err == nil {
		p.Store(v)
	}
	return v, err
}

// loadSides returns the table of a material with the values of some sides to move, at least. It is
// not kept, unless it is in memory already.
func (ts *Tables) loadSides(ctx context.Context, m table.Material, sides []chess.Color,
	jobs int) (*table.Table, error) {
	if t := ts.entry(m.Canonical()).table.Load(); t != nil {
		return t, nil
	}
	f, err := ts.open(m.Canonical())
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if own, ok := f.(*format.File); ok {
		return own.LoadSides(ctx, sides, jobs)
	}
	return f.Load(ctx, jobs)
}

// loadPairs is loadSides for the words of n pairs of kings from the first one on, of a table that is in a file of
// ours; see [format.File.LoadPairs].
func (ts *Tables) loadPairs(ctx context.Context, m table.Material, sides []chess.Color, first, n,
	jobs int) (*table.Table, error) {
	f, err := ts.openBuilt(m.Canonical())
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.LoadPairs(ctx, sides, first, n, jobs)
}

// Drop takes a whole table out of memory. Its file, if there is one, stays.
func (ts *Tables) Drop(m table.Material) { ts.entry(m.Canonical()).table.Store(nil) }

// HasFile reports whether there is a file of a material's table, and whether it can
// be opened.
func (ts *Tables) HasFile(m table.Material) bool {
	_, err := ts.file(m)
	return err == nil
}

// file returns the open file of a material's table. [Tables.Close] closes it.
// The error is a [*table.MissingError] if there is none.
func (ts *Tables) file(m table.Material) (tableFile, error) {
	e := ts.entry(m.Canonical())
	f, err := lazily(&e.file, &e.mu, func() (*tableFile, error) {
		f, err := ts.open(m.Canonical())
		return &f, err
	})
	if err != nil {
		return nil, err
	}
	return *f, nil
}

// open opens the file of a canonical material: ours, of whatever directory, comes before
// one of Gaviota's.
func (ts *Tables) open(m table.Material) (tableFile, error) {
	f, err := ts.openBuilt(m)
	if err == nil {
		return f, nil
	}
	var missing *table.MissingError
	if !errors.As(err, &missing) || !gaviota.Exists(m) {
		return nil, err
	}
	g, err := table.OpenIn(ts.dirs, gaviota.FileName(m), func(name string) (tableFile, error) {
		return gaviota.Open(name, ts.cache)
	})
	if errors.Is(err, fs.ErrNotExist) {
		err = ts.missing(m)
	}
	return g, err
}

// openBuilt opens the file of ours of a canonical material.
func (ts *Tables) openBuilt(m table.Material) (*format.File, error) {
	f, err := table.OpenIn(ts.dirs, format.FileName(m), func(name string) (*format.File, error) {
		return format.Open(name, ts.cache)
	})
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = ts.missing(m)
	case err == nil && f.Material != m:
		f.Close()
		err = &table.FileError{Name: f.Name(), Offset: 16,
			Reason: fmt.Sprintf("this is the table of %s, want %s", f.Material, m)}
	}
	return f, err
}

// missing returns the error for a table that is nowhere.
func (ts *Tables) missing(m table.Material) error {
	return &table.MissingError{Material: m, Dir: strings.Join(ts.dirs, ", ")}
}

// Materials returns the materials of which there is a table or, by its name, a
// file, in build order.
func (ts *Tables) Materials() ([]table.Material, error) {
	set := map[table.Material]bool{}
	ts.mu.RLock()
	for m, e := range ts.entries {
		if e.table.Load() != nil {
			set[m] = true
		}
	}
	ts.mu.RUnlock()
	for _, dir := range ts.dirs {
		err := addFiles(set, dir, gaviota.OfFileName, format.OfFileName)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	return table.InBuildOrder(set), nil
}

// addFiles adds the materials whose files are in a directory, by their names.
func addFiles(set map[table.Material]bool, dir string, formats ...func(name string) (table.Material, bool)) error {
	files, err := os.ReadDir(dir)
	for _, f := range files {
		for _, of := range formats {
			if m, ok := of(f.Name()); ok {
				set[m] = true
			}
		}
	}
	return err
}

// lookup returns the value of a position, disregarding castling and en passant
// rights. A whole table in memory answers at once, and otherwise a file, of which
// one block is read and kept for a while. Two bare kings are a draw. The error is
// a [*table.MissingError] if there is no table, or says what is wrong with its
// file.
func (ts *Tables) lookup(p *chess.Position) (table.Value, error) {
	m := table.MaterialOfPosition(p)
	if m == (table.Material{}) {
		return table.Value{Result: table.Drawn}, nil
	}
	e := ts.entry(m.Canonical())
	if t := e.table.Load(); t != nil {
		return t.At(t.Find(p, m)), nil
	}
	f, err := ts.file(m)
	if err != nil {
		return table.Value{}, err
	}
	return f.Value(p, m)
}

// Verify derives every value of a material's table from those of the positions
// that its moves lead to; see [verify.Table]. The tables are loaded, and stay in
// memory.
func (ts *Tables) Verify(ctx context.Context, m table.Material, opt verify.Options) (*verify.Result, error) {
	load := func(ctx context.Context, m table.Material) (*table.Table, error) { return ts.Load(ctx, m, opt.Jobs) }
	return verify.Table(ctx, load, m, opt)
}
