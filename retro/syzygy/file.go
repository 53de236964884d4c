package syzygy

import (
	"encoding/binary"
	"fmt"
	"io"

	"retroproof/chess"
	"retroproof/proofs/folder"
	"retroproof/retro/internal/blocks"
	"retroproof/retro/material"
	"retroproof/retro/table"
)

// File is an open file. It is safe for concurrent use.
type File struct {
	name     string
	kind     kind
	material material.Material // as the codes of men in the file have the colours
	equal    bool              // both sides have the same men
	pawns    bool
	bytes    io.ReaderAt
	size     int64
	close    func() error
	cache    *blocks.Cache
	parts    []part // by file of the leading pawn, and by side to move if split
	split    bool
	// The data of all parts are blocks of this cache by number.
	firstBlock []int
}

// part is the table of a side to move and a file of the leading pawn.
type part struct {
	*groups
	*pairsData
	flags byte
	maps  [4][]uint16 // of DTZ: won, lost, cursed, blessed
}

// The flags of a DTZ part.
const (
	flagSide      = 1
	flagMapped    = 2
	flagWinPlies  = 4
	flagLossPlies = 8
	flagWide      = 16
)

var magics = [2]uint32{wdlFile: 0x5d23e871, dtzFile: 0xa50c66d7}

const checksumBytes = 16

// open opens the file of a canonical material.
func open(name string, k kind, m material.Material, cache *blocks.Cache) (*File, error) {
	f, err := folder.OpenFile(name, folder.Links)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, err
	}
	file, err := newFile(name, k, m, f, info.Size())
	if err != nil {
		f.Close()
		return nil, err
	}
	file.close, file.cache = f.Close, cache
	return file, nil
}

// reader reads the beginning of a file from front to back.
type reader struct {
	*File
	at int64
}

// bytes returns the next bytes.
func (r *reader) bytes(n int) ([]byte, error) {
	if r.at+int64(n) > r.size-checksumBytes {
		return nil, r.errorf(r.size, "it ends too early: %d bytes are wanted at byte %d", n, r.at)
	}
	b := make([]byte, n)
	err := r.readAt(b, r.at)
	r.at += int64(n)
	return b, err
}

func (r *reader) align(to int64) { r.at = (r.at + to - 1) &^ (to - 1) }

// newFile reads all but the values of a file of the given length.
func newFile(name string, k kind, m material.Material, at io.ReaderAt, size int64) (*File, error) {
	f := &File{name: name, kind: k, bytes: at, size: size, close: func() error { return nil }, pawns: m.Pawns(), equal: m == m.Flip()}
	r := &reader{File: f}
	if size%64 != checksumBytes {
		return nil, f.errorf(size, "a length of %d bytes, want %d more than a multiple of 64", size, checksumBytes)
	}
	b, err := r.bytes(5)
	if err != nil {
		return nil, err
	}
	f.split = b[4]&1 != 0 && k == wdlFile
	switch got := binary.LittleEndian.Uint32(b); {
	case got != magics[k]:
		return nil, f.errorf(0, "it begins with % x, want % x", b[:4], binary.LittleEndian.AppendUint32(nil, magics[k]))
	case b[4]&2 != 0 != f.pawns:
		return nil, f.errorf(4, "flags %02x, want those of %s", b[4], m)
	case int(b[4]>>4) != m.Men():
		return nil, f.errorf(4, "%d men, want those of %s", b[4]>>4, m)
	case k == wdlFile && f.split == f.equal:
		return nil, f.errorf(4, "flags %02x: a table of %s is split by the side to move, unless both sides have the same men", b[4], m)
	}
	if err := f.readLists(r, m); err != nil {
		return nil, err
	}
	for i := range f.parts {
		p := &f.parts[i]
		start := r.at
		if p.pairsData, err = parsePairs(r, k == wdlFile); err != nil {
			return nil, err
		}
		if err := f.readAt(b[:1], start); err != nil {
			return nil, err
		}
		p.flags = b[0]
	}
	if k == dtzFile {
		if err := f.readMaps(r); err != nil {
			return nil, err
		}
	}
	return f, f.placeParts(r.at)
}

