package strategy

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"retroproof/encode"
	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/lemmas"
	"retroproof/proofs/strategy/rules"
	"retroproof/proofs/strategy/wins"
)

// The circuits of package lemmas need not be believed: they are compared with the rules and the text in every position
// and for every move, 64 positions at a time, one in each lane of a word. The rules and the text are those of the
// position that stands for all its images (package wins), so what agrees with them is the same in all images, as the
// formulas need that are about one of them.

// ErrCircuits says that a circuit does not agree with the rules of chess or with the strategy's text.
var ErrCircuits = errors.New("a circuit is not what the rules of chess and the strategy's text say")

// comparison holds what is compared.
type comparison struct {
	*lemmas.Circuits
	table     *wins.Table
	values    [2][][]int32 // by side to move, notion and number: the notion's value
	replies   []uint8      // by number, Black to move: the directions in which his king can move, a bit each
	turned    [8][8]int    // by symmetry and direction: the direction's image
	canonical []uint64     // by number of a diagram, White to move: a set
}

// Compare compares all circuits with the rules and the text. The error wraps ErrCircuits and names a position, or it is
// that of the context.
func Compare(ctx context.Context, c *lemmas.Circuits, t *wins.Table) error {
	x := &comparison{Circuits: c, table: t}
	for i, white := range []bool{false, true} {
		for _, n := range c.Compared() {
			var list []int32
			for _, p := range t.Least(white) {
				claims := t.Claims(p)
				v := c.Value(n, p, claims)
				if claims && (v < 0 || v > n.Greatest) { // the descent has a lemma for 0 to the greatest value
					return fmt.Errorf("%w: %s is %d in %s, and said to be at most %d",
						ErrCircuits, n.Name, v, t.Describe(p), n.Greatest)
				}
				list = append(list, int32(v))
			}
			x.values[i] = append(x.values[i], list)
		}
	}
	x.directions()
	for _, white := range []bool{false, true} {
		s := x.newSide(white)
		n, batch := 0, make([]rules.Position, 0, 64)
		diagrams := c.Size() * c.Size()
		for range c.Game.Men {
			diagrams *= c.Size()
		}
		for ; n < diagrams; n += len(batch) {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			batch = batch[:0]
			for i := n; i < min(n+64, diagrams); i++ {
				batch = append(batch, x.diagram(i, white))
			}
			if err := x.compare(s, batch); err != nil {
				return err
			}
		}
	}
	return x.images()
}

// directions fills in replies and turned.
func (c *comparison) directions() {
	index := func(from, to rules.Square) int {
		return slices.IndexFunc(rules.Directions[:], func(d [2]int) bool { return from.Plus(d) == to })
	}
	var buf [8]rules.Position
	for _, p := range c.table.Least(false) {
		var set uint8
		for _, r := range c.Game.Moves(buf[:0], p) {
			set |= 1 << index(p.BK, r.BK)
		}
		c.replies = append(c.replies, set)
	}
	for g := range c.turned {
		from := rules.Square{X: 1, Y: 1}
		for i, d := range rules.Directions {
			c.turned[g][i] = index(c.Image(rules.Symmetry(g), from), c.Image(rules.Symmetry(g), from.Plus(d)))
		}
	}
}

// diagram returns the position with a number: the white king's square varies fastest.
func (c *comparison) diagram(n int, white bool) (p rules.Position) {
	size := c.Size()
	p.WK, p.White, n = c.Square(n%size), white, n/size
	for i := range c.Game.Men {
		p.Men[i], n = c.Square(n%size), n/size
	}
	p.BK = c.Square(n)
	return p
}

// side has the circuits of a side to move, and what evaluates them.
type side struct {
	*lemmas.Side
	conditions [][]encode.Bool // by notion: the property, or that the number is at least each value but the least
	// before evaluates what does not depend on the move's target, after the rest; they share values.
	before, after *encode.Evaluator
	targets       []rules.Position
	moves         [64][]rules.Position
}

