package wins

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/rules"
)

// Table has a position of each set of images under the symmetries that a strategy respects, the moves of both sides,
// and how long the strategy takes to mate. The text is evaluated in these positions; its moves are mirrored to the
// others.
type Table struct {
	*core.Strategy
	group []rules.Symmetry
	homes []rules.Square     // where the black king stands, by number
	home  []int              // by square: the number
	bring [][]rules.Symmetry // by his square: the symmetries that bring him to one of homes
	image [8][]int           // by symmetry and square: the number of its image
	black side
	white side
	all   graph    // White's legal moves, if the strategy needs them
	by    graph    // those of the strategy
	to    []uint32 // of each number in by's list, the index of the position that the move itself leads to
	reply graph    // Black's
	step  []int8   // by number of a position with White to move: the strategy's step; NoStep if it has no move
	best  []int16  // likewise, the number of moves to mate by best play; 0 if White does not win; nil if not needed
	won   []int16  // the greatest number of the strategy's moves to mate; 0 if it does not win
	claim []bool   // the position is claimed
}

// side has the legal positions with a side to move, each the least of its images.
type side struct {
	place  []int32  // by index: the position's number; none if it has none
	index  []uint32 // by number
	weight []int8   // by number: how many images the position has
}

const none = -1

func (t *Table) side(white bool) *side {
	if white {
		return &t.white
	}
	return &t.black
}

// graph has lists of numbers, one after the other.
type graph struct {
	first []uint32
	list  []int32
}

func (g *graph) of(i int) []int32 { return g.list[g.first[i]:g.first[i+1]] }

// each fills in a graph: f adds to its list what belongs to a position with a side to move. Once the context is done,
// no more is added.
func (t *Table) each(ctx context.Context, white bool, g *graph, f func(k int, p rules.Position)) {
	g.first = append(g.first, 0)
	done := false
	for k, i := range t.side(white).index {
		if done = done || k%256 == 0 && ctx.Err() != nil; !done {
			f(k, t.position(i, white))
		}
		g.first = append(g.first, uint32(len(g.list)))
	}
}

// What a position with Black to move has in place of a reply's number.
const (
	lost  = -1 - iota // Black is stalemated, or captures a man
	mated             // Black is mated, or the pawn has been promoted and wins
)

// mostPositions bounds the size of tables: kings and two men on 12x12, or three on 6x6.
const mostPositions = 1 << 25

// New makes the table of a strategy. The error is that of the context, ErrSize, or wraps ErrText.
func New(ctx context.Context, s *core.Strategy) (*Table, error) {
	t := &Table{Strategy: s, group: s.Symmetries(s.Group)}
	t.kings()
	size := len(t.homes) * s.Placements()
	if size > mostPositions {
		return nil, ErrSize
	}
	t.black.place, t.white.place = slices.Repeat([]int32{none}, size), slices.Repeat([]int32{none}, size)
	if err := t.enumerate(ctx); err != nil {
		return nil, err
	}
	t.replies(ctx)
	best := s.Claim.Won || s.Kept != ""
	if best || s.Force != nil {
		t.moves(ctx)
	}
	if best {
		t.best = t.solve(&t.all, true)
	}
	for k, i := range t.white.index {
		t.claim = append(t.claim, (!s.Claim.Won || t.best[k] > 0) && t.Claimed(t.position(i, true)))
	}
	makes := t.steps
	if s.Force != nil {
		makes = t.force
	}
	if err := cmp.Or(makes(ctx), ctx.Err()); err != nil {
		return nil, err
	}
	t.won = t.solve(&t.by, false)
	return t, nil
}

// kings chooses the black king's squares, the first of each set of images.
func (t *Table) kings() {
	t.home, t.bring = make([]int, t.Size()), make([][]rules.Symmetry, t.Size())
	for n := range t.Size() {
		s, first := t.Square(n), n
		for _, g := range t.group {
			t.image[g] = append(t.image[g], t.Number(t.Image(g, s)))
			first = min(first, t.image[g][n])
		}
		if first == n {
			t.home[n] = len(t.homes)
			t.homes = append(t.homes, s)
		}
		for _, g := range t.group {
			if t.image[g][n] == first {
				t.bring[n] = append(t.bring[n], g)
			}
		}
	}
}

// index numbers the positions with the black king on one of homes: it is that of an image of p.
func (t *Table) index(g rules.Symmetry, p *rules.Position) uint32 {
	to := t.image[g]
	n := t.home[to[t.Number(p.BK)]]
	for i := range t.Men {
		k := t.Size()
		if p.Men[i] != rules.Off {
			k = to[t.Number(p.Men[i])]
		}
		n = n*t.Places(i) + k
	}
	return uint32(n*t.Size() + to[t.Number(p.WK)])
}

