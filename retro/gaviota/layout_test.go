package gaviota

import (
	"math/rand/v2"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/retro/internal/tabletest"
	"retroproof/retro/table"
)

// Cell numbers as python-chess has them: White's men, then Black's, without the letters
// of pawns.
func TestVectors(t *testing.T) {
	t.Parallel()
	var v struct {
		white, black string
		cell         int
	}
	for range expect.Rows(t, "testdata/vectors.tsv", &v.white, &v.black, &v.cell) {
		var set table.Men
		var kings [2]uint8
		for c, side := range []string{v.white, v.black} {
			for _, m := range strings.Fields(side) {
				man, _ := chess.ParseMan(m[0])
				sq := square(m[1]-'a', m[2]-'1')
				if man.Kind() == chess.King {
					kings[c] = sq
				} else {
					set[c][man.Kind()] |= 1 << sq
				}
			}
		}
		var m table.Material
		for c := range set {
			for _, k := range table.Kinds {
				for range chess.Bitboard(set[c][k]).Count() {
					m = m.With(chess.Color(c), k)
				}
			}
		}
		expect.Equal(t, newLayout(m).cell(kings, &set), v.cell, "%s, %s: cell", v.white, v.black)
	}
}

// In all 145 layouts a random cell that has a position leads to a cell of ours, and the
// position of that cell back to one with the same men up to symmetry.
func TestScanFindsCells(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 3))
	for men := 3; men <= MaxMen; men++ {
		for _, m := range table.Materials(men) {
			l, own := newLayout(m), table.LayoutOf(m)
			s := newScanner(l, own)
			found := 0
			for range 300 {
				p := tabletest.RandomPosition(r, m)
				side, cell := l.Find(p, m)
				if side != p.Turn() || cell < 0 || cell >= l.Cells {
					t.Fatalf("%s: %s has cell %d of %d, %s to move", m, p, cell, l.Cells, side)
				}
				ours := none
				s.each(cell, cell+1, func(base int, offsets []int, cells int) {
					if ours = base; base != none && offsets != nil {
						ours += offsets[0]
					}
				})
				if ours == none {
					t.Fatalf("%s: cell %d, which is that of %s, leads nowhere", m, cell, p)
				}
				// The same orbit: our own numbering finds the same cell, but for the order of
				// equal men and mirror images.
				if _, want := own.Find(p, m); want == ours {
					found++
				}
			}
			if found == 0 {
				t.Errorf("%s: no cell of 300 leads to that of its position", m)
			}
		}
	}
}

// Every value that a table may have comes back from its cell, and every cell has a value.
func TestCells(t *testing.T) {
	t.Parallel()
	for side := chess.White; side <= chess.Black; side++ {
		seen := map[byte]bool{}
		check := func(v table.Value) {
			cell, ok := encode(side, v)
			if !ok || decode(side, cell) != v || seen[cell] {
				t.Errorf("%s to move, %s: cell %d, %t, which is %s", side, v, cell, ok, decode(side, cell))
			}
			seen[cell] = true
		}
		check(table.Value{})
		check(table.Value{Result: table.Drawn})
		for _, r := range []table.Result{table.Won, table.Lost} {
			n := 0
			if r == table.Won {
				n = 1
			}
			for ; n <= maxPlies(side, r); n += 2 {
				check(table.Value{Result: r, Plies: n})
			}
			if _, ok := encode(side, table.Value{Result: r, Plies: n}); ok {
				t.Errorf("%s to move: a %s in %d plies has a cell", side, r, n)
			}
		}
		expect.Equal(t, len(seen), 256, "%s to move", side)
	}
	for _, v := range []struct {
		side  chess.Color
		value table.Value
		cell  byte
	}{
		{chess.White, table.Value{Result: table.Won, Plies: 127}, 0xfd}, {chess.White, table.Value{Result: table.Won, Plies: 129}, 0x04},
		{chess.White, table.Value{Result: table.Lost, Plies: 128}, 0x07}, {chess.Black, table.Value{Result: table.Lost, Plies: 254}, 0xfc},
	} {
		if cell, _ := encode(v.side, v.value); cell != v.cell {
			t.Errorf("%s to move, %s: cell %02x, want %02x", v.side, v.value, cell, v.cell)
		}
	}
}
