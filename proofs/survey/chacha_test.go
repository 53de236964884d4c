package survey

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"testing"

	"retroproof/internal/expect"
	"retroproof/proofs/survey/numbering"
)

// TestRFC has the block of RFC 8439, section 2.3.2, and its test vectors 1 and 2 of
// appendix A.1.
func TestRFC(t *testing.T) {
	t.Parallel()
	var key [32]byte
	for i := range key {
		key[i] = byte(i)
	}
	nonce := [12]byte{3: 9, 7: 0x4a}
	for _, tt := range []struct {
		key     [32]byte
		nonce   [12]byte
		counter uint32
		want    string
	}{
		{key, nonce, 1, "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e" +
			"d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"},
		{[32]byte{}, [12]byte{}, 0, "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7" +
			"da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"},
		{[32]byte{}, [12]byte{}, 1, "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed" +
			"29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"},
	} {
		c := newChacha(&tt.key, &tt.nonce)
		c[12] = tt.counter
		var got [64]byte
		for i, w := range c.block() {
			binary.LittleEndian.PutUint32(got[4*i:], w)
		}
		expect.Equal(t, hex.EncodeToString(got[:]), tt.want, "block %d: %x", tt.counter, got)
	}
}

// TestStreams fixes what a seed means.
func TestStreams(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		seed   uint64
		stream Stream
		index  uint64
		want   string
	}{
		{0, streamCPI, 0, "cfcd1b94a49a09c9 695c2f773c5a1cfb"},
		{0, streamCPI, 1, "920ca11b3ff5ae94 bea7517bbc98df00"},
		{1, streamCPI, 0, "d109020e11598429 8b4cde88f818e8b8"},
		{1, streamUrposition, 0, "0e471e19d95214e0 88d8ee0659afcdcc"},
		{1 << 63, RandomFEN, 1 << 40, "d3d2118d5587b7c8 c9ddf4a509c0883e"},
	} {
		s := NewSource(tt.seed, tt.stream, tt.index)
		expect.Equal(t, fmt.Sprintf("%016x %016x", s.Uint64(), s.Uint64()), tt.want,
			"seed %d, stream %d, draw %d", tt.seed, tt.stream, tt.index)
	}
}

// TestBelow draws from small sets, evenly but for what chance allows.
func TestBelow(t *testing.T) {
	t.Parallel()
	for _, n := range []numbering.Uint{numbering.Of(7), numbering.Of(1), numbering.Of128(5, 0), numbering.FromWords([3]uint64{1, 0, 3})} {
		top := uint64(0)
		for _, w := range n.Words() {
			if w != 0 {
				top = w
			}
		}
		hits := make([]int, 8)
		const draws = 70_000
		for i := range uint64(draws) {
			a := NewSource(2, streamCPI, i).Below(n)
			if !a.Less(n) {
				t.Fatalf("%v is not below %v", a, n)
			}
			switch {
			case n.Words()[2] != 0:
				hits[a.Words()[2]]++
			case n.Words()[1] != 0:
				hits[a.Words()[1]]++
			default:
				hits[a.Words()[0]]++
			}
		}
		want := draws / float64(top)
		for i, got := range hits[:top] {
			if d := float64(got) - want; d*d > 25*want {
				t.Errorf("below %v: %d of %d draws begin with %d", n, got, draws, i)
			}
		}
	}
}
