package format

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"

	"retroproof/chess"
	"retroproof/proofs/folder"
	"retroproof/retro/index"
	"retroproof/retro/internal/blocks"
	"retroproof/retro/internal/parallel"
	"retroproof/retro/material"
	"retroproof/retro/table"
)

// File is the file of a table, in which positions are looked up without loading
// the whole of it. It is safe for concurrent use.
type File struct {
	*index.Layout
	header  *header
	tail    *tail
	name    string
	bytes   io.ReaderAt
	close   func() error
	offsets []int64 // of the blocks, and the end of the last
	cache   *blocks.Cache
}

// Open opens a table's file. Blocks that At reads are kept in the cache, which may
// be nil if the file is only read as a whole. If header or index are damaged, the
// error is an [*table.FileError]; blocks are checked when they are read.
func Open(name string, cache *blocks.Cache) (*File, error) {
	f, err := folder.OpenFile(name, folder.Links)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, err
	}
	file, err := newFile(name, f, info.Size())
	if err != nil {
		f.Close()
		return nil, err
	}
	file.close = f.Close
	file.cache = cache
	return file, nil
}

// newFile reads header and tail of a file of the given length.
func newFile(name string, at io.ReaderAt, size int64) (*File, error) {
	fail := func(offset int64, format string, args ...any) (*File, error) {
		return nil, &table.FileError{Name: name, Offset: offset, Reason: fmt.Sprintf(format, args...)}
	}
	b := make([]byte, min(size, headerBytes))
	if err := readAt(at, b, 0); err != nil {
		return nil, fmt.Errorf("table file %s: %w", name, err)
	}
	h, l, err := decodeHeader(b)
	if err != nil {
		var bad *table.FileError
		if errors.As(err, &bad) {
			bad.Name = name
		}
		return nil, err
	}
	// The file's length bounds what is allocated for the index.
	start := size - digestBytes - h.tailBytes()
	if start < headerBytes+int64(2*h.blocksPerSide()) {
		return fail(size, "it ends too early: a table of %s is longer than %d bytes", h.material, size)
	}
	b = make([]byte, h.tailBytes())
	if err := readAt(at, b, start); err != nil {
		return nil, fmt.Errorf("table file %s: %w", name, err)
	}
	f := &File{Layout: l, header: h, name: name, bytes: at, close: func() error { return nil }}
	if f.tail, err = decodeTail(h, b); err != nil {
		return fail(start, "%v, or the file is not complete", err)
	}
	f.offsets = make([]int64, 1, len(f.tail.blocks)+1)
	end := int64(headerBytes)
	f.offsets[0] = end
	for _, e := range f.tail.blocks {
		end += int64(e.length)
		f.offsets = append(f.offsets, end)
	}
	if end != start {
		return fail(end, "%d bytes too long or too short: the blocks end here, the index begins at byte %d", start-end, start)
	}
	return f, nil
}

