package format

import (
	"context"
	"crypto/sha256"
	"io"
	"math/bits"
	"retroproof/retro/table"
	"sync"
)

// WritingBytes is the memory that each goroutine of Write takes: a block, its
// compressed form, and the state of zstd.
const WritingBytes = 3 << 20

// Write writes a table to a file, which appears under its name when it is
// complete and on the disk: there is never half a table. jobs goroutines
// compress; the bytes do not depend on how many.
func Write(ctx context.Context, t *table.Table, name string, jobs int) error {
	return table.WriteFile(name, func(w io.Writer) error { return encode(ctx, t, w, jobs) })
}

// WriteCells is Write for a table whose cells come one after the other: all of White to move in the order
// of the layout, which is one for scanning, then all of Black, in the byte order of the machine. Those of
// positions that are not legal may be anything.
func WriteCells(ctx context.Context, l *table.Layout, cellBytes int, cells io.Reader, name string, jobs int) error {
	return table.WriteFile(name, func(w io.Writer) error {
		if cellBytes == 1 {
			return encodeTable(ctx, w, &table.Codes[uint8]{Layout: l}, cells, methodOf(l, 1), jobs)
		}
		return encodeTable(ctx, w, &table.Codes[uint16]{Layout: l}, cells, methodOf(l, 2), jobs)
	})
}

// encode writes the file.
func encode(ctx context.Context, t *table.Table, w io.Writer, jobs int) error {
	return encodeBy(ctx, t, methodOf(t.Layout, t.CellBytes()), w, jobs)
}

// encodeBy is encode with a method of compressing.
func encodeBy(ctx context.Context, t *table.Table, by method, w io.Writer, jobs int) error {
	if t.Narrow != nil {
		return encodeTable(ctx, w, t.Narrow, nil, by, jobs)
	}
	return encodeTable(ctx, w, t.Wide, nil, by, jobs)
}

// encodeTable writes the file of a table whose cells are in memory or, if cells is not nil, come from there.
func encodeTable[T table.Cell](ctx context.Context, w io.Writer, t *table.Codes[T], cells io.Reader, by method,
	jobs int) error {
	h := header{material: t.Material, layout: t.Version, cellBytes: table.CellBytes[T](), method: by, words: t.Words}
	hash := sha256.New()
	out := io.MultiWriter(w, hash)
	if _, err := out.Write(h.encode()); err != nil {
		return err
	}
	e := encoder[T]{Codes: t, cells: cells, header: &h, out: out}
	e.turn.L = &e.mu
	e.tail.blocks = make([]blockEntry, h.grid().Blocks())
	var wg sync.WaitGroup
	for range max(jobs, 1) {
		wg.Go(func() { e.work(ctx) })
	}
	wg.Wait()
	if e.err != nil {
		return e.err
	}
	if _, err := out.Write(e.tail.encode()); err != nil {
		return err
	}
	_, err := w.Write(hash.Sum(nil))
	return err
}

// encoder compresses blocks in parallel and writes them in their order.
type encoder[T table.Cell] struct {
	*table.Codes[T]
	cells  io.Reader // nil if they are in memory
	header *header
	out    io.Writer

	mu      sync.Mutex
	turn    sync.Cond // written has changed
	next    int       // the block to compress next
	written int       // blocks
	tail    tail
	err     error
}

// work compresses blocks until all are taken.
func (e *encoder[T]) work(ctx context.Context) {
	codes := make([]T, blockCells)
	var packed []byte
	for {
		e.mu.Lock()
		block := e.next
		e.next++
		if block < len(e.tail.blocks) {
			codes = codes[:e.header.grid().Length(block)]
			if e.cells != nil && e.err == nil {
				_, e.err = io.ReadFull(e.cells, bytesOf(codes))
			}
		}
		failed := e.err != nil
		if failed {
			e.turn.Broadcast()
		}
		e.mu.Unlock()
		if failed || block >= len(e.tail.blocks) {
			return
		}
		side, first := e.header.grid().Turn(block), e.header.grid().First(block)
		if e.cells == nil {
			copy(codes, e.Code[side][first:])
		}
		counts := fillForeign(e.Layout, codes, int(side), first/64)
		packed = compress(packed[:0], e.header, e.Layout, codes, block)

		e.mu.Lock()
		for e.written < block && e.err == nil {
			e.turn.Wait()
		}
		if e.err == nil {
			e.err = ctx.Err()
		}
		if e.err == nil {
			_, e.err = e.out.Write(packed)
		}
		e.tail.blocks[block] = blockEntry{uint32(len(packed)), checksum(packed)}
		e.tail.counts[side].Add(counts)
		e.written++
		e.turn.Broadcast()
		e.mu.Unlock()
	}
}

// fillForeign replaces the cells of a block that are not a position's own by the
// value of the cell before, which compresses best. The block begins with the given
// word. It returns the counts of the positions.
func fillForeign[T table.Cell](l *table.Layout, codes []T, side, word int) (counts table.Counts) {
	var b table.Board
	last := table.Draw[T]()
	for i := 0; i < len(codes); i += 64 {
		row := (*[64]T)(codes[i:])
		l.Place(&b, word+i/64)
		own := l.Positions(&b, side)
		counts.Add(table.CountRow(row, own))
		if own == 0 {
			for sq := range row {
				row[sq] = last
			}
			continue
		}
		if ^own == 0 {
			last = row[63]
			continue
		}
		// From run to run of cells that are not of a position.
		for foreign := ^own; foreign != 0; {
			start := bits.TrailingZeros64(foreign)
			if start > 0 {
				last = row[start-1]
			}
			end := start + bits.TrailingZeros64(^(foreign >> start))
			for sq := start; sq < end && sq < 64; sq++ {
				row[sq] = last
			}
			if end >= 64 {
				foreign = 0
			} else {
				foreign = foreign >> end << end
			}
		}
		last = row[63]
	}
	return counts
}
