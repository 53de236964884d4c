package retro

import (
	"context"
	"reflect"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/retro/internal/tabletest"
	"retroproof/retro/table"
)

// TestChecksAndStalemates: numbers that the reference data does not have. Those of KRK are what the SAT side finds,
// too; a count of all positions by the rules of package chess has given the same.
func TestChecksAndStalemates(t *testing.T) {
	t.Parallel()
	type numbers struct{ stalemates, checks uint64 }
	for _, c := range []struct {
		name      string
		side      chess.Color
		full, orb numbers
	}{
		{"KRvK", chess.White, numbers{0, 0}, numbers{0, 0}},
		{"KRvK", chess.Black, numbers{68, 48776}, numbers{9, 6097}},
		{"KPvK", chess.White, numbers{4, 0}, numbers{2, 0}},
		{"KPvK", chess.Black, numbers{18, 4696}, numbers{9, 2348}},
		{"KQvK", chess.Black, numbers{872, 79436}, numbers{109, 9975}},
		{"KNvK", chess.Black, numbers{40, 18448}, numbers{5, 2306}},
		{"KRRvK", chess.Black, numbers{19580, 2667700}, numbers{2468, 333536}},
	} {
		t.Run(c.name+", "+c.side.String(), func(t *testing.T) {
			t.Parallel()
			s := countedTable(t, tabletest.Material(c.name)).Side[c.side]
			expect.Equal(t, (numbers{s.Full.Stalemates, s.Full.Checks}), c.full, "full")
			expect.Equal(t, (numbers{s.Orb.Stalemates, s.Orb.Checks}), c.orb, "orb")
		})
	}
}

// TestStatsJobs: the number of goroutines and the size of cells do not show.
func TestStatsJobs(t *testing.T) {
	t.Parallel()
	m := tabletest.Material("KRRvK")
	tab := tabletest.Table(t, m.String())
	want := countedTable(t, m)
	wide := tabletest.Widen(tab)
	for _, c := range []struct {
		tab  *table.Table
		jobs int
	}{{tab, 0}, {tab, 1}, {tab, 5}, {wide, 2}} {
		got, err := StatisticsOf(context.Background(), c.tab, c.jobs)
		expect.NoError(t, err)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%d bytes a cell, %d jobs: %+v, want %+v", c.tab.CellBytes(), c.jobs, got, want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	expect.ErrorIs(t, expect.Err(StatisticsOf(ctx, tab, 2)), context.Canceled, "cancelled")
}
