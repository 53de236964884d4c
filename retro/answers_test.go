package retro

import (
	"sync"
	"testing"

	"retroproof/chess"
)

// allTables returns all tables of three and four men, with -short those of three
// and some of four. They are built once for all tests.
var allTables = func() func(t testing.TB) *Tables {
	var once sync.Once
	var ts *Tables
	return func(t testing.TB) *Tables {
		t.Helper()
		once.Do(func() {
			materials := append(AllMaterials(3), AllMaterials(4)...)
			if testing.Short() {
				materials = AllMaterials(3)
				for _, name := range []string{"KRBvK", "KBNvK", "KNNvK", "KQvKR", "KRRvK"} {
					materials = append(materials, mustMaterial(name))
				}
			}
			var tables []*Table
			for _, m := range BuildOrder(materials...) {
				tables = append(tables, generated(t, m.String()))
			}
			ts = NewTables(tables...)
		})
		return ts
	}
}()

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
