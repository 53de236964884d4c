package format

import (
	"context"
	"crypto/sha256"
	"errors"

	"retroproof/chess"
	"retroproof/retro/table"
)

// File is the file of a table, in which positions are looked up without loading
// the whole of it. It is safe for concurrent use.
type File struct {
	*table.Layout
	table.CellFile
	header *header
	tail   *tail
}

// Open opens a table's file. Blocks that At reads are kept in the cache, which may
// be nil if the file is only read as a whole. If header or index are damaged, the
// error is an [*table.FileError]; blocks are checked when they are read.
func Open(name string, cache *table.Cache) (*File, error) {
	return table.OpenFile(name, cache, newFile)
}

// newFile reads header and tail of a file.
func newFile(b *table.File) (*File, error) {
	size := b.Size()
	head := make([]byte, min(size, headerBytes))
	if err := b.Read(head, 0); err != nil {
		return nil, err
	}
	h, l, err := decodeHeader(head)
	if err != nil {
		var bad *table.FileError
		if errors.As(err, &bad) {
			bad.Name = b.Name()
		}
		return nil, err
	}
	// The file's length bounds what is allocated for the index.
	start := size - digestBytes - h.tailBytes()
	if start < headerBytes+int64(h.grid().Blocks()) {
		return nil, b.Errorf(size, "it ends too early: a table of %s is longer than %d bytes", h.material, size)
	}
	raw := make([]byte, h.tailBytes())
	if err := b.Read(raw, start); err != nil {
		return nil, err
	}
	f := &File{Layout: l, CellFile: table.CellFile{File: b, Grid: h.grid()}, header: h}
	if f.tail, err = decodeTail(h, raw); err != nil {
		return nil, b.Errorf(start, "%v, or the file is not complete", err)
	}
	end := int64(headerBytes)
	f.Starts = append(make([]int64, 0, h.grid().Blocks()+1), end)
	for _, e := range f.tail.blocks {
		end += int64(e.length)
		f.Starts = append(f.Starts, end)
	}
	if end != start {
		return nil, b.Errorf(end, "%d bytes too long or too short: the blocks end here, the index begins at byte %d",
			start-end, start)
	}
	return f, nil
}

// Counts returns the counts of the positions by side to move.
func (f *File) Counts() [2]table.Counts { return f.tail.counts }

// Value returns the value of a position of a material, which is that of the table in
// either colours. Castling and en passant rights are left out.
func (f *File) Value(p *chess.Position, m table.Material) (table.Value, error) {
	return f.At(f.Find(p, m))
}

// At returns the value of a cell, as Find names it. The error is an [*table.FileError] if the
// block is damaged, or that of reading it.
func (f *File) At(side chess.Color, cell int) (table.Value, error) {
	block, i := f.Locate(side, cell)
	raw, err := f.Get(f, block)
	if err != nil {
		return table.Value{}, err
	}
	if f.header.cellBytes == 1 {
		return table.ValueOf(raw[i]), nil
	}
	return table.ValueOf(uint16(raw[2*i]) | uint16(raw[2*i+1])<<8), nil
}

// Decompressed returns the bytes of a block, decompressed.
func (f *File) Decompressed(block int) int { return f.Length(block) * f.header.cellBytes }

// Block reads a block and decompresses it.
func (f *File) Block(block int) ([]byte, error) {
	packed, err := f.readBlock(block, nil)
	if err != nil {
		return nil, err
	}
	raw := make([]byte, f.Decompressed(block))
	if f.header.cellBytes == 2 && len(packed) == 2 {
		for i := range raw {
			raw[i] = packed[i&1]
		}
		return raw, nil
	}
	if err := decompress(f.header, f.Layout, raw, packed, block); err != nil {
		return nil, f.BlockErrorf(block, "%v", err)
	}
	return raw, nil
}

// readBlock reads a block as it is in the file, into buf if that is large
// enough.
func (f *File) readBlock(block int, buf []byte) ([]byte, error) {
	n := f.BlockBytes(block)
	if limit := int64(2*blockCells*f.header.cellBytes + 1024); n > limit {
		return nil, f.BlockErrorf(block, "%d bytes compressed, want at most %d", n, limit)
	}
	if int64(cap(buf)) < n {
		buf = make([]byte, n)
	}
	buf = buf[:n]
	if err := f.Read(buf, f.Starts[block]); err != nil {
		return nil, err
	}
	if got, want := checksum(buf), f.tail.blocks[block].checksum; got != want {
		return nil, f.BlockErrorf(block, "damaged: checksum %08x, want %08x", got, want)
	}
	return buf, nil
}

