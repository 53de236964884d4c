package format

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"testing"

	"retroproof/internal/expect"
	"retroproof/retro/internal/tabletest"
	"retroproof/retro/table"
)

// published has the sizes of the Gaviota files in bytes.
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
	t.Parallel()
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
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 5))
	for _, name := range []string{"KRvK", "KQvKR", "KQQvK", "KPvKP"} {
		t.Run(name, func(t *testing.T) {
			l := table.ScanLayout(tabletest.Material(name))
			for _, values := range []int{1, 2, 10, 255} {
				codes := make([]uint8, 64*(1+r.IntN(300)))
				for i := range codes {
					codes[i] = uint8(1 + r.IntN(values))
				}
				side, word := r.IntN(2), r.IntN(l.Words-len(codes)/64+1)
				stream := appendPredicted([]byte("before"), l, codes, side, word)[len("before"):]
				if bound := len(codes)*2 + 1024; len(stream) > bound {
					t.Errorf("%d values take %d bytes", len(codes), len(stream))
				}
				back := make([]uint8, len(codes))
				if err := readPredicted(l, back, stream, side, word); err != nil || string(back) != string(codes) {
					t.Errorf("%s, word %d, %d cells of %d values: other values, %v", name, word, len(codes), values, err)
				}
				for _, bad := range [][]byte{nil, stream[:len(stream)-1], append(stream[:len(stream):len(stream)], 0)} {
					expect.Fails(t, readPredicted(l, back, bad, side, word),
						"%d bytes in place of %d", len(bad), len(stream))
				}
				for range 8 {
					bad := bytes.Clone(stream)
					at := max(len(bad)-1-r.IntN(6), 0)
					bad[at] ^= byte(1 + r.IntN(255))
					if err := readPredicted(l, back, bad, side, word); err == nil && string(back) == string(codes) {
						t.Errorf("the same cells are read with another byte at %d of %d", at, len(bad))
					}
				}
			}
		})
	}
}

// TestTransposed: byte i of row j becomes byte j of word i.
func TestTransposed(t *testing.T) {
	t.Parallel()
	var rows [nearby]*[64]uint8
	for j := range rows {
		rows[j] = new([64]uint8)
		for sq := range rows[j] {
			rows[j][sq] = uint8(37*j + 5*sq)
		}
	}
	for i := range nearby * 64 {
		var w [8]uint64
		sq, j := i%64, i/64
		transposed(&w, &rows, sq&^7)
		expect.Equal(t, uint8(w[sq&7]>>(8*j)), rows[j][sq], "square %d, row %d", sq, j)
	}
}

// TestPredictedBytes: what the method makes of tables is the same on every platform and in every
// version of this program, as files stay: a change of the predictions is another method.
func TestPredictedBytes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, want string }{
		{"KRvK", "b0fa3138f33742c41c629f8805ab1e9404927389463c77c807526947498e79b1"},
		{"KPvK", "299cafb1d86b42befbd6b1523f7082f6f3cf907fa3029cb28b649819b96f6393"},
		{"KBvKB", "61b014a48b6a4ff068d2e22d4e8a92ac40cbd95fa9f088e06f67007c60e890e2"}, // bishops, both inner and outer
		{"KBvKP", "7811fdcbf15e1cd6e759c5c5e605fe7eefe9d14658402de87ba3624b8e7964db"},
		{"KNvKP", "86c355cff6082a480a4a83eab8f1b6421a9e265c4a7ed5796aa4f8ec601bd127"},
	} {
		if testing.Short() && len(tt.name) > 4 {
			continue
		}
		expect.Equal(t, fmt.Sprintf("%x", sha256.Sum256(encoded(t, tabletest.Table(t, tt.name)))), tt.want,
			"%s: a file with the SHA-256", tt.name)
	}
}
