package lemmas

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"retroproof/encode"
	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/rules"
)

// Lemma is a statement about all plays by a strategy from claimed positions, with the formula that refutes it.
type Lemma struct {
	Key       string
	Statement string
	// Satisfiable marks a control: its formula must have a model. Controls show that the lemma of the same form does not
	// hold vacuously.
	Satisfiable bool
	Draws       bool     // about positions that are claimed to be drawn; only the theorem about these needs it
	Long        bool     // takes long, and is proved when asked for: no certificate has it
	Moves       []string // White's, by the names of relations
	// Still, if set, leaves men of White on their squares, for a smaller formula.
	Still func(move int, p Pos, q *Pos)
	Reply bool // Black replies to the last of White's moves, too
	// Wrong asserts the negation about the play.
	Wrong func(f *Formula)
	Black bool // the play begins in a legal position with Black to move, and White does not move
	Free  bool // the formula is about no play
	rank  int  // the man's in the first position; 0 for any
}

// Formula is a constraint on plays p1, p2, ..., White to move in p1, linked by moves of the strategy and legal moves of
// Black: the negation of a lemma.
type Formula struct {
	Board
	c     *Circuits
	chain []Pos           // chain[0] is p1
	about []*instance     // likewise: what is said of the position, and of the move from it
	steps [][]encode.Bool // steps[i][s]: White's move i+1 is by step s
}

// Formula builds the negation of a lemma: satisfiable if and only if it is false (for a relation that is not the
// strategy: if it is false).
func (c *Circuits) Formula(l Lemma) *Formula {
	f := &Formula{Board: c.NewBoard(), c: c}
	if l.Free {
		l.Wrong(f)
		return f
	}
	p := f.PosInput("p1", !l.Black)
	if l.rank > 0 {
		p.Men[0].Y = f.Int(l.rank)
	}
	f.add(p)
	start := "claimed"
	if l.Black {
		start = "legal"
	}
	f.Assert(f.Is(start, 0))
	if !c.Whole {
		f.Assert(f.output(0, f.about[0].Canonical))
	}
	if l.Black && l.Reply {
		f.answer()
	}
	for i, relation := range l.Moves {
		p, x := f.chain[2*i], f.about[2*i]
		q := f.WhiteInput(fmt.Sprintf("p%d", 2*i+2), p.BK)
		if l.Still != nil {
			l.Still(i, p, &q)
		}
		x.put(x.Q, q)
		var by []encode.Bool
		for _, step := range x.By[c.relation(relation)] {
			by = append(by, x.of(step))
		}
		f.Assert(f.Or(by...))
		f.add(q)
		f.steps = append(f.steps, by)
		if i < len(l.Moves)-1 || l.Reply {
			f.answer()
		}
	}
	l.Wrong(f)
	return f
}

// answer adds a Black reply.
func (f *Formula) answer() {
	j := len(f.chain) - 1
	q, x := f.chain[j], f.about[j]
	next := Pos{q.WK, f.SquareInput(fmt.Sprintf("p%d.bk", j+2)), q.Men, true}
	x.put(x.Q, next)
	f.Assert(x.of(x.Reply))
	f.add(next)
}

func (f *Formula) add(p Pos) {
	f.chain = append(f.chain, p)
	f.about = append(f.about, f.c.side(p.White).newInstance(f.Circuit, p))
}

// output returns what an output of a side is at position j of the play.
func (f *Formula) output(j int, b encode.Bool) encode.Bool { return f.about[j].of(b) }

// Is returns a property of position j of the play, by its name (Circuits.Notion).
func (f *Formula) Is(name string, j int) encode.Bool {
	return f.output(j, f.Ge(f.about[j].Notions[f.c.place(name)], 1))
}

// Number returns a number of position j of the play, by its name.
func (f *Formula) Number(name string, j int) encode.Int {
	x := f.about[j]
	return x.Notions[f.c.place(name)].Map(x.of)
}

// never returns the condition of a lemma of the text: about properties, numbers and steps of a play.
func (f *Formula) never(x *core.Expr) encode.Bool {
	var all []encode.Bool
	switch x.Op {
	case core.Ply:
		return f.Is(x.Args[0].Def.Name, x.N)
	case core.By:
		for _, step := range x.Args {
			all = append(all, f.steps[x.N][step.N])
		}
		return f.Or(all...)
	case core.Less:
		return f.Lt(f.value(x.Args[0]), f.value(x.Args[1]))
	case core.Equal:
		return f.Eq(f.value(x.Args[0]), f.value(x.Args[1]))
	}
	for _, a := range x.Args {
		all = append(all, f.never(a))
	}
	switch x.Op {
	case core.Not:
		return all[0].Not()
	case core.Or:
		return f.Or(all...)
	}
	return f.And(all...) // also of none, which is true
}

