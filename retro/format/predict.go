package format

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"sync"

	"retroproof/chess"
	"retroproof/retro/table"
)

// Cells of one byte, of tables with at most one outer man, are predicted: a value is
// mostly that of a position near by, in which one man stands a file or a rank nearer
// to a1; a bishop, whose moves do not lead to squares of the other colour, a rank nearer and a file to either
// side. There are up to eight such positions. Their values, without repetitions, are
// candidates. For each in turn a bit says whether it is the value; the chance of the
// bit depends on which of the eight have it. A value that is none of the first three
// is written bit by bit, with chances that depend on the first candidate.
//
// Only the positions' own cells are written. The others hold the first candidate.

const (
	nearby     = 8 // positions
	candidates = 3
)

// The nearby positions, by what stands nearer to a1. With a bishop, file is that to the left,
// rank that to the right.
const (
	innerFile = iota
	innerRank
	outerFile
	outerRank
	blackFile // the kings
	blackRank
	whiteFile
	whiteRank
)

// predicts reports whether the cells of a layout can be predicted.
func predicts(l *table.Layout) bool { return len(l.Outer) <= 1 }

// predictor writes or reads a block of cells.
type predictor struct {
	layout *table.Layout // for scanning
	coder  bitCoder
	none   bool // a position without a value was read
	// order has the nearby positions, those first that had the value most often in the
	// last rows; reliable has how often.
	order    [nearby]uint8
	reliable [nearby]uint32
	here     [2][64]uint8 // the rows of innerFile and innerRank, known a rank at a time
	words    [8]uint64    // by file: codes of the nearby positions of a rank, in order
	hits     uint64       // a byte for each of them: how many own cells of the row had its code
	// chances are those of the candidates, by number and the set of those that have it, in order; then of the bits of a
	// code, by those before, highest first; and the same for each first candidate.
	chances [(candidates + 1 + 256) << nearby]likelihood
}

// predictors keeps those that are not in use: each takes 0.3 MB, and a table has a hundred blocks.
var predictors = sync.Pool{New: func() any { return &predictor{} }}

// newPredictor returns one that has learnt nothing.
func newPredictor(l *table.Layout) *predictor {
	p := predictors.Get().(*predictor)
	p.layout, p.none, p.reliable, p.here = l, false, [nearby]uint32{}, [2][64]uint8{}
	p.order = [nearby]uint8{0, 1, 2, 3, 4, 5, 6, 7}
	p.chances[0] = evenChance
	for n := 1; n < len(p.chances); n *= 2 {
		copy(p.chances[n:], p.chances[:n])
	}
	return p
}

// appendPredicted appends a block's cells, of which it changes those that are not own. The
// block begins with a word of a side to move.
func appendPredicted(dst []byte, l *table.Layout, codes []uint8, side, word int) []byte {
	p := newPredictor(l)
	defer predictors.Put(p)
	p.coder.write(slices.Grow(dst, len(codes)*mostBytes))
	p.cells(codes, side, word)
	return p.coder.finish()
}

// readPredicted fills a block's cells.
func readPredicted(l *table.Layout, codes []uint8, block []byte, side, word int) error {
	p := newPredictor(l)
	defer predictors.Put(p)
	p.coder.read(block)
	p.cells(codes, side, word)
	switch {
	case p.none:
		return errors.New("a position without a value")
	case !p.coder.whole():
		return fmt.Errorf("the cells end at byte %d of %d, or with other bytes", p.coder.at-4+endBytes, len(block))
	}
	return nil
}

// cells goes through the cells of a block: it writes the own ones and sets the others,
// or reads the own ones and sets all.
func (p *predictor) cells(codes []uint8, side, word int) {
	var b table.Board
	for i := 0; i < len(codes); i += 64 {
		p.layout.Place(&b, word+i/64)
		own := p.layout.Positions(&b, side)
		rows := p.rows(codes[:i], &b)
		row := (*[64]uint8)(codes[i:])
		p.row(row, &rows, own)
		if own != 0 {
			p.rate(&rows)
		}
	}
	p.coder.low, p.coder.high, p.coder.value = p.coder.shift(p.coder.low, p.coder.high, p.coder.value)
}