// sides returns the number of parts for a file of the leading pawn.
func (f *File) sides() int {
	if f.split {
		return 2
	}
	return 1
}

// readLists reads the lists of men.
func (f *File) readLists(r *reader, m material.Material) error {
	files, orders := 1, 1
	if f.pawns {
		files = 4
		if m.Count(chess.White, chess.Pawn) > 0 && m.Count(chess.Black, chess.Pawn) > 0 {
			orders = 2
		}
	}
	for i := range files {
		start := r.at
		b, err := r.bytes(orders + m.Men())
		if err != nil {
			return err
		}
		for side := range f.sides() {
			nibble := func(b byte) int { return int(b >> (4 * side) & 15) }
			order2 := noOrder
			if orders == 2 {
				order2 = nibble(b[1])
			}
			men := make([]man, m.Men())
			for j := range men {
				men[j] = man(nibble(b[orders+j]))
			}
			g, err := newGroups(men, nibble(b[0]), order2, i)
			if err != nil {
				return f.errorf(start, "list of men: %v", err)
			}
			of := materialOf(men)
			if of.Canonical() != m {
				return f.errorf(start, "the men of %s, want those of %s", of, m)
			}
			if len(f.parts) == 0 {
				f.material = of
			} else if of != f.material {
				return f.errorf(start, "the men of %s, and of %s before", of, f.material)
			}
			f.parts = append(f.parts, part{groups: g})
		}
	}
	r.align(2)
	return nil
}

// materialOf returns the material of men.
func materialOf(men []man) (m material.Material) {
	for _, x := range men {
		if k := x.kind(); k != chess.King {
			m = m.With(x.color(), k)
		}
	}
	return m
}

// readMaps reads the maps of values.
func (f *File) readMaps(r *reader) error {
	for i := range f.parts {
		p := &f.parts[i]
		if p.flags&flagMapped == 0 {
			continue
		}
		if p.flags&flagWide != 0 {
			r.align(2)
		}
		for j := range p.maps {
			width := 1
			if p.flags&flagWide != 0 {
				width = 2
			}
			b, err := r.bytes(width)
			if err != nil {
				return err
			}
			number := func(b []byte) uint16 {
				if width == 1 {
					return uint16(b[0])
				}
				return binary.LittleEndian.Uint16(b)
			}
			n := int(number(b))
			if b, err = r.bytes(n * width); err != nil {
				return err
			}
			for ; len(b) > 0; b = b[width:] {
				p.maps[j] = append(p.maps[j], number(b))
			}
		}
	}
	r.align(2)
	return nil
}

// placeParts finds where the indexes, the lengths and the data of all parts are.
func (f *File) placeParts(at int64) error {
	start := at
	for i := range f.parts {
		if p := &f.parts[i]; !p.single {
			p.index = at
			at += p.indexBytes(p.cells)
		}
	}
	for i := range f.parts {
		if p := &f.parts[i]; !p.single {
			p.length = at
			at += p.lengthsBytes()
		}
	}
	blocks := 0
	for i := range f.parts {
		f.firstBlock = append(f.firstBlock, blocks)
		if p := &f.parts[i]; !p.single {
			at = (at + 63) &^ 63
			p.data = at
			at += p.dataBytes()
			blocks += int(p.blocks)
		}
	}
	if at = (at + 63) &^ 63; at != f.size-checksumBytes {
		return f.errorf(start, "the indexes and blocks that begin here end at byte %d, want %d", at, f.size-checksumBytes)
	}
	// They are as long as the file at most.
	for i := range f.parts {
		p := &f.parts[i]
		if p.single {
			continue
		}
		p.indexes, p.lengths = make([]byte, p.indexBytes(p.cells)), make([]byte, p.lengthsBytes())
		if err := f.readAt(p.indexes, p.index); err != nil {
			return err
		}
		if err := f.readAt(p.lengths, p.length); err != nil {
			return err
		}
	}
	return nil
}

