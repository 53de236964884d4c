package syzygy

import (
	"encoding/binary"

	"retroproof/chess"
	"retroproof/retro/table"
)

// File is an open file. It is safe for concurrent use.
type File struct {
	*table.File
	kind     kind
	material table.Material // as the codes of men in the file have the colours
	equal    bool           // both sides have the same men
	pawns    bool
	parts    []part // by file of the leading pawn, and by side to move if split
	split    bool
}

// part is the table of a side to move and a file of the leading pawn.
type part struct {
	*groups
	*pairsData
	table.Kept
	of   *File
	maps [4][]uint16 // of DTZ: won, lost, cursed, blessed
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
func open(name string, k kind, m table.Material, cache *table.Cache) (*File, error) {
	return table.OpenFile(name, cache, func(b *table.File) (*File, error) { return newFile(b, k, m) })
}

// reader reads the beginning of a file from front to back.
type reader struct {
	*File
	at int64
}

// bytes returns the next bytes.
func (r *reader) bytes(n int) ([]byte, error) {
	if r.at+int64(n) > r.Size()-checksumBytes {
		return nil, r.Errorf(r.Size(), "it ends too early: %d bytes are wanted at byte %d", n, r.at)
	}
	b := make([]byte, n)
	err := r.Read(b, r.at)
	r.at += int64(n)
	return b, err
}

func (r *reader) align(to int64) { r.at = (r.at + to - 1) &^ (to - 1) }

// newFile reads all but the values of a file.
func newFile(b *table.File, k kind, m table.Material) (*File, error) {
	f := &File{File: b, kind: k, pawns: m.Pawns(), equal: m == m.Flip()}
	if size := f.Size(); size%64 != checksumBytes {
		return nil, f.Errorf(size, "a length of %d bytes, want %d more than a multiple of 64", size, checksumBytes)
	}
	r := &reader{File: f}
	head, err := r.bytes(5)
	if err != nil {
		return nil, err
	}
	flags := head[4]
	f.split = flags&1 != 0 && k == wdlFile
	switch got := binary.LittleEndian.Uint32(head); {
	case got != magics[k]:
		return nil, f.Errorf(0, "it begins with % x, want % x", head[:4], binary.LittleEndian.AppendUint32(nil, magics[k]))
	case flags&2 != 0 != f.pawns:
		return nil, f.Errorf(4, "flags %02x, want those of %s", flags, m)
	case int(flags>>4) != m.Men():
		return nil, f.Errorf(4, "%d men, want those of %s", flags>>4, m)
	case k == wdlFile && f.split == f.equal:
		return nil, f.Errorf(4, "flags %02x: a table of %s is split by the side to move, unless both sides have the same men",
			flags, m)
	}
	if err := f.readLists(r, m); err != nil {
		return nil, err
	}
	for i := range f.parts {
		if f.parts[i].pairsData, err = parsePairs(r, k == wdlFile); err != nil {
			return nil, err
		}
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
func (f *File) readLists(r *reader, m table.Material) error {
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
				return f.Errorf(start, "list of men: %v", err)
			}
			of := materialOf(men)
			if of.Canonical() != m {
				return f.Errorf(start, "the men of %s, want those of %s", of, m)
			}
			if len(f.parts) == 0 {
				f.material = of
			} else if of != f.material {
				return f.Errorf(start, "the men of %s, and of %s before", of, f.material)
			}
			f.parts = append(f.parts, part{groups: g, of: f})
		}
	}
	r.align(2)
	return nil
}

// materialOf returns the material of men.
func materialOf(men []man) (m table.Material) {
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

// placeParts finds where the indexes, the lengths and the data of all parts are, and reads the first two.
func (f *File) placeParts(at int64) error {
	var parts []*part // with more than one value
	for i := range f.parts {
		if p := &f.parts[i]; !p.single {
			parts = append(parts, p)
		}
	}
	start := at
	for _, p := range parts {
		p.index = at
		at += p.indexBytes(p.cells)
	}
	for _, p := range parts {
		p.length = at
		at += p.lengthsBytes()
	}
	for _, p := range parts {
		p.data = (at + 63) &^ 63
		at = p.data + p.dataBytes()
	}
	if at = (at + 63) &^ 63; at != f.Size()-checksumBytes {
		return f.Errorf(start, "the indexes and blocks that begin here end at byte %d, want %d", at, f.Size()-checksumBytes)
	}
	// They are as long as the file at most.
	for _, p := range parts {
		p.indexes, p.lengths = make([]byte, p.indexBytes(p.cells)), make([]byte, p.lengthsBytes())
		if err := f.Read(p.indexes, p.index); err != nil {
			return err
		}
		if err := f.Read(p.lengths, p.length); err != nil {
			return err
		}
	}
	return nil
}

// Decompressed returns the bytes of a block, which the cache keeps as it is: a value is decoded when it is asked for.
func (p *part) Decompressed(int) int { return 1 << p.blockBits }

// Blocks returns how many there are.
func (p *part) Blocks() int { return int(p.blocks) }

// Block reads a block.
func (p *part) Block(block int) ([]byte, error) {
	b := make([]byte, 1<<p.blockBits)
	return b, p.of.Read(b, p.data+int64(block)<<p.blockBits)
}

// value returns the number that the file has for a position, and the part it is in. ok
// is false if the file has only the other side to move.
func (f *File) value(p *chess.Position, m table.Material) (v int, in *part, ok bool, err error) {
	swap := m != f.material || f.equal && p.Turn() == chess.Black
	turn := p.Turn()
	if swap {
		turn = turn.Other()
	}
	var squares [table.MaxMen]uint8
	i := 0
	if f.pawns {
		lead := f.parts[0].groups
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
		return 0, in, false, f.Errorf(in.index, "no number for %s", p.FEN())
	}
	block, at, err := f.place(in.pairsData, n)
	if err != nil {
		return 0, in, false, err
	}
	b, err := f.Get(in, int(block))
	if err != nil {
		return 0, in, false, err
	}
	if v, err = in.decode(b, at); err != nil {
		return 0, in, false, f.Errorf(in.data+int64(block)<<in.blockBits, "%v", err)
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
