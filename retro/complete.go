package retro

import (
	"context"
	"errors"
)

// Complete builds in memory what is missing of a material's table and of all
// that it needs, using those that are there. It returns the materials of the
// tables built, in build order; they stay in memory.
func (ts *Tables) Complete(ctx context.Context, m Material, opt Options) ([]Material, error) {
	var made []Material
	for _, m := range BuildOrder(m) {
		_, err := ts.Table(m)
		var missing *MissingTableError
		if err == nil {
			continue
		}
		if !errors.As(err, &missing) {
			return made, err
		}
		t, err := Generate(ctx, m, func(m Material) *Table { t, _ := ts.Table(m); return t }, opt)
		if err != nil {
			return made, err
		}
		ts.add(t)
		made = append(made, m)
	}
	return made, nil
}

// add puts a table into the set.
func (ts *Tables) add(t *Table) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	ts.tables[t.material] = t
}
