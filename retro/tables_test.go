package retro

import (
	"context"
	"sync"
	"testing"

	"retroproof/chess"
)

// allTables returns all tables of three and four men, with -short those of three
// and some of four. They are built once for all tests.
func allTables(t testing.TB) *Tables {
	t.Helper()
	builtTables.once.Do(func() {
		materials := append(AllMaterials(3), AllMaterials(4)...)
		if testing.Short() {
			materials = AllMaterials(3)
			for _, name := range []string{"KRBvK", "KBNvK", "KNNvK", "KQvKR", "KRRvK"} {
				materials = append(materials, mustMaterial(name))
			}
		}
		ts := NewTables()
		for _, m := range BuildOrder(materials...) {
			table, err := Generate(context.Background(), m, func(m Material) *Table { return ts.tables[m] }, Options{Jobs: 2})
			if err != nil {
				builtTables.err = err
				return
			}
			ts.tables[m] = table
		}
		builtTables.tables = ts
	})
	if builtTables.err != nil {
		t.Fatal(builtTables.err)
	}
	return builtTables.tables
}

var builtTables struct {
	once   sync.Once
	tables *Tables
	err    error
}

func mustMaterial(name string) Material {
	m, err := ParseMaterial(name)
	if err != nil {
		panic(err)
	}
	return m
}

func mustPosition(t testing.TB, fen string) *chess.Position {
	t.Helper()
	p, err := chess.ParsePosition(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// has reports whether the tables for a position are there, as with -short not
// all are.
func has(ts *Tables, m Material) bool {
	_, err := ts.Table(m)
	return err == nil
}