// rows returns the rows of the nearby positions in which another man than the inner one
// stands nearer; nil where there is none in the block before the row of b.
func (p *predictor) rows(before []uint8, b *table.Board) (rows [nearby]*[64]uint8) {
	// A man's step changes the number of the word by the difference of his offsets, so that the row is that far back.
	// Cost: six of these differences a row of 64 cells.
	here := len(before) / 64
	at := func(back int) *[64]uint8 {
		if back <= 0 || back > here {
			return nil
		}
		return (*[64]uint8)(before[64*(here-back):])
	}
	l := p.layout
	if len(l.Outer) == 1 {
		off, sq, least := l.Offsets(b, 0), b.Sq[0], uint8(0)
		if l.Outer[0].Kind == chess.Pawn {
			least = 8
		}
		switch file := sq & 7; {
		case l.Outer[0].Kind != chess.Bishop:
			if file != 0 {
				rows[outerFile] = at(off[sq&63] - off[(sq-1)&63])
			}
			if sq >= least+8 {
				rows[outerRank] = at(off[sq&63] - off[(sq-8)&63])
			}
		case sq >= 8:
			if file != 0 {
				rows[outerFile] = at(off[sq&63] - off[(sq-9)&63])
			}
			if file != 7 {
				rows[outerRank] = at(off[sq&63] - off[(sq-7)&63])
			}
		}
	}
	// The kings: only where no symmetry turns the board after the step.
	for i, step := range [4]struct {
		side int
		by   uint8
	}{{1, 1}, {1, 8}, {0, 1}, {0, 8}} {
		kings := b.King
		sq := &kings[step.side]
		if *sq < step.by || step.by == 1 && *sq&7 == 0 {
			continue
		}
		*sq -= step.by
		if pair, op := l.KingPair(kings); pair >= 0 && op == 0 {
			rows[blackFile+i] = at((b.Pair - pair) * l.PerPair)
		}
	}
	return rows
}

var noRow [64]uint8

// row writes or reads the own cells of a row, and completes the rows of the nearby positions.
func (p *predictor) row(row *[64]uint8, rows *[nearby]*[64]uint8, own uint64) {
	bishop := p.layout.Inner.Kind == chess.Bishop
	rows[innerFile], rows[innerRank] = &p.here[0], &p.here[1]
	var from [nearby]*[64]uint8
	var last uint64 // the byte of the cell before in the rank
	for place, n := range p.order {
		if from[place] = rows[n]; rows[n] == nil {
			from[place] = &noRow
		}
		if n == innerFile && !bishop {
			last = 0xff << (8 * place & 63)
		}
	}
	p.hits = 0
	for start := 0; start < 64; start += 8 {
		transposed(&p.words, &from, start)
		cells := (*[8]uint8)(row[start:])
		if p.coder.reading {
			eight[reading](p, cells, uint8(own>>start), last)
		} else {
			eight[writing](p, cells, uint8(own>>start), last)
		}
		if lower := binary.LittleEndian.Uint64(cells[:]); start < 56 {
			if bishop {
				binary.LittleEndian.PutUint64(p.here[0][start+8:], lower<<8)
				lower >>= 8
			}
			binary.LittleEndian.PutUint64(p.here[1][start+8:], lower)
		}
	}
}

// What is done with the cells of a block, as types.
type reading [0]struct{}
type writing [1]struct{}

// first returns the first code of those of nearby positions; without any, that of a draw.
func first(near uint64) uint8 {
	if near == 0 {
		return table.Draw[uint8]()
	}
	return uint8(near >> (bits.TrailingZeros64(near) &^ 7))
}

const (
	mostBytes = 16 // of the bits of a cell: 11, each with the least chance, of 11 bits

	lowBits = 0x0101010101010101 // the lowest bit of each byte
	gather  = 0x0002040810204081 // puts the highest bits of the bytes side by side into the highest byte
)

