package strategy

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"retroproof/encode"
	"retroproof/proofs/strategy/plain"
	"retroproof/proofs/strategy/spec"
)

// The circuits of package spec need not be believed: they are compared with package plain in every
// position and for every move, 64 positions at a time, one in each lane of a word. They are built
// for the comparison as formulas build them: with the same variables before and after a move for
// each man that does not move, and for both men of White in a move of his.

// ErrCircuits says that a circuit does not agree with the rules of chess or with the strategy's
// text.
var ErrCircuits = errors.New("a circuit is not what the rules of chess and the strategy's text say")

// Figures are numbers of what was compared and found.
type Figures struct {
	Legal       int        `json:"legal_positions"` // with White to move
	LegalBlack  int        `json:"legal_positions_black"`
	Claimed     int        `json:"claimed_positions"`
	Mates       int        `json:"mates"`
	Stalemates  int        `json:"stalemates"`
	Moves       int        `json:"strategy_moves"`
	Several     int        `json:"positions_with_several_moves"`
	Replies     int        `json:"black_moves"`
	Steps       []int      `json:"positions_by_step"`
	WithoutStep int        `json:"positions_without_step"`
	Canonical   int        `json:"canonical_positions"`
	Retrograde  Retrograde `json:"retrograde"`
}

// NewFigures returns figures of a strategy, all zero.
func NewFigures(s *plain.Strategy) *Figures {
	return &Figures{Steps: make([]int, len(s.Steps)), Retrograde: Retrograde{ByMoves: []int{}}}
}

// Retrograde is what going back from mate finds.
type Retrograde struct {
	NotWon  int   `json:"not_won"`
	ByMoves []int `json:"by_moves"` // positions by the greatest number of moves to mate, 1 first
	// Drawn, of a strategy that decides, counts the positions that it does not claim and that White
	// does not win by any moves of chess.
	Drawn int `json:"drawn,omitempty"`
}

// Longest returns the greatest number of moves to mate.
func (r *Retrograde) Longest() int { return len(r.ByMoves) }

// Beyond returns how many positions need more than a number of moves.
func (r *Retrograde) Beyond(moves int) (n int) {
	for i, k := range r.ByMoves {
		if i+1 > moves {
			n += k
		}
	}
	return n
}

// Text describes the figures, for people.
func (f *Figures) Text(c *spec.Circuits) string {
	var b strings.Builder
	mates, stalemates := "mates", "stalemates"
	if c.Man == plain.Pawn {
		mates, stalemates = "promotions that win", "stalemates and promotions in vain"
	}
	fmt.Fprintf(&b, "%s on %v: %d legal positions with White to move, %d with Black; %d %s, %d %s\n", c.Title, c.Board, f.Legal, f.LegalBlack, f.Mates, mates, f.Stalemates, stalemates)
	fmt.Fprintf(&b, "circuits agree with the rules and the text: %d claimed positions, %d moves of the strategy, %d of Black; positions by step:", f.Claimed, f.Moves, f.Replies)
	for i, n := range f.Steps {
		fmt.Fprintf(&b, " %s %d", c.Steps[i].Name, n)
	}
	r := &f.Retrograde
	fmt.Fprintf(&b, "\nretrograde: %d not won, longest %d moves, %d need more than 50\n", r.NotWon, r.Longest(), r.Beyond(50))
	if c.Decides {
		fmt.Fprintf(&b, "all moves of chess: %d of the %d positions that are not claimed are drawn\n", r.Drawn, f.Legal-f.Claimed)
	}
	return b.String()
}

// Compare compares all circuits with the plain definitions and establishes the symmetries of the
// board that formulas break. The error wraps ErrCircuits and names a position, or it is that of
// the context.
func Compare(ctx context.Context, c *spec.Circuits) (*Figures, error) {
	t := plain.NewTable(c.Strategy)
	t.Solve()
	x := &comparison{c: c, table: t, found: *NewFigures(c.Strategy)}
	for i, white := range []bool{false, true} {
		s := x.newSide(white)
		x.values[i] = make([]uint64, 0, c.Size()*c.Size()*c.Size())
		var batch []plain.Position
		var err error
		c.Each(white, func(p plain.Position) bool {
			if batch = append(batch, p); len(batch) == 64 {
				err = x.compare(ctx, s, batch)
				batch = batch[:0]
			}
			return err == nil
		})
		if err == nil && len(batch) > 0 {
			err = x.compare(ctx, s, batch)
		}
		if err != nil {
			return nil, err
		}
	}
	if c.Decides {
		x.found.CountDrawn(c.Strategy)
	}
	return &x.found, x.symmetry(ctx)
}

