package krk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/bits"
	"strings"

	"retroproof/encode"
	"retroproof/krk/plain"
	"retroproof/krk/spec"
)

// The circuits of package spec need not be believed. Rules compares them with package plain,
// which uses the rules that replay games, in every position and for every move, 64 positions at
// a time: lane i of a word is the position with the white king on square i.
//
// The circuits are built for the comparison as formulas build them: in the same encoding, with
// the side to move as a constant, and with the same variables before and after a move for each
// man that does not move. Lemma 0, which is about any two positions, states that a move is of
// exactly one man, of the right side, and that a move by a step is a legal move.

// ErrRules says that a circuit does not agree with the rules of chess or with the strategy's
// text.
var ErrRules = errors.New("a circuit is not what the rules of chess and the strategy's text say")

// Rules is the result of the comparison: numbers of what was found to agree.
type Rules struct {
	Legal         int                `json:"legal_positions"` // with White or Black to move
	WhiteMoves    int                `json:"white_moves"`
	BlackMoves    int                `json:"black_moves"`
	Mates         int                `json:"mates"`
	Stalemates    int                `json:"stalemates"`
	StrategyMoves int                `json:"strategy_moves"`
	Steps         [spec.NumSteps]int `json:"positions_by_step"`   // that the strategy uses; the first counts positions without a step
	Canonical     int                `json:"canonical_positions"` // legal ones with White to move

	Symmetry spec.Invariance `json:"-"` // what is invariant under the symmetries of the board
}

// String describes what was compared, for people.
func (r *Rules) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "rules: circuits agree with the rules of chess on all %d placements: %d legal, %d mates, %d stalemates; White's moves %d, Black's %d\n",
		spec.NumPositions, r.Legal, r.Mates, r.Stalemates, r.WhiteMoves, r.BlackMoves)
	fmt.Fprintf(&b, "strategy: circuits agree with its text on all %d moves; positions by step:", r.StrategyMoves)
	for s := spec.ImmediateMate; s < spec.NumSteps; s++ {
		fmt.Fprintf(&b, " %s %d", s, r.Steps[s])
	}
	fmt.Fprintf(&b, "\nsymmetry: all of this is the same under the board's 8 symmetries; %d positions with White to move stand for all\n", r.Canonical)
	return b.String()
}

// CheckRules compares all circuits, with coordinates in a given representation, with the plain
// definitions in a given reading, and establishes the symmetries of the board. The error wraps
// ErrRules and names a position, or it is that of the context.
func CheckRules(ctx context.Context, rep encode.Representation, reading spec.Reading) (*Rules, error) {
	c := newComparison(rep, reading)
	if err := c.compare(ctx); err != nil {
		return nil, err
	}
	return &c.found, c.symmetry()
}

