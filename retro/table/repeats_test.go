package table

import (
	"math/bits"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
)

// TestOwn compares the sets of own cells with what ownCell says of each.
func TestOwn(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"KRvK", "KQvKR", "KRRvK", "KPPvK", "KQvKQ", "KNNvKN", "KBBBvK", "KBBvKNN", "KNNNNvK", "KPPPvKP"} {
		l := ScanLayout(mustMaterial(name))
		step := 1 + l.Words/50_000
		var b Board
		for word := 0; word < l.Words; word += step {
			l.Place(&b, word)
			own := l.Own(&b)
			if b.clash {
				if own != 0 {
					t.Fatalf("%s, word %d: own cells though men are on one square", name, word)
				}
				continue
			}
			for set := l.free(&b); set != 0; set &= set - 1 {
				sq := uint8(bits.TrailingZeros64(set))
				if is := l.ownCell(&b, sq) == word<<6|int(sq); is != (own>>sq&1 != 0) {
					t.Fatalf("%s, word %d, square %d: own %t, want %t", name, word, sq, !is, is)
				}
			}
		}
	}
}

// TestRepeats fills in what repeats, from own cells that are all different.
func TestRepeats(t *testing.T) {
	t.Parallel()
	names := []string{"KRvK", "KPvK"}
	if !testing.Short() {
		names = append(names, "KQvKR", "KRRvK", "KPPvK")
	}
	if expect.Long {
		names = append(names, "KNNvKN", "KNNNvK", "paired KNNNvK")
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := ScanLayout(mustMaterial(strings.TrimPrefix(name, "paired ")))
			if strings.HasPrefix(name, "paired ") {
				l = ScanLayoutVersion(l.Material, Paired)
			}
			const prime = 65521
			value := func(cell int) uint16 { return uint16(cell%prime + 1) }
			codes := make([]uint16, l.Cells())
			each := func(do func(b *Board)) {
				var b Board
				for word := range l.Words {
					l.Place(&b, word)
					do(&b)
				}
			}
			each(func(b *Board) {
				for sq := range chess.Bitboard(l.Own(b)).Squares() {
					codes[b.Word<<6|int(sq)] = value(b.Word<<6 | int(sq))
				}
			})
			each(func(b *Board) { RepeatCells(l, b, codes) })
			each(func(b *Board) { RepeatRow(l, b, codes) })
			bad := 0
			each(func(b *Board) {
				if b.clash {
					return
				}
				for sq := range chess.Bitboard(l.free(b)).Squares() {
					if codes[b.Word<<6|int(sq)] != value(l.ownCell(b, uint8(sq))) {
						bad++
					}
				}
			})
			if bad > 0 {
				t.Errorf("%d cells are not what they repeat", bad)
			}
		})
	}
}
