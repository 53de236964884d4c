package spec

import (
	"fmt"
	"slices"
	"strings"

	"retroproof/encode"
	"retroproof/proofs/strategy/plain"
)

// Plan says why every play by the strategy ends: what the lemmas are about.
type Plan struct {
	Early Early
	Last  int // the step after which White's next move mates; plain.NoStep if there is none
	// Descents are measures that fall, the first of them in positions that are not among those of
	// a later one: a play goes from a descent to a later one, or its measure falls.
	Descents []Descent
}

// Early are the steps that are used in the first Moves moves only. Three lemmas say why: no other
// step comes before one of them; those of Once do not follow one of them; those of Run are not
// used Moves times in a row. So if move Moves+1, or a later one, were by one of them, all moves
// before would be, and all but the first by Run.
type Early struct {
	Once, Run []int
	Moves     int
}

// Steps returns all early steps.
func (e Early) Steps() []int { return slices.Concat(e.Once, e.Run) }

// Descent is a measure that falls in some positions.
type Descent struct {
	Name   string
	In     int // a property: the measure is that of these positions; Claimed for all
	Number int // the notion
	Cases  []Case
}

// Case is a lemma: if a measure is from Low to High and White's next move by one of some steps, it
// falls within a number of full moves, none of them by an early or the last step, or there is a
// later descent's position.
type Case struct {
	Low, High, Moves int
	Steps            []int  // nil for all
	By               string // the relation that proves it; "" is the strategy itself
}

// Lemma is a statement about all plays by a strategy from claimed positions, with the formula that
// refutes it.
type Lemma struct {
	Key       string
	Statement string
	// Satisfiable marks a control: its formula must have a model. Controls show that the lemma of
	// the same form does not hold vacuously.
	Satisfiable bool
	// Extra lemmas are not needed for the theorems.
	Extra bool
	// Draws marks a lemma about positions that are claimed to be drawn; only the theorem about these
	// needs it.
	Draws bool
	// Long lemmas take long, and are proved when asked for: no certificate has them.
	Long  bool
	moves []Relation
	reply bool             // Black replies to the last of White's moves, too
	wrong func(f *Formula) // asserts the negation about the play
	home  bool             // the first position is home
	black bool             // the formula is about one legal position with Black to move
	rank  int              // the man's in the first position; 0 for any
}

// Home is a property that an image of each position with another property has, and with it the
// black king and the man on certain ranks: a formula about such positions has constants for these.
type Home struct {
	Notion, Of int
	BK, M      int // ranks
}

// onRank returns a new independent square of a rank.
func (b Board) onRank(name string, rank int) Sq {
	return Sq{b.IntInput(name+".x", b.Files-1), b.Int(rank)}
}

// Formula is a constraint on plays p1, p2, ..., White to move in p1, linked by moves of the
// strategy and legal moves of Black: the negation of a lemma.
type Formula struct {
	Board
	c     *Circuits
	chain []Pos           // chain[0] is p1
	steps [][]encode.Bool // steps[i][s]: White's move i+1 is by step s
}

// Formula builds the negation of a lemma: satisfiable if and only if it is false (for a relation
// that is not the strategy: if it is false).
func (c *Circuits) Formula(l Lemma) *Formula {
	f := &Formula{Board: NewBoard(c.Game), c: c}
	if !l.home {
		f.chain = []Pos{f.PosInput("p1", !l.black)}
	} else {
		f.chain = []Pos{{f.SquareInput("p1.wk"), f.onRank("p1.bk", c.Home.BK), f.onRank("p1.m", c.Home.M), true}}
	}
	if l.rank > 0 {
		f.chain[0].M.Y = f.Int(l.rank)
	}
	if l.black {
		f.Assert(f.is(Legal, 0))
	} else {
		f.Assert(f.is(Claimed, 0))
	}
	if l.home {
		f.Assert(f.is(c.Home.Notion, 0))
	} else {
		f.Assert(f.is(Canonical, 0))
	}
	for i, r := range l.moves {
		p := f.chain[2*i]
		q := Pos{f.SquareInput(fmt.Sprintf("p%d.wk", 2*i+2)), p.BK, f.SquareInput(fmt.Sprintf("p%d.m", 2*i+2)), false}
		by := c.By(f.Board, r, p).Move(q)
		f.Assert(f.Or(by...))
		f.chain, f.steps = append(f.chain, q), append(f.steps, by)
		if i < len(l.moves)-1 || l.reply {
			next := Pos{q.WK, f.SquareInput(fmt.Sprintf("p%d.bk", 2*i+3)), q.M, true}
			f.Assert(f.Reply(q, next))
			f.chain = append(f.chain, next)
		}
	}
	l.wrong(f)
	return f
}

