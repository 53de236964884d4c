package generate_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"retroproof/internal/expect"
	"retroproof/retro/generate"
	"retroproof/retro/internal/tabletest"
	"retroproof/retro/table"
)

// TestCheckpoint goes on from a checkpoint, which needs no other table, with cells of one byte and of two; a file that
// is damaged, or of another table, is not used.
func TestCheckpoint(t *testing.T) {
	t.Parallel()
	want := tabletest.Table(t, "KRvKN")
	none := tabletest.Set{}.Load
	for _, find := range []table.Loader{tabletest.Load, widened} {
		file := filepath.Join(t.TempDir(), "checkpoint")
		build := func(ctx context.Context, find table.Loader, due bool, progress func(generate.Progress)) (*table.Table, error) {
			return generate.Table(ctx, want.Material, find, generate.Options{Progress: progress,
				Checkpoint: &generate.Checkpoint{File: file, Due: func() bool { return due }}})
		}
		ctx, cancel := context.WithCancel(t.Context())
		if _, err := build(ctx, find, true, func(p generate.Progress) {
			if p.Depth == 31 {
				cancel()
			}
		}); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		good, err := os.ReadFile(file)
		expect.NoError(t, err)
		first := 0
		got, err := build(t.Context(), none, false, func(p generate.Progress) {
			if first == 0 {
				first = p.Depth
			}
		})
		expect.NoError(t, err)
		expect.Equal(t, first, 33, "goes on with ply")
		compare := want
		if got.CellBytes() == 2 {
			compare = tabletest.Widen(want)
		}
		tabletest.SameTable(t, got, compare)
		for _, change := range []func(b []byte) []byte{
			func(b []byte) []byte { return nil },
			func(b []byte) []byte { return b[:40] },
			func(b []byte) []byte { return b[:len(b)-1] },
			func(b []byte) []byte { return append(b, 0) },
			func(b []byte) []byte { b[10]++; return b }, // the material
			func(b []byte) []byte { b[len(b)/3] ^= 8; return b },
			func(b []byte) []byte { b[len(b)-1] ^= 1; return b },
		} {
			expect.NoError(t, os.WriteFile(file, change(slices.Clone(good)), 0o666))
			var missing *table.MissingError
			if _, err := build(t.Context(), none, false, nil); !errors.As(err, &missing) {
				t.Errorf("a changed file is gone on from: %v", err)
			}
		}
		if got, err = build(t.Context(), find, false, nil); err != nil {
			t.Fatal(err)
		}
		tabletest.SameTable(t, got, compare)
	}
}
