package format

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
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
	hit      [candidates][1 << nearby]likelihood // by the set of those that have the candidate, in order
	other    [256]likelihood                     // by the bits before, highest first
	after    [256][256]likelihood                // by the first candidate, too
}

// predictors keeps those that are not in use: each takes 0.3 MB, and a table has a hundred blocks.
var predictors = sync.Pool{New: func() any { return &predictor{} }}

// newPredictor returns one that has learnt nothing.
func newPredictor(l *table.Layout) *predictor {
	p := predictors.Get().(*predictor)
	p.layout, p.none, p.reliable = l, false, [nearby]uint32{}
	for i := range p.order {
		p.order[i] = uint8(i)
	}
	for i := range p.hit {
		fill(p.hit[i][:])
	}
	fill(p.other[:])
	for i := range p.after {
		fill(p.after[i][:])
	}
	return p
}

func fill(list []likelihood) {
	for i := range list {
		list[i] = evenChance
	}
}

// appendPredicted appends a block's cells, of which it changes those that are not own. The
// block begins with a word of a side to move.
func appendPredicted(dst []byte, l *table.Layout, codes []uint8, side, word int) []byte {
	p := newPredictor(l)
	defer predictors.Put(p)
	p.coder.write(dst)
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
		p.row(row, rows, own)
		if own != 0 {
			p.rate(row, rows, own)
		}
	}
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

// row writes or reads the own cells of a row.
func (p *predictor) row(row *[64]uint8, rows [nearby]*[64]uint8, own uint64) {
	var from [nearby]*[64]uint8
	var file, rank int // places of innerFile and innerRank
	for place, n := range p.order {
		from[place] = rows[n]
		if rows[n] == nil {
			from[place] = &noRow
		}
		switch n {
		case innerFile:
			file = place
		case innerRank:
			rank = place
		}
	}
	bishop := p.layout.Inner.Kind == chess.Bishop
	var lower uint64 // the rank before
	for start := 0; start < 64; start += 8 {
		var words [nearby]uint64
		for place := range words {
			words[place] = binary.LittleEndian.Uint64(from[place][start : start+8])
		}
		if bishop {
			words[file], words[rank] = lower<<8, lower>>8
		} else {
			words[rank] = lower
		}
		transpose(&words)
		lower = 0
		var last uint64 // the value before in the rank, at its place
		for i, near := range words {
			near |= last
			value := table.Draw[uint8]()
			if near != 0 {
				value = uint8(near >> (bits.TrailingZeros64(near) &^ 7))
			}
			if own>>(start+i)&1 != 0 {
				value = p.cell(near, value, row[start+i])
			}
			row[start+i] = value
			lower |= uint64(value) << (8 * i)
			if !bishop {
				last = uint64(value) << (8 * file & 63)
			}
		}
	}
}

// transpose makes of words of the bytes of places words of the bytes of files.
func transpose(w *[8]uint64) {
	for i := range 4 {
		a, b := w[i], w[i+4]
		w[i], w[i+4] = a&0xffffffff|b<<32, a>>32|b&^0xffffffff
	}
	for _, i := range [4]int{0, 1, 4, 5} {
		const mask = 0x0000ffff0000ffff
		a, b := w[i], w[i+2]
		w[i], w[i+2] = a&mask|b&mask<<16, a>>16&mask|b&^mask
	}
	for i := 0; i < 8; i += 2 {
		const mask = 0x00ff00ff00ff00ff
		a, b := w[i], w[i+1]
		w[i], w[i+1] = a&mask|b&mask<<8, a>>8&mask|b&^mask
	}
}

// lowBits has the lowest bit of each byte.
const lowBits = 0x0101010101010101

// cell writes a value, or reads one. near has the values of the nearby positions, in
// order, and zeros; first is the first of them.
func (p *predictor) cell(near uint64, first, value uint8) uint8 {
	candidate := first
	for i := range p.hit {
		if near == 0 {
			break
		}
		candidate = uint8(near >> (bits.TrailingZeros64(near) &^ 7))
		equal := table.BytesEqual(near, uint64(candidate)*lowBits)
		// The highest bits of the bytes, side by side.
		l := &p.hit[i][equal>>7*0x0102040810204080>>56]
		var bit uint32
		if value == candidate {
			bit = 1
		}
		bit = p.coder.bit(l.chance(), bit)
		l.learn(bit)
		if bit != 0 {
			return candidate
		}
		near &^= equal >> 7 * 0xff
	}
	node := uint32(1)
	after := &p.after[first]
	for i := 7; i >= 0; i-- {
		l, m := &p.other[node&0xff], &after[node&0xff]
		bit := p.coder.bit((l.chance()+m.chance())/2, uint32(value)>>i&1)
		l.learn(bit)
		m.learn(bit)
		node = node<<1 | bit
	}
	if uint8(node) == 0 {
		p.none = true
	}
	return uint8(node)
}

// rate counts how often the nearby positions had the values of the own cells of a row, and
// orders them anew.
func (p *predictor) rate(row *[64]uint8, rows [nearby]*[64]uint8, own uint64) {
	var hits [nearby]int
	var lower uint64
	for start := 0; start < 64; start += 8 {
		of := spread[uint8(own>>start)]
		w := binary.LittleEndian.Uint64(row[start : start+8])
		file, rank := w<<8, lower
		if p.layout.Inner.Kind == chess.Bishop {
			file, rank = lower<<8, lower>>8
		}
		hits[innerFile] += bits.OnesCount64(table.BytesEqual(w, file) & of)
		hits[innerRank] += bits.OnesCount64(table.BytesEqual(w, rank) & of)
		lower = w
		for n := outerFile; n < nearby; n++ {
			if other := rows[n]; other != nil {
				hits[n] += bits.OnesCount64(table.BytesEqual(w, binary.LittleEndian.Uint64(other[start:start+8])) & of)
			}
		}
	}
	for n := range hits {
		if n < outerFile || rows[n] != nil {
			p.reliable[n] += uint32(hits[n])<<10>>2 - p.reliable[n]>>2
		}
	}
	for i := 1; i < nearby; i++ {
		for j := i; j > 0 && p.reliable[p.order[j]] > p.reliable[p.order[j-1]]; j-- {
			p.order[j], p.order[j-1] = p.order[j-1], p.order[j]
		}
	}
}

// spread has the highest bits of bytes by the bits of a set.
var spread = func() (table [256]uint64) {
	for set := range table {
		for i := range 8 {
			table[set] |= uint64(set>>i&1) << (8*i + 7)
		}
	}
	return table
}()
