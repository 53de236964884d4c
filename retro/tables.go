package retro

import (
	"strings"
	"sync"

	"retroproof/chess"
)

// Tables is a set of tables in which positions are looked up. It is safe for
// concurrent use.
type Tables struct {
	dirs []string

	mu     sync.Mutex
	tables map[Material]*Table
}

// NewTables returns a set of the given tables.
func NewTables(tables ...*Table) *Tables {
	ts := &Tables{tables: map[Material]*Table{}}
	for _, t := range tables {
		ts.tables[t.material] = t
	}
	return ts
}

// OpenDir returns the tables whose files are in any of some directories, the
// first one that has it. Files are looked for when they are needed.
func OpenDir(dirs ...string) *Tables {
	ts := NewTables()
	ts.dirs = dirs
	return ts
}

// Close closes the files.
func (ts *Tables) Close() error { return nil }

// Table returns the whole table of a material or of its flip, in memory. The
// error is a [*MissingTableError] if there is none.
func (ts *Tables) Table(m Material) (*Table, error) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if t := ts.tables[m.Canonical()]; t != nil {
		return t, nil
	}
	return nil, &MissingTableError{Material: m.Canonical(), Dir: strings.Join(ts.dirs, ", ")}
}

// Lookup returns the value of a position as [Table.Lookup] does, without loading
// whole tables. Two bare kings are a draw. The error is a [*MissingTableError]
// if there is no table, or tells what is wrong with its file.
func (ts *Tables) Lookup(p *chess.Position) (Value, error) {
	s := p.Setup()
	m, _ := MaterialOf(&s)
	if m == (Material{}) {
		return Value{Result: Drawn}, nil
	}
	t, err := ts.Table(m)
	if err != nil {
		return Value{}, err
	}
	return t.Lookup(p), nil
}