// position is the inverse of index.
func (t *Table) position(index uint32, white bool) rules.Position {
	p, home := t.Placement(int(index))
	p.BK, p.White = t.homes[home], white
	return p
}

// least returns the least index of p's images, and how many symmetries lead to it.
func (t *Table) least(p *rules.Position) (least uint32, ways int) {
	least = math.MaxUint32
	for _, g := range t.bring[t.Number(p.BK)] {
		switch i := t.index(g, p); {
		case i < least:
			least, ways = i, 1
		case i == least:
			ways++
		}
	}
	return least, ways
}

// number returns the number of the least image of p, a position of a side; none if it is not legal.
func (t *Table) number(p *rules.Position) int32 {
	least, _ := t.least(p)
	return t.side(p.White).place[least]
}

// enumerate numbers the legal positions. The error is that of the context.
func (t *Table) enumerate(ctx context.Context) error {
	for _, white := range []bool{true, false} {
		s := t.side(white)
		for i := range s.place {
			p := t.position(uint32(i), white)
			if i%256 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			if !t.Covers(&p) {
				continue
			}
			if least, ways := t.least(&p); int(least) == i {
				s.place[i] = int32(len(s.index))
				s.index, s.weight = append(s.index, uint32(i)), append(s.weight, int8(len(t.group)/ways))
			}
		}
	}
	return nil
}

// moves fills in all.
func (t *Table) moves(ctx context.Context) {
	var buf [64]rules.Position
	t.each(ctx, true, &t.all, func(_ int, p rules.Position) {
		for _, q := range t.Game.Moves(buf[:0], p) {
			if n := t.number(&q); n != none {
				t.all.list = append(t.all.list, n)
			}
		}
	})
}

// steps fills in by and step for the claimed positions.
func (t *Table) steps(ctx context.Context) (err error) {
	var buf [64]rules.Position
	t.each(ctx, true, &t.by, func(k int, p rules.Position) {
		moves, step := buf[:0], core.NoStep
		if t.claim[k] {
			moves, step = t.Strategy.Moves(buf[:0], p)
		}
		t.step = append(t.step, int8(step))
		for _, q := range moves {
			if !t.move(&q) {
				err = fmt.Errorf("%w: %s leads from %s to a position that the strategy is not about",
					ErrText, t.Steps[step].Name, t.Describe(p))
			}
		}
	})
	return err
}

// move adds a move to by; it reports whether it leads to a position of the table.
func (t *Table) move(q *rules.Position) bool {
	n := t.number(q)
	t.by.list, t.to = append(t.by.list, n), append(t.to, t.index(0, q)) // the black king is at home there
	return n != none
}

// By appends the strategy's moves in p, a legal position with White to move, and returns the step that they are by.
func (t *Table) By(dst []rules.Position, p rules.Position) ([]rules.Position, int) {
	index, _ := t.least(&p)
	k := t.white.place[index]
	if k == none || !t.claim[k] {
		return dst, core.NoStep
	}
	start := len(dst)
	for _, to := range t.to[t.by.first[k]:t.by.first[k+1]] {
		for _, g := range t.bring[t.Number(p.BK)] {
			if t.index(g, &p) != index {
				continue
			}
			q := t.ImageOf(g.Inverse(), t.position(to, false))
			if !slices.Contains(dst[start:], q) {
				dst = append(dst, q)
			}
		}
	}
	if len(dst) == start {
		return dst, core.NoStep
	}
	return dst, int(t.step[k])
}

// Claims reports whether p, White to move, is claimed.
func (t *Table) Claims(p rules.Position) bool {
	n := t.Place(p)
	return p.White && n != none && t.claim[n]
}

// ClaimsNumber is Claims for the positions with a number.
func (t *Table) ClaimsNumber(n int) bool { return t.claim[n] }

// Weight returns how many images the position with White to move and a number has.
func (t *Table) Weight(n int) int { return int(t.white.weight[n]) }

// Won returns the greatest number of White's moves to mate from a legal position with White to move; 0 if the strategy
// does not win.
func (t *Table) Won(p rules.Position) int {
	if n := t.Place(p); n != none {
		return int(t.won[n])
	}
	return 0
}

// Best returns the number of White's moves to mate by best play, if that was computed; 0 if he does not win.
func (t *Table) Best(p rules.Position) int {
	if n := t.Place(p); n != none && t.best != nil {
		return int(t.best[n])
	}
	return 0
}

