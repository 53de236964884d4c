package retro

import (
	"sync"
)

// Tables is a set of tables in which positions are looked up. It is safe for
// concurrent use.
type Tables struct {
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

// Table returns the table of a material or of its flip. The error is a
// [*MissingTableError] if there is none.
func (ts *Tables) Table(m Material) (*Table, error) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if t := ts.tables[m.Canonical()]; t != nil {
		return t, nil
	}
	return nil, &MissingTableError{Material: m.Canonical()}
}
