package gaviota

import (
	"bytes"
	"encoding/binary"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/ulikunitz/xz/lzma"

	"retroproof/internal/expect"
)

// decoded returns the text of a stream, by another's decoder.
func decoded(t *testing.T, stream []byte, n int) []byte {
	t.Helper()
	b := binary.LittleEndian.AppendUint64([]byte{0x5d, 0, 0x10, 0, 0}, uint64(n))
	r, err := lzma.NewReader(bytes.NewReader(append(b, stream...)))
	expect.NoError(t, err)
	text, err := io.ReadAll(r)
	expect.NoError(t, err)
	return text
}

// FuzzCompress compresses anything, twice with one encoder, and decompresses it.
func FuzzCompress(f *testing.F) {
	r := rand.New(rand.NewPCG(4, 4))
	for _, n := range []int{0, 1, 2, 3, 4, 5, 33, 300, 5000, 20000} {
		f.Add(text(r, n))
	}
	f.Add(make([]byte, 16384))
	f.Add(bytes.Repeat([]byte("abcd"), 4096))
	e := newEncoder()
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) == 0 {
			return // the other decoder does not read such a stream
		}
		stream := e.compress(nil, text)
		if got := decoded(t, stream, len(text)); !bytes.Equal(got, text) {
			t.Errorf("%d bytes come back as %d other ones", len(text), len(got))
		}
		if again := newEncoder().compress([]byte("x"), text); !bytes.Equal(again[1:], stream) {
			t.Error("a new encoder makes another stream")
		}
	})
}