// eight writes or reads the own cells of a rank, and sets the others. last has the byte of the nearby position that is
// the one before in the rank, or nothing. The type says which it is, at compile time.
func eight[Mode reading | writing](p *predictor, row *[8]uint8, own uint8, last uint64) {
	// Up to three bits say which candidate it is, and eight more that it is none. The coder's numbers stay in registers
	// from cell to cell.
	// Cost: two or three multiplications and some 70 instructions a bit.
	var mode Mode
	c := &p.coder
	low, high, value := c.low, c.high, c.value
	var before uint64
	for i, near := range &p.words {
		near |= before & last
		code, left, k := uint8(0), near, 0
		for own>>i&1 != 0 && left != 0 && k < candidates {
			low, high, value = c.shift(low, high, value)
			code = uint8(left >> (bits.TrailingZeros64(left) &^ 7))
			equal := table.BytesEqual(left, uint64(code)*lowBits)
			l := &p.chances[k<<nearby|int(equal*gather>>56)]
			mid := low + uint32(uint64(high-low)*l.chance()>>16)
			if len(mode) > 0 {
				value = low
				if row[i] != code {
					value = high
				}
			}
			if value <= mid {
				*l = l.after1()
				high = mid
				p.hits += equal >> 7
				break
			}
			*l = l.after0()
			low = mid + 1
			left &^= equal >> 7 * 0xff
			code = 0
			k++
		}
		if code == 0 {
			if code = first(near); own>>i&1 != 0 {
				c.low, c.high, c.value = low, high, value
				code = spelled[Mode](p, code, row[i])
				low, high, value = c.low, c.high, c.value
				p.hits += table.BytesEqual(near, uint64(code)*lowBits) >> 7
			}
		}
		row[i] = code
		before = uint64(code) * lowBits
	}
	c.low, c.high, c.value = low, high, value
}

// spelled writes a code bit by bit, or reads one. first is the first candidate.
func spelled[Mode reading | writing](p *predictor, first, code uint8) uint8 {
	var mode Mode
	all := (*[256]likelihood)(p.chances[candidates<<nearby:])
	after := (*[256]likelihood)(p.chances[(candidates+1+int(first))<<nearby:])
	c := &p.coder
	low, high, value := c.low, c.high, c.value
	node := 1
	for ; node < 256; code <<= 1 {
		low, high, value = c.shift(low, high, value)
		l, m := all[node&0xff], after[node&0xff]
		mid := low + uint32(uint64(high-low)*((l.chance()+m.chance())/2)>>16)
		if len(mode) > 0 {
			value = high
			if code >= 0x80 {
				value = low
			}
		}
		if value <= mid {
			all[node&0xff], after[node&0xff] = l.after1(), m.after1()
			node, high = node<<1|1, mid
		} else {
			all[node&0xff], after[node&0xff] = l.after0(), m.after0()
			node, low = node<<1, mid+1
		}
	}
	c.low, c.high, c.value = low, high, value
	p.none = p.none || uint8(node) == 0
	return uint8(node)
}

// transposed sets w to the bytes of eight rows for each file of a rank, which begins at a byte.
func transposed(w *[8]uint64, rows *[nearby]*[64]uint8, start int) {
	const mask32, mask16, mask8 = 0x00000000ffffffff, 0x0000ffff0000ffff, 0x00ff00ff00ff00ff
	rank := func(i int) uint64 { return binary.LittleEndian.Uint64(rows[i][start&56 : start&56+8]) }
	a, e := exchange(rank(0), rank(4), 32, mask32)
	b, f := exchange(rank(1), rank(5), 32, mask32)
	c, g := exchange(rank(2), rank(6), 32, mask32)
	d, h := exchange(rank(3), rank(7), 32, mask32)
	a, c = exchange(a, c, 16, mask16)
	b, d = exchange(b, d, 16, mask16)
	e, g = exchange(e, g, 16, mask16)
	f, h = exchange(f, h, 16, mask16)
	w[0], w[1] = exchange(a, b, 8, mask8)
	w[2], w[3] = exchange(c, d, 8, mask8)
	w[4], w[5] = exchange(e, f, 8, mask8)
	w[6], w[7] = exchange(g, h, 8, mask8)
}

// exchange exchanges the bits of a mask in b with those of a that are so much higher.
func exchange(a, b uint64, shift uint, mask uint64) (uint64, uint64) {
	t := (a>>shift ^ b) & mask
	return a ^ t<<shift, b ^ t
}

// rate orders the nearby positions anew after a row with own cells.
func (p *predictor) rate(rows *[nearby]*[64]uint8) {
	for place, n := range p.order {
		if rows[n] != nil {
			p.reliable[n] += uint32(p.hits>>(8*place)&0xff)<<10>>2 - p.reliable[n]>>2
		}
	}
	for i := 1; i < nearby; i++ {
		for j := i; j > 0 && p.reliable[p.order[j]] > p.reliable[p.order[j-1]]; j-- {
			p.order[j], p.order[j-1] = p.order[j-1], p.order[j]
		}
	}
}
