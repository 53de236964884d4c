package generate

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"os"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/retro/table"
)

func mustParse(t *testing.T, name string) table.Material {
	t.Helper()
	m, err := table.ParseMaterial(name)
	expect.NoError(t, err)
	return m
}

// TestViewsOfShared compares where a conversion leads in a table in which two men share a
// digit with where the position is looked up. Tables without values are enough.
func TestViewsOfShared(t *testing.T) {
	t.Parallel()
	m := mustParse(t, "KNNPvKR")
	l := table.ScanLayout(m)
	tables := map[table.Material]*table.Table{}
	for _, c := range m.Conversions() {
		sub := table.ScanLayoutVersion(c, table.Paired)
		tables[c] = &table.Table{Layout: sub, Narrow: &table.Codes[uint8]{Layout: sub}}
	}
	subs := newConversions[uint8](l, tables)
	pawn := 0
	for ; l.Man(pawn).Kind != chess.Pawn; pawn++ {
	}
	r := rand.New(rand.NewPCG(24, 1))
	for p, kind := range table.Promotions {
		v := &subs.promotes[pawn][p]
		to := m.Without(chess.White, chess.Pawn).With(chess.White, kind)
		for tried := 0; tried < 2000; {
			// The men where they may stand after the promotion.
			var b table.Board
			l.Place(&b, r.IntN(l.Words))
			inner := uint8(r.IntN(64))
			men := uint64(1)<<b.King[0] | 1<<b.King[1] | 1<<inner
			var sq [table.MaxOuter + 1]uint8
			sq[len(l.Outer)] = inner
			var set table.Men
			set[l.Inner.Color][l.Inner.Kind] |= 1 << inner
			for i := range l.Outer {
				sq[i] = b.Sq[i]
				kindThen := l.Outer[i].Kind
				if i == pawn {
					sq[i], kindThen = uint8(56+r.IntN(8)), kind
				}
				men |= 1 << sq[i]
				set[l.Outer[i].Color][kindThen] |= 1 << sq[i]
			}
			if bits.OnesCount64(men) != m.Men() {
				continue
			}
			tried++
			_, want, ok := v.table.FindDiagram(&table.Diagram{King: b.King, Men: set, Turn: chess.Black}, to)
			for variable := -1; variable <= len(l.Outer); variable++ {
				word, square, off, found := v.at(b.King, &sq, variable)
				if found != ok {
					t.Fatalf("%s: adjacent kings: %t", to, found)
				}
				switch {
				case variable < 0:
				case v.slot[variable] == &v.table.Inner:
					square = int(off[sq[variable]])
				default:
					word += int(off[sq[variable]])
				}
				var at table.Board
				v.table.Place(&at, word)
				if own, ok := v.table.CellOf(&at, uint8(square)); !ok || own != want {
					t.Fatalf("%s, man %d varies: cell %d, its position's own is %d, want %d", to, variable, word<<6|square, own, want)
				}
			}
		}
	}
}

// TestShared generates a table of five men in both layouts.
func TestShared(t *testing.T) {
	t.Parallel()
	if os.Getenv("RETROPROOF_LONG") == "" {
		t.Skip("120 million positions")
	}
	ctx := context.Background()
	m := mustParse(t, "KNNNvK")
	tables := map[table.Material]*table.Table{}
	load := func(_ context.Context, m table.Material) (*table.Table, error) { return tables[m], nil }
	for _, sub := range table.BuildOrder(m) {
		tab, err := Table(ctx, sub, load, Options{Jobs: 2})
		expect.NoError(t, err)
		tables[sub] = tab
	}
	ordered := tables[m].Narrow
	l := table.ScanLayoutVersion(m, table.Paired)
	paired, err := generate[uint8](ctx, l, load, Options{Jobs: 2, Groups: [][]table.Material{m.Conversions()}})
	expect.NoError(t, err)
	if paired.Deepest != ordered.Deepest || l.Words >= ordered.Words {
		t.Errorf("deepest %d in %d words, and %d in %d", paired.Deepest, l.Words, ordered.Deepest, ordered.Words)
	}
	positions := 0
	var a table.Board
	for word := range ordered.Words {
		ordered.Place(&a, word)
		for sq := range chess.Bitboard(ordered.Own(&a)).Squares() {
			var set table.Men
			set[chess.White][chess.Knight] = 1<<a.Sq[0] | 1<<a.Sq[1] | 1<<sq
			_, cell, ok := l.FindDiagram(&table.Diagram{King: a.King, Men: set}, m)
			if !ok {
				t.Fatalf("word %d: adjacent kings", word)
			}
			for side := range paired.Code {
				if got, want := paired.Code[side][cell], ordered.Code[side][word<<6|int(sq)]; got != want {
					t.Fatalf("word %d, square %d, side %d: code %d, want %d", word, sq, side, got, want)
				}
			}
			positions++
		}
	}
	if positions < 17_000_000 {
		t.Errorf("only %d positions", positions)
	}
}
