package format

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"strings"

	"retroproof/chess"
	"retroproof/retro/table"
)

// A method is how blocks are compressed.
type method uint8

const (
	byZstd     method = 1
	predicted  method = 2 // see predictor
	lastMethod        = predicted
)

const (
	// Suffix is the end of the name of a table's file, as in KRvK.dtm.
	Suffix = ".dtm"

	fileMagic        = "\x89DTM\r\n\x1a\n" // a transfer as text changes it
	formatVersion    = 1
	generatorVersion = 1 // what the values are

	headerBytes   = 64
	countsBytes   = 28 // of one side to move
	entryBytes    = 8  // of one block in the index
	digestBytes   = 32
	checksumBytes = 4

	blockBits  = 16 // a block is whole rows
	blockCells = 1 << blockBits
)

// FileName returns the name of the file of a material's table.
func FileName(m table.Material) string { return m.Canonical().String() + Suffix }

// OfFileName returns the material whose file has a name, and whether there is one.
func OfFileName(name string) (table.Material, bool) { return table.OfFileName(name, Suffix, FileName) }

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// checksum is CRC-32C.
func checksum(b []byte) uint32 { return crc32.Checksum(b, castagnoli) }

// header is the beginning of a file, as far as tables differ in it.
type header struct {
	material  table.Material
	layout    table.Version // which position is in which cell: layout, symmetry
	cellBytes int
	method    method
	words     int
}

// methodOf returns how the blocks of a table with the layout are compressed: as small as
// can be, where reading stays fast. Tables of five men are read as a whole when others are
// built.
func methodOf(l *table.Layout, cellBytes int) method {
	if cellBytes == 1 && predicts(l) {
		return predicted
	}
	return byZstd
}

// grid returns how the cells are divided into blocks.
func (h *header) grid() table.Grid { return table.Grid{Side: 64 * h.words, Bits: blockBits} }

// firstWord returns the word with which a block begins.
func (h *header) firstWord(block int) int { return h.grid().First(block) / 64 }

// tailBytes returns the length of the tail.
func (h *header) tailBytes() int64 {
	return 2*countsBytes + int64(h.grid().Blocks())*entryBytes + checksumBytes
}

func (h *header) encode() []byte {
	b := make([]byte, headerBytes)
	le := binary.LittleEndian
	copy(b, fileMagic)
	le.PutUint16(b[8:], formatVersion)
	le.PutUint16(b[10:], uint16(h.layout))
	le.PutUint16(b[12:], generatorVersion)
	b[14] = uint8(h.cellBytes)
	b[15] = uint8(h.method)
	copy(b[16:32], h.material.String())
	le.PutUint64(b[32:], uint64(h.words))
	le.PutUint32(b[40:], blockCells)
	le.PutUint32(b[44:], uint32(h.grid().Blocks()))
	le.PutUint32(b[60:], checksum(b[:60]))
	return b
}

// headerError says what is wrong at a place of a header. The name of the file is
// added by the caller.
func headerError(at int64, format string, args ...any) error {
	return &table.FileError{Offset: at, Reason: fmt.Sprintf(format, args...)}
}

// decodeHeader reads a header and returns the layout that it stands for.
func decodeHeader(b []byte) (*header, *table.Layout, error) {
	if err := checkVersions(b); err != nil {
		return nil, nil, err
	}
	h := &header{cellBytes: int(b[14]), layout: table.Version(binary.LittleEndian.Uint16(b[10:]))}
	if h.cellBytes != 1 && h.cellBytes != 2 {
		return nil, nil, headerError(14, "cells of %d bytes, want 1 or 2", h.cellBytes)
	}
	if h.method = method(b[15]); h.method == 0 || h.method > lastMethod {
		return nil, nil, &table.FileError{Offset: 15, Newer: h.method != 0,
			Reason: fmt.Sprintf("compression method %d, want 1 to %d", h.method, lastMethod)}
	}
	m, err := decodeMaterial(b[16:32])
	if err != nil {
		return nil, nil, err
	}
	if h.layout > table.VersionOf(m) {
		return nil, nil, headerError(10, "layout version %d, %s has %d at most", h.layout, m, table.VersionOf(m))
	}
	h.material = m
	l := table.LayoutOfVersion(m, h.layout)
	if h.method == predicted {
		if h.cellBytes != 1 || !predicts(l) {
			return nil, nil, headerError(15, "compression method %d is for cells of one byte and up to four men", h.method)
		}
		l = table.ScanLayoutVersion(m, h.layout)
	}
	if l.Words > math.MaxInt/64 {
		return nil, nil, headerError(16, "material %s has %d rows a side, and 32-bit programs read tables of %d at most", m,
			l.Words, math.MaxInt/64)
	}
	h.words = l.Words
	return h, l, h.checkSizes(b)
}