// CountDrawn counts Retrograde.Drawn.
func (f *Figures) CountDrawn(s *plain.Strategy) {
	best := plain.BestPlay(s)
	s.Each(true, func(p plain.Position) bool {
		if s.Legal(p) && !s.Claimed(p) && best.Won(p) == 0 {
			f.Retrograde.Drawn++
		}
		return true
	})
}

// comparison holds what is compared.
type comparison struct {
	c      *spec.Circuits
	table  *plain.Table
	values [2][]uint64 // by side to move and number: the values of notions, packed
	found  Figures
}

// side has the circuits for a position p with one side to move, and for q, to which it moves.
type side struct {
	spec.Board
	p, q    spec.Pos
	notions map[int][]encode.Bool
	reply   encode.Bool
	by      [][]encode.Bool // by relation and step: the move from p to q is of this step
	first   []encode.Bool   // the step is used in p
	about   *encode.Evaluator
	// before evaluates what does not depend on the move's target, after the rest; they share values.
	before, after *encode.Evaluator
}

func (x *comparison) newSide(white bool) *side {
	c := x.c
	b := spec.NewBoard(c.Game)
	s := &side{Board: b, p: b.PosInput("p", white), notions: map[int][]encode.Bool{}}
	var roots []encode.Bool
	for _, n := range c.NotionsToCompare() {
		s.notions[n] = c.AtLeast(b, n, s.p)
		roots = append(roots, s.notions[n]...)
	}
	s.about = b.NewEvaluator(roots...)
	roots = nil
	s.q = s.p
	s.q.White = !white
	var moved []spec.Sq
	if white {
		s.q.WK, s.q.M = b.SquareInput("q.wk"), b.SquareInput("q.m")
		moved = []spec.Sq{s.q.WK, s.q.M}
		for i, r := range c.Relations() {
			by := c.By(b, r, s.p)
			if i == 0 {
				s.first = by.First
				roots = append(roots, s.first...)
			}
			s.by = append(s.by, by.Move(s.q))
			roots = append(roots, s.by[i]...)
		}
	} else {
		s.q.BK = b.SquareInput("q.bk")
		moved = []spec.Sq{s.q.BK}
		s.reply = b.Reply(s.p, s.q)
		roots = append(roots, s.reply)
	}
	var inputs []encode.Bool
	for _, m := range moved {
		for _, coordinate := range []encode.Int{m.X, m.Y} {
			b.InputValues(coordinate, 0, func(in encode.Bool, _ bool) { inputs = append(inputs, in) })
		}
	}
	s.before, s.after = b.NewEvaluator(roots...).Split(inputs...)
	return s
}

// set places a man of each lane.
func (s *side) set(e *encode.Evaluator, at spec.Sq, positions []plain.Position, square func(plain.Position) plain.Square) {
	for i, coordinate := range []encode.Int{at.X, at.Y} {
		var lanes, words [spec.Largest]uint64 // by value, and by input
		for lane, p := range positions {
			v := square(p).X
			if i == 1 {
				v = square(p).Y
			}
			lanes[v] |= 1 << lane
		}
		for v, lanes := range lanes {
			if lanes == 0 {
				continue
			}
			k := 0
			s.InputValues(coordinate, v, func(in encode.Bool, value bool) {
				if value {
					words[k] |= lanes
				}
				e.Set(in, words[k])
				k++
			})
		}
	}
}

func wk(p plain.Position) plain.Square { return p.WK }
func bk(p plain.Position) plain.Square { return p.BK }
func m(p plain.Position) plain.Square  { return p.M }

// lanes returns the lanes whose positions have a property.
func lanes(positions []plain.Position, has func(i int) bool) (w uint64) {
	for i := range positions {
		if has(i) {
			w |= 1 << i
		}
	}
	return w
}

// differ returns the error about two words that differ in a lane of positions.
func differ(positions []plain.Position, circuit, text uint64, what string, args ...any) error {
	lane := bits.TrailingZeros64(circuit ^ text)
	return fmt.Errorf("%w: %v, %s: %t by the circuit", ErrCircuits, positions[lane], fmt.Sprintf(what, args...), circuit>>lane&1 == 1)
}

