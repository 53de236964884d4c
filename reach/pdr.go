package reach

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"retroproof/encode"
	"retroproof/sat"
)

// A cube is a set of states: latches with their values, in ascending order. i+1 is latch i true,
// -i-1 false.
type cube []int32

func index(l int32) int { return int(max(l, -l)) - 1 }

// in reports whether c contains all states of d: its literals are among those of d.
func (c cube) in(d cube) bool {
	if len(c) > len(d) {
		return false
	}
	j := 0
	for _, l := range c {
		for j < len(d) && index(d[j]) < index(l) {
			j++
		}
		if j == len(d) || d[j] != l {
			return false
		}
		j++
	}
	return true
}

// A blocked cube is one that cannot be reached in as many steps as its level.
type blocked struct {
	cube
	tried   int  // how many cubes had been blocked when it was last tried to move it to the next level; -1 before
	witness cube // then a state in its frame from which a step leads into it
}

// An obligation is a cube from which a bad state can be reached, and which is to be shown
// unreachable in as many steps as its level, or less.
type obligation struct {
	cube   cube
	level  int
	inputs []Value     // from every state of the cube, these inputs
	next   *obligation // lead here; nil: the state is bad
	order  int         // the later one first
}

// pdr is property directed reachability (Bradley, "SAT-based model checking without unrolling",
// VMCAI 2011; Een, Mishchenko, Brayton, "Efficient implementation of property directed
// reachability", FMCAD 2011). Frame i over-approximates the states that can be reached in at most i steps, by the
// clauses that exclude the cubes in blocked[j], j >= i.
type pdr struct {
	s     *delayed
	o     Options
	ctx   context.Context
	lemma encode.Bool // of the circuit of s

	first  *stepSolver // for initial states, which are frame 0
	frames *stepSolver // for steps from the other frames
	bads   *stepSolver // for bad states in them: most circuits need few of their gates for that
	lift   *ternary

	blocked  [][]*blocked // by level
	levels   []int        // those of blocked that have cubes, ascending
	proved   []*blocked   // in the end
	added    []*blocked   // in order, with their levels in levelOf
	levelOf  []int
	activity []float64 // by latch: how often it was needed
	bump     float64
	queue    []*obligation
	orders   int
}

// runPDR decides the system. The lemma holds in all states that can be reached.
func runPDR(ctx context.Context, s *System, o Options, lemma encode.Bool) (*Result, error) {
	d := s.delay()
	p := &pdr{
		s: d, o: o, ctx: ctx, lemma: d.lemma(lemma), activity: make([]float64, len(d.Latches)), bump: 1,
		blocked: make([][]*blocked, 2),
	}
	var err error
	if p.frames, err = newStepSolver(d.System, o, p.lemma, true); err != nil {
		return nil, err
	}
	defer func() { p.frames.Close() }()
	if p.bads, err = newStepSolver(d.System, o, p.lemma, false); err != nil {
		return nil, err
	}
	defer func() { p.bads.Close() }()
	if p.first, err = newFirstSolver(d.System, o); err != nil {
		return nil, err
	}
	defer func() { p.first.Close() }()
	p.lift = newTernary(d.System)
	if o.kept != nil && d.view == nil {
		for level, cubes := range *o.kept {
			for _, q := range cubes {
				p.add(q.cube, level)
			}
		}
		defer func() { *o.kept = p.blocked }()
	}
	r, err := p.run()
	switch {
	case err != nil:
	case r.Verdict == Unsafe:
		d.undo(s, r.Trace)
	default:
		r.Invariant = s.Circuit.And(lemma, p.outside(s))
	}
	return r, err
}

func (p *pdr) run() (*Result, error) {
	for top := 0; p.o.MaxFrames == 0 || top <= p.o.MaxFrames; top++ {
		for {
			ob, err := p.badState(top)
			if err != nil {
				return nil, err
			}
			if ob == nil {
				break
			}
			if tr, err := p.block(ob, top); tr != nil || err != nil {
				return unsafe("pdr", tr), err
			}
		}
		if top == 0 {
			continue
		}
		level, err := p.propagate(top)
		if err != nil {
			return nil, err
		}
		if level > 0 {
			return p.invariant(level, top), nil
		}
		p.o.progress(fmt.Sprintf("pdr: frame %d, %d clauses", top, p.clauses(1)))
	}
	return nil, fmt.Errorf("pdr: %w: %d frames", ErrBudget, p.o.MaxFrames)
}

