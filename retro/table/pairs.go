package table

import (
	"math/bits"
	"retroproof/chess"
	"sync"
)

// A Symmetry is one of the eight symmetries of the board: the files mirrored
// (bit 0), then the ranks (bit 1), then files and ranks exchanged (bit 2).
type Symmetry uint8

const (
	identity    Symmetry = 0
	MirrorFiles Symmetry = 1
	MirrorRanks Symmetry = 2
	Transpose   Symmetry = 4 // at the diagonal a1-h8

	numSymmetries = 8
)

// symSquare[op][sq] is the square that op takes sq to; symInverse undoes.
var (
	symSquare  = newSymSquares()
	symInverse = [numSymmetries]Symmetry{0, 1, 2, 3, 4, 6, 5, 7}
)

func newSymSquares() (table [numSymmetries][64]uint8) {
	for op := range Symmetry(numSymmetries) {
		for sq := range uint8(64) {
			to := sq
			if op&MirrorFiles != 0 {
				to ^= 7
			}
			if op&MirrorRanks != 0 {
				to ^= 56
			}
			if op&Transpose != 0 {
				to = to>>3 | to&7<<3
			}
			table[op][sq] = to
		}
	}
	return table
}

// Inverse returns the symmetry that undoes another.
func (s Symmetry) Inverse() Symmetry { return symInverse[s&7] }

// Square returns the image of a square.
func (s Symmetry) Square(sq uint8) uint8 { return symSquare[s&7][sq&63] }

// Bits returns the image of a set of squares.
func (s Symmetry) Bits(b uint64) uint64 {
	if s&MirrorFiles != 0 {
		b = b>>1&0x5555555555555555 | b&0x5555555555555555<<1
		b = b>>2&0x3333333333333333 | b&0x3333333333333333<<2
		b = b>>4&0x0f0f0f0f0f0f0f0f | b&0x0f0f0f0f0f0f0f0f<<4
	}
	if s&MirrorRanks != 0 {
		b = bits.ReverseBytes64(b)
	}
	if s&Transpose != 0 {
		b = Transposed(b)
	}
	return b
}

// Transposed is the image of a set under [Transpose].
func Transposed(b uint64) uint64 {
	// Exchange 4x4, 2x2, then single squares across the diagonal.
	t := (b ^ b>>28) & 0x00000000f0f0f0f0
	b ^= t ^ t<<28
	t = (b ^ b>>14) & 0x0000cccc0000cccc
	b ^= t ^ t<<14
	t = (b ^ b>>7) & 0x00aa00aa00aa00aa
	b ^= t ^ t<<7
	return b
}

// pair is what symmetry makes of two kings: the number of the pair, and the
// symmetry that leads there.
type pair struct {
	index int16 // -1 if the kings are adjacent or on one square
	op    Symmetry
}

// A KingStep is a step of one of the kings of a pair. Taken back, it is a step of
// the pair that it leads to.
type KingStep struct {
	To   uint8    // the square stepped to
	Pair int16    // the number of the pair after the step,
	Op   Symmetry // and the symmetry that turns the board to it
	// Twin: the pair after the step is symmetric, the one before is not. Positions
	// of a symmetric pair have a second cell, that of the mirror image, so that the
	// step leads to both.
	Twin bool
}

// pairing numbers the placements of two kings up to symmetry.
type pairing struct {
	at        [64 * 64]pair   // by white king * 64 + black king
	kings     [][2]uint8      // by number: white king, black king
	symmetric []bool          // both kings on the diagonal a1-h8, which may be mirrored
	steps     [][2][]KingStep // by number and colour of the king that steps
}

// pawnlessPairs returns the 462 pairs of all eight symmetries, pawnPairs the 1,806
// of mirrored files only. They are made when they are first needed.
var (
	pawnlessPairs = sync.OnceValue(func() *pairing { return newPairing(false) })
	pawnPairs     = sync.OnceValue(func() *pairing { return newPairing(true) })
)

func newPairing(pawns bool) *pairing {
	p := &pairing{}
	ops := Symmetry(numSymmetries)
	if pawns {
		ops = 2
	}
	for i := range p.at {
		p.at[i].index = -1
	}
	for i := range p.at {
		w, b := uint8(i>>6), uint8(i&63)
		if chess.KingAttacks(chess.Square(w)).Has(chess.Square(b)) || w == b || !canonicalKings(w, b, pawns) {
			continue
		}
		n := len(p.kings)
		p.kings = append(p.kings, [2]uint8{w, b})
		p.symmetric = append(p.symmetric, !pawns && w&7 == w>>3 && b&7 == b>>3)
		for op := range ops {
			inv := symInverse[op]
			at := &p.at[int(symSquare[inv][w])<<6|int(symSquare[inv][b])]
			if at.index < 0 { // a symmetric pair gets here twice
				*at = pair{int16(n), op}
			}
		}
	}
	p.addSteps()
	return p
}

// addSteps sets the steps of the kings of all pairs.
func (p *pairing) addSteps() {
	p.steps = make([][2][]KingStep, len(p.kings))
	all := make([]KingStep, 0, 16*len(p.kings))
	for i, k := range p.kings {
		for c := range 2 {
			start := len(all)
			for to := range chess.KingAttacks(chess.Square(k[c])).Squares() {
				kings := k
				kings[c] = uint8(to)
				if q := p.at[int(kings[0])<<6|int(kings[1])]; q.index >= 0 {
					all = append(all, KingStep{uint8(to), q.index, q.op, p.symmetric[q.index] && !p.symmetric[i]})
				}
			}
			p.steps[i][c] = all[start:len(all):len(all)]
		}
	}
}

// canonicalKings reports whether the kings stand where symmetry brings them:
// with pawns the white king on the files a to d; without, in the triangle
// a1-d1-d4, and if on its long side the black king not above the diagonal.
func canonicalKings(w, b uint8, pawns bool) bool {
	file, rank := w&7, w>>3
	if pawns {
		return file < 4
	}
	return file < 4 && rank <= file && (rank < file || b>>3 <= b&7)
}
