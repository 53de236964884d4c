package generate

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"retroproof/chess"
	"retroproof/retro/table"
)

// Slices is a finished table that is in files, a slice in each; see [table.Slicing].
type Slices struct {
	Layout    *table.Layout // of the whole table, for scanning
	CellBytes int
	Deepest   int // greatest depth, in plies
	cells     func() io.ReadCloser
}

// Cells returns all cells in the order of the table: those of White to move, then those of Black, in the byte
// order of the machine. The cells of positions that are not legal are 0.
func (s *Slices) Cells() io.ReadCloser { return s.cells() }

// PassingTables returns the tables that captures en passant lead to. They are in the last group of
// [Options.Groups] if a table is built in slices.
func PassingTables(m table.Material) []table.Material {
	if !hasEnPassant(m) {
		return nil
	}
	tables := []table.Material{m.Without(chess.White, chess.Pawn).Canonical()}
	if other := m.Without(chess.Black, chess.Pawn).Canonical(); other != tables[0] {
		tables = append(tables, other)
	}
	return slices.DeleteFunc(tables, func(m table.Material) bool { return m == table.Material{} })
}

// InSlices is [Table] for a table with pawns, slice by slice; see [table.NewSlicing], which has to return
// some for the material. Only one slice is in memory at a time, besides one group of the tables that it needs. The
// slices are in files of a directory, which is made if there is none; those that are there are not built again, so
// that what was cancelled or killed goes on. The directory is not to be used by two calls at once.
func InSlices(ctx context.Context, m table.Material, load table.Loader, opt Options, dir string) (*Slices, error) {
	slicing := table.NewSlicing(m)
	if slicing == nil {
		return nil, fmt.Errorf("material %s: no slices", m)
	}
	if opt.Groups == nil {
		opt.Groups = [][]table.Material{m.Conversions()}
	}
	for _, passing := range PassingTables(m) {
		if !slices.Contains(opt.Groups[len(opt.Groups)-1], passing) {
			return nil, fmt.Errorf("material %s: %s is not in the last group", m, passing)
		}
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	narrow, _ := openScratch[uint8](dir, slicing)
	wide, widened := openScratch[uint16](dir, slicing)
	if !widened {
		s, err := inSlices(ctx, m, load, opt, narrow)
		if err != nil || s != nil {
			return s, err
		}
	}
	if opt.CellBytes == 1 {
		return nil, fmt.Errorf("material %s: %w", m, ErrTooDeep)
	}
	if err := widen(narrow, wide); err != nil {
		return nil, err
	}
	return inSlices(ctx, m, load, opt, wide)
}

// slicer builds a table slice by slice.
type slicer[T table.Cell] struct {
	slicing *table.Slicing
	opt     Options
	scratch *scratch[T]
	work    *generator[T]                   // of the last slice
	tables  map[table.Material]*table.Table // of the group that is looked at
	needed  int                             // the greatest depth of these, in plies
}

// inSlices returns nil without an error if depths do not fit.
func inSlices[T table.Cell](ctx context.Context, m table.Material, load table.Loader, opt Options,
	files *scratch[T]) (*Slices, error) {
	s := &slicer[T]{slicing: files.slicing, opt: opt, scratch: files}
	conversions := m.Conversions()
	for group, tables := range opt.Groups {
		last := group == len(opt.Groups)-1
		var bits uint64
		for _, c := range tables {
			bits |= 1 << slices.Index(conversions, c)
		}
		if !s.wanted(bits, last) {
			continue
		}
		parts := 1
		if opt.Parts != nil && !last && len(tables) == 1 {
			parts = opt.Parts(tables[0])
		}
		pairs := 0
		if parts > 1 {
			pairs = table.LayoutOf(tables[0]).Pairs()
		}
		for part := range parts {
			load := load
			if parts > 1 {
				load = func(_ context.Context, m table.Material) (*table.Table, error) {
					first := part * pairs / parts
					return opt.Part(m, first, (part+1)*pairs/parts-first)
				}
			}
			ok, err := s.group(ctx, tables, load, func(slice int) (bool, error) {
				if last {
					return s.finish(ctx, slice)
				}
				return true, s.fold(ctx, slice, bits, part == parts-1)
			})
			if err != nil || !ok {
				return nil, err
			}
		}
	}
	return s.result(), nil
}

// wanted reports whether a group of tables, which are given by their bits, is needed by a slice that is not
// finished.
func (s *slicer[T]) wanted(group uint64, last bool) bool {
	return slices.ContainsFunc(s.scratch.state, func(state sliceState) bool {
		return state.Finished == 0 && (last || state.Folded&group != group)
	})
}

// group loads a group of tables and calls a function for every slice that is not finished. ok is false if
// depths do not fit.
func (s *slicer[T]) group(ctx context.Context, group []table.Material, load table.Loader,
	do func(slice int) (bool, error)) (ok bool, err error) {
	if s.opt.Released != nil {
		defer s.opt.Released(group)
	}
	s.tables, s.needed = map[table.Material]*table.Table{}, 0
	defer func() {
		s.tables = nil
		if s.work != nil {
			s.work.subs = nil // so that the group can go
		}
	}()
	for _, c := range group {
		t, err := load(ctx, c)
		if err != nil {
			return false, table.NeededBy(s.slicing.Material, err)
		}
		if t.Deepest()+1 > table.MaxDepth[T]() || t.CellBytes() > table.CellBytes[T]() {
			return false, nil
		}
		s.tables[c] = t
		s.needed = max(s.needed, t.Deepest())
	}
	for slice := range s.slicing.Values {
		if s.scratch.state[slice].Finished != 0 {
			continue
		}
		if ok, err := do(slice); err != nil || !ok {
			return false, err
		}
		if err := ctx.Err(); err != nil {
			return false, err
		}
	}
	return true, nil
}

// begin returns a generator for a slice, with what is in its file and the legal positions.
func (s *slicer[T]) begin(ctx context.Context, slice int) (*generator[T], error) {
	g := newGenerator[T](s.slicing.Layout(slice), s.opt.Jobs)
	if before := s.work; before != nil {
		before.Layout, before.subs, before.lead = nil, nil, nil
		g.buffers = before.buffers
	} else {
		most := 0
		for i := range s.slicing.Values {
			most = max(most, s.slicing.Words(i))
		}
		for side := range g.code { // enough for all slices
			g.code[side], g.open[side] = make([]T, 64*most), make([]uint64, most)
		}
	}
	s.work = g
	if s.opt.Log != nil {
		g.log = s.opt.Log
	}
	g.allocate()
	g.grouped = true
	g.subs = newConversions[T](g.Layout, s.tables)
	if err := s.scratch.load(slice, &g.code); err != nil {
		return nil, err
	}
	return g, g.each(ctx, g.initLegal, 0, 1)
}

// fold looks at captures and promotions to a group of tables, or a part of one, which may be the last. What has been
// looked at twice does not matter, because the cells have the best.
func (s *slicer[T]) fold(ctx context.Context, slice int, group uint64, last bool) error {
	state := s.scratch.state[slice]
	if state.Folded&group == group {
		return nil
	}
	g, err := s.begin(ctx, slice)
	if err == nil {
		g.reaching = s.reaching(g.Layout)
		err = g.each(ctx, g.initConversions, 0, 1)
	}
	if err != nil {
		return err
	}
	if last {
		state.Folded |= group
	}
	state.Needed = max(state.Needed, uint32(s.needed))
	return s.scratch.save(slice, &g.code, state)
}

// reaching returns the pairs of kings from which captures and promotions may lead to the part of a table that is
// there; nil if whole tables are.
func (s *slicer[T]) reaching(l *table.Layout) []bool {
	var part *table.Table
	for _, t := range s.tables {
		if t.Pairs() < table.LayoutOf(t.Material).Pairs() {
			part = t
		}
	}
	if part == nil {
		return nil
	}
	there := func(kings [2]uint8) bool {
		if pair, _ := part.KingPair(kings); pair >= 0 && uint(part.FirstWord(pair)) < uint(part.Words) {
			return true
		}
		pair, _ := part.KingPair([2]uint8{table.FlipSquare(kings[1]), table.FlipSquare(kings[0])}) // colours exchanged
		return pair >= 0 && uint(part.FirstWord(pair)) < uint(part.Words)
	}
	reaching := make([]bool, l.Pairs())
	for pair := range reaching {
		kings := l.Kings(pair)
		reaching[pair] = there(kings)
		for side := range kings {
			for to := range chess.KingAttacks(chess.Square(kings[side])).Squares() {
				after := kings
				after[side] = uint8(to)
				reaching[pair] = reaching[pair] || there(after)
			}
		}
	}
	return reaching
}

// finish finds the values of a slice. ok is false if they do not fit.
func (s *slicer[T]) finish(ctx context.Context, slice int) (ok bool, err error) {
	g, err := s.begin(ctx, slice)
	if err != nil {
		return false, err
	}
	if g.lead, err = newLeading(s.slicing, slice, s.scratch); err != nil {
		return false, err
	}
	defer g.lead.close()
	for next := range g.lead.files {
		if int(s.scratch.state[next].Deepest)+1 > table.MaxDepth[T]() {
			return false, nil
		}
	}
	if err := g.each(ctx, g.initMoves, 0, 1); err != nil {
		return false, err
	}
	g.trace("captures, promotions, mates", "slice", slice+1)
	if hasEnPassant(g.Material) {
		if err := g.each(ctx, g.initEnPassant, 0, 1); err != nil {
			return false, err
		}
		g.trace("en passant", "slice", slice+1)
	}
	g.sortEnPassant()
	g.subs = nil
	g.report = s.reporter(g, slice)
	if err := g.solve(ctx, 0); err != nil || g.overflow.Load() {
		return false, err
	}
	state := sliceState{Folded: ^uint64(0), Finished: 1, Deepest: uint32(g.deepest), Legal: g.legalCells,
		Needed: max(s.scratch.state[slice].Needed, uint32(s.needed))}
	return true, s.scratch.save(slice, &g.code, state)
}

// reporter returns what reports the progress of a slice: positions of slices that have not been begun are
// reckoned as many as those of the slice.
func (s *slicer[T]) reporter(g *generator[T], slice int) func() {
	if s.opt.Progress == nil {
		return nil
	}
	var finished, words, all uint64
	for i, state := range s.scratch.state {
		all += uint64(s.slicing.Words(i))
		if state.Finished != 0 {
			finished += state.Legal
			words += uint64(s.slicing.Words(i))
		}
	}
	left := all - words
	return func() {
		legal := finished + g.legalCells*left/uint64(s.slicing.Words(slice))
		s.opt.Progress(Progress{Material: g.Material, Depth: g.depth, Decided: finished + g.decided, Legal: legal,
			Slice: slice + 1, Slices: len(s.slicing.Values)})
	}
}

// result returns the finished table. Its cells are as wide as [Table] makes them, where wider ones have been
// taken only because a slice might have gone deeper than it does.
func (s *slicer[T]) result() *Slices {
	out := &Slices{Layout: table.ScanLayout(s.slicing.Material), CellBytes: table.CellBytes[T]()}
	needed := 0
	for _, state := range s.scratch.state {
		out.Deepest = max(out.Deepest, int(state.Deepest))
		needed = max(needed, int(state.Needed)+1)
	}
	out.cells = func() io.ReadCloser { return newSliceReader(s.scratch) }
	if out.CellBytes == 2 && max(out.Deepest, needed) <= table.MaxDepth[uint8]() {
		out.CellBytes = 1
		out.cells = func() io.ReadCloser { return &narrower{ReadCloser: newSliceReader(s.scratch)} }
	}
	return out
}

// narrower makes cells of one byte of those with two.
type narrower struct {
	io.ReadCloser
	wide []uint16
}

// Read implements [io.Reader].
func (n *narrower) Read(b []byte) (int, error) {
	if len(n.wide) == 0 {
		n.wide = make([]uint16, 1<<15)
	}
	wide := n.wide[:min(len(b), len(n.wide))]
	read, err := io.ReadFull(n.ReadCloser, bytesOf(wide))
	if errors.Is(err, io.ErrUnexpectedEOF) && read%2 == 0 {
		err = nil
	}
	for i, code := range wide[:read/2] {
		b[i] = uint8(code)
		switch {
		case code > table.Draw[uint16]():
			b[i] = ^uint8(^code)
		case code == table.Draw[uint16]():
			b[i] = table.Draw[uint8]()
		}
	}
	return read / 2, err
}

// sliceReader reads the cells of all slices in the order of the whole table, in which those of each slice
// are in the order of its file.
type sliceReader[T table.Cell] struct {
	scratch *scratch[T]
	files   []*os.File
	in      []*bufio.Reader // by slice, of one side to move
	side    int
	pair    int
	value   int // of the first digit
	left    int // bytes of the run of words with pair and value
	err     error
}

func newSliceReader[T table.Cell](s *scratch[T]) *sliceReader[T] {
	r := &sliceReader[T]{scratch: s, side: -1, pair: s.slicing.Pairs, value: -1}
	for slice := range s.state {
		f, err := s.open(slice)
		if err != nil {
			r.err = err
			break
		}
		r.files = append(r.files, f)
	}
	return r
}

// sliceBuffer is the memory of a slice's reader, in bytes.
const sliceBuffer = 1 << 16

// Read implements [io.Reader].
func (r *sliceReader[T]) Read(b []byte) (n int, err error) {
	for n < len(b) && r.err == nil {
		if r.left == 0 {
			r.next()
			continue
		}
		k, err := io.ReadFull(r.in[r.slice()], b[n:min(len(b), n+r.left)])
		n += k
		r.left -= k
		if err != nil {
			r.err = err
			if errors.Is(err, io.EOF) {
				r.err = io.ErrUnexpectedEOF
			}
		}
	}
	if n > 0 {
		return n, nil
	}
	return 0, r.err
}

func (r *sliceReader[T]) slice() int { return r.scratch.slicing.Slice(r.value) }

// next goes to the next run of words.
func (r *sliceReader[T]) next() {
	s := r.scratch.slicing
	if r.value++; r.value == s.Numbers() {
		r.value = 0
		r.pair++
	}
	if r.pair >= s.Pairs {
		r.value, r.pair = 0, 0
		if r.side++; r.side == 2 {
			r.err = io.EOF
			return
		}
		for slice, f := range r.files {
			bytes := int64(r.scratch.sideBytes(slice))
			in := io.NewSectionReader(f, r.scratch.cellsAt(slice, r.side), bytes)
			if r.side == 0 {
				r.in = append(r.in, bufio.NewReaderSize(in, sliceBuffer))
			} else {
				r.in[slice].Reset(in)
			}
		}
	}
	r.left = 64 * s.PerValue * table.CellBytes[T]()
}

// Close closes the files.
func (r *sliceReader[T]) Close() error {
	var errs []error
	for _, f := range r.files {
		errs = append(errs, f.Close())
	}
	return errors.Join(errs...)
}