// compare compares all circuits with the table, which it fills.
func (c *comparison) compare(ctx context.Context) error {
	for bk := range spec.Square(64) {
		if err := ctx.Err(); err != nil {
			return err
		}
		c.table.Fill(bk)
		for r := range spec.Square(64) {
			for i, s := range c.sides {
				base := spec.Pack(0, bk, r, i == 1)
				s.place(bk, r)
				if err := cmp.Or(c.compareNotions(s, base), c.compareMoves(s, base)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// comparison holds the circuits that are compared.
type comparison struct {
	table *plain.Table
	sides [2]*side // Black to move, White to move
	// values has the values of the plain notions in each position, packed.
	values []uint64
	found  Rules
}

func newComparison(rep encode.Representation, reading spec.Reading) *comparison {
	return &comparison{
		table:  plain.NewTable(reading),
		sides:  [2]*side{newSide(rep, reading, false), newSide(rep, reading, true)},
		values: make([]uint64, spec.NumPositions),
	}
}

// side has the circuits for a position p with one side to move, and for q, to which it moves.
type side struct {
	spec.Board
	p, q    spec.Pos
	notions [spec.NumNotions][]encode.Bool
	move    encode.Bool                // from p to q, by the rules of chess
	first   [spec.NumSteps]encode.Bool // White uses this step in p
	// by has, for each relation, the conditions that White moves to q by each step. The first
	// relation is the strategy; the others contain all its moves, and possibly more.
	by    [spec.NumRelations][spec.NumSteps]encode.Bool
	about *encode.Evaluator // evaluates notions
	// moves evaluates move, steps evaluates first and by, each where the king moves, Black's
	// with Black to move, and where the rook does.
	moves, steps struct{ king, rook evaluation }

	bk, r, toBK, toWK, toR [64]lanes // values for a man of p or q on each square
	wk, toWKStays          lanes     // the white king on the lane's square
	toWKStep               [8]lanes  // one step from it
}

func newSide(rep encode.Representation, reading spec.Reading, white bool) *side {
	b := spec.Board{Ints: encode.Ints{Circuit: encode.NewCircuit(), Rep: rep}, Reading: reading}
	p := spec.Pos{WK: b.SquareInput("p.wk"), BK: b.SquareInput("p.bk"), R: b.SquareInput("p.r"), White: b.Of(white)}
	s := &side{Board: b, p: p, q: p}
	var roots []encode.Bool
	for n := range spec.NumNotions {
		s.notions[n] = b.AtLeast(n, p)
		roots = append(roots, s.notions[n]...)
	}
	s.about = b.NewEvaluator(roots...)
	s.q.White = b.Of(!white)
	if white {
		s.q.WK, s.q.R = b.SquareInput("q.wk"), b.SquareInput("q.r")
		s.move = b.WhiteMove(p, s.q)
		var roots []encode.Bool
		for r := range spec.NumRelations {
			strategy := b.By(r, p)
			s.by[r] = strategy.Move(s.q)
			roots = append(roots, s.by[r][spec.ImmediateMate:]...)
			if r == spec.Strictly {
				for step := spec.ImmediateMate; step < spec.NumSteps; step++ {
					s.first[step] = strategy.First(step)
				}
				roots = append(roots, s.first[spec.ImmediateMate:]...)
			}
		}
		s.steps.king, s.steps.rook = s.evaluation(roots, s.q.WK), s.evaluation(roots, s.q.R)
		s.moves.king, s.moves.rook = s.evaluation([]encode.Bool{s.move}, s.q.WK), s.evaluation([]encode.Bool{s.move}, s.q.R)
		s.toWK, s.toR, s.toWKStays = s.everywhere(s.q.WK), s.everywhere(s.q.R), s.lanes(s.q.WK, stays)
		for i, d := range kingSteps {
			s.toWKStep[i] = s.lanes(s.q.WK, func(lane spec.Square) spec.Square { return shifted(lane, d[0], d[1]) })
		}
	} else {
		s.q.BK = b.SquareInput("q.bk")
		s.move = b.BlackMove(p, s.q)
		s.moves.king = s.evaluation([]encode.Bool{s.move}, s.q.BK)
		s.toBK = s.everywhere(s.q.BK)
	}
	s.wk, s.bk, s.r = s.lanes(p.WK, stays), s.everywhere(p.BK), s.everywhere(p.R)
	return s
}

func stays(lane spec.Square) spec.Square { return lane }

var kingSteps = [8][2]int{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}

// evaluation evaluates circuits in two parts: before is the part that does not depend on the
// destination of the man that moves.
type evaluation struct {
	all, before, after *encode.Evaluator
}

func (s *side) evaluation(roots []encode.Bool, moved spec.Sq) evaluation {
	all := s.NewEvaluator(roots...)
	var inputs []encode.Bool
	s.InputValues(moved.X, 0, func(in encode.Bool, _ bool) { inputs = append(inputs, in) })
	s.InputValues(moved.Y, 0, func(in encode.Bool, _ bool) { inputs = append(inputs, in) })
	before, after := all.Split(inputs...)
	return evaluation{all, before, after}
}

// lanes are the values of some inputs in all lanes.
type lanes []struct {
	in     encode.Bool
	values uint64
}

// set gives the inputs their values.
func (l lanes) set(e *encode.Evaluator) {
	for _, x := range l {
		e.Set(x.in, x.values)
	}
}

// lanes returns the values that place a man on the square to(i) in lane i.
func (s *side) lanes(x spec.Sq, to func(lane spec.Square) spec.Square) (l lanes) {
	for lane := range spec.Square(64) {
		i := 0
		set := func(in encode.Bool, value bool) {
			if lane == 0 {
				l = append(l, struct {
					in     encode.Bool
					values uint64
				}{in, 0})
			}
			if value {
				l[i].values |= 1 << lane
			}
			i++
		}
		s.InputValues(x.X, to(lane).X(), set)
		s.InputValues(x.Y, to(lane).Y(), set)
	}
	return l
}

// everywhere returns, by square, the values that place a man there in all lanes.
func (s *side) everywhere(x spec.Sq) (l [64]lanes) {
	for to := range spec.Square(64) {
		l[to] = s.lanes(x, func(spec.Square) spec.Square { return to })
	}
	return l
}

// shifted returns the square (dx, dy) from s, or s if that is off the board.
func shifted(s spec.Square, dx, dy int) spec.Square {
	x, y := s.X()+dx, s.Y()+dy
	if x < 0 || x >= spec.Size || y < 0 || y >= spec.Size {
		return s
	}
	return spec.At(x, y)
}

// place places the black king and the rook of p on squares, and the white king on the square of
// each lane; and in q what does not move.
func (s *side) place(bk, r spec.Square) {
	for _, e := range []*encode.Evaluator{s.about, s.moves.king.all, s.moves.rook.all, s.steps.king.all, s.steps.rook.all} {
		if e != nil {
			s.wk.set(e)
			s.bk[bk].set(e)
			s.r[r].set(e)
		}
	}
	if s.toR[r] != nil { // White is to move
		s.toR[r].set(s.moves.king.all)
		s.toR[r].set(s.steps.king.all)
		s.toWKStays.set(s.moves.rook.all)
		s.toWKStays.set(s.steps.rook.all)
	}
}

// to returns what circuits say of the moves to a square, or by a step, of the man that evaluation
// is about: how to read it.
func (e evaluation) to(destination lanes) func(encode.Bool) uint64 {
	destination.set(e.all)
	e.after.Run()
	return e.all.Get
}

// differ returns an error if two words differ in a lane. base is the position of lane 0; what
// and args describe the value that differs.
func differ(base spec.Position, circuit, text uint64, what string, args ...any) error {
	if circuit == text {
		return nil
	}
	lane := bits.TrailingZeros64(circuit ^ text)
	p := base + spec.Position(lane)
	return fmt.Errorf("%w: %s, %s: %t by the circuit", ErrRules, describe(p), fmt.Sprintf(what, args...), circuit>>lane&1 == 1)
}

// describe names a position.
func describe(p spec.Position) string {
	turn := "Black"
	if p.White() {
		turn = "White"
	}
	return fmt.Sprintf("K%s R%s k%s, %s to move", p.WK(), p.R(), p.BK(), turn)
}

// ofRules reports whether a notion is defined by the rules of chess. Such a notion is compared
// where the rules are defined: in legal positions.
func ofRules(n spec.Notion) bool {
	switch n {
	case spec.Check, spec.BlackCanMove, spec.Mate, spec.Stalemate, spec.Far, spec.Measure:
		return true
	}
	return false
}

// holds is the value of a property.
func holds(v bool) int {
	if v {
		return 1
	}
	return 0
}

// value returns the value of a notion by the plain definitions; 1 for a property that holds.
func (c *comparison) value(n spec.Notion, p spec.Position) int {
	t, s := c.table, c.table.Strategy()
	switch n {
	case spec.Legal:
		return holds(t.Legal(p))
	case spec.Check:
		return holds(t.Check(p))
	case spec.BlackCanMove:
		return holds(!t.Stuck(p))
	case spec.Mate:
		return holds(t.Mate(p))
	case spec.Stalemate:
		return holds(t.Stalemate(p))
	case spec.Draw:
		return holds(p.White() && p.BK() == p.R())
	case spec.Exposed:
		return holds(plain.Exposed(p, s.Reading))
	case spec.Divides:
		return holds(plain.Divides(p, s.Reading))
	case spec.LPattern:
		return holds(plain.LPattern(p))
	case spec.Ready:
		return holds(plain.Ready(p, s.Reading))
	case spec.Held:
		return holds(plain.Held(p, s.Reading))
	case spec.Far:
		return holds(s.Far(p))
	case spec.Room:
		return plain.Room(p)
	case spec.CriticalDistance:
		return plain.CriticalDistance(p, s.Reading)
	case spec.Measure:
		return s.Measure(p)
	case spec.Canonical:
		return holds(p.Canonical())
	}
	panic("a notion without a plain definition")
}

// lanesOf returns the lanes whose positions have a property.
func lanesOf(base spec.Position, has func(p spec.Position) bool) (w uint64) {
	for lane := range spec.Position(64) {
		if has(base + lane) {
			w |= 1 << lane
		}
	}
	return w
}

// compareNotions compares the notions of 64 positions, and stores their values.
func (c *comparison) compareNotions(s *side, base spec.Position) error {
	s.about.Run()
	legal := lanesOf(base, c.table.Legal)
	for n := range spec.NumNotions {
		circuits, domain := s.notions[n], ^uint64(0)
		if ofRules(n) {
			domain = legal
		}
		want := make([]uint64, len(circuits))
		for lane := range spec.Position(64) {
			if domain>>lane&1 == 0 {
				continue
			}
			p := base + lane
			v := c.value(n, p)
			if n != spec.Canonical { // Canonical is not invariant under the symmetries
				c.values[p] = c.values[p]<<bits.Len(uint(len(circuits))) | uint64(v)
			}
			if len(circuits) == 1 {
				want[0] |= uint64(v) << lane
				continue
			}
			for k := range min(v+1, len(want)) { // the value is at least 0, ..., v
				want[k] |= 1 << lane
			}
		}
		for k, x := range circuits {
			what, args := "%s", []any{n, k}
			if len(circuits) > 1 {
				what = "%s at least %d"
			}
			if err := differ(base, s.about.Get(x)&domain, want[k], what, args[:min(2, len(circuits))]...); err != nil {
				return err
			}
		}
	}
	c.count(base, legal)
	return nil
}

// count counts the legal positions among 64.
func (c *comparison) count(base spec.Position, legal uint64) {
	f, t := &c.found, c.table
	for w := legal; w != 0; w &= w - 1 {
		p := base + spec.Position(bits.TrailingZeros64(w))
		f.Legal++
		if !p.White() {
			f.Mates += c.value(spec.Mate, p)
			f.Stalemates += c.value(spec.Stalemate, p)
			f.BlackMoves += t.Black(p).Len()
			continue
		}
		f.WhiteMoves += t.White(p).Len()
		step, by := t.By(p)
		f.Steps[step]++
		f.StrategyMoves += by.Len()
		f.Canonical += c.value(spec.Canonical, p)
	}
}

// compareMoves compares the moves from the legal positions among 64: of each man to all
// squares, and for White also those by each step.
func (c *comparison) compareMoves(s *side, base spec.Position) error {
	legal := lanesOf(base, c.table.Legal)
	if legal == 0 {
		return nil
	}
	s.moves.king.before.Run()
	if !base.White() {
		for to := range spec.Square(64) {
			got := s.moves.king.to(s.toBK[to])(s.move) & legal
			want := lanesOf(base, func(p spec.Position) bool { return c.table.Black(p).Has(to) })
			if err := differ(base, got, want, "the move to %s", to); err != nil {
				return err
			}
		}
		return nil
	}
	s.moves.rook.before.Run()
	var rook uint64 // squares that the rook can move to in some lane
	for to := range spec.Square(64) {
		near := lanesOf(base, func(p spec.Position) bool { return plain.Distance(p.WK(), to) == 1 })
		want := lanesOf(base, func(p spec.Position) bool { return c.table.White(p).King.Has(to) })
		got := s.moves.king.to(s.toWK[to])(s.move) & legal
		if err := cmp.Or(differ(base, got, want, "the king's move to %s", to), differ(base, got, got&near, "the king's step to %s", to)); err != nil {
			return err
		}
		want = lanesOf(base, func(p spec.Position) bool { return c.table.White(p).Rook.Has(to) })
		if err := differ(base, s.moves.rook.to(s.toR[to])(s.move)&legal, want, "the rook's move to %s", to); err != nil {
			return err
		}
		if want != 0 {
			rook |= 1 << to
		}
	}
	return c.compareSteps(s, base, legal, plain.Squares(rook))
}

// compareSteps compares the steps that White uses in the legal positions among 64, and the
// moves by these steps: king moves by one square in every direction, and rook moves to the
// given squares. By compareMoves, the rules allow no others; and a move by a step is legal
// (Lemma 0).
func (c *comparison) compareSteps(s *side, base spec.Position, legal uint64, rook plain.Squares) error {
	s.steps.king.before.Run()
	s.steps.rook.before.Run()
	var uses [spec.NumSteps]uint64
	for lane := range spec.Position(64) {
		if legal>>lane&1 != 0 {
			step, _ := c.table.By(base + lane)
			uses[step] |= 1 << lane
		}
	}
	for step := spec.ImmediateMate; step < spec.NumSteps; step++ {
		for _, e := range []evaluation{s.steps.king, s.steps.rook} {
			if err := differ(base, e.all.Get(s.first[step])&legal, uses[step], "%s is used", step); err != nil {
				return err
			}
		}
	}
	compare := func(move any, by func(encode.Bool) uint64, moves func(m plain.Moves, p spec.Position) bool) error {
		want := lanesOf(base, func(p spec.Position) bool { _, m := c.table.By(p); return moves(m, p) })
		for r := range spec.NumRelations {
			for step := spec.ImmediateMate; step < spec.NumSteps; step++ {
				found, domain := want&uses[step], legal
				if r != spec.Strictly { // which may contain more
					domain = found
				}
				if err := differ(base, by(s.by[r][step])&domain, found, "%v by %s, relation %d", move, step, r); err != nil {
					return err
				}
			}
		}
		return nil
	}
	var err error
	for i, d := range kingSteps {
		err = cmp.Or(err, compare(d, s.steps.king.to(s.toWKStep[i]), func(m plain.Moves, p spec.Position) bool {
			return m.King.Has(shifted(p.WK(), d[0], d[1]))
		}))
	}
	for to := range spec.Square(64) {
		if rook.Has(to) {
			err = cmp.Or(err, compare(to, s.steps.rook.to(s.toR[to]), func(m plain.Moves, _ spec.Position) bool { return m.Rook.Has(to) }))
		}
	}
	return err
}

// symmetry establishes that all notions but Canonical, all moves and the strategy are the same
// in a position and in its images, and that each position has a canonical image. It examines
// three symmetries that generate all eight.
func (c *comparison) symmetry() error {
	image := func(g spec.Symmetry, m plain.Moves) plain.Moves {
		return plain.Moves{King: m.King.Image(g), Rook: m.Rook.Image(g)}
	}
	t := c.table
	for p := range spec.Position(spec.NumPositions) {
		canonical := false
		for g := range spec.Symmetry(spec.Symmetries) {
			canonical = canonical || g.Position(p).Canonical()
		}
		if !canonical {
			return fmt.Errorf("%w: %s has no canonical image", ErrRules, describe(p))
		}
		for _, g := range []spec.Symmetry{1, 2, 4} {
			q := g.Position(p)
			step, by := t.By(p)
			stepThere, byThere := t.By(q)
			if c.values[p] != c.values[q] || t.Black(p).Image(g) != t.Black(q) || image(g, t.White(p)) != t.White(q) ||
				step != stepThere || image(g, by) != byThere {
				return fmt.Errorf("%w: %s and its image %s differ", ErrRules, describe(p), describe(q))
			}
		}
	}
	c.found.Symmetry.Moves = true
	for n := range spec.NumNotions {
		c.found.Symmetry.Notions[n] = n != spec.Canonical
	}
	return nil
}