// clauses counts the cubes from a level on.
func (p *pdr) clauses(level int) int {
	n := 0
	for _, cubes := range p.blocked[level:] {
		n += len(cubes)
	}
	return n
}

// invariant is the result if what is blocked from a level on cannot be entered.
func (p *pdr) invariant(level, top int) *Result {
	p.proved = slices.Concat(p.blocked[level:]...)
	return &Result{Verdict: Safe, Engine: "pdr", Depth: top, Frames: top, Clauses: len(p.proved), K: 1,
		Later: p.s.first != 0}
}

// outside returns the condition, in the circuit of the system that is to be decided, that a state is in none of the
// cubes that were proved to be out of reach; if there is a latch for the first state, that a state that is not is in
// none.
func (p *pdr) outside(s *System) encode.Bool {
	c := s.Circuit
	var all []encode.Bool
	for _, q := range p.proved {
		var lits []encode.Bool
		for _, l := range q.cube {
			b := c.False // the literal of first
			if i := index(l); i < len(s.Latches) {
				b = s.Latches[i].Now
			}
			if l < 0 {
				b = b.Not()
			}
			lits = append(lits, b)
		}
		all = append(all, c.And(lits...).Not())
	}
	return c.And(all...)
}

// at returns the solver for a frame, with the assumptions that activate it.
func (p *pdr) at(level int) *stepSolver {
	if level == 0 {
		p.first.assume = p.first.assume[:0]
		return p.first
	}
	p.frames.assume = append(p.frames.assume[:0], p.frames.activation(level))
	return p.frames
}

// badState returns a bad state within a frame, enlarged; nil if there is none.
func (p *pdr) badState(level int) (*obligation, error) {
	f := p.first
	if f.assume = f.assume[:0]; level > 0 {
		f = p.bads
		f.assume = append(f.assume[:0], f.activation(level))
	}
	f.assume = append(f.assume, f.bad)
	status, err := f.solve(p.ctx, f.assume)
	if status != sat.Satisfiable {
		return nil, err
	}
	state, inputs := f.state()
	return &obligation{cube: p.lift.lift(state, inputs, nil), level: level, inputs: inputs}, nil
}

// reached asks whether a step leads from a frame into a cube, from outside it. If not, it returns the
// part of the cube that is needed, and true.
func (p *pdr) reached(q cube, level int, outside bool) (cube, bool, error) {
	if n := p.frames.spent; n > mostSpent && n > mostSpent+2*p.clauses(1) {
		if err := p.rebuild(); err != nil {
			return nil, false, err
		}
	}
	f := p.at(level)
	if outside && level > 0 { // no initial state is in a cube that is to be blocked
		f.assume = append(f.assume, f.guard(q))
	}
	for _, l := range q {
		f.assume = append(f.assume, f.next(l))
	}
	status, err := f.solve(p.ctx, f.assume)
	if status != sat.Unsatisfiable {
		return nil, false, err
	}
	failed := f.Failed()
	var core cube
	for _, l := range q {
		if slices.Contains(failed, f.next(l)) {
			core = append(core, l)
		}
	}
	return core, true, nil
}

// mostSpent is the number of clauses that served one question each, besides twice that of the
// frames' clauses, with which a solver is made anew.
const mostSpent = 2000

// rebuild makes the solver of the frames anew, without what is spent.
func (p *pdr) rebuild() error {
	p.frames.Close()
	f, err := newStepSolver(p.s.System, p.o, p.lemma, true)
	if err != nil {
		return err
	}
	p.frames = f
	for _, l := range p.levels {
		for _, q := range p.blocked[l] {
			f.exclude(q.cube, f.activation(l))
		}
	}
	return nil
}