// Check reads the whole file and compares all checksums. The values themselves are
// the business of package verify.
func (f *File) Check(ctx context.Context) error {
	hash := sha256.New()
	buf := make([]byte, headerBytes)
	if err := f.Read(buf, 0); err != nil {
		return err
	}
	hash.Write(buf)
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
	if err := f.Read(buf, end-f.header.tailBytes()); err != nil {
		return err
	}
	digest := buf[f.header.tailBytes():]
	hash.Write(buf[:f.header.tailBytes()])
	if got := hash.Sum(nil); string(got) != string(digest) {
		return f.Errorf(end, "SHA-256 %x, want %x", got, digest)
	}
	return nil
}

// Load reads the whole table with the given number of goroutines. Every byte is
// checked.
func (f *File) Load(ctx context.Context, jobs int) (*table.Table, error) {
	return f.LoadSides(ctx, []chess.Color{chess.White, chess.Black}, jobs)
}

// LoadSides is Load for the values with some sides to move; one takes half of the memory, and the other
// has no codes in the table. Checksums of both are checked.
func (f *File) LoadSides(ctx context.Context, sides []chess.Color, jobs int) (*table.Table, error) {
	// Checking takes a hundredth of the time of what follows.
	if err := f.Check(ctx); err != nil {
		return nil, err
	}
	return f.LoadPairs(ctx, sides, 0, f.Pairs(), jobs)
}

// LoadPairs is LoadSides for the words of n pairs of kings from the first one on: the table has the layout
// of these, see [table.Layout.OfPairs]. The blocks that are read are checked; the whole file is not, and its counts
// only if these are all pairs.
func (f *File) LoadPairs(ctx context.Context, sides []chess.Color, first, n, jobs int) (*table.Table, error) {
	whole := table.ScanLayoutVersion(f.Material, f.Version)
	part := whole
	if n < whole.Pairs() {
		part = whole.OfPairs(first, n)
	}
	var err error
	t := &table.Table{Layout: part}
	if f.header.cellBytes == 1 {
		t.Narrow, err = loadCodes[uint8](ctx, f, whole, part, sides, jobs)
	} else {
		t.Wide, err = loadCodes[uint16](ctx, f, whole, part, sides, jobs)
	}
	if err != nil {
		return nil, err
	}
	return t, nil
}

// loadCodes is LoadPairs for cells of one size.
func loadCodes[T table.Cell](ctx context.Context, f *File, whole, part *table.Layout, sides []chess.Color,
	jobs int) (*table.Codes[T], error) {
	t := &table.Codes[T]{Layout: part, Deepest: table.Deepest(f.tail.counts)}
	for _, side := range sides {
		t.Code[side] = make([]T, part.Cells())
	}
	from := -part.FirstWord(0) // the first word of the part
	first, _ := f.Locate(0, 64*from)
	last, _ := f.Locate(0, 64*(from+part.Words)-1)
	perSide := last - first + 1
	loaders := make([]loader[T], max(jobs, 1))
	err := table.Each(ctx, jobs, len(sides)*perSide, func(job, i int) error {
		block := int(sides[i/perSide])*f.PerSide() + first + i%perSide
		return loaders[job].load(f, t, whole, block, from)
	})
	if err != nil {
		return nil, err
	}
	// Cells that repeat others are filled in when all blocks are there, and after
	// them the rows that repeat whole rows.
	if err := t.Repeat(ctx, jobs); err != nil || part != whole {
		return t, err
	}
	var sum [2]table.Counts
	for i := range loaders {
		for side, c := range loaders[i].counts {
			sum[side].Add(c)
		}
	}
	for _, side := range sides {
		if want := f.tail.counts[side]; sum[side] != want {
			return nil, f.Errorf(f.Starts[f.Blocks()], "%s to move: counts %v in the index, %v in the blocks",
				side, want, sum[side])
		}
	}
	return t, nil
}

// loader is what one goroutine needs to load blocks.
type loader[T table.Cell] struct {
	packed []byte
	// cells is not the table's memory, because a decoder of zstd keeps what it has written to, and with it the
	// whole table when nothing else needs that any more.
	cells  []T
	counts [2]table.Counts
}

// load reads a block of a table with a layout and puts the words that are in a part, which begins with word from of the
// table, there. Only the positions' own cells are set.
func (l *loader[T]) load(f *File, part *table.Codes[T], whole *table.Layout, block, from int) (err error) {
	if l.packed, err = f.readBlock(block, l.packed); err != nil {
		return err
	}
	if l.cells == nil {
		l.cells = make([]T, blockCells)
	}
	cells := l.cells[:f.Length(block)]
	if err := decompress(f.header, whole, cells, l.packed, block); err != nil {
		return f.BlockErrorf(block, "%v", err)
	}
	side, word := f.Turn(block), f.header.firstWord(block)
	begin, end := max(word, from), min(word+len(cells)/64, from+part.Words)
	copy(part.Code[side][64*(begin-from):], cells[64*(begin-word):64*(end-word)])
	counts, ok := part.Settle(int(side), begin-from, end-begin)
	if !ok {
		return f.BlockErrorf(block, "a position without a value")
	}
	l.counts[side].Add(counts)
	return nil
}
