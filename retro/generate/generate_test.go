package generate_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"retroproof/internal/expect"
	"retroproof/retro/generate"
	"retroproof/retro/internal/tabletest"
	"retroproof/retro/table"
	"retroproof/retro/verify"
)

// TestValuesFollowFromMoves: every value is the one that the legal moves of its position give, by the rules of package
// chess; equal positions have equal cells, and other cells are empty.
func TestValuesFollowFromMoves(t *testing.T) {
	t.Parallel()
	names := []string{"KRvK", "KPvK"}
	if !testing.Short() {
		// Captures en passant, captures that promote, and two equal men.
		names = append(names, "KPvKP", "KNvKP", "KRRvK")
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := tabletest.Table(t, name).Material
			found, err := verify.Table(t.Context(), tabletest.Load, m, verify.Options{Jobs: 2})
			if err != nil || !found.OK() {
				t.Errorf("%v, %v, want no wrong value", found.Wrong, err)
			}
		})
	}
}

// Two-byte cells and any number of goroutines make the same table. KRvKN is large enough for goroutines to meet.
func TestGenerateSameWithAnyCellsAndJobs(t *testing.T) {
	t.Parallel()
	names := []string{"KPvK", "KRvKN"}
	if !testing.Short() {
		names = append(names, "KPvKP")
	}
	if tabletest.Long {
		names = append(names, "KQvKR")
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tab := tabletest.Table(t, name)
			many, err := generate.Table(t.Context(), tab.Material, tabletest.Load, generate.Options{Jobs: 5})
			expect.NoError(t, err)
			wide, err := generate.Table(t.Context(), tab.Material, widened, generate.Options{Jobs: 1})
			expect.NoError(t, err)
			// One table after the other, the last one first.
			var groups [][]table.Material
			released := 0
			for _, m := range slices.Backward(tab.Material.Conversions()) {
				groups = append(groups, []table.Material{m})
			}
			grouped, err := generate.Table(t.Context(), tab.Material, tabletest.Load, generate.Options{Jobs: 2, Groups: groups,
				Released: func(group []table.Material) { released += len(group) }})
			if err != nil || released != len(groups) {
				t.Fatalf("%d of %d groups released: %v", released, len(groups), err)
			}
			for side := range 2 {
				expect.List(t, tab.Narrow.Code[side], many.Narrow.Code[side], "the table with five goroutines")
				expect.List(t, tab.Narrow.Code[side], grouped.Narrow.Code[side], "the table from one table after the other")
				expect.List(t, tabletest.Widen(tab).Wide.Code[side], wide.Wide.Code[side], "the table with two bytes a cell")
			}
			if tab.Narrow.Deepest != wide.Wide.Deepest || tab.Narrow.Deepest != many.Narrow.Deepest {
				t.Errorf("greatest depth %d, %d and %d", tab.Narrow.Deepest, many.Narrow.Deepest, wide.Wide.Deepest)
			}
		})
	}
}

// widened returns the table of a material with cells of two bytes.
func widened(_ context.Context, m table.Material) (*table.Table, error) {
	return tabletest.Widen(tabletest.Found(m)), nil
}

func TestGenerateErrors(t *testing.T) {
	t.Parallel()
	m, _ := table.ParseMaterial("KRvKB")
	_, err := generate.Table(t.Context(), m, tabletest.Set{}.Load, generate.Options{})
	var missing *table.MissingError
	if !errors.As(err, &missing) || missing.Material.String() != "KRvK" || missing.For != m {
		t.Errorf("without sub-tables: %v", err)
	}
	for _, name := range []string{"KvKR", "KvK", "KQQQQQvK"} {
		m, _ := table.ParseMaterial(name)
		expect.Fails(t, expect.Err(generate.Table(t.Context(), m, tabletest.Load, generate.Options{})),
			"%s", name)
	}
	tabletest.Table(t, "KQvKR")
	ctx, cancel := context.WithCancel(t.Context())
	depths := 0
	m, _ = table.ParseMaterial("KQvKR")
	_, err = generate.Table(ctx, m, tabletest.Load, generate.Options{Jobs: 2, Progress: func(p generate.Progress) {
		if depths++; p.Depth == 9 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) || depths != 5 {
		t.Errorf("cancelled at the fifth depth: %v after %d", err, depths)
	}
}

// TestTooDeepForOneByte: a depth that does not fit one byte is noticed, wherever it arises.
func TestTooDeepForOneByte(t *testing.T) {
	t.Parallel()
	tab := tabletest.Table(t, "KRvK")
	m, _ := table.ParseMaterial("KRvKN")
	deep := *tab.Narrow
	deep.Deepest = table.MaxDepth[uint8]()
	got, err := generate.Table(t.Context(), m, func(_ context.Context, m table.Material) (*table.Table, error) {
		if m == tab.Material {
			return &table.Table{Layout: tab.Layout, Narrow: &deep}, nil
		}
		return tabletest.Table(t, m.String()), nil
	}, generate.Options{})
	if err != nil || got.CellBytes() != 2 {
		t.Fatalf("sub-table with wins in %d plies: %v, %d bytes a cell", deep.Deepest, err, got.CellBytes())
	}
	for side, want := range tabletest.Widen(tabletest.Table(t, "KRvKN")).Wide.Code {
		expect.List(t, got.Wide.Code[side], want, "side %d: values from tables with one byte a cell", side)
	}
}
