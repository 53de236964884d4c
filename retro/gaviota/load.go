package gaviota

import (
	"bytes"
	"context"
	"math/bits"

	"retroproof/chess"
	"retroproof/retro/table"
)

// Load reads the whole file with the given number of goroutines, and returns its
// values as a table of ours. Every cell of the file is compared with it: those of
// mirror images have one value, and cells without a position none.
func (f *File) Load(ctx context.Context, jobs int) (*table.Table, error) {
	l := table.ScanLayout(f.Material)
	var raw [2][]byte
	for side := range raw {
		raw[side] = make([]byte, f.Cells)
	}
	if err := table.Each(ctx, jobs, f.Blocks(), func(_, block int) error {
		first := f.First(block)
		return f.unpack(raw[f.Turn(block)][first:first+f.Length(block)], block)
	}); err != nil {
		return nil, err
	}
	// Only a loss in 254 plies takes more than a byte.
	if bytes.IndexByte(raw[chess.Black], deepest) >= 0 {
		wide, err := load[uint16](ctx, f, l, &raw, jobs)
		return &table.Table{Layout: l, Wide: wide}, err
	}
	narrow, err := load[uint8](ctx, f, l, &raw, jobs)
	return &table.Table{Layout: l, Narrow: narrow}, err
}

// load is Load for our cells of one size.
func load[T table.Cell](ctx context.Context, f *File, l *table.Layout, raw *[2][]byte,
	jobs int) (*table.Codes[T], error) {
	t := &table.Codes[T]{Layout: l}
	for side := range t.Code {
		t.Code[side] = make([]T, l.Cells())
	}
	counts := make([][2]table.Counts, max(jobs, 1))
	if err := l.Scan(ctx, jobs, 2, func(job, side, from, to int) error {
		var b table.Board
		for word := from; word < to; word++ {
			l.Place(&b, word)
			if err := gather(f, t, raw[side], &b, chess.Color(side), l.Positions(&b, side)); err != nil {
				return err
			}
		}
		c, _ := t.Settle(side, from, to-from)
		counts[job][side].Add(c)
		return nil
	}); err != nil {
		return nil, err
	}
	t.Deepest = table.Deepest(table.Sum(counts))
	if err := t.Repeat(ctx, jobs); err != nil {
		return nil, err
	}
	return t, compare(ctx, f, t, raw, jobs)
}

// gather takes the values of the positions of a word from a side's cells.
func gather[T table.Cell](f *File, t *table.Codes[T], raw []byte, b *table.Board, side chess.Color,
	squares uint64) error {
	set := t.OuterMen(b)
	inner := &set[t.Inner.Color][t.Inner.Kind]
	others := *inner
	for ; squares != 0; squares &= squares - 1 {
		*inner = others | squares&-squares
		sq := bits.TrailingZeros64(squares)
		cell := f.cell(b.King, &set)
		v := decode(side, raw[cell])
		code, ok := table.CodeOf[T](v)
		if !ok {
			p := t.Position(b, uint8(sq), side)
			block, _ := f.Locate(side, cell)
			return f.BlockErrorf(block, "%s in cell %d, which is that of %s", v, cell, p.FEN())
		}
		t.Code[side][b.Word<<6|sq] = code
	}
	return nil
}

// compare compares the cells with those that the table asks for.
func compare[T table.Cell](ctx context.Context, f *File, t *table.Codes[T], raw *[2][]byte, jobs int) error {
	s := newScanner(f.Layout, t.Layout)
	buffers := make([][]byte, max(jobs, 1))
	var code [2][]byte
	for side := chess.White; side <= chess.Black; side++ {
		code[side], _ = cellsOf[T](side)
	}
	return table.Each(ctx, jobs, f.Blocks(), func(job, block int) error {
		side, first := f.Turn(block), f.First(block)
		want := cells(s, buffers[job][:0], t.Code[side], code[side], first, first+f.Length(block))
		buffers[job] = want
		got := raw[side][first : first+f.Length(block)]
		if bytes.Equal(got, want) {
			return nil
		}
		for i := range want {
			if got[i] != want[i] {
				return f.BlockErrorf(block, "cell %d: %s, want %s", first+i, decode(side, got[i]), decode(side, want[i]))
			}
		}
		return nil
	})
}