// value returns a number in the condition of a lemma.
func (f *Formula) value(x *core.Expr) encode.Int {
	if x.Op == core.Const {
		return f.Int(x.N)
	}
	return f.Number(x.Args[0].Def.Name, x.N)
}

// Step returns: White's move i+1 is by one of the given steps.
func (f *Formula) Step(i int, steps ...int) encode.Bool {
	or := make([]encode.Bool, len(steps))
	for k, s := range steps {
		or[k] = f.steps[i][s]
	}
	return f.Or(or...)
}

// Play decodes a model: the positions of the play.
func (f *Formula) Play(value func(encode.Bool) bool) []rules.Position {
	play := make([]rules.Position, len(f.chain))
	for i, p := range f.chain {
		play[i] = f.PosValue(p, value)
	}
	return play
}

// names lists steps for a sentence.
func (c *Circuits) names(steps []int) string { return strings.Join(c.StepNames(steps), ", ") }

// StepNames returns the names of steps.
func (c *Circuits) StepNames(steps []int) []string {
	list := []string{}
	for _, s := range steps {
		list = append(list, c.Steps[s].Name)
	}
	return list
}

// Lemmas returns the lemmas that the theorems rest on, then others.
func (c *Circuits) Lemmas() []Lemma {
	if len(c.Steps) == 0 {
		return c.draws()
	}
	list := []Lemma{
		{Key: "closed", Statement: "After a move of the strategy in a claimed position and any reply, the position is " +
			"legal and claimed again; no man has been captured.",
			Moves: []string{core.Strictly}, Reply: true,
			Wrong: func(f *Formula) { f.Assert(f.Is("claimed", 2).Not()) }},
		{Key: "moves", Statement: "In every claimed position some step has a move.",
			Wrong: func(f *Formula) {
				var uses []encode.Bool
				for _, step := range f.about[0].First {
					uses = append(uses, f.output(0, step))
				}
				f.Assert(f.Or(uses...).Not())
			}},
		{Key: "stalemate", Statement: "A move of the strategy does not stalemate.",
			Moves: []string{core.Strictly},
			Wrong: func(f *Formula) { f.Assert(f.Is("stuck", 1), f.Is("lost", 1).Not()) }},
	}
	list = append(list, c.early()...)
	if last := c.Plan.Last; last != core.NoStep {
		list = append(list, Lemma{Key: "last", Statement: fmt.Sprintf("After %s White's next move mates.",
			c.Steps[last].Name),
			Moves: []string{core.Strictly, core.Strictly},
			Wrong: func(f *Formula) { f.Assert(f.Step(0, last), f.And(f.Is("stuck", 3), f.Is("lost", 3)).Not()) }})
	}
	for i, d := range c.Plan.Descents {
		k := 0
		for _, x := range d.Cases {
			if x.Control == "" {
				k++
				list = append(list, c.descent(fmt.Sprintf("%s-%d", d.Number, k), i, x))
			}
		}
	}
	for _, l := range c.Plan.Lemmas {
		list = append(list, Lemma{Key: l.Name, Statement: l.Statement, Long: l.Long, Satisfiable: l.Control,
			Moves: l.Play, Reply: l.Reply, Wrong: func(f *Formula) { f.Assert(f.never(l.Never)) }})
	}
	for i, d := range c.Plan.Descents {
		for _, x := range d.Cases {
			if x.Control != "" {
				l := c.descent(x.Control, i, x)
				l.Satisfiable = true
				list = append(list, l)
			}
		}
	}
	return append(list, c.draws()...)
}

// early returns the lemmas about early steps.
func (c *Circuits) early() []Lemma {
	e := c.Plan.Early
	if e.Moves == 0 {
		return nil
	}
	steps := e.Steps()
	once := cmp.Or(c.names(e.Once), "No step")
	return []Lemma{
		{Key: "early-1", Statement: fmt.Sprintf("%s: no other step comes directly before.", c.names(steps)),
			Moves: []string{c.named("condition"), core.Strictly},
			Wrong: func(f *Formula) { f.Assert(f.Step(0, c.Others(steps)...), f.Step(1, steps...)) }},
		{Key: "early-2", Statement: fmt.Sprintf("%s: not directly after %s.", once, c.names(steps)),
			Moves: []string{core.Strictly, core.Strictly},
			Wrong: func(f *Formula) { f.Assert(f.Step(0, steps...), f.Step(1, e.Once...)) }},
		{Key: "early-3", Statement: fmt.Sprintf("%s: not %d times in a row.", c.names(e.Run), e.Moves),
			Moves: append([]string{c.named("condition")}, slices.Repeat([]string{c.named("late")}, e.Moves-1)...),
			Wrong: func(f *Formula) {
				for i := range e.Moves {
					f.Assert(f.Step(i, e.Run...))
				}
			}},
	}
}

