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
// and for every move, 64 positions at a time, one in each lane of a word. The text is evaluated in the position that
// stands for all its images (package wins), so what agrees with it is the same in all images, as the formulas need that
// are about one of them.

// ErrCircuits says that a circuit does not agree with the rules of chess or with the strategy's text.
var ErrCircuits = errors.New("a circuit is not what the rules of chess and the strategy's text say")

// comparison compares the circuits of a side to move.
type comparison struct {
	*lemmas.Side
	circuits   *lemmas.Circuits
	table      *wins.Table
	values     [][]int32       // by notion and number of a position: the notion's value
	conditions [][]encode.Bool // by notion: the property, or that the number is at least each value but the least
	canonical  []bool          // by number of a position: an image is canonical
	// before evaluates what does not depend on the move's target, after the rest; they share values.
	before, after *encode.Evaluator
	targets       []rules.Position
	moves         [64][]rules.Position
}

// Compare compares all circuits with the rules and the text. The error wraps ErrCircuits and names a position, or it is
// that of the context.
func Compare(ctx context.Context, c *lemmas.Circuits, t *wins.Table) error {
	for _, white := range []bool{true, false} {
		x := &comparison{Side: c.Sides[white](), circuits: c, table: t, targets: make([]rules.Position, 64)}
		if err := x.evaluate(); err != nil {
			return err
		}
		x.prepare()
		diagrams, batch := c.Size()*c.Placements(), make([]rules.Position, 0, 64)
		for n := 0; n < diagrams; n += len(batch) {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			batch = batch[:0]
			for i := n; i < min(n+64, diagrams); i++ {
				p, bk := c.Placement(i)
				p.BK, p.White = c.Square(bk), white
				batch = append(batch, p)
			}
			if err := x.compare(batch); err != nil {
				return err
			}
		}
		// Formulas are about canonical positions only: each in which their plays may begin has to have an image that is.
		for n, p := range t.Least(white) {
			if !x.canonical[n] && (!white || t.ClaimsNumber(n)) {
				return fmt.Errorf("%w: %s has no canonical image", ErrCircuits, c.Describe(p))
			}
		}
	}
	return nil
}

// evaluate evaluates the notions by the text, in the positions that stand for their images.
func (c *comparison) evaluate() error {
	for _, n := range c.circuits.Compared {
		var list []int32
		for k, p := range c.table.Least(c.P.White) {
			v, claimed := c.circuits.Value(n, p), p.White && c.table.ClaimsNumber(k)
			// The table says what is claimed, and the descent has a lemma for 0 to the greatest value.
			if n.Name == "claimed" && claimed != (v != 0) || claimed && (v < 0 || v > n.Greatest) {
				return fmt.Errorf("%w: %s is %d in %s, and said to be another number, at most %d",
					ErrCircuits, n.Name, v, c.Describe(p), n.Greatest)
			}
			list = append(list, int32(v))
		}
		c.values, c.canonical = append(c.values, list), make([]bool, len(list))
	}
	return nil
}

// prepare collects what is compared, for the evaluators.
func (c *comparison) prepare() {
	roots := slices.Concat(slices.Concat(c.By...), c.First, []encode.Bool{c.Canonical, c.Reply, c.Escape})
	for _, x := range c.Notions {
		var conditions []encode.Bool
		for low, high := x.Range(); low < high; low++ {
			conditions = append(conditions, c.Ge(x, low+1))
		}
		c.conditions, roots = append(c.conditions, conditions), append(roots, conditions...)
	}
	var inputs []encode.Bool
	for _, m := range c.Moved() {
		inputs = slices.Concat(inputs, m.X.Inputs(), m.Y.Inputs())
	}
	c.before, c.after = c.NewEvaluator(roots...).Split(inputs...)
}

// set places a man of each lane.
func (c *comparison) set(e *encode.Evaluator, at lemmas.Sq, positions []rules.Position,
	square func(*rules.Position) rules.Square) {
	var lanes [2][core.Largest]uint64 // by file, by rank
	for lane := range positions {
		q := square(&positions[lane])
		lanes[0][q.X] |= 1 << lane
		lanes[1][q.Y] |= 1 << lane
	}
	for i, coordinate := range [2]encode.Int{at.X, at.Y} {
		for _, in := range coordinate.Inputs() {
			e.Set(in, 0)
		}
		for v, has := range lanes[i] {
			if has == 0 {
				continue
			}
			c.InputValues(coordinate, v, func(in encode.Bool, value bool) {
				if value {
					e.Set(in, e.Get(in)|has)
				}
			})
		}
	}
}

// white places White's men of each lane.
func (c *comparison) white(e *encode.Evaluator, p lemmas.Pos, positions []rules.Position) {
	c.set(e, p.WK, positions, func(p *rules.Position) rules.Square { return p.WK })
	for i := range p.Men {
		c.set(e, p.Men[i], positions, func(p *rules.Position) rules.Square { return p.Men[i] })
	}
}

