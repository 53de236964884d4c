package retro

import (
	"cmp"
	"context"
	"math/bits"
	"slices"

	"retroproof/chess"
	"retroproof/retro/generate"
	"retroproof/retro/table"
)

// Statistics are the counts of a table, and how they stand in JSON.
type Statistics struct {
	Material  table.Material `json:"material"`
	Side      [2]Side        `json:"sides"`               // by side to move
	Zugzwangs []Zugzwangs    `json:"zugzwangs,omitempty"` // as [MutualZugzwangs] returns them, if somebody has asked
}

// Side counts the positions with one side to move, by two conventions. In both, identical men are not distinguished.
type Side struct {
	Name string  `json:"side"` // white or black
	Full Numbers `json:"full"` // of positions on the board
	// Orb has numbers of orbits: positions that are the same but for a symmetry of the board count once. Without pawns
	// there are eight symmetries, with pawns two.
	Orb         Numbers  `json:"orb"`
	LongestWin  *Longest `json:"longest_win"` // nil if nothing is won
	LongestLoss *Longest `json:"longest_loss"`
	// Depths has the positions of each depth, first wins, then losses, the least depth first; depths without positions are
	// left out.
	Depths []Depth `json:"distribution,omitzero"`
}

// Numbers are numbers of positions.
type Numbers struct {
	Legal      uint64 `json:"legal"`
	Won        uint64 `json:"won"`
	Drawn      uint64 `json:"drawn"`
	Lost       uint64 `json:"lost"`
	Mates      uint64 `json:"mates"`      // among Lost
	Stalemates uint64 `json:"stalemates"` // among Drawn
	Checks     uint64 `json:"checks"`     // positions in check, mates among them
}

// fields returns the numbers in the order in which they are printed.
func (n *Numbers) fields() []*uint64 {
	return []*uint64{&n.Legal, &n.Won, &n.Drawn, &n.Lost, &n.Mates, &n.Stalemates, &n.Checks}
}

// Count is a number of positions by both conventions.
type Count struct {
	Full uint64 `json:"full"`
	Orb  uint64 `json:"orb"`
}

// Depth is the number of positions of a depth.
type Depth struct {
	table.Value
	InMoves int `json:"dtm_moves"`
	Count
}

// Longest has the positions of the greatest depth, one of each symmetry class and in a fixed order, but no more than
// [MaxLongest].
type Longest struct {
	Depth
	FENs []string `json:"fens"`
}

// MaxLongest bounds the lists of the longest wins and losses.
const MaxLongest = 1000

// tally counts cells, not positions. From a pair of kings that is not symmetric
// every orbit is in the table once, in each order of identical men; from a
// symmetric one, each of its positions and their mirror images.
type tally struct {
	plain     uint64 // cells of pairs that are not symmetric
	symmetric uint64 // cells of those that are
	fixed     uint64 // of these the ones that are their own mirror images
}

func (t *tally) add(u tally) {
	t.plain += u.plain
	t.symmetric += u.symmetric
	t.fixed += u.fixed
}

// count turns cells into positions.
func (t tally) count(l *table.Layout) Count {
	// A pair that is not symmetric has all its images on the board, a symmetric
	// one half of them.
	images := uint64(8)
	if l.Material.Pawns() {
		images = 2
	}
	ways := uint64(l.Ways)
	return Count{
		Full: (t.plain*images + t.symmetric*images/2) / ways,
		// Orbits of two positions but for those that are their own images.
		Orb: (t.plain + (t.symmetric+t.fixed)/2) / ways,
	}
}

// StatisticsOf counts the positions of a table, with a number of goroutines. It looks at every
// cell. The error is that of the context.
func StatisticsOf(ctx context.Context, t *table.Table, jobs int) (*Statistics, error) {
	l := t.Layout
	s := &Statistics{Material: l.Material}
	for side := range s.Side {
		s.Side[side].Name = chess.Color(side).String()
		var err error
		if t.Narrow != nil {
			err = countSide(ctx, l, &t.Narrow.Code, side, jobs, &s.Side[side])
		} else {
			err = countSide(ctx, l, &t.Wide.Code, side, jobs, &s.Side[side])
		}
		if err != nil {
			return nil, err
		}
	}
	return s, nil
}

// census is the work on one side to move.
type census[T table.Cell] struct {
	*table.Layout
	jobs int
	side int
	code []T
	open []uint64 // legal positions of the other side to move, by word
}