// compare compares notions and moves in up to 64 positions.
func (x *comparison) compare(ctx context.Context, s *side, positions []plain.Position) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	for _, e := range []*encode.Evaluator{s.about, s.before} {
		s.set(e, s.p.WK, positions, wk)
		s.set(e, s.p.BK, positions, bk)
		s.set(e, s.p.M, positions, m)
	}
	if err := x.compareNotions(s, positions); err != nil {
		return err
	}
	if s.p.White {
		return x.compareMoves(s, positions)
	}
	return x.compareReplies(s, positions)
}

// compareNotions compares the notions, and stores their values. Those that say whether a position
// is legal, or the man captured, are compared everywhere; the others in legal positions.
func (x *comparison) compareNotions(s *side, positions []plain.Position) error {
	s.about.Run()
	c, i := x.c, 0
	if s.p.White {
		i = 1
	}
	all := lanes(positions, func(int) bool { return true })
	legal := lanes(positions, func(i int) bool { return c.Legal(positions[i]) })
	packed := make([]uint64, len(positions))
	for _, n := range c.NotionsToCompare() {
		circuits, domain := s.notions[n], all
		if !spec.Everywhere(n) {
			domain = legal
		}
		want := make([]uint64, len(circuits))
		for lane, p := range positions {
			if domain>>lane&1 == 0 {
				continue
			}
			v := c.Value(n, p)
			if c.Symmetric(n) {
				packed[lane] = packed[lane]<<bits.Len(uint(len(circuits))) | uint64(v)
			}
			if len(circuits) == 1 {
				want[0] |= uint64(v) << lane
				continue
			}
			for k := range min(v+1, len(want)) { // the value is at least 0, ..., v
				want[k] |= 1 << lane
			}
		}
		for k, circuit := range circuits {
			if got := s.about.Get(circuit) & domain; got != want[k] {
				return differ(positions, got, want[k], "%s, at least %d", c.NotionName(n), k)
			}
		}
	}
	x.values[i] = append(x.values[i], packed...)
	return nil
}

// compareMoves compares the steps that are used, and the moves by every step of every relation,
// in the claimed ones of up to 64 positions.
func (x *comparison) compareMoves(s *side, positions []plain.Position) error {
	c, f := x.c, &x.found
	claimed := lanes(positions, func(i int) bool { return c.Claims(positions[i]) })
	for _, p := range positions {
		f.Count(x.table, p)
	}
	if claimed == 0 {
		return nil
	}
	s.before.Run()
	var by [64][]plain.Position
	uses := make([]uint64, len(c.Steps))
	left := 0
	for w := claimed; w != 0; w &= w - 1 {
		i, step := bits.TrailingZeros64(w), 0
		by[i], step = x.table.By(nil, positions[i])
		left += len(by[i])
		if step != plain.NoStep {
			uses[step] |= 1 << i
		}
	}
	for step, circuit := range s.first {
		if got := s.before.Get(circuit) & claimed; got != uses[step] {
			return differ(positions, got, uses[step], "%s is used", c.Steps[step].Name)
		}
	}
	candidates, on := make([][]plain.Position, len(positions)), make([][]bool, len(positions))
	for i, p := range positions {
		candidates[i], on[i] = c.Candidates(p)
	}
	targets := make([]plain.Position, len(positions))
	for k := range candidates[0] {
		for i, p := range positions {
			if targets[i] = candidates[i][k]; !on[i][k] {
				targets[i] = p // no move, which no step allows
			}
		}
		s.set(s.after, s.q.WK, targets, wk)
		s.set(s.after, s.q.M, targets, m)
		s.after.Run()
		want := lanes(positions, func(i int) bool { return slices.Contains(by[i], targets[i]) })
		left -= bits.OnesCount64(want)
		for i, r := range c.Relations() {
			for _, step := range r.Steps {
				got, want := s.after.Get(s.by[i][step])&claimed, want&uses[step]
				if i > 0 { // more than the strategy's moves, but not fewer
					got &= want
				}
				if got != want {
					return differ(targets, got, want, "move from %v by %s, %s", positions[0].BK, c.Steps[step].Name, r.Name)
				}
			}
		}
	}
	if left != 0 {
		return fmt.Errorf("%w: a move of the strategy is no candidate", ErrCircuits)
	}
	return nil
}

