package survey

import (
	"encoding/binary"
	"math/bits"

	"retroproof/proofs/survey/numbering"
)

// Stream identifies the purpose of draws, so that draws for different purposes with one seed
// are independent. The numbers are part of the definition of samples.
type Stream uint32

// The streams.
const (
	streamCPI        Stream = 1 // Chess Position Integers
	streamUrposition Stream = 2 // ranks of urpositions, as published
	streamRepaired   Stream = 3 // ranks of urpositions, repaired
	RandomFEN        Stream = 4 // rndfen
	streamChosen     Stream = 5 // draws that are chosen in the second phase of two-phase sampling
	streamSpot       Stream = 6 // units that are checked for the rest
)

// keyText is the part of the key after the seed.
const keyText = "retroproof sample stream"

// chacha is the state of a ChaCha20 block: constants, key, counter, nonce.
type chacha [16]uint32

// newChacha returns the state for a key and a nonce, with a counter of 0.
func newChacha(key *[32]byte, nonce *[12]byte) (c chacha) {
	c = chacha{0x61707865, 0x3320646e, 0x79622d32, 0x6b206574} // "expand 32-byte k"
	for i := range 8 {
		c[4+i] = binary.LittleEndian.Uint32(key[4*i:])
	}
	for i := range 3 {
		c[13+i] = binary.LittleEndian.Uint32(nonce[4*i:])
	}
	return c
}

// block returns the next 64 bytes as words, and increments the counter.
func (c *chacha) block() (out [16]uint32) {
	x := *c
	for range 10 {
		quarter(&x, 0, 4, 8, 12)
		quarter(&x, 1, 5, 9, 13)
		quarter(&x, 2, 6, 10, 14)
		quarter(&x, 3, 7, 11, 15)
		quarter(&x, 0, 5, 10, 15)
		quarter(&x, 1, 6, 11, 12)
		quarter(&x, 2, 7, 8, 13)
		quarter(&x, 3, 4, 9, 14)
	}
	for i := range out {
		out[i] = x[i] + c[i]
	}
	c[12]++
	return out
}

// quarter is the quarter round on four words of the state.
func quarter(x *chacha, ia, ib, ic, id int) {
	a, b, c, d := x[ia], x[ib], x[ic], x[id]
	a += b
	d = bits.RotateLeft32(d^a, 16)
	c += d
	b = bits.RotateLeft32(b^c, 12)
	a += b
	d = bits.RotateLeft32(d^a, 8)
	c += d
	b = bits.RotateLeft32(b^c, 7)
	x[ia], x[ib], x[ic], x[id] = a, b, c, d
}

// Source is the stream of one draw.
type Source struct {
	state chacha
	words [16]uint32
	used  int
}

// NewSource returns the stream of the index-th draw.
func NewSource(seed uint64, stream Stream, index uint64) *Source {
	var key [32]byte
	var nonce [12]byte
	binary.LittleEndian.PutUint64(key[:], seed)
	copy(key[8:], keyText)
	binary.LittleEndian.PutUint64(nonce[:], index)
	binary.LittleEndian.PutUint32(nonce[8:], uint32(stream))
	s := &Source{state: newChacha(&key, &nonce)}
	s.used = len(s.words)
	return s
}

// Uint64 returns the next 8 bytes of the stream as a number, the lowest first.
func (s *Source) Uint64() uint64 {
	if s.used == len(s.words) {
		s.words, s.used = s.state.block(), 0
	}
	n := uint64(s.words[s.used]) | uint64(s.words[s.used+1])<<32
	s.used += 2
	return n
}

// Below returns a uniformly distributed number below n, which must not be 0.
func (s *Source) Below(n numbering.Uint) numbering.Uint {
	most := n.Sub(numbering.Of(1)).BitLen()
	for {
		a := numbering.FromWords([3]uint64{s.Uint64(), s.Uint64(), s.Uint64()}).Low(most)
		if a.Less(n) {
			return a
		}
	}
}