// countSide fills in the statistics of a side to move.
func countSide[T table.Cell](ctx context.Context, l *table.Layout, code *[2][]T, side, jobs int, s *Side) error {
	c := &census[T]{Layout: l, jobs: max(jobs, 1), side: side, code: code[side], open: make([]uint64, l.Words)}
	// Stuck looks for moves to legal positions.
	other := code[1-side]
	if err := c.Boards(ctx, c.jobs, 1, func(_, _ int, b *table.Board) error {
		c.open[b.Word] = ^table.Equal((*[64]T)(other[64*b.Word:]), 0)
		return nil
	}); err != nil {
		return err
	}

	parts := make([]part, c.jobs)
	for i := range parts {
		parts[i].codes = make([]tally, int(^T(0))+1)
	}
	if err := c.Boards(ctx, c.jobs, 1, func(job, _ int, b *table.Board) error {
		c.count(&parts[job], b)
		return nil
	}); err != nil {
		return err
	}
	sum := &parts[0]
	for _, p := range parts[1:] {
		for i := range p.codes {
			sum.codes[i].add(p.codes[i])
		}
		sum.checks.add(p.checks)
		sum.stalemates.add(p.stalemates)
	}
	c.fill(s, sum)
	return c.longest(ctx, s)
}

// part is what one goroutine has counted.
type part struct {
	codes      []tally
	checks     tally
	stalemates tally
}

// count counts the cells of a word.
func (c *census[T]) count(p *part, b *table.Board) {
	row := (*[64]T)(c.code[64*b.Word:])
	legal := ^table.Equal(row, 0)
	if legal == 0 {
		return
	}
	symmetric := c.Layout.Symmetric(b)
	var fixed uint64
	if symmetric {
		fixed = c.Mirrored(b)
	}
	weigh := func(set uint64) tally {
		n := uint64(bits.OnesCount64(set))
		if symmetric {
			return tally{symmetric: n, fixed: uint64(bits.OnesCount64(set & fixed))}
		}
		return tally{plain: n}
	}
	if symmetric {
		for set := legal; set != 0; set &= set - 1 {
			p.codes[row[bits.TrailingZeros64(set)]].add(weigh(set & -set))
		}
	} else {
		for _, code := range row {
			p.codes[code].plain++
		}
	}
	checks := legal & c.Attacked(b, 1-c.side)
	p.checks.add(weigh(checks))
	// A draw without check and without a move that stays in the table is
	// stalemate unless there is a capture or a promotion.
	draws := table.Equal(row, table.Draw[T]()) &^ checks
	for set := generate.Stuck(c.Layout, b, c.open, draws, c.side, false); set != 0; set &= set - 1 {
		if !c.position(b, uint8(bits.TrailingZeros64(set))).HasLegalMove() {
			p.stalemates.add(weigh(set & -set))
		}
	}
}

// position returns the position of a cell that is legal.
func (c *census[T]) position(b *table.Board, inner uint8) *chess.Position {
	return c.Layout.Position(b, inner, chess.Color(c.side))
}

// fill turns the cells by code into statistics.
func (c *census[T]) fill(s *Side, sum *part) {
	var won, lost tally
	s.Depths = []Depth{}
	for code := T(1); ; code++ {
		t := sum.codes[code]
		v := table.ValueOf(code)
		if t != (tally{}) && v.Decided() {
			s.Depths = append(s.Depths, Depth{v, v.Moves(), t.count(c.Layout)})
			if v.Result == table.Won {
				won.add(t)
			} else {
				lost.add(t)
			}
		}
		if code == ^T(0) {
			break
		}
	}
	slices.SortFunc(s.Depths, func(a, b Depth) int {
		return cmp.Or(-cmp.Compare(a.Result, b.Result), cmp.Compare(a.Plies, b.Plies))
	})
	for _, d := range s.Depths {
		of := &s.LongestWin
		if d.Result == table.Lost {
			of = &s.LongestLoss
		}
		*of = &Longest{Depth: d, FENs: []string{}}
	}
	drawn := sum.codes[table.Draw[T]()]
	legal := won
	legal.add(lost)
	legal.add(drawn)
	full, orb := s.Full.fields(), s.Orb.fields()
	for i, t := range []tally{legal, won, drawn, lost, sum.codes[table.LossIn[T](0)], sum.stalemates, sum.checks} {
		n := t.count(c.Layout)
		*full[i], *orb[i] = n.Full, n.Orb
	}
}

// longest finds the positions of the greatest depths, in the order of their
// cells.
func (c *census[T]) longest(ctx context.Context, s *Side) error {
	var lists []*Longest
	var codes []T
	if l := s.LongestWin; l != nil {
		lists, codes = append(lists, l), append(codes, table.WinIn[T](l.Plies))
	}
	if l := s.LongestLoss; l != nil {
		lists, codes = append(lists, l), append(codes, table.LossIn[T](l.Plies))
	}
	var b table.Board
	for word := range c.Words {
		if word&0xfff == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		row := (*[64]T)(c.code[64*word:])
		for i, l := range lists {
			if len(l.FENs) == MaxLongest {
				continue
			}
			for set := table.Equal(row, codes[i]); set != 0; set &= set - 1 {
				c.Place(&b, word)
				inner := uint8(bits.TrailingZeros64(set))
				cell, _ := c.CellOf(&b, inner)
				if cell == b.Word<<6|int(inner) && len(l.FENs) < MaxLongest {
					l.FENs = append(l.FENs, c.position(&b, inner).FEN())
				}
			}
		}
	}
	return nil
}