// initial reports whether some state of the cube is an initial one.
func (p *pdr) initial(q cube) bool { return !slices.ContainsFunc(q, p.excludes) }

// excludes reports whether a literal contradicts a constant reset.
func (p *pdr) excludes(l int32) bool {
	value, ground := p.s.Circuit.Ground(p.s.Latches[index(l)].Reset)
	return ground && value != (l > 0)
}

// repair adds a literal of the whole cube to a part of it, so that no state of the part is initial.
func (p *pdr) repair(part, whole cube) cube {
	if !p.initial(part) {
		return part
	}
	l := whole[slices.IndexFunc(whole, p.excludes)]
	i, _ := slices.BinarySearchFunc(part, l, func(a, b int32) int { return cmp.Compare(index(a), index(b)) })
	return slices.Insert(part, i, l)
}

// block shows that an obligation's cube cannot be reached, or returns a trace.
func (p *pdr) block(ob *obligation, top int) (*Trace, error) {
	p.push(ob)
	for len(p.queue) > 0 {
		if err := cmp.Or(p.ctx.Err(), p.o.turns.spend(int64(p.clauses(1)+len(p.lift.gates)/simulationSpeed))); err != nil {
			return nil, err // the cubes are compared with each other, and states are enlarged
		}
		ob := p.pop()
		if p.initial(ob.cube) {
			return p.trace(ob)
		}
		if level := p.blockedAt(ob); level > 0 {
			p.later(ob, level+1, top)
			continue
		}
		if ob.level == 0 {
			return nil, fmt.Errorf("pdr: an initial state is outside all initial states")
		}
		core, blocked, err := p.reached(ob.cube, ob.level-1, true)
		if err != nil {
			return nil, err
		}
		if !blocked {
			f := p.frames
			if ob.level == 1 {
				f = p.first
			}
			state, inputs := f.state()
			q := p.lift.lift(state, inputs, ob.cube)
			p.push(&obligation{cube: q, level: ob.level - 1, inputs: inputs, next: ob})
			p.push(ob)
			continue
		}
		q, err := p.generalise(p.repair(core, ob.cube), ob.level-1)
		if err != nil {
			return nil, err
		}
		level := ob.level
		for level < top {
			core, blocked, err := p.reached(q, level, true)
			if err != nil {
				return nil, err
			}
			if !blocked {
				break
			}
			q = p.repair(core, q)
			level++
		}
		p.add(q, level)
		p.later(ob, level+1, top)
	}
	return nil, nil
}

// blockedAt returns the greatest level at which a blocked cube contains the obligation's, if it is at
// least its own; else 0.
func (p *pdr) blockedAt(ob *obligation) int {
	for i := len(p.levels) - 1; i >= 0 && p.levels[i] >= ob.level; i-- {
		for _, q := range p.blocked[p.levels[i]] {
			if q.in(ob.cube) {
				return p.levels[i]
			}
		}
	}
	return 0
}

// later puts an obligation back, for a higher level.
func (p *pdr) later(ob *obligation, level, top int) {
	if level <= top {
		ob.level = level
		p.push(ob)
	}
}

// push and pop keep obligations by level, those of the lowest last.
func (p *pdr) push(ob *obligation) {
	p.orders++
	ob.order = p.orders
	i, _ := slices.BinarySearchFunc(p.queue, ob, func(a, b *obligation) int {
		return cmp.Or(-cmp.Compare(a.level, b.level), cmp.Compare(a.order, b.order))
	})
	p.queue = slices.Insert(p.queue, i, ob)
}

func (p *pdr) pop() *obligation {
	ob := p.queue[len(p.queue)-1]
	p.queue = p.queue[:len(p.queue)-1]
	return ob
}