func (c *comparison) newSide(white bool) *side {
	s := &side{Side: c.Sides[white](), targets: make([]rules.Position, 64)}
	moved, roots := []lemmas.Sq{s.Q.BK}, []encode.Bool{s.Canonical, s.Reply, s.Escape}
	if white {
		moved = append([]lemmas.Sq{s.Q.WK}, s.Q.Men...)
		roots = slices.Concat(slices.Concat(s.By...), roots[:1], s.First)
	}
	for i, n := range c.Compared() {
		conditions := []encode.Bool{s.Notions[i].Holds}
		if lemmas.IsNumber(n) {
			x := s.Notions[i].Number
			low, high := x.Range()
			for conditions = nil; low < high; low++ {
				conditions = append(conditions, s.Ge(x, low+1))
			}
		}
		s.conditions, roots = append(s.conditions, conditions), append(roots, conditions...)
	}
	var inputs []encode.Bool
	for _, m := range moved {
		for _, coordinate := range []encode.Int{m.X, m.Y} {
			inputs = append(inputs, coordinate.Inputs()...)
		}
	}
	s.before, s.after = s.NewEvaluator(roots...).Split(inputs...)
	return s
}

// set places a man of each lane.
func (s *side) set(e *encode.Evaluator, at lemmas.Sq, positions []rules.Position,
	square func(*rules.Position) rules.Square) {
	var files, ranks [core.Largest]uint64
	for lane := range positions {
		q := square(&positions[lane])
		files[q.X] |= 1 << lane
		ranks[q.Y] |= 1 << lane
	}
	for i, coordinate := range []encode.Int{at.X, at.Y} {
		lanes := [2]*[core.Largest]uint64{&files, &ranks}[i]
		var words [core.Largest]uint64
		for v, set := range *lanes {
			if set == 0 {
				continue
			}
			k := 0
			s.InputValues(coordinate, v, func(in encode.Bool, value bool) {
				if value {
					words[k] |= set
				}
				e.Set(in, words[k])
				k++
			})
		}
	}
}

// white places White's men of each lane.
func (s *side) white(e *encode.Evaluator, p lemmas.Pos, positions []rules.Position) {
	s.set(e, p.WK, positions, func(p *rules.Position) rules.Square { return p.WK })
	for i := range p.Men {
		s.set(e, p.Men[i], positions, func(p *rules.Position) rules.Square { return p.Men[i] })
	}
}

func (s *side) black(e *encode.Evaluator, p lemmas.Pos, positions []rules.Position) {
	s.set(e, p.BK, positions, func(p *rules.Position) rules.Square { return p.BK })
}

// lanes returns the lanes whose positions have a property.
func lanes(positions []rules.Position, has func(i int) bool) (w uint64) {
	for i := range positions {
		if has(i) {
			w |= 1 << i
		}
	}
	return w
}

// differ returns the error about two words that differ in a lane of positions.
func (c *comparison) differ(positions []rules.Position, circuit, text uint64, what string, args ...any) error {
	lane := bits.TrailingZeros64(circuit ^ text)
	return fmt.Errorf("%w: %s, %s: %t by the circuit", ErrCircuits, c.Describe(positions[lane]),
		fmt.Sprintf(what, args...), circuit>>lane&1 == 1)
}

// compare compares notions and moves in up to 64 positions.
func (c *comparison) compare(s *side, positions []rules.Position) error {
	s.white(s.before, s.P, positions)
	s.black(s.before, s.P, positions)
	s.before.Run()
	var places [64]int
	var by [64]rules.Symmetry
	for i, p := range positions {
		places[i], by[i] = c.table.Find(p)
	}
	legal := lanes(positions, func(i int) bool { return places[i] >= 0 })
	if err := c.notions(s, positions, places[:], legal); err != nil || legal == 0 {
		return err
	}
	if s.P.White {
		claimed := func(i int) bool { return places[i] >= 0 && c.table.ClaimsNumber(places[i]) }
		return c.steps(s, positions, lanes(positions, claimed))
	}
	if c.Kept != "" {
		var buf [8]rules.Position
		want := lanes(positions, func(i int) bool {
			return places[i] >= 0 && slices.ContainsFunc(c.Game.Moves(buf[:0], positions[i]),
				func(r rules.Position) bool { return !c.table.Claims(r) })
		})
		if got := s.before.Get(s.Escape) & legal; got != want {
			return c.differ(positions, got, want, "Black escapes")
		}
	}
	return c.moves(s, positions, legal, func(i, direction int) bool {
		return places[i] >= 0 && c.replies[places[i]]>>c.turned[by[i]][direction]&1 != 0
	})
}