// decodeMaterial reads the name of a table's material.
func decodeMaterial(b []byte) (table.Material, error) {
	name := strings.TrimRight(string(b), "\x00")
	m, err := table.ParseMaterial(name)
	switch {
	case err != nil:
		err = headerError(16, "%v", err)
	case m.String() != name || m.Canonical() != m:
		err = headerError(16, "material %q, want its name %s", name, m.Canonical())
	case m.Men() < 3 || m.Men() > table.MaxMen:
		err = headerError(16, "material %s with %d men, want 3 to %d", m, m.Men(), table.MaxMen)
	}
	return m, err
}

// checkVersions checks that a header is that of a table of a version that this
// program reads, and its checksum.
func checkVersions(b []byte) error {
	le := binary.LittleEndian
	if n := min(len(b), len(fileMagic)); string(b[:n]) != fileMagic[:n] || n == 0 {
		return headerError(0, "no table: it begins with %q, want %q", b[:n], fileMagic)
	}
	if len(b) < headerBytes {
		return headerError(int64(len(b)), "it ends within the header, want %d bytes", headerBytes)
	}
	// The version first: a later one may change everything after it.
	if v := le.Uint16(b[8:]); v > formatVersion {
		return &table.FileError{Offset: 8, Newer: true,
			Reason: fmt.Sprintf("format version %d, this program knows up to %d", v, formatVersion)}
	} else if v == 0 {
		return headerError(8, "format version 0")
	}
	if got, want := checksum(b[:60]), le.Uint32(b[60:]); got != want {
		return headerError(0, "the header is damaged: checksum %08x, want %08x", got, want)
	}
	for _, v := range []struct {
		at          int
		what        string
		first, last uint16
	}{{10, "layout", uint16(table.Ordered), uint16(table.Paired)}, {12, "generator", generatorVersion, generatorVersion}} {
		if got := le.Uint16(b[v.at:]); got < v.first || got > v.last {
			want := fmt.Sprint(v.first)
			if v.first < v.last {
				want += fmt.Sprintf(" to %d", v.last)
			}
			return &table.FileError{Offset: int64(v.at), Newer: got > v.last,
				Reason: fmt.Sprintf("%s version %d, want %s", v.what, got, want)}
		}
	}
	return nil
}

// checkSizes checks that the sizes in a header are those of its material.
func (h *header) checkSizes(b []byte) error {
	le := binary.LittleEndian
	switch {
	case le.Uint64(b[32:]) != uint64(h.words):
		return headerError(32, "%d rows a side, %s has %d", le.Uint64(b[32:]), h.material, h.words)
	case le.Uint32(b[40:]) != blockCells:
		return headerError(40, "blocks of %d cells, want %d", le.Uint32(b[40:]), blockCells)
	case le.Uint32(b[44:]) != uint32(h.grid().Blocks()):
		return headerError(44, "%d blocks, want %d", le.Uint32(b[44:]), h.grid().Blocks())
	case !bytes.Equal(b[48:60], make([]byte, 12)):
		return headerError(48, "%x in a reserved place, want zeros", b[48:60])
	}
	return nil
}

// tail is the end of a file without the digest.
type tail struct {
	counts [2]table.Counts
	blocks []blockEntry
}

// blockEntry is the entry of a block in the index.
type blockEntry struct {
	length   uint32 // bytes in the file
	checksum uint32 // of these
}

func (t *tail) encode() []byte {
	var b []byte
	le := binary.LittleEndian
	for _, c := range t.counts {
		b = le.AppendUint64(b, c.Won)
		b = le.AppendUint64(b, c.Drawn)
		b = le.AppendUint64(b, c.Lost)
		b = le.AppendUint16(b, uint16(c.DeepestWin))
		b = le.AppendUint16(b, uint16(c.DeepestLoss))
	}
	for _, e := range t.blocks {
		b = le.AppendUint32(b, e.length)
		b = le.AppendUint32(b, e.checksum)
	}
	return le.AppendUint32(b, checksum(b))
}

// errTail is that of decodeTail; the caller knows where the tail is.
var errTail = errors.New("the index is damaged")

// decodeTail reads a tail of the length that the header asks for.
func decodeTail(h *header, b []byte) (*tail, error) {
	le := binary.LittleEndian
	end := len(b) - checksumBytes
	if got, want := checksum(b[:end]), le.Uint32(b[end:]); got != want {
		return nil, fmt.Errorf("%w: checksum %08x, want %08x", errTail, got, want)
	}
	t := &tail{blocks: make([]blockEntry, h.grid().Blocks())}
	for side := range t.counts {
		t.counts[side] = table.Counts{
			Won: le.Uint64(b), Drawn: le.Uint64(b[8:]), Lost: le.Uint64(b[16:]),
			DeepestWin: int(le.Uint16(b[24:])), DeepestLoss: int(le.Uint16(b[26:])),
		}
		if c := &t.counts[side]; max(c.Won, c.Drawn, c.Lost) > uint64(64*h.words) || c.Legal() > uint64(64*h.words) {
			return nil, fmt.Errorf("%w: more positions with %s to move than cells", errTail, chess.Color(side))
		}
		b = b[countsBytes:]
	}
	for i := range t.blocks {
		t.blocks[i] = blockEntry{le.Uint32(b), le.Uint32(b[4:])}
		b = b[entryBytes:]
	}
	return t, nil
}