// Strictly returns the lemma about the strategy's own moves only. It is the same lemma unless a relation with more
// moves was to prove it; then a model of its formula, but not of the other, is a play.
func (l Lemma) Strictly() Lemma {
	l.Moves = slices.Repeat([]string{core.Strictly}, len(l.Moves))
	return l
}

// Loose reports whether a model of the lemma's formula need not be a play.
func (l Lemma) Loose() bool {
	return slices.ContainsFunc(l.Moves, func(relation string) bool { return relation != core.Strictly })
}

// descent returns the lemma of a case of descent i.
func (c *Circuits) descent(key string, i int, x core.Case) Lemma {
	d, later := c.Plan.Descents[i], c.Plan.Descents[i+1:]
	but := c.Plan.Early.Steps()
	if c.Plan.Last != core.NoStep {
		but = append(but, c.Plan.Last)
	}
	statement := fmt.Sprintf("The measure %q, if it is from %d to %d", d.Number, x.Low, x.High)
	if x.Steps != nil {
		statement += " and White moves by " + c.names(x.Steps)
	}
	if statement += ", falls within " + fullMoves(x.Moves); len(but) > 0 {
		statement += " none of which is by " + c.names(but)
	}
	for _, l := range later {
		statement += fmt.Sprintf(", or %q begins", l.Number)
	}
	within := func(f *Formula, d *core.Descent, j int) encode.Bool {
		if d.In == "" {
			return f.Is("claimed", j)
		}
		return f.Is(d.In, j)
	}
	in := func(f *Formula, j int) encode.Bool {
		and := []encode.Bool{within(f, &d, j)}
		for k := range later {
			and = append(and, within(f, &later[k], j).Not())
		}
		return f.And(and...)
	}
	return Lemma{Key: key, Statement: statement + ".", Moves: slices.Repeat([]string{c.named(x.By)}, x.Moves),
		Reply: true,
		Wrong: func(f *Formula) {
			before := f.Number(d.Number, 0)
			f.Assert(in(f, 0), f.Ge(before, x.Low), f.Le(before, x.High))
			if x.Steps != nil {
				f.Assert(f.Step(0, x.Steps...))
			}
			for k := range x.Moves {
				// By one of the others, not: by none of these. A relation may have a move by several steps.
				if len(but) > 0 {
					f.Assert(f.Step(k, c.Others(but)...))
				}
				// Not fallen: still in the descent with at least the same measure, or in none that is later.
				now := 2*k + 2
				var begun []encode.Bool
				for i := range later {
					begun = append(begun, within(f, &later[i], now))
				}
				f.Assert(f.Or(begun...).Not(), f.Implies(in(f, now), f.Lte(before, f.Number(d.Number, now))))
			}
		}}
}

func fullMoves(n int) string {
	if n == 1 {
		return "one full move"
	}
	return fmt.Sprintf("%d full moves", n)
}

// draws returns the lemmas that Black keeps what is not won, for the positions with the pawn on each rank, or with any
// man on any.
func (c *Circuits) draws() (list []Lemma) {
	if c.Kept == "" {
		return nil
	}
	about := func(key, where, man string, rank int) Lemma {
		return Lemma{Key: key, Draws: true, Black: true, rank: rank,
			Statement: fmt.Sprintf("In every legal position with Black to move that is not called won%s, Black has not lost, "+
				"and he is stalemated, takes the %s, or has a move to a position that is not claimed.", where, man),
			Wrong: func(f *Formula) {
				stuck, escape := f.Is("stuck", 0), f.output(0, f.about[0].Escape)
				f.Assert(f.Is(c.Kept, 0).Not(), f.Or(f.And(stuck, f.Is("lost", 0)), f.And(stuck.Not(), escape.Not())))
			}}
	}
	if c.Game.Men[0].Kind != rules.Pawn {
		return []Lemma{about("drawn", "", "man", 0)}
	}
	for rank := 1; rank < c.Ranks; rank++ { // the easier for solvers
		where := fmt.Sprintf(", the pawn on rank %d", rank+1)
		list = append(list, about(fmt.Sprintf("drawn-%d", rank+1), where, "pawn", rank))
	}
	return list
}