// Count counts a position with White to move; the table has been solved.
func (f *Figures) Count(t *plain.Table, p plain.Position) {
	if t.Legal(p) {
		f.Legal++
	}
	if !t.Claims(p) {
		return
	}
	f.Claimed++
	if t.Canonical(p, t.Symmetries) {
		f.Canonical++
	}
	var buf [64]plain.Position
	moves, step := t.By(buf[:0], p)
	if f.Moves += len(moves); len(moves) > 1 {
		f.Several++
	}
	if step == plain.NoStep {
		f.WithoutStep++
	} else {
		f.Steps[step]++
	}
	won, r := t.Won(p), &f.Retrograde
	if won == 0 {
		r.NotWon++
		return
	}
	for r.Longest() < won {
		r.ByMoves = append(r.ByMoves, 0)
	}
	r.ByMoves[won-1]++
}

// compareReplies compares Black's moves from the legal ones of up to 64 positions.
func (x *comparison) compareReplies(s *side, positions []plain.Position) error {
	c, f := x.c, &x.found
	legal := lanes(positions, func(i int) bool { return c.Legal(positions[i]) })
	if legal == 0 {
		return nil
	}
	var replies [64][]plain.Position
	for w := legal; w != 0; w &= w - 1 {
		i := bits.TrailingZeros64(w)
		p := positions[i]
		replies[i] = c.Replies(nil, p)
		f.Replies += len(replies[i])
		f.LegalBlack++
		if c.Mate(p) {
			f.Mates++
		}
		if c.Stalemate(p) {
			f.Stalemates++
		}
	}
	s.before.Run()
	targets := make([]plain.Position, len(positions))
	for _, d := range plain.KingDirections {
		for i, p := range positions {
			targets[i] = p
			targets[i].White = true
			if to := (plain.Square{X: p.BK.X + d[0], Y: p.BK.Y + d[1]}); c.Has(to) {
				targets[i].BK = to
			}
		}
		s.set(s.after, s.q.BK, targets, bk)
		s.after.Run()
		want := lanes(positions, func(i int) bool { return slices.Contains(replies[i], targets[i]) })
		if got := s.after.Get(s.reply) & legal; got != want {
			return differ(targets, got, want, "Black's move")
		}
	}
	return nil
}

// symmetry checks that notions and moves are the same in each position and in its images, and that
// every claimed position has a canonical image.
func (x *comparison) symmetry(ctx context.Context) error {
	c, t := x.c, x.table
	generators := []plain.Symmetry{1, 2, 4}[:bits.Len(uint(c.Symmetries))-1]
	n := 0
	var err error
	c.Each(true, func(p plain.Position) bool {
		i := n
		if n++; n%4096 == 0 && ctx.Err() != nil {
			err = ctx.Err()
			return false
		}
		canonical := !c.Claims(p)
		for g := range plain.Symmetry(c.Symmetries) {
			canonical = canonical || c.Canonical(c.Image(g, p), c.Symmetries)
		}
		if !canonical {
			err = fmt.Errorf("%w: %v has no canonical image", ErrCircuits, p)
			return false
		}
		if err = x.home(p); err != nil {
			return false
		}
		for _, g := range generators {
			image := c.Image(g, p)
			j := t.Index(image)
			same := x.values[0][i] == x.values[0][j] && x.values[1][i] == x.values[1][j]
			if same && c.Claims(p) {
				same = x.sameMoves(g, p, image)
			}
			if !same {
				err = fmt.Errorf("%w: %v and its image %v differ", ErrCircuits, p, image)
				return false
			}
		}
		return true
	})
	return err
}

// home checks that a position that has to have an image that is home has one, and that the men of
// one that is home are where it says.
func (x *comparison) home(p plain.Position) error {
	c, h := x.c, x.c.Home
	if h == nil || !c.Legal(p) {
		return nil
	}
	if c.Value(h.Notion, p) == 1 && (p.BK.Y != h.BK || p.M.Y != h.M) {
		return fmt.Errorf("%w: %v is home, and the men stand elsewhere", ErrCircuits, p)
	}
	found := c.Value(h.Of, p) == 0
	for g := range plain.Symmetry(c.Symmetries) {
		found = found || c.Value(h.Notion, c.Image(g, p)) == 1
	}
	if !found {
		return fmt.Errorf("%w: no image of %v is home", ErrCircuits, p)
	}
	return nil
}

// sameMoves reports whether the moves in the image of p are the images of its moves.
func (x *comparison) sameMoves(g plain.Symmetry, p, image plain.Position) bool {
	var a, b [32]plain.Position
	moves, step := x.table.By(a[:0], p)
	there, stepThere := x.table.By(b[:0], image)
	if step != stepThere || len(moves) != len(there) {
		return false
	}
	for _, q := range moves {
		if !slices.Contains(there, x.c.Image(g, q)) {
			return false
		}
	}
	return true
}
