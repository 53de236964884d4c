package syzygy

import (
	"encoding/binary"
	"fmt"
)

// pairsData is a compressed list of values: the symbols of a block stand for one value or
// for two symbols, and have canonical Huffman codes, of which the longest are the least.
type pairsData struct {
	flags  byte
	single bool // all values are one
	value  int

	blockBits uint // log2 of the bytes of a block
	spanBits  uint // log2 of the values for each entry of the sparse index
	padding   int  // entries of lengths beyond the blocks
	blocks    uint32

	shortest int
	first    []uint16 // number of the first symbol, by length of the code
	base     []uint64 // the least code of each length, in the highest bits
	symbols  []symbol
	// Where in the file the sparse index, the lengths of the blocks and the blocks are,
	// and the first two.
	index, length, data int64
	indexes, lengths    []byte
}

// A symbol is a value, or stands for two symbols.
type symbol struct {
	left, right uint16
	values      int // how many it stands for
}

const (
	leaf = 0xfff // right of a symbol that is the value left

	maxBlockBits = 16
	maxSpanBits  = 30
	maxCodeBits  = 32
	// maxBlockValues is the largest number of values of a block, and so of a symbol.
	maxBlockValues = 1 << 16
)

// indexBytes returns the length in bytes of the sparse index for a number of values.
func (d *pairsData) indexBytes(values uint64) int64 {
	span := uint64(1) << d.spanBits
	return int64((values+span-1)>>d.spanBits) * 6
}

func (d *pairsData) lengthsBytes() int64 { return 2 * (int64(d.blocks) + int64(d.padding)) }
func (d *pairsData) dataBytes() int64    { return int64(d.blocks) << d.blockBits }

// parsePairs reads the header of a list. isWDL says that of a list with a single value
// the value is given.
func parsePairs(r *reader, isWDL bool) (*pairsData, error) {
	at := r.at
	b, err := r.bytes(2)
	if err != nil {
		return nil, err
	}
	d := &pairsData{flags: b[0], single: b[0]&0x80 != 0}
	if d.single {
		if isWDL {
			d.value = int(b[1])
		}
		return d, nil
	}
	d.blockBits = uint(b[1])
	if b, err = r.bytes(8); err != nil {
		return nil, err
	}
	d.spanBits, d.padding = uint(b[0]), int(b[1])
	d.blocks = binary.LittleEndian.Uint32(b[2:])
	longest := int(b[6])
	d.shortest = int(b[7])
	switch {
	case d.blockBits > maxBlockBits || d.spanBits > maxSpanBits:
		return nil, r.Errorf(at+1, "blocks of 2^%d bytes for 2^%d values, want at most 2^%d for 2^%d",
			d.blockBits, d.spanBits, maxBlockBits, maxSpanBits)
	case d.blocks == 0:
		return nil, r.Errorf(at+4, "no blocks")
	case d.shortest < 1 || longest < d.shortest || longest > maxCodeBits:
		return nil, r.Errorf(at+8, "codes of %d to %d bits, want 1 to %d", d.shortest, longest, maxCodeBits)
	}
	return d, d.parseCodes(r, longest-d.shortest+1)
}

// parseCodes reads the codes of some lengths, and the symbols.
func (d *pairsData) parseCodes(r *reader, lengths int) error {
	number := binary.LittleEndian.Uint16
	b, err := r.bytes(2*lengths + 2)
	if err != nil {
		return err
	}
	for i := range lengths {
		d.first = append(d.first, number(b[2*i:]))
	}
	n := int(number(b[2*lengths:]))
	if n == 0 || n > leaf {
		return r.Errorf(r.at-2, "%d symbols, want 1 to %d", n, leaf)
	}
	d.base = make([]uint64, lengths)
	for i := lengths - 2; i >= 0; i-- {
		d.base[i] = (d.base[i+1] + uint64(d.first[i]) - uint64(d.first[i+1])) / 2
	}
	for i := range d.base {
		d.base[i] <<= 64 - uint(d.shortest+i)
	}
	start := r.at
	if b, err = r.bytes(3*n + n&1); err != nil {
		return err
	}
	d.symbols = make([]symbol, n)
	for i := range d.symbols {
		x, y, z := uint16(b[3*i]), uint16(b[3*i+1]), uint16(b[3*i+2])
		d.symbols[i] = symbol{left: x | y&15<<8, right: y>>4 | z<<4}
	}
	for i := range d.symbols {
		if err := d.measure(i); err != nil {
			return r.Errorf(start+int64(3*i), "symbol %d: %v", i, err)
		}
	}
	return nil
}