// Place returns the number of p's least image among those of its side; -1 if p, on the board, is not legal.
func (t *Table) Place(p rules.Position) int {
	if t.Captured(&p) {
		return none
	}
	return int(t.number(&p))
}

// Least returns all positions with a side to move that stand for their images, by number.
func (t *Table) Least(white bool) func(yield func(n int, p rules.Position) bool) {
	s := t.side(white)
	return func(yield func(n int, p rules.Position) bool) {
		for n, i := range s.index {
			if !yield(n, t.position(i, white)) {
				return
			}
		}
	}
}

// replies fills in reply.
func (t *Table) replies(ctx context.Context) {
	var buf [64]rules.Position
	t.each(ctx, false, &t.reply, func(_ int, p rules.Position) {
		replies := t.Game.Moves(buf[:0], p)
		for _, r := range replies {
			to := int32(lost)
			if !t.Captured(&r) {
				to = t.number(&r) // none, if the strategy is not about it, which is lost
			}
			t.reply.list = append(t.reply.list, to)
		}
		if end := int32(lost); len(replies) == 0 {
			if t.Lost(&p) {
				end = mated
			}
			t.reply.list = append(t.reply.list, end)
		}
	})
}

// solve finds out, by going back from mate, from which positions White wins by a graph's moves, and how many he needs:
// at most whichever of them he plays or, if best is set, at least. Each pass finds the positions that are won in one
// move more, until there is none.
func (t *Table) solve(moves *graph, best bool) []int16 {
	won, lostIn := make([]int16, len(t.white.index)), make([]int16, len(t.black.index))
	open, waiting := numbers(len(won)), numbers(len(lostIn))
	for n := int16(1); ; n++ {
		before := len(waiting)
		waiting = slices.DeleteFunc(waiting, func(q int32) bool {
			if slices.ContainsFunc(t.reply.of(int(q)), func(r int32) bool { return r == lost || r >= 0 && won[r] == 0 }) {
				return false
			}
			lostIn[q] = n
			return true
		})
		if len(waiting) == before {
			return won
		}
		open = slices.DeleteFunc(open, func(p int32) bool {
			// By best play some move has to win, by the strategy there has to be no other.
			list := moves.of(int(p))
			if len(list) == 0 || slices.ContainsFunc(list, func(q int32) bool { return lostIn[q] > 0 == best }) != best {
				return false
			}
			won[p] = n
			return true
		})
	}
}

func numbers(n int) []int32 {
	list := make([]int32, n)
	for i := range list {
		list[i] = int32(i)
	}
	return list
}

// Values of positions for a strategy that forces a measure: a value of the measure times level, plus the number of
// moves in which it can be forced; or less, if mate can, or more, if White cannot avoid to lose a man or to stalemate.
const (
	level     = 1 << 7
	mateValue = -1 << 20
	lostValue = 1 << 28
)

// force fills in by: the moves by which White can force, within so many of his moves, the least value of the measure at
// any time on the way, as soon as possible. It computes the value of each position for 0, 1, 2, ... moves.
func (t *Table) force(ctx context.Context) error {
	now, worst := make([]int32, len(t.white.index)), make([]int32, len(t.black.index))
	start := make([]int32, len(now))
	t.each(ctx, true, &graph{}, func(k int, p rules.Position) { start[k] = int32(t.Measure(p)) * level })
	copy(now, start)
	least := func(p int) int32 { // what White's best move makes of it
		best := int32(lostValue)
		for _, q := range t.all.of(p) {
			best = min(best, worst[q])
		}
		return best
	}
	for moves := t.Force.Within; ; moves-- {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		// Black makes the worst of it for White, who has lost if Black can take a man or has no move.
		for q := range worst {
			worst[q] = mateValue
			for _, r := range t.reply.of(q) {
				switch {
				case r == lost:
					worst[q] = lostValue
				case r >= 0:
					worst[q] = max(worst[q], now[r])
				}
			}
		}
		if moves == 1 {
			break
		}
		// Then White takes the best of his moves, one move later than its value, or stays with what he has. Each round
		// goes through all moves of both sides once.
		for p := range now {
			now[p] = min(start[p], least(p)+1)
		}
	}
	var buf [64]rules.Position
	t.each(ctx, true, &t.by, func(k int, p rules.Position) {
		best, step := least(k), int8(0)
		if best == lostValue {
			step = core.NoStep
		}
		for _, q := range t.Game.Moves(buf[:0], p) {
			if n := t.number(&q); n != none && worst[n] == best && step != core.NoStep {
				t.move(&q)
			}
		}
		t.step = append(t.step, step)
	})
	return nil
}