// is returns a property of position j of the play.
func (f *Formula) is(n, j int) encode.Bool { return f.c.property(f.Board, n, f.chain[j]) }

// number returns a number of position j of the play.
func (f *Formula) number(n, j int) encode.Int { return f.c.notions[n].number(f.Board, f.chain[j]) }

// step returns: White's move i+1 is by one of the given steps.
func (f *Formula) step(i int, steps ...int) encode.Bool {
	or := make([]encode.Bool, len(steps))
	for k, s := range steps {
		or[k] = f.steps[i][s]
	}
	return f.Or(or...)
}

// Play decodes a model: the positions of the play.
func (f *Formula) Play(value func(encode.Bool) bool) []plain.Position {
	play := make([]plain.Position, len(f.chain))
	for i, p := range f.chain {
		play[i] = f.PosValue(p, value)
	}
	return play
}

func times(r Relation, n int) (list []Relation) {
	for range n {
		list = append(list, r)
	}
	return list
}

// names lists steps for a sentence.
func (c *Circuits) names(steps []int) string {
	var list []string
	for _, s := range steps {
		list = append(list, c.Steps[s].Name)
	}
	return strings.Join(list, ", ")
}

// Lemmas returns the lemmas that the theorems rest on, then others.
func (c *Circuits) Lemmas() []Lemma {
	whole := c.Strictly()
	list := []Lemma{
		{Key: "closed", Statement: "After a move of the strategy in a claimed position and any reply, the position is legal and claimed again; the man has not been captured.",
			moves: times(whole, 1), reply: true,
			wrong: func(f *Formula) { f.Assert(f.is(Claimed, 2).Not()) }},
		{Key: "moves", Statement: "In every claimed position some step has a move.",
			wrong: func(f *Formula) { f.Assert(f.Or(c.By(f.Board, whole, f.chain[0]).First...).Not()) }},
		{Key: "stalemate", Statement: "A move of the strategy does not stalemate.",
			moves: times(whole, 1),
			wrong: func(f *Formula) { f.Assert(f.is(Stuck, 1), f.is(Lost, 1).Not()) }},
	}
	list = append(list, c.early()...)
	if p := c.plan; p.Last != plain.NoStep {
		list = append(list, Lemma{Key: "last", Statement: fmt.Sprintf("After %s White's next move mates.", c.Steps[p.Last].Name),
			moves: times(whole, 2),
			wrong: func(f *Formula) { f.Assert(f.step(0, p.Last), f.And(f.is(Stuck, 3), f.is(Lost, 3)).Not()) }})
	}
	for i, d := range c.plan.Descents {
		for k, x := range d.Cases {
			list = append(list, c.descent(fmt.Sprintf("%s-%d", d.Name, k+1), i, x))
		}
	}
	if c.lemmas != nil {
		list = append(list, c.lemmas(c)...)
	}
	return list
}