// readAt fills b.
func readAt(at io.ReaderAt, b []byte, offset int64) error {
	n, err := at.ReadAt(b, offset)
	if n == len(b) {
		return nil
	}
	if err == nil || err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return err
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

// Counts returns the counts of the positions by side to move.
func (f *File) Counts() [2]table.Counts { return f.tail.counts }

// Size returns the length of the file.
func (f *File) Size() int64 {
	return f.offsets[len(f.offsets)-1] + f.header.tailBytes() + digestBytes
}

// Value returns the value of a position of a material, which is that of the table in
// either colours. Castling and en passant rights are left out.
func (f *File) Value(p *chess.Position, m material.Material) (table.Value, error) {
	return f.At(f.Find(p, m))
}

// At returns the value of a cell, as Find names it. The error is an [*table.FileError] if the
// block is damaged, or that of reading it.
func (f *File) At(side chess.Color, cell int) (table.Value, error) {
	block := int(side)*f.header.blocksPerSide() + cell/blockCells
	raw, err := f.cache.Get((*source)(f), block)
	if err != nil {
		return table.Value{}, err
	}
	if i := cell % blockCells; f.header.cellBytes == 1 {
		return table.ValueOf(raw[i]), nil
	} else {
		return table.ValueOf(uint16(raw[2*i]) | uint16(raw[2*i+1])<<8), nil
	}
}

// source is a File as the cache sees it.
type source File

// BlockBytes returns the bytes of a block, uncompressed.
func (s *source) BlockBytes(block int) int {
	return s.header.blockLength(block) * s.header.cellBytes
}

// Block reads a block.
func (s *source) Block(block int) ([]byte, error) {
	f := (*File)(s)
	packed, err := f.readBlock(block, nil)
	if err != nil {
		return nil, err
	}
	raw := make([]byte, s.BlockBytes(block))
	if f.header.cellBytes == 2 && len(packed) == 2 {
		for i := range raw {
			raw[i] = packed[i&1]
		}
		return raw, nil
	}
	side, word := block/s.header.blocksPerSide(), block%s.header.blocksPerSide()*(blockCells/64)
	if err := decompress(s.header, s.Layout, raw, packed, side, word); err != nil {
		return nil, f.blockError(block, "%v", err)
	}
	return raw, nil
}

// readBlock reads a block as it is in the file, into buf if that is large
// enough.
func (f *File) readBlock(block int, buf []byte) ([]byte, error) {
	e := f.tail.blocks[block]
	if limit := 2*blockCells*f.header.cellBytes + 1024; int64(e.length) > int64(limit) {
		return nil, f.blockError(block, "%d bytes compressed, want at most %d", e.length, limit)
	}
	if cap(buf) < int(e.length) {
		buf = make([]byte, e.length)
	}
	buf = buf[:e.length]
	if err := readAt(f.bytes, buf, f.offsets[block]); err != nil {
		return nil, fmt.Errorf("table file %s: byte %d: %w", f.name, f.offsets[block], err)
	}
	if got := checksum(buf); got != e.checksum {
		return nil, f.blockError(block, "damaged: checksum %08x, want %08x", got, e.checksum)
	}
	return buf, nil
}

// blockError makes an error about a block.
func (f *File) blockError(block int, format string, args ...any) error {
	side := chess.Color(block / f.header.blocksPerSide())
	return &table.FileError{Name: f.name, Offset: f.offsets[block],
		Reason: fmt.Sprintf("block %d of %d, %s to move: ", block+1, len(f.tail.blocks), side) + fmt.Sprintf(format, args...)}
}

// Check reads the whole file and compares all checksums. The values themselves are
// the business of package verify.
func (f *File) Check(ctx context.Context) error {
	hash := sha256.New()
	b := make([]byte, headerBytes)
	if err := readAt(f.bytes, b, 0); err != nil {
		return fmt.Errorf("table file %s: %w", f.name, err)
	}
	hash.Write(b)
	var buf []byte
	for i := range f.tail.blocks {
		if err := ctx.Err(); err != nil {
			return err
		}
		var err error
		if buf, err = f.readBlock(i, buf); err != nil {
			return err
		}
		hash.Write(buf)
	}
	end := f.Size() - digestBytes
	buf = make([]byte, f.header.tailBytes()+digestBytes)
	if err := readAt(f.bytes, buf, end-f.header.tailBytes()); err != nil {
		return fmt.Errorf("table file %s: %w", f.name, err)
	}
	hash.Write(buf[:f.header.tailBytes()])
	if got, want := hash.Sum(nil), buf[f.header.tailBytes():]; string(got) != string(want) {
		return &table.FileError{Name: f.name, Offset: end, Reason: fmt.Sprintf("SHA-256 %x, want %x", got, want)}
	}
	return nil
}

// Load reads the whole table with the given number of goroutines. Every byte is
// checked.
func (f *File) Load(ctx context.Context, jobs int) (*table.Table, error) {
	return f.load(ctx, jobs, chess.White, chess.Black)
}

// LoadSides is Load for the values with some sides to move; one takes half of the memory, and the other
// has no codes in the table. Checksums of both are checked.
func (f *File) LoadSides(ctx context.Context, sides []chess.Color, jobs int) (*table.Table, error) {
	return f.load(ctx, jobs, sides...)
}

// LoadPairs is LoadSides for the words of n pairs of kings from the first one on: the table has the layout
// of these, see [index.Layout.OfPairs]. The blocks that are read are checked, not the whole file and its counts.
func (f *File) LoadPairs(ctx context.Context, sides []chess.Color, first, n, jobs int) (*table.Table, error) {
	l := index.ForScanVersion(f.Material, f.Version)
	var err error
	t := &table.Table{Layout: l.OfPairs(first, n)}
	if f.header.cellBytes == 1 {
		t.Narrow, err = loadPairs[uint8](ctx, f, l, t.Layout, sides, l.FirstWord(first), jobs)
	} else {
		t.Wide, err = loadPairs[uint16](ctx, f, l, t.Layout, sides, l.FirstWord(first), jobs)
	}
	if err != nil {
		return nil, err
	}
	return t, nil
}

// loadPairs is LoadPairs for cells of one size; the words of the part begin with word from of the whole.
func loadPairs[T table.Cell](ctx context.Context, f *File, whole, part *index.Layout, sides []chess.Color, from, jobs int) (*table.Codes[T], error) {
	t := &table.Codes[T]{Layout: part, Deepest: table.Deepest(f.tail.counts)}
	for _, side := range sides {
		t.Code[side] = make([]T, part.Cells())
	}
	firstBlock, lastBlock := from/(blockCells/64), (from+part.Words-1)/(blockCells/64)
	blocks := lastBlock - firstBlock + 1
	loaders := make([]loader[T], max(jobs, 1))
	err := parallel.Each(ctx, jobs, len(sides)*blocks, func(job, i int) (err error) {
		_, err = loaders[job].load(f, t, whole, int(sides[i/blocks])*f.header.blocksPerSide()+firstBlock+i%blocks, from)
		return err
	})
	if err == nil {
		err = t.Repeat(ctx, jobs)
	}
	return t, err
}

func (f *File) load(ctx context.Context, jobs int, sides ...chess.Color) (*table.Table, error) {
	// Checking takes a hundredth of the time of what follows.
	if err := f.Check(ctx); err != nil {
		return nil, err
	}
	l := index.ForScanVersion(f.Material, f.Version)
	var err error
	t := &table.Table{Layout: l}
	if f.header.cellBytes == 1 {
		t.Narrow, err = loadTable[uint8](ctx, f, l, jobs, sides)
	} else {
		t.Wide, err = loadTable[uint16](ctx, f, l, jobs, sides)
	}
	if err != nil {
		return nil, err
	}
	return t, nil
}

// loadTable is Load for cells of one size, of some sides to move.
func loadTable[T table.Cell](ctx context.Context, f *File, l *index.Layout, jobs int, sides []chess.Color) (*table.Codes[T], error) {
	t := &table.Codes[T]{Layout: l, Deepest: table.Deepest(f.tail.counts)}
	for _, side := range sides {
		t.Code[side] = make([]T, l.Cells())
	}
	blocks, perSide := len(f.tail.blocks), f.header.blocksPerSide()
	loaders := make([]loader[T], max(jobs, 1))
	counts := make([]table.Counts, blocks)
	err := parallel.Each(ctx, jobs, len(sides)*perSide, func(job, i int) (err error) {
		block := int(sides[i/perSide])*perSide + i%perSide
		counts[block], err = loaders[job].load(f, t, l, block, 0)
		return err
	})
	if err != nil {
		return nil, err
	}
	// Cells that repeat others are filled in when all blocks are there, and after
	// them the rows that repeat whole rows.
	if err := t.Repeat(ctx, jobs); err != nil {
		return nil, err
	}
	var sum [2]table.Counts
	for i, c := range counts {
		sum[i/perSide].Add(c)
	}
	for _, side := range sides {
		if sum[side] != f.tail.counts[side] {
			return nil, &table.FileError{Name: f.name, Offset: f.offsets[blocks],
				Reason: fmt.Sprintf("%s to move: counts %v in the index, %v in the blocks", side, f.tail.counts[side], sum[side])}
		}
	}
	return t, nil
}

// loader is what one goroutine needs to load blocks.
type loader[T table.Cell] struct {
	packed []byte
	// cells is not the table's memory, because a decoder of zstd keeps what it has written to, and with it the
	// whole table when nothing else needs that any more.
	cells []T
}

// load reads a block of a table with a layout and puts the words that are in a part, which begins with word from of the
// table, there. Only the positions' own cells are set.
func (r *loader[T]) load(f *File, part *table.Codes[T], whole *index.Layout, block, from int) (counts table.Counts, err error) {
	if r.packed, err = f.readBlock(block, r.packed); err != nil {
		return counts, err
	}
	if r.cells == nil {
		r.cells = make([]T, blockCells)
	}
	cells := r.cells[:f.header.blockLength(block)]
	side, word := block/f.header.blocksPerSide(), block%f.header.blocksPerSide()*(blockCells/64)
	if err := decompress(f.header, whole, cells, r.packed, side, word); err != nil {
		return counts, f.blockError(block, "%v", err)
	}
	begin, end := max(word, from), min(word+len(cells)/64, from+part.Words)
	copy(part.Code[side][64*(begin-from):], cells[64*(begin-word):64*(end-word)])
	counts, ok := part.Settle(side, begin-from, end-begin)
	if !ok {
		return counts, f.blockError(block, "a position without a value")
	}
	return counts, nil
}
