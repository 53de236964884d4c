package retro

import (
	"context"
	"sync"
	"testing"

	"retroproof/chess"
	"retroproof/retro/internal/tabletest"
	"retroproof/retro/material"
	"retroproof/retro/table"
)

// allTables returns all tables of three and four men, with -short those of three
// and some of four. They are built once for all tests.
var allTables = func() func(t testing.TB) *Tables {
	var once sync.Once
	var ts *Tables
	return func(t testing.TB) *Tables {
		t.Helper()
		once.Do(func() {
			materials := append(material.All(3), material.All(4)...)
			if testing.Short() {
				materials = material.All(3)
				for _, name := range []string{"KRBvK", "KBNvK", "KNNvK", "KQvKR", "KRRvK"} {
					materials = append(materials, tabletest.Material(name))
				}
			}
			var tables []*table.Table
			for _, m := range material.BuildOrder(materials...) {
				tables = append(tables, tabletest.Table(t, m.String()))
			}
			ts = NewTables(tables...)
		})
		return ts
	}
}()

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
func has(ts *Tables, m material.Material) bool {
	_, err := ts.Load(context.Background(), m, 1)
	return err == nil
}