func (c *comparison) black(e *encode.Evaluator, p lemmas.Pos, positions []rules.Position) {
	c.set(e, p.BK, positions, func(p *rules.Position) rules.Square { return p.BK })
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
func (c *comparison) compare(positions []rules.Position) error {
	c.white(c.before, c.P, positions)
	c.black(c.before, c.P, positions)
	c.before.Run()
	var places [64]int
	for i, p := range positions {
		places[i] = c.table.Place(p)
	}
	legal := lanes(positions, func(i int) bool { return places[i] >= 0 })
	for w := legal & c.before.Get(c.Canonical); w != 0; w &= w - 1 {
		c.canonical[places[bits.TrailingZeros64(w)]] = true
	}
	if err := c.notions(positions, places[:], legal); err != nil || legal == 0 {
		return err
	}
	if !c.P.White {
		return c.replies(positions, legal)
	}
	claimed := func(i int) bool { return places[i] >= 0 && c.table.ClaimsNumber(places[i]) }
	return c.steps(positions, lanes(positions, claimed))
}

// notions compares the notions. Those that are defined for legal positions only are compared there.
func (c *comparison) notions(positions []rules.Position, places []int, legal uint64) error {
	for k, n := range c.circuits.Compared {
		want, domain := make([]uint64, len(c.conditions[k])), legal
		if k < lemmas.Everywhere {
			domain = lanes(positions, func(int) bool { return true })
		}
		least, greatest := c.Notions[k].Range()
		for w := legal; w != 0; w &= w - 1 {
			lane := bits.TrailingZeros64(w)
			v := int(c.values[k][places[lane]])
			if v < least || v > greatest {
				return c.differ(positions, 0, 1<<lane, "%s, %d and from %d to %d", n.Name, v, least, greatest)
			}
			for i := range v - least { // the value is greater than the least, and so on
				want[i] |= 1 << lane
			}
		}
		for i, circuit := range c.conditions[k] {
			if got := c.before.Get(circuit) & domain; got != want[i] {
				return c.differ(positions, got, want[i], "%s, at least %d", n.Name, least+i+1)
			}
		}
	}
	return nil
}

// steps compares, in claimed positions, the steps that are used, and each move of the strategy: every relation has it,
// by its step, and the strategy itself by no other. That circuits have no more moves is not compared: then a formula
// has more plays, and what refutes them refutes the strategy's.
func (c *comparison) steps(positions []rules.Position, claimed uint64) error {
	if claimed == 0 || len(c.circuits.Steps) == 0 {
		return nil
	}
	uses, most := make([]uint64, len(c.circuits.Steps)), 0
	for w := claimed; w != 0; w &= w - 1 {
		i, step := bits.TrailingZeros64(w), 0
		c.moves[i], step = c.table.By(c.moves[i][:0], positions[i])
		if most = max(most, len(c.moves[i])); step != core.NoStep {
			uses[step] |= 1 << i
		}
	}
	for step, circuit := range c.First {
		if got := c.before.Get(circuit) & claimed; got != uses[step] {
			return c.differ(positions, got, uses[step], "%s is used", c.circuits.Steps[step].Name)
		}
	}
	targets := c.targets[:len(positions)]
	for k := range most { // the move k of each position
		var has uint64
		for i := range positions {
			if targets[i] = positions[i]; claimed>>i&1 == 1 && k < len(c.moves[i]) {
				targets[i] = c.moves[i][k]
				has |= 1 << i
			}
		}
		c.white(c.after, c.Q, targets)
		c.after.Run()
		for r, relation := range c.circuits.Relations() {
			for step := range c.circuits.Steps {
				got, want := c.after.Get(c.By[r][step])&has, has&uses[step]
				if r > 0 { // by another step, too, perhaps
					got &= want
				}
				if got != want {
					return c.differ(targets, got, want, "the move by %s to this position, %s",
						c.circuits.Steps[step].Name, relation.Name)
				}
			}
		}
	}
	return nil
}

// replies compares Black's moves from legal positions and, if the strategy decides, whether one of them leads to a
// position that is not claimed.
func (c *comparison) replies(positions []rules.Position, legal uint64) error {
	for i, p := range positions {
		if c.moves[i] = c.moves[i][:0]; legal>>i&1 == 1 {
			c.moves[i] = c.Game.Moves(c.moves[i], p)
		}
	}
	if c.circuits.Kept != "" {
		want := lanes(positions, func(i int) bool {
			return slices.ContainsFunc(c.moves[i], func(r rules.Position) bool { return !c.table.Claims(r) })
		})
		if got := c.before.Get(c.Escape) & legal; got != want {
			return c.differ(positions, got, want, "Black escapes")
		}
	}
	targets := c.targets[:len(positions)]
	for _, d := range rules.Directions {
		for i, p := range positions {
			targets[i] = p
			if to := p.BK.Plus(d); c.Has(to) {
				targets[i].BK = to
			}
		}
		c.black(c.after, c.Q, targets)
		c.after.Run()
		want := lanes(positions, func(i int) bool {
			return slices.ContainsFunc(c.moves[i], func(r rules.Position) bool { return r.BK == targets[i].BK })
		})
		if got := c.after.Get(c.Reply) & legal; got != want {
			return c.differ(targets, got, want, "Black's move")
		}
	}
	return nil
}