// notions compares the notions. Those that are defined for legal positions only are compared there.
func (c *comparison) notions(s *side, positions []rules.Position, places []int, legal uint64) error {
	side := 0
	if s.P.White {
		side = 1
		c.canonical = append(c.canonical, s.before.Get(s.Canonical))
	}
	for k, n := range c.Compared() {
		want, domain := make([]uint64, len(s.conditions[k])), legal
		if lemmas.Everywhere(n) {
			domain = lanes(positions, func(int) bool { return true })
		}
		least, greatest := 0, 1
		if lemmas.IsNumber(n) {
			least, greatest = s.Notions[k].Number.Range()
		}
		for w := legal; w != 0; w &= w - 1 {
			lane := bits.TrailingZeros64(w)
			v := int(c.values[side][k][places[lane]])
			if v < least || v > greatest {
				return c.differ(positions, 0, 1<<lane, "%s, %d and from %d to %d", n.Name, v, least, greatest)
			}
			for i := range v - least { // the value is greater than the least, and so on
				want[i] |= 1 << lane
			}
		}
		for i, circuit := range s.conditions[k] {
			if got := s.before.Get(circuit) & domain; got != want[i] {
				return c.differ(positions, got, want[i], "%s, at least %d", n.Name, least+i+1)
			}
		}
	}
	return nil
}

// steps compares, in claimed positions, the steps that are used, and each move of the strategy: every relation has it,
// by its step, and the strategy itself by no other. That circuits have no more moves is not compared: then a formula
// has more plays, and what refutes them refutes the strategy's.
func (c *comparison) steps(s *side, positions []rules.Position, claimed uint64) error {
	if claimed == 0 || len(c.Steps) == 0 {
		return nil
	}
	uses, most := make([]uint64, len(c.Steps)), 0
	for w := claimed; w != 0; w &= w - 1 {
		i, step := bits.TrailingZeros64(w), 0
		s.moves[i], step = c.table.By(s.moves[i][:0], positions[i])
		if most = max(most, len(s.moves[i])); step != core.NoStep {
			uses[step] |= 1 << i
		}
	}
	for step, circuit := range s.First {
		if got := s.before.Get(circuit) & claimed; got != uses[step] {
			return c.differ(positions, got, uses[step], "%s is used", c.Steps[step].Name)
		}
	}
	targets := s.targets[:len(positions)]
	for k := range most { // the move k of each position
		var has uint64
		for i := range positions {
			if targets[i] = positions[i]; claimed>>i&1 == 1 && k < len(s.moves[i]) {
				targets[i] = s.moves[i][k]
				has |= 1 << i
			}
		}
		s.white(s.after, s.Q, targets)
		s.after.Run()
		for r, relation := range c.Relations() {
			for step := range c.Steps {
				got, want := s.after.Get(s.By[r][step])&has, has&uses[step]
				if r > 0 { // by another step, too, perhaps
					got &= want
				}
				if got != want {
					return c.differ(targets, got, want, "the move by %s to this position, %s", c.Steps[step].Name, relation.Name)
				}
			}
		}
	}
	return nil
}

// moves compares Black's moves from legal positions.
func (c *comparison) moves(s *side, positions []rules.Position, legal uint64, may func(i, direction int) bool) error {
	targets := s.targets[:len(positions)]
	for direction, d := range rules.Directions {
		for i, p := range positions {
			targets[i] = p
			if to := p.BK.Plus(d); c.Has(to) {
				targets[i].BK = to
			}
		}
		s.black(s.after, s.Q, targets)
		s.after.Run()
		want := lanes(positions, func(i int) bool { return may(i, direction) })
		if got := s.after.Get(s.Reply) & legal; got != want {
			return c.differ(targets, got, want, "Black's move")
		}
	}
	return nil
}

// images checks that every claimed position has a canonical image.
func (c *comparison) images() error {
	number := func(p rules.Position) (n int) {
		n = c.Board.Number(p.BK)
		for i := len(c.Game.Men) - 1; i >= 0; i-- {
			n = n*c.Size() + c.Board.Number(p.Men[i])
		}
		return n*c.Size() + c.Board.Number(p.WK)
	}
	for _, p := range c.table.Least(true) {
		if c.table.Claims(p) && !slices.ContainsFunc(c.table.Images(p), func(q rules.Position) bool {
			n := number(q)
			return c.canonical[n/64]>>(n%64)&1 == 1
		}) {
			return fmt.Errorf("%w: %s has no canonical image", ErrCircuits, c.Describe(p))
		}
	}
	return nil
}