// measure finds how many values a symbol stands for. A symbol must not stand for itself,
// by whatever way.
func (d *pairsData) measure(i int) error {
	const measuring = -1
	stack := []int{i}
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		s := &d.symbols[top]
		if s.values > 0 {
			stack = stack[:len(stack)-1]
			continue
		}
		if s.right == leaf {
			s.values = 1
			continue
		}
		left, right := int(s.left), int(s.right)
		if left >= len(d.symbols) || right >= len(d.symbols) {
			return fmt.Errorf("it stands for symbols %d and %d of %d", left, right, len(d.symbols))
		}
		if a, b := d.symbols[left].values, d.symbols[right].values; a > 0 && b > 0 {
			if s.values = a + b; s.values > maxBlockValues {
				return fmt.Errorf("it stands for more than %d values", maxBlockValues)
			}
			continue
		}
		if s.values == measuring {
			return fmt.Errorf("it stands for itself")
		}
		s.values = measuring
		for _, next := range []int{left, right} {
			switch v := d.symbols[next].values; {
			case v == measuring:
				return fmt.Errorf("it stands for itself")
			case v == 0:
				stack = append(stack, next)
			}
		}
	}
	return nil
}

// decode returns a value of a block, whose bytes are given; r is its place in it.
func (d *pairsData) decode(block []byte, r int) (int, error) {
	at := 0 // bits
	for {
		// The next 32 bits are enough.
		var word uint64
		if from := at >> 3; from+8 <= len(block) {
			word = binary.BigEndian.Uint64(block[from:])
		} else if from < len(block) {
			var tail [8]byte
			copy(tail[:], block[from:])
			word = binary.BigEndian.Uint64(tail[:])
		} else {
			return 0, fmt.Errorf("the codes end too early")
		}
		word <<= at & 7
		i := 0
		for word < d.base[i] {
			i++
		}
		length := d.shortest + i
		n := uint64(d.first[i]) + (word-d.base[i])>>(64-uint(length))
		if n >= uint64(len(d.symbols)) {
			return 0, fmt.Errorf("the code of symbol %d of %d", n, len(d.symbols))
		}
		s := &d.symbols[n]
		if r >= s.values {
			r -= s.values
			at += length
			continue
		}
		for s.right != leaf {
			if left := &d.symbols[s.left]; r < left.values {
				s = left
			} else {
				r -= left.values
				s = &d.symbols[s.right]
			}
		}
		return int(s.left), nil
	}
}

// place returns the block that a value is in and its place there.
func (f *File) place(d *pairsData, i uint64) (block uint32, at int, err error) {
	entry := int(i>>d.spanBits) * 6
	block = binary.LittleEndian.Uint32(d.indexes[entry:])
	at = int(i&(1<<d.spanBits-1)) - 1<<d.spanBits>>1 + int(binary.LittleEndian.Uint16(d.indexes[entry+4:]))
	values := func() int { return int(binary.LittleEndian.Uint16(d.lengths[2*block:])) + 1 }
	// The entry may name a block behind the last.
	for at < 0 && 0 < block && uint64(block) <= uint64(len(d.lengths)/2) {
		block--
		at += values()
	}
	for at >= 0 && block < d.blocks {
		n := values()
		if at < n {
			return block, at, nil
		}
		at -= n
		block++
	}
	return 0, 0, f.Errorf(d.index+int64(entry), "value %d is in none of %d blocks", i, d.blocks)
}