// errorf returns an error about a place of the file.
func (f *File) errorf(at int64, format string, args ...any) error {
	return &table.FileError{Name: f.name, Offset: at, Reason: fmt.Sprintf(format, args...)}
}

// readAt fills b.
func (f *File) readAt(b []byte, at int64) error {
	n, err := f.bytes.ReadAt(b, at)
	switch {
	case n == len(b):
		return nil
	case err == nil || err == io.EOF:
		return f.errorf(at+int64(n), "it ends here")
	}
	return fmt.Errorf("table file %s: %w", f.name, err)
}

// source is a File as the cache sees it: the blocks of all parts.
type source File

func (s *source) part(block int) (*part, int) {
	i := len(s.firstBlock) - 1
	for s.firstBlock[i] > block || s.parts[i].single {
		i--
	}
	return &s.parts[i], block - s.firstBlock[i]
}

// BlockBytes returns the bytes of a block.
func (s *source) BlockBytes(block int) int {
	p, _ := s.part(block)
	return 1 << p.blockBits
}

// Block reads a block.
func (s *source) Block(block int) ([]byte, error) {
	p, n := s.part(block)
	b := make([]byte, 1<<p.blockBits)
	return b, (*File)(s).readAt(b, p.data+int64(n)<<p.blockBits)
}

// Close closes the file.
func (f *File) Close() error {
	if f.cache != nil {
		f.cache.Drop((*source)(f))
	}
	return f.close()
}

// value returns the number that the file has for a position, and the part it is in. ok
// is false if the file has only the other side to move.
func (f *File) value(p *chess.Position, m material.Material) (v int, in *part, ok bool, err error) {
	swap := m != f.material || f.equal && p.Turn() == chess.Black
	turn := p.Turn()
	if swap {
		turn = turn.Other()
	}
	var squares [material.MaxMen]uint8
	i := 0
	if f.pawns {
		lead := f.parts[0]
		place(p, lead.men[:lead.size[0]], squares[:], swap, true)
		i = leaderFile(squares[:], lead.size[0]) * f.sides()
	}
	if f.split {
		i += int(turn)
	}
	in = &f.parts[i]
	if f.kind == dtzFile && !f.equal && chess.Color(in.flags&flagSide) != turn {
		return 0, in, false, nil
	}
	if in.single {
		return in.pairsData.value, in, true, nil
	}
	place(p, in.men, squares[:], swap, f.pawns)
	if f.pawns {
		leaderFile(squares[:], in.size[0])
	}
	n, fits := in.number(squares[:len(in.men)])
	if !fits {
		return 0, in, false, f.errorf(in.index, "no number for %s", p.FEN())
	}
	block, at, err := f.place(in.pairsData, n)
	if err != nil {
		return 0, in, false, err
	}
	b, err := f.cache.Get((*source)(f), f.firstBlock[i]+int(block))
	if err != nil {
		return 0, in, false, err
	}
	if v, err = in.decode(b, at); err != nil {
		return 0, in, false, f.errorf(in.data+int64(block)<<in.blockBits, "%v", err)
	}
	return v, in, true, nil
}

// place sets the squares of a list of men, those of equal men ascending.
func place(p *chess.Position, men []man, squares []uint8, swap, mirror bool) {
	var last man
	var left chess.Bitboard
	for i, m := range men {
		if m != last {
			c := m.color()
			if swap {
				c = c.Other()
			}
			left = p.Men(chess.MakeMan(c, m.kind()))
			last = m
		}
		sq := left.First()
		left &^= sq.Bit()
		squares[i] = uint8(sq)
		if swap && mirror {
			squares[i] ^= 56
		}
	}
}