// generalise drops literals of a cube as long as no step from the frame leads into it from outside, those
// that were needed least first.
func (p *pdr) generalise(q cube, level int) (cube, error) {
	order := slices.Clone(q)
	slices.SortStableFunc(order, func(a, b int32) int {
		return cmp.Compare(p.activity[index(a)], p.activity[index(b)])
	})
	for _, l := range order {
		i := slices.Index(q, l)
		if i < 0 || len(q) == 1 {
			continue
		}
		part := slices.Delete(slices.Clone(q), i, i+1)
		if p.initial(part) {
			continue
		}
		core, blocked, err := p.reached(part, level, true)
		if err != nil {
			return nil, err
		}
		if blocked {
			q = p.repair(core, part)
		}
	}
	for _, l := range q {
		p.activity[index(l)] += p.bump
	}
	if p.bump *= 1.05; p.bump > 1e100 {
		for i := range p.activity {
			p.activity[i] /= p.bump
		}
		p.bump = 1
	}
	return q, nil
}

// add blocks a cube at a level, and forgets those within it at this level and below.
func (p *pdr) add(q cube, level int) {
	for level >= len(p.blocked) {
		p.blocked = append(p.blocked, nil)
	}
	for _, l := range slices.Clone(p.levels) {
		if l <= level {
			p.blocked[l] = slices.DeleteFunc(p.blocked[l], func(old *blocked) bool { return q.in(old.cube) })
			p.note(l)
		}
	}
	b := &blocked{cube: q, tried: -1}
	p.blocked[level] = append(p.blocked[level], b)
	p.note(level)
	p.added, p.levelOf = append(p.added, b), append(p.levelOf, level)
	p.frames.exclude(q, p.frames.activation(level))
	p.bads.exclude(q, p.bads.activation(level))
}

// note keeps levels right after a change of blocked.
func (p *pdr) note(level int) {
	i, there := slices.BinarySearch(p.levels, level)
	switch any := len(p.blocked[level]) > 0; {
	case any && !there:
		p.levels = slices.Insert(p.levels, i, level)
	case !any && there:
		p.levels = slices.Delete(p.levels, i, i+1)
	}
}

// propagate moves cubes to the next frame where no step leads into them. It returns a level at which
// nothing is left, so that the next frame is the same; else 0.
func (p *pdr) propagate(top int) (int, error) {
	for len(p.blocked) <= top+1 {
		p.blocked = append(p.blocked, nil)
	}
	for level := 1; level <= top; level++ {
		if len(p.blocked[level]) == 0 {
			return level, nil // also what is above may be empty: then nothing at all is needed
		}
		for _, q := range slices.Clone(p.blocked[level]) {
			if p.stuck(q, level) {
				continue
			}
			if !slices.Contains(p.blocked[level], q) {
				continue // within another one that was added meanwhile
			}
			core, blocked, err := p.reached(q.cube, level, false)
			if err != nil {
				return 0, err
			}
			if !blocked {
				q.tried = len(p.added)
				q.witness, _ = p.frames.state()
				continue
			}
			p.add(p.repair(core, q.cube), level+1)
		}
		if len(p.blocked[level]) == 0 {
			return level + 1, nil
		}
	}
	return 0, nil
}

// stuck reports whether the state is still in the frame from which a step led into a blocked cube
// when it was last tried to move it.
func (p *pdr) stuck(q *blocked, level int) bool {
	if q.tried < 0 {
		return false
	}
	for i := q.tried; i < len(p.added); i++ {
		if p.levelOf[i] >= level && p.added[i].in(q.witness) {
			return false
		}
	}
	q.tried = len(p.added)
	return true
}

// trace follows an obligation with an initial state.
func (p *pdr) trace(ob *obligation) (*Trace, error) {
	f := p.at(0)
	for _, l := range ob.cube {
		f.assume = append(f.assume, f.now(l))
	}
	for i, v := range ob.inputs {
		l := f.inputs[i]
		if v != One {
			l = -l
		}
		f.assume = append(f.assume, l)
	}
	status, err := f.solve(p.ctx, f.assume)
	if status != sat.Satisfiable {
		if err == nil {
			err = fmt.Errorf("pdr: the first cube of a trace has no initial state")
		}
		return nil, err
	}
	state, _ := f.state()
	tr := &Trace{Initial: mapped(state, func(l int32) Value { return valueOf(l > 0) })}
	for ; ob != nil; ob = ob.next {
		tr.Inputs = append(tr.Inputs, ob.inputs)
	}
	return tr, nil
}
