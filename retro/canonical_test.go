package retro

import (
	"math/bits"
	"testing"
)

// TestOwn compares the sets of own cells with what ownCell says of each.
func TestOwn(t *testing.T) {
	for _, name := range []string{"KRvK", "KQvKR", "KRRvK", "KPPvK", "KQvKQ", "KNNvKN", "KBBBvK"} {
		l := newLayout(material(t, name))
		l.fillRest()
		step := 1 + l.words/50_000
		var b board
		for word := 0; word < l.words; word += step {
			l.place(&b, word)
			own := l.own(&b)
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
	names := []string{"KRvK", "KPvK"}
	if !testing.Short() {
		names = append(names, "KQvKR", "KRRvK", "KPPvK")
	}
	if long {
		names = append(names, "KNNvKN", "KNNNvK")
	}
	for _, name := range names {
		l := newLayout(material(t, name))
		l.fillRest()
		const prime = 65521
		value := func(cell int) uint16 { return uint16(cell%prime + 1) }
		codes := make([]uint16, l.cells())
		each := func(do func(b *board)) {
			var b board
			for word := range l.words {
				l.place(&b, word)
				do(&b)
			}
		}
		each(func(b *board) {
			for sq := range squaresOf(l.own(b)) {
				codes[b.word<<6|int(sq)] = value(b.word<<6 | int(sq))
			}
		})
		each(func(b *board) { repeatCells(l, b, codes) })
		each(func(b *board) { repeatRow(l, b, codes) })
		bad := 0
		each(func(b *board) {
			if b.clash {
				return
			}
			for sq := range squaresOf(l.free(b)) {
				if codes[b.word<<6|int(sq)] != value(l.ownCell(b, sq)) {
					bad++
				}
			}
		})
		if bad > 0 {
			t.Errorf("%s: %d cells are not what they repeat", name, bad)
		}
	}
}
