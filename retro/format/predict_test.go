package format

import (
	"math/rand/v2"
	"testing"

	"retroproof/retro/index"
	"retroproof/retro/internal/tabletest"
)

// published has the bytes of the files of Gaviota's tables.
var published = map[string]int{
	"KQvK": 9443, "KRvK": 10824, "KBvK": 2021, "KNvK": 1754, "KPvK": 27435,
	"KQQvK": 206837, "KQRvK": 430581, "KQBvK": 489692, "KQNvK": 465758, "KRRvK": 227504, "KRBvK": 581672, "KRNvK": 603726,
	"KBBvK": 303495, "KBNvK": 857067, "KNNvK": 56090,
	"KQvKQ": 617561, "KQvKR": 1231824, "KQvKB": 935406, "KQvKN": 1009374, "KRvKR": 419236, "KRvKB": 344119, "KRvKN": 560328,
	"KBvKB": 149440, "KBvKN": 141471, "KNvKN": 143603,
	"KQPvK": 1849665, "KRPvK": 1824618, "KBPvK": 2087822, "KNPvK": 1954563,
	"KQvKP": 2534453, "KRvKP": 2444308, "KBvKP": 1094613, "KNvKP": 1501930, "KPPvK": 666277, "KPvKP": 1606640,
}

// TestSmallerThanPublished: no file is larger than Gaviota's of the same table.
func TestSmallerThanPublished(t *testing.T) {
	total := 0
	for name, most := range published {
		if len(name) > 4 && !tabletest.Long && (name != "KQQvK" || testing.Short()) {
			continue
		}
		n := len(encoded(t, tabletest.Table(t, name)))
		t.Logf("%s: %d bytes, Gaviota's has %d", name, n, most)
		if total += n; n > most {
			t.Errorf("%s: %d bytes, Gaviota's has %d", name, n, most)
		}
	}
	t.Logf("%d bytes in all", total)
}

// TestAnyCells: blocks of whatever values, which no position is like, come back.
func TestAnyCells(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for _, name := range []string{"KRvK", "KQvKR", "KQQvK", "KPvKP"} {
		l := index.ForScan(tabletest.Material(name))
		for _, values := range []int{1, 2, 10, 255} {
			codes := make([]uint8, 64*(1+r.IntN(300)))
			for i := range codes {
				codes[i] = uint8(1 + r.IntN(values))
			}
			side, word := r.IntN(2), r.IntN(l.Words-len(codes)/64+1)
			stream := appendPredicted([]byte("before"), l, codes, side, word)[len("before"):]
			if bound := len(codes)*2 + 1024; len(stream) > bound {
				t.Errorf("%s: %d values take %d bytes", name, len(codes), len(stream))
			}
			back := make([]uint8, len(codes))
			if err := readPredicted(l, back, stream, side, word); err != nil || string(back) != string(codes) {
				t.Errorf("%s, word %d, %d cells of %d values: other values, %v", name, word, len(codes), values, err)
			}
			for _, bad := range [][]byte{nil, stream[:len(stream)-1], append(stream[:len(stream):len(stream)], 0)} {
				if err := readPredicted(l, back, bad, side, word); err == nil {
					t.Errorf("%s: %d bytes in place of %d are read", name, len(bad), len(stream))
				}
			}
		}
	}
}

// TestTranspose: byte i of word j becomes byte j of word i.
func TestTranspose(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	var w [8]uint64
	for i := range w {
		w[i] = r.Uint64()
	}
	before := w
	transpose(&w)
	for i := range 8 {
		for j := range 8 {
			if got, want := uint8(w[j]>>(8*i)), uint8(before[i]>>(8*j)); got != want {
				t.Fatalf("byte %d of word %d is %d, want %d", i, j, got, want)
			}
		}
	}
}
