package retro

import (
	"context"
	"errors"

	"retroproof/retro/table"
)

// Complete builds in memory the missing ones of the tables of some materials and of
// all tables that these need. Tables that are there are loaded. No file is written.
// The results are those of the tables built; they stay in memory.
//
// If the tables do not fit in memory, the error is a [*MemoryError].
func (ts *Tables) Complete(ctx context.Context, materials []table.Material,
	opt BuildOptions) ([]BuildResult, error) {
	inMemory := NewTables()
	for _, m := range table.BuildOrder(materials...) {
		t, err := ts.Load(ctx, m, max(opt.Jobs, 1))
		var missing *table.MissingError
		switch {
		case err == nil:
			inMemory.entry(m).table.Store(t)
		case !errors.As(err, &missing):
			return nil, err
		}
	}
	results, err := inMemory.Build(ctx, materials, opt)
	if err != nil {
		return nil, err
	}
	var made []BuildResult
	for _, r := range results {
		if r.Found {
			continue
		}
		t, err := inMemory.Load(ctx, r.Material, 1)
		if err != nil {
			return nil, err
		}
		ts.entry(r.Material).table.Store(t)
		made = append(made, r)
	}
	return made, nil
}
