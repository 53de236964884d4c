package gaviota

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"path/filepath"

	"github.com/ulikunitz/xz/lzma"

	"retroproof/chess"
	"retroproof/proofs/folder"
	"retroproof/retro/internal/blocks"
	"retroproof/retro/material"
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
	name    string
	bytes   io.ReaderAt
	close   func() error
	offsets []uint32 // of the blocks, and the file's length
	cache   *blocks.Cache
}

// Open opens a file, whose name says of which material it is. Blocks that Value reads
// are kept in the cache, which may be nil if the file is only read as a whole. The
// error is a [*table.FileError] if the file has not the form of one.
func Open(name string, cache *blocks.Cache) (*File, error) {
	m, ok := OfFileName(filepath.Base(name))
	if !ok {
		return nil, &table.FileError{Name: name, Offset: -1, Reason: "no table of Gaviota's has a file of this name"}
	}
	f, err := folder.OpenFile(name, folder.Links)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, err
	}
	file, err := newFile(name, m, f, info.Size())
	if err != nil {
		f.Close()
		return nil, err
	}
	file.close = f.Close
	file.cache = cache
	return file, nil
}

// newFile reads the header and the offsets of a file of the given length.
func newFile(name string, m material.Material, at io.ReaderAt, size int64) (*File, error) {
	f := &File{Layout: newLayout(m), name: name, bytes: at, close: func() error { return nil }}
	start := headerBytes + entryBytes*(2*f.perSide()+1)
	if size < int64(start) {
		return nil, f.errorf(size, "it ends too early: a table of %s is longer than %d bytes", m, start)
	}
	b := make([]byte, start)
	if err := f.readAt(b, 0); err != nil {
		return nil, err
	}
	le := binary.LittleEndian
	for _, field := range []struct {
		at   int
		what string
	}{
		{8, "cells of a block"}, {16, "cells of White's last block"}, {24, "cells of Black's last block"}, {32, "byte of the first block"},
	} {
		if got, want := le.Uint32(b[field.at:]), le.Uint32(f.header()[field.at:]); got != want {
			return nil, f.errorf(int64(field.at), "%s: %d, a table of %s has %d", field.what, got, m, want)
		}
	}
	f.offsets = make([]uint32, 2*f.perSide()+1)
	for i := range f.offsets {
		at := headerBytes + entryBytes*i
		f.offsets[i] = le.Uint32(b[at:])
		switch {
		case i == 0 && f.offsets[0] != uint32(start):
			return nil, f.errorf(int64(at), "block 1 begins at byte %d, want %d", f.offsets[0], start)
		case i > 0 && (f.offsets[i] <= f.offsets[i-1]+blockHeaderBytes || f.offsets[i]-f.offsets[i-1] > maxBlockBytes):
			return nil, f.errorf(int64(at), "block %d from byte %d to %d, want %d to %d bytes", i, f.offsets[i-1], f.offsets[i], blockHeaderBytes+1, maxBlockBytes)
		}
	}
	if end := f.offsets[len(f.offsets)-1]; int64(end) != size {
		return nil, f.errorf(int64(start-entryBytes), "the last block ends at byte %d, the file at byte %d", end, size)
	}
	return f, nil
}

// errorf returns an error about a place of the file.
func (f *File) errorf(at int64, format string, args ...any) error {
	return &table.FileError{Name: f.name, Offset: at, Reason: fmt.Sprintf(format, args...)}
}

// blockError returns an error about a block.
func (f *File) blockError(block int, format string, args ...any) error {
	return f.errorf(int64(f.offsets[block]), "block %d of %d, %s to move: %s", block+1, 2*f.perSide(), chess.Color(block/f.perSide()), fmt.Sprintf(format, args...))
}

// readAt fills b.
func (f *File) readAt(b []byte, at int64) error {
	n, err := f.bytes.ReadAt(b, at)
	switch {
	case n == len(b):
		return nil
	case err == nil || err == io.EOF:
		return f.errorf(at+int64(n), "it ends here, and did not when it was opened")
	}
	return fmt.Errorf("table file %s: %w", f.name, err)
}

// Close closes the file.
func (f *File) Close() error {
	if f.cache != nil {
		f.cache.Drop((*source)(f))
	}
	return f.close()
}

// Name returns the name under which the file was opened.
func (f *File) Name() string { return f.name }

// Size returns the length of the file.
func (f *File) Size() int64 { return int64(f.offsets[len(f.offsets)-1]) }

// Value returns the value of a position of a material, which is that of the file in
// either colours. A right to capture en passant is left out.
func (f *File) Value(p *chess.Position, m material.Material) (table.Value, error) {
	side, cell := f.Find(p, m)
	block := int(side)*f.perSide() + cell/blockCells
	raw, err := f.cache.Get((*source)(f), block)
	if err != nil {
		return table.Value{}, err
	}
	v := decode(side, raw[cell%blockCells])
	if v.Result == table.NotLegal {
		return v, f.blockError(block, "no value in cell %d, which is that of %s", cell, p.FEN())
	}
	return v, nil
}

// source is a File as the cache sees it.
type source File

// BlockBytes returns the number of cells of a block.
func (s *source) BlockBytes(block int) int { return s.blockLength(block) }

// Block reads a block.
func (s *source) Block(block int) ([]byte, error) {
	raw := make([]byte, s.BlockBytes(block))
	return raw, (*File)(s).unpack(raw, block)
}

// unpack fills raw with the cells of a block.
func (f *File) unpack(raw []byte, block int) error {
	packed := make([]byte, f.offsets[block+1]-f.offsets[block])
	if err := f.readAt(packed, int64(f.offsets[block])); err != nil {
		return err
	}
	// The first byte marks short blocks, and readers ignore it.
	if want := f.blockHeader(block); !bytes.Equal(packed[1:blockHeaderBytes], want[1:]) {
		return f.blockError(block, "it begins with % x, want % x", packed[:blockHeaderBytes], want)
	}
	rest := bytes.NewReader(packed[2:])
	r, err := lzma.ReaderConfig{DictCap: lzma.MinDictCap}.NewReader(rest)
	if err != nil {
		return f.blockError(block, "no LZMA stream begins here: %v", err)
	}
	if n, err := io.ReadFull(r, raw); err != nil {
		return f.blockError(block, "the LZMA stream is damaged behind cell %d of %d: %v", n, len(raw), err)
	}
	// The end is reached by reading on.
	if n, err := r.Read(make([]byte, 1)); n > 0 || err != io.EOF || r.EOSMarker() {
		return f.blockError(block, "the stream does not end after %d cells", len(raw))
	}
	if rest.Len() > 0 {
		return f.blockError(block, "%d bytes behind the stream", rest.Len())
	}
	return nil
}

// Check decompresses all blocks. The values themselves are the business of package
// verify.
func (f *File) Check(ctx context.Context) error {
	raw := make([]byte, blockCells)
	for block := range 2 * f.perSide() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := f.unpack(raw[:f.blockLength(block)], block); err != nil {
			return err
		}
	}
	return nil
}
