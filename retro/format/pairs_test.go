package format

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/retro/internal/tabletest"
	"retroproof/retro/table"
)

// TestLoadPairs compares parts of tables with the whole.
func TestLoadPairs(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"KRvKN", "KBBvK", "KPvK"} { // several blocks, cells that repeat others, pawns
		want := tabletest.Table(t, name)
		file := filepath.Join(t.TempDir(), FileName(want.Material))
		expect.NoError(t, Write(t.Context(), want, file, 2))
		f, err := Open(file, nil)
		expect.NoError(t, err)
		defer f.Close()
		pairs := want.Pairs()
		for _, part := range [][2]int{{0, 1}, {0, pairs}, {pairs / 3, pairs / 4}, {pairs - 7, 7}} {
			for _, sides := range [][]chess.Color{{chess.White}, {chess.Black}, {chess.White, chess.Black}} {
				got, err := f.LoadPairs(t.Context(), sides, part[0], part[1], 2)
				expect.NoError(t, err)
				if got.Pairs() != part[1] || got.Deepest() != want.Deepest() {
					t.Errorf("%s: %d pairs, deepest %d; want %d, %d", name, got.Pairs(), got.Deepest(), part[1], want.Deepest())
				}
				from := 64 * want.FirstWord(part[0])
				for side, codes := range got.Narrow.Code {
					if codes != nil && !bytes.Equal(codes, want.Narrow.Code[side][from:from+got.Cells()]) {
						t.Errorf("%s, pairs %v, side %d: other values", name, part, side)
					}
				}
				for _, side := range sides {
					if got.Narrow.Code[side] == nil {
						t.Errorf("%s: side %v is missing", name, side)
					}
				}
			}
		}
		// A block that is damaged is found where it is read.
		b, err := os.ReadFile(file)
		expect.NoError(t, err)
		b[headerBytes+3] ^= 1
		expect.NoError(t, os.WriteFile(file, b, 0o666))
		damaged, err := Open(file, nil)
		expect.NoError(t, err)
		defer damaged.Close()
		var bad *table.FileError
		if _, err := damaged.LoadPairs(t.Context(), []chess.Color{chess.White}, 0, 1, 1); !errors.As(err, &bad) {
			t.Errorf("%s: a damaged block: %v", name, err)
		}
	}
}
