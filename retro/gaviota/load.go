package gaviota

import (
	"bytes"
	"context"
	"math/bits"

	"retroproof/chess"
	"retroproof/retro/index"
	"retroproof/retro/internal/parallel"
	"retroproof/retro/table"
)

// Load reads the whole file with the given number of goroutines, and returns its
// values as a table of ours. Every cell of the file is compared with it: those of
// mirror images have one value, and cells without a position none.
func (f *File) Load(ctx context.Context, jobs int) (*table.Table, error) {
	l := index.ForScan(f.Material)
	var raw [2][]byte
	for side := range raw {
		raw[side] = make([]byte, f.Cells)
	}
	if err := parallel.Each(ctx, jobs, 2*f.perSide(), func(_, block int) error {
		first := block % f.perSide() * blockCells
		return f.unpack(raw[block/f.perSide()][first:first+f.blockLength(block)], block)
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
func load[T table.Cell](ctx context.Context, f *File, l *index.Layout, raw *[2][]byte, jobs int) (*table.Codes[T], error) {
	t := &table.Codes[T]{Layout: l}
	for side := range t.Code {
		t.Code[side] = make([]T, l.Cells())
	}
	const portion = 1 << 10 // words
	perSide := (l.Words + portion - 1) / portion
	counts := make([]table.Counts, 2*perSide)
	if err := parallel.Each(ctx, jobs, 2*perSide, func(_, i int) error {
		side, first := i/perSide, i%perSide*portion
		words := min(portion, l.Words-first)
		var b index.Board
		for word := first; word < first+words; word++ {
			l.Place(&b, word)
			if own := l.Own(&b); own != 0 {
				if err := gather(f, t, raw[side], &b, chess.Color(side), own&l.Legal(&b, side)); err != nil {
					return err
				}
			}
		}
		counts[i], _ = t.Settle(side, first, words)
		return nil
	}); err != nil {
		return nil, err
	}
	var sum [2]table.Counts
	for i, c := range counts {
		sum[i/perSide].Add(c)
	}
	t.Deepest = table.Deepest(sum)
	if err := t.Repeat(ctx, jobs); err != nil {
		return nil, err
	}
	return t, compare(ctx, f, t, raw, jobs)
}

// gather takes the values of the positions of a word from a side's cells.
func gather[T table.Cell](f *File, t *table.Codes[T], raw []byte, b *index.Board, side chess.Color, squares uint64) error {
	var set men
	for i := range t.Outer {
		set[t.Outer[i].Color][t.Outer[i].Kind] |= 1 << b.Sq[i]
	}
	inner := &set[t.Inner.Color][t.Inner.Kind]
	others := *inner
	for ; squares != 0; squares &= squares - 1 {
		*inner = others | squares&-squares
		sq := bits.TrailingZeros64(squares)
		cell := f.cell(b.King[chess.White], b.King[chess.Black], &set)
		v := decode(side, raw[cell])
		code, ok := codeOf[T](v)
		if !ok {
			p := t.Position(b, uint8(sq), side)
			return f.cellError(int(side), cell, "%s in cell %d, which is that of %s", v, cell, p.FEN())
		}
		t.Code[side][b.Word<<6|sq] = code
	}
	return nil
}

// codeOf returns the code of a value, if it is that of a position.
func codeOf[T table.Cell](v table.Value) (T, bool) {
	switch v.Result {
	case table.Drawn:
		return table.Draw[T](), true
	case table.Won:
		return table.WinIn[T](v.Plies), v.Plies <= table.MaxDepth[T]()
	case table.Lost:
		return table.LossIn[T](v.Plies), v.Plies <= table.MaxDepth[T]()
	}
	return 0, false
}

// cellError returns an error about a cell.
func (f *File) cellError(side, cell int, format string, args ...any) error {
	return f.blockError(side*f.perSide()+cell/blockCells, format, args...)
}

// compare compares the cells with those that the table asks for.
func compare[T table.Cell](ctx context.Context, f *File, t *table.Codes[T], raw *[2][]byte, jobs int) error {
	s := newScanner(f.Layout, t.Layout)
	buffers := make([][]byte, max(jobs, 1))
	var code [2][]byte
	for side := chess.White; side <= chess.Black; side++ {
		code[side], _ = cellsOf[T](side)
	}
	return parallel.Each(ctx, jobs, 2*f.perSide(), func(job, block int) error {
		side, first := block/f.perSide(), block%f.perSide()*blockCells
		want := cells(s, buffers[job][:0], t.Code[side], code[side], first, first+f.blockLength(block))
		buffers[job] = want
		got := raw[side][first : first+f.blockLength(block)]
		if bytes.Equal(got, want) {
			return nil
		}
		for i := range want {
			if got[i] != want[i] {
				c := chess.Color(side)
				return f.blockError(block, "cell %d: %s, want %s", first+i, decode(c, got[i]), decode(c, want[i]))
			}
		}
		return nil
	})
}
