package gaviota

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"path/filepath"

	"github.com/ulikunitz/xz/lzma"

	"retroproof/chess"
	"retroproof/retro/table"
)

// File is a Gaviota file, in which positions are looked up without loading the
// whole of it. It is safe for concurrent use.
//
// The format has no checksums. Damage is detected if the file does not have the form that
// its material requires, or if a block does not decompress to the right number of cells;
// wrong values are found by verifying the table.
type File struct {
	*Layout
	table.CellFile
}

// Open opens a file, whose name says of which material it is. Blocks that Value reads
// are kept in the cache, which may be nil if the file is only read as a whole. The
// error is a [*table.FileError] if the file has not the form of one.
func Open(name string, cache *table.Cache) (*File, error) {
	m, ok := OfFileName(filepath.Base(name))
	if !ok {
		return nil, &table.FileError{Name: name, Offset: -1, Reason: "no table of Gaviota's has a file of this name"}
	}
	return table.OpenFile(name, cache, func(b *table.File) (*File, error) { return newFile(b, m) })
}

// newFile reads the header and the offsets of the file of a material's table.
func newFile(b *table.File, m table.Material) (*File, error) {
	l := newLayout(m)
	f := &File{Layout: l, CellFile: table.CellFile{File: b, Grid: l.grid()}}
	start := headerBytes + entryBytes*(f.Blocks()+1)
	if f.Size() < int64(start) {
		return nil, f.Errorf(f.Size(), "it ends too early: a table of %s is longer than %d bytes", m, start)
	}
	head := make([]byte, start)
	if err := f.Read(head, 0); err != nil {
		return nil, err
	}
	le := binary.LittleEndian
	for _, field := range []struct {
		at   int
		what string
	}{
		{8, "cells of a block"}, {16, "cells of White's last block"},
		{24, "cells of Black's last block"}, {32, "byte of the first block"},
	} {
		if got, want := le.Uint32(head[field.at:]), le.Uint32(l.header()[field.at:]); got != want {
			return nil, f.Errorf(int64(field.at), "%s: %d, a table of %s has %d", field.what, got, m, want)
		}
	}
	f.Starts = make([]int64, f.Blocks()+1)
	for i := range f.Starts {
		at := headerBytes + entryBytes*i
		f.Starts[i] = int64(le.Uint32(head[at:]))
		switch {
		case i == 0 && f.Starts[0] != int64(start):
			return nil, f.Errorf(int64(at), "block 1 begins at byte %d, want %d", f.Starts[0], start)
		case i > 0 && (f.BlockBytes(i-1) <= blockHeaderBytes || f.BlockBytes(i-1) > maxBlockBytes):
			return nil, f.Errorf(int64(at), "block %d from byte %d to %d, want %d to %d bytes",
				i, f.Starts[i-1], f.Starts[i], blockHeaderBytes+1, maxBlockBytes)
		}
	}
	if end := f.Starts[len(f.Starts)-1]; end != f.Size() {
		return nil, f.Errorf(int64(start-entryBytes), "the last block ends at byte %d, the file at byte %d", end, f.Size())
	}
	return f, nil
}

// Value returns the value of a position of a material, which is that of the file in
// either colours. A right to capture en passant is left out.
func (f *File) Value(p *chess.Position, m table.Material) (table.Value, error) {
	side, cell := f.Find(p, m)
	block, at := f.Locate(side, cell)
	raw, err := f.Get(f, block)
	if err != nil {
		return table.Value{}, err
	}
	v := decode(side, raw[at])
	if v.Result == table.NotLegal {
		return v, f.BlockErrorf(block, "no value in cell %d, which is that of %s", cell, p.FEN())
	}
	return v, nil
}

// Decompressed returns the number of cells of a block.
func (f *File) Decompressed(block int) int { return f.Length(block) }

// Block reads a block and decompresses it.
func (f *File) Block(block int) ([]byte, error) {
	raw := make([]byte, f.Length(block))
	return raw, f.unpack(raw, block)
}

// unpack fills raw with the cells of a block.
func (f *File) unpack(raw []byte, block int) error {
	packed := make([]byte, f.BlockBytes(block))
	if err := f.Read(packed, f.Starts[block]); err != nil {
		return err
	}
	// The first byte marks short blocks, and readers ignore it.
	if want := f.blockHeader(block); !bytes.Equal(packed[1:blockHeaderBytes], want[1:]) {
		return f.BlockErrorf(block, "it begins with % x, want % x", packed[:blockHeaderBytes], want)
	}
	rest := bytes.NewReader(packed[2:])
	r, err := lzma.ReaderConfig{DictCap: lzma.MinDictCap}.NewReader(rest)
	if err != nil {
		return f.BlockErrorf(block, "no LZMA stream begins here: %v", err)
	}
	if n, err := io.ReadFull(r, raw); err != nil {
		return f.BlockErrorf(block, "the LZMA stream is damaged behind cell %d of %d: %v", n, len(raw), err)
	}
	// The end is reached by reading on.
	if n, err := r.Read(make([]byte, 1)); n > 0 || err != io.EOF || r.EOSMarker() {
		return f.BlockErrorf(block, "the stream does not end after %d cells", len(raw))
	}
	if rest.Len() > 0 {
		return f.BlockErrorf(block, "%d bytes behind the stream", rest.Len())
	}
	return nil
}

// Check decompresses all blocks. The values themselves are the business of package
// verify.
func (f *File) Check(ctx context.Context) error {
	raw := make([]byte, blockCells)
	for block := range 2 * f.PerSide() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := f.unpack(raw[:f.Length(block)], block); err != nil {
			return err
		}
	}
	return nil
}
