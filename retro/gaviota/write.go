package gaviota

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"

	"retroproof/chess"
	"retroproof/retro/table"
)

const (
	blockBits   = 14
	blockCells  = 1 << blockBits
	headerBytes = 40
	entryBytes  = 4
	// Before the LZMA stream of a block: two bytes, the parameters, the dictionary's
	// size, the number of cells.
	blockHeaderBytes = 15
	// maxBlockBytes is what Gaviota's own reader holds.
	maxBlockBytes = 1 << 16
)

// grid returns how the cells are divided into blocks.
func (l *Layout) grid() table.Grid { return table.Grid{Side: l.Cells, Bits: blockBits} }

// header returns the header of a file.
func (l *Layout) header() []byte {
	b := make([]byte, headerBytes)
	le := binary.LittleEndian
	le.PutUint32(b[8:], blockCells)
	le.PutUint32(b[16:], uint32(l.Cells%blockCells))
	le.PutUint32(b[24:], uint32(l.Cells%blockCells))
	le.PutUint32(b[32:], uint32(headerBytes+entryBytes*(l.grid().Blocks()+1)))
	le.PutUint32(b[36:], 4) // as in the published files; readers ignore it
	return b
}

// blockHeader returns the beginning of a block.
func (l *Layout) blockHeader(block int) []byte {
	b := []byte{0, 0, 0x5d, 0, 0x10, 0, 0}
	length := l.grid().Length(block)
	if length < blockCells {
		b[0] = byte(1 + l.grid().Turn(block))
	}
	return binary.LittleEndian.AppendUint64(b, uint64(length))
}

// WriteOptions are the options of [Write].
type WriteOptions struct {
	Jobs     int                   // goroutines that compress; 0 is 1
	Progress func(done, total int) // blocks; calls do not overlap; may be nil
}

// Write writes a table to a file, which appears under its name when it is complete. The
// bytes do not depend on the number of goroutines. They are those of the published file.
func Write(ctx context.Context, t *table.Table, name string, opt WriteOptions) error {
	return table.WriteFile(name, func(w io.Writer) error { return writeTo(ctx, t, w, opt) })
}

// writeTo is Write to a writer. All blocks are compressed before the first is
// written.
func writeTo(ctx context.Context, t *table.Table, w io.Writer, opt WriteOptions) error {
	if !Exists(t.Material) {
		return fmt.Errorf("material %s: %d men, and a table of Gaviota's has 3 to %d", t.Material, t.Material.Men(), MaxMen)
	}
	var list [][]byte
	var err error
	l := newLayout(t.Material)
	if t.Narrow != nil {
		list, err = compress(ctx, l, t.Narrow, opt)
	} else {
		list, err = compress(ctx, l, t.Wide, opt)
	}
	if err != nil {
		return err
	}
	head := l.header()
	at := uint64(headerBytes + entryBytes*(len(list)+1))
	for i := range len(list) + 1 {
		if at > 1<<32-1 {
			return fmt.Errorf("material %s: the file is longer than 4 GiB", t.Material)
		}
		head = binary.LittleEndian.AppendUint32(head, uint32(at))
		if i < len(list) {
			at += uint64(len(list[i]))
		}
	}
	for _, b := range append([][]byte{head}, list...) {
		if _, err := w.Write(b); err != nil {
			return err
		}
	}
	return nil
}

// compress returns the blocks of a file.
func compress[T table.Cell](ctx context.Context, l *Layout, t *table.Codes[T], opt WriteOptions) ([][]byte, error) {
	var code [2][]byte
	for side := chess.White; side <= chess.Black; side++ {
		var deep []T
		code[side], deep = cellsOf[T](side)
		for _, c := range deep {
			if err := lacks(t, side, c); err != nil {
				return nil, err
			}
		}
	}
	jobs := max(opt.Jobs, 1)
	s := newScanner(l, t.Layout)
	encoders := make([]*encoder, jobs)
	buffers := make([][]byte, jobs)
	grid := l.grid()
	list := make([][]byte, grid.Blocks())
	progress := table.NewProgress(len(list), opt.Progress)
	err := table.Each(ctx, jobs, len(list), func(job, i int) error {
		if encoders[job] == nil {
			encoders[job] = newEncoder()
		}
		side, first := grid.Turn(i), grid.First(i)
		raw := cells(s, buffers[job][:0], t.Code[side], code[side], first, first+grid.Length(i))
		buffers[job] = raw
		list[i] = encoders[job].compress(l.blockHeader(i), raw)
		progress.Add(1, nil)
		return nil
	})
	return list, err
}

// lacks returns an error if a table has the code of a depth that no cell can hold.
func lacks[T table.Cell](t *table.Codes[T], side chess.Color, code T) error {
	v := table.ValueOf(code)
	if v.Plies > t.Deepest {
		return nil
	}
	for word := range t.Words {
		if table.Equal((*[64]T)(t.Code[side][64*word:]), code) != 0 {
			return fmt.Errorf("material %s: a %s with %s to move is too deep for a table of Gaviota's", t.Material, v, side)
		}
	}
	return nil
}