// early returns the lemmas about early steps.
func (c *Circuits) early() []Lemma {
	e, any, some := c.plan.Early, c.relation("by condition"), c.relation("after squeeze")
	if e.Moves == 0 {
		return nil
	}
	var others []int
	for s := range c.Steps {
		if !slices.Contains(e.Steps(), s) {
			others = append(others, s)
		}
	}
	return []Lemma{
		{Key: "early-1", Statement: fmt.Sprintf("%s: no other step comes directly before.", c.names(e.Steps())),
			moves: []Relation{any, c.Strictly()},
			wrong: func(f *Formula) { f.Assert(f.step(0, others...), f.step(1, e.Steps()...)) }},
		{Key: "early-2", Statement: fmt.Sprintf("%s: not directly after %s.", c.names(e.Once), c.names(e.Steps())),
			moves: times(c.Strictly(), 2),
			wrong: func(f *Formula) { f.Assert(f.step(0, e.Steps()...), f.step(1, e.Once...)) }},
		{Key: "early-3", Statement: fmt.Sprintf("%s: not %d times in a row.", c.names(e.Run), e.Moves),
			moves: append([]Relation{any}, times(some, e.Moves-1)...),
			wrong: func(f *Formula) {
				for i := range e.Moves {
					f.Assert(f.step(i, e.Run...))
				}
			}},
	}
}

// relation returns a relation by name.
func (c *Circuits) relation(name string) Relation {
	for _, r := range c.Relations() {
		if r.Name == name {
			return r
		}
	}
	return c.Strictly()
}

// Strictly returns the lemma about the strategy's own moves only. It is the same lemma unless a
// relation with more moves was to prove it; then a model of its formula, but not of the other, is
// a play.
func (l Lemma) Strictly(c *Circuits) Lemma {
	l.moves = times(c.Strictly(), len(l.moves))
	return l
}

// Loose reports whether a model of the lemma's formula need not be a play.
func (l Lemma) Loose() bool {
	return slices.ContainsFunc(l.moves, func(r Relation) bool { return r.Name != strictly })
}

// descent returns the lemma of a case of descent i.
func (c *Circuits) descent(key string, i int, x Case) Lemma {
	d, later := c.plan.Descents[i], c.plan.Descents[i+1:]
	but := c.plan.Early.Steps()
	if c.plan.Last != plain.NoStep {
		but = append(but, c.plan.Last)
	}
	text := fmt.Sprintf("The measure %q, if it is from %d to %d", d.Name, x.Low, x.High)
	if x.Steps != nil {
		text += " and White moves by " + c.names(x.Steps) + ","
	} else {
		text += ","
	}
	if text += " falls within " + fullMoves(x.Moves); len(but) > 0 {
		text += " none of which is by " + c.names(but)
	}
	for _, l := range later {
		text += fmt.Sprintf(", or %q begins", l.Name)
	}
	in := func(f *Formula, j int) encode.Bool {
		and := []encode.Bool{f.is(d.In, j)}
		for _, l := range later {
			and = append(and, f.is(l.In, j).Not())
		}
		return f.And(and...)
	}
	return Lemma{Key: key, Statement: text + ".", moves: times(c.relation(x.By), x.Moves), reply: true,
		wrong: func(f *Formula) {
			before := f.number(d.Number, 0)
			f.Assert(in(f, 0), f.Ge(before, x.Low), f.Le(before, x.High))
			if x.Steps != nil {
				f.Assert(f.step(0, x.Steps...))
			}
			for k := range x.Moves {
				f.Assert(f.step(k, but...).Not())
				// Not fallen: still in the descent with at least the same measure, or in none that is later.
				now := 2*k + 2
				var begun []encode.Bool
				for _, l := range later {
					begun = append(begun, f.is(l.In, now))
				}
				f.Assert(f.Or(begun...).Not(), f.Implies(in(f, now), f.Lte(before, f.number(d.Number, now))))
			}
		}}
}

func fullMoves(n int) string {
	if n == 1 {
		return "one full move"
	}
	return fmt.Sprintf("%d full moves", n)
}

// control returns the control that a case of descent i with fewer moves is false.
func (c *Circuits) control(key string, i int, x Case) Lemma {
	l := c.descent(key, i, x)
	l.Extra, l.Satisfiable = true, true
	return l
}
