package generate_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"retroproof/internal/expect"
	"retroproof/retro/generate"
	"retroproof/retro/internal/tabletest"
	"retroproof/retro/table"
)

// cells reads all cells of a table that was built in slices.
func cells(t testing.TB, s *generate.Slices) []byte {
	t.Helper()
	r := s.Cells()
	defer r.Close()
	b, err := io.ReadAll(r)
	expect.NoError(t, err)
	return b
}

// oneByOne returns the tables of a material's conversions in as many groups as there may be.
func oneByOne(m table.Material) (groups [][]table.Material) {
	passing := generate.PassingTables(m)
	for _, c := range m.Conversions() {
		if !slices.Contains(passing, c) {
			groups = append(groups, []table.Material{c})
		}
	}
	if len(passing) > 0 {
		groups = append(groups, passing)
	}
	return groups
}

// TestInSlices compares tables built slice by slice with those built as a whole, cell by cell.
func TestInSlices(t *testing.T) {
	t.Parallel()
	names := []string{"KPPvK"}
	if testing.Short() {
		names = []string{"KNPvK"}
	}
	if tabletest.Long {
		names = nil
		for _, m := range table.Materials(4) {
			if m.Pawns() {
				names = append(names, m.String())
			}
		}
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want := tabletest.Table(t, name)
			m := want.Material
			// All tables that are needed at once, or one by one.
			for _, groups := range [][][]table.Material{nil, oneByOne(m)} {
				most := 0
				got, err := generate.InSlices(t.Context(), m, tabletest.Load, generate.Options{Jobs: 2, Groups: groups,
					Progress: func(p generate.Progress) { most = max(most, p.Slice) }}, filepath.Join(t.TempDir(), "slices"))
				expect.NoError(t, err)
				if all := cells(t, got); !bytes.Equal(all, append(append([]byte{}, want.Narrow.Code[0]...), want.Narrow.Code[1]...)) {
					t.Errorf("%s in %d groups: other values", name, len(groups))
				}
				if got.CellBytes != 1 || got.Deepest != want.Deepest() || most != 24 {
					t.Errorf("%d bytes a cell, deepest %d, %d slices; want 1, %d, 24", got.CellBytes, got.Deepest, most, want.Deepest())
				}
			}
		})
	}
}

// TestSlicesResumed stops a build at many depths, damages a slice, and goes on.
func TestSlicesResumed(t *testing.T) {
	t.Parallel()
	tabletest.SkipIfShort(t)
	want := tabletest.Table(t, "KPvKP")
	dir := filepath.Join(t.TempDir(), "slices")
	var most, reports int // the slice that builds have got to
	for stop := 40; ; stop += 40 {
		ctx, cancel := context.WithCancel(t.Context())
		n, first := 0, 0
		got, err := generate.InSlices(ctx, want.Material, tabletest.Load, generate.Options{Jobs: 2, Progress: func(p generate.Progress) {
			if first == 0 {
				first = p.Slice
			}
			most = max(most, p.Slice)
			reports++
			if n++; n == stop {
				cancel()
			}
		}}, dir)
		cancel()
		if err == nil {
			if all := cells(t, got); !bytes.Equal(all, append(append([]byte{}, want.Narrow.Code[0]...), want.Narrow.Code[1]...)) {
				t.Error("other values")
			}
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		if stop == 120 { // a slice that is there is damaged
			name := filepath.Join(dir, "slice000")
			b, err := os.ReadFile(name)
			expect.NoError(t, err)
			b[len(b)/2] ^= 1
			expect.NoError(t, os.WriteFile(name, b, 0o666))
			most = 0
		}
		if stop == 160 && first != 1 {
			t.Errorf("after slice 1 was damaged the build begins with slice %d", first)
		}
	}
	if most != 24 || reports < 200 {
		t.Errorf("%d reports up to slice %d", reports, most)
	}
}

// TestSlicesWiden: where depths do not fit one byte, what is finished is kept with two.
func TestSlicesWiden(t *testing.T) {
	t.Parallel()
	tabletest.SkipIfShort(t)
	want := tabletest.Table(t, "KNPvK")
	deep := *tabletest.Table(t, "KNNvK").Narrow
	deep.Deepest = table.MaxDepth[uint8]()
	var groups [][]table.Material
	for _, c := range want.Material.Conversions() {
		groups = append(groups, []table.Material{c})
	}
	// Only the sides to move that are needed are there, as when a build loads them.
	find := func(_ context.Context, m table.Material) (*table.Table, error) {
		all := tabletest.Found(m).Narrow
		if m == deep.Material {
			all = &deep
		}
		some := &table.Codes[uint8]{Layout: all.Layout, Deepest: all.Deepest}
		for _, side := range want.Material.ConversionTurns(m) {
			some.Code[side] = all.Code[side]
		}
		return &table.Table{Layout: some.Layout, Narrow: some}, nil
	}
	opt := generate.Options{Jobs: 1, Groups: groups}
	got, err := generate.InSlices(t.Context(), want.Material, find, opt, t.TempDir())
	if err != nil || got.CellBytes != 2 {
		t.Fatalf("%v, %d bytes a cell", err, got.CellBytes)
	}
	wide := tabletest.Widen(want).Wide
	b := cells(t, got)
	for i, code := range append(append([]uint16{}, wide.Code[0]...), wide.Code[1]...) {
		if got := uint16(b[2*i]) | uint16(b[2*i+1])<<8; got != code {
			t.Fatalf("cell %d: %d, want %d", i, got, code)
		}
	}
	opt.CellBytes = 1
	if _, err := generate.InSlices(t.Context(), want.Material, find, opt, t.TempDir()); !errors.Is(err, generate.ErrTooDeep) {
		t.Errorf("with one byte a cell: %v", err)
	}
}

// TestSlicesChanged: a build does not take the values of a slice that another one has put in place of its own.
func TestSlicesChanged(t *testing.T) {
	t.Parallel()
	tabletest.SkipIfShort(t)
	m := tabletest.Table(t, "KNPvK").Material
	dir := t.TempDir()
	var begun []byte // the first slice before it is finished
	_, err := generate.InSlices(t.Context(), m, tabletest.Load, generate.Options{Jobs: 1, Groups: oneByOne(m), Progress: func(p generate.Progress) {
		name := filepath.Join(dir, "slice000")
		switch b, err := os.ReadFile(name); {
		case err != nil:
			t.Error(err)
		case p.Slice == 1:
			begun = b
		case p.Slice == 2:
			expect.Succeeds(t, os.WriteFile(name, begun, 0o666), "os.WriteFile")
		}
	}}, dir)
	expect.ErrorSays(t, err, "slice000", "a slice that was finished")
}
