package retro

import (
	"context"
	"sync"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/retro/internal/tabletest"
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
			materials := append(table.Materials(3), table.Materials(4)...)
			if testing.Short() {
				materials = table.Materials(3)
				for _, name := range []string{"KRBvK", "KBNvK", "KNNvK", "KQvKR", "KRRvK"} {
					materials = append(materials, tabletest.Material(name))
				}
			}
			var tables []*table.Table
			for _, m := range table.BuildOrder(materials...) {
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
	expect.NoError(t, err)
	return p
}

// has reports whether the tables for a position are there, as with -short not
// all are.
func has(ts *Tables, m table.Material) bool {
	_, err := ts.Load(context.Background(), m, 1)
	return err == nil
}

// TestReferenceSamples compares single values, those of positions with a capture
// en passant among them.
func TestReferenceSamples(t *testing.T) {
	t.Parallel()
	ts := allTables(t)
	checked := 0
	for _, row := range tabletest.Rows(t, "tablebase-samples.tsv") {
		p := mustPosition(t, row[1])
		if !has(ts, table.MaterialOfPosition(p)) {
			continue
		}
		checked++
		want := table.Value{Result: map[string]table.Result{"1": table.Won, "0": table.Drawn, "-1": table.Lost}[row[2]]}
		if want.Result != table.Drawn {
			want.Plies = tabletest.Number(t, row[3])
		}
		got, err := ts.Probe(p)
		if got != want || err != nil {
			t.Errorf("%s: %v, %v, want %v", row[1], got, err, want)
			continue
		}
		if want.Result != table.Drawn && got.Moves() != tabletest.Number(t, row[4]) {
			t.Errorf("%s: %d moves, want %s", row[1], got.Moves(), row[4])
		}
	}
	if checked < 200 || !testing.Short() && checked != 1267 {
		t.Errorf("%d samples", checked)
	}
}
