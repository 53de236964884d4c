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
	s     *System
	o     Options
	ctx   context.Context
	lemma encode.Bool

	frames *stepSolver
	lift   *stepSolver

	blocked  [][]*blocked // by level
	levels   []int        // those of blocked that have cubes, ascending
	added    []*blocked   // in order, with the levels in at
	at       []int
	activity []float64 // by latch: how often it was needed
	bump     float64
	queue    []*obligation
	orders   int
	constant bool // all resets are constants or free
}

// runPDR decides the system. The lemma holds in all states that can be reached.
func runPDR(ctx context.Context, s *System, o Options, lemma encode.Bool) (*Result, error) {
	p := &pdr{
		s: s, o: o, ctx: ctx, lemma: lemma, activity: make([]float64, len(s.Latches)), bump: 1,
		constant: s.constantResets(), blocked: make([][]*blocked, 2),
	}
	var err error
	if p.frames, err = newStepSolver(s, o.solver(), lemma, true); err != nil {
		return nil, err
	}
	defer func() { p.frames.Close() }()
	if p.lift, err = newStepSolver(s, o.solver(), lemma, false); err != nil {
		return nil, err
	}
	defer func() { p.lift.Close() }()
	return p.run()
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
	c := p.s.Circuit
	all := []encode.Bool{p.lemma}
	for _, cubes := range p.blocked[level:] {
		for _, q := range cubes {
			lits := make([]encode.Bool, len(q.cube))
			for i, l := range q.cube {
				lits[i] = p.s.Latches[index(l)].Now
				if l < 0 {
					lits[i] = lits[i].Not()
				}
			}
			all = append(all, c.And(lits...).Not())
		}
	}
	return &Result{Verdict: Safe, Engine: "pdr", Depth: top, Frames: top, Clauses: len(all) - 1, Invariant: c.And(all...), K: 1}
}

// badState returns a bad state within a frame, enlarged; nil if there is none.
func (p *pdr) badState(level int) (*obligation, error) {
	f := p.frames
	status, err := f.solve(p.ctx, append(p.assumptions(level), f.bad))
	if status != sat.Satisfiable {
		return nil, err
	}
	state, inputs := f.state()
	q, err := p.lift.enlarge(p.ctx, state, inputs, []int{f.bad})
	return &obligation{cube: q, level: level, inputs: inputs}, err
}

// assumptions returns what activates a frame.
func (p *pdr) assumptions(level int) []int {
	f := p.frames
	f.assume = append(f.assume[:0], f.activation(level))
	return f.assume
}

// reached asks whether a step leads from a frame into a cube, from outside it. If not, it returns the
// part of the cube that is needed, and true.
func (p *pdr) reached(q cube, level int, outside bool) (cube, bool, error) {
	f := p.frames
	if f.spent > mostSpent+2*p.clauses(1) {
		if err := p.rebuild(); err != nil {
			return nil, false, err
		}
		f = p.frames
	}
	assume := p.assumptions(level)
	if outside {
		assume = append(assume, f.guard(q))
	}
	for _, l := range q {
		assume = append(assume, f.next(l))
	}
	f.assume = assume
	status, err := f.solve(p.ctx, assume)
	if status != sat.Unsatisfiable {
		return nil, false, err
	}
	failed := f.failed()
	var core cube
	for _, l := range q {
		if failed[f.next(l)] {
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
	f, err := newStepSolver(p.s, p.o.solver(), p.lemma, true)
	if err != nil {
		return err
	}
	p.frames = f
	for _, l := range p.levels {
		for _, q := range p.blocked[l] {
			f.block(q.cube, l)
		}
	}
	return nil
}

// initial reports whether some state of the cube is an initial one.
func (p *pdr) initial(q cube) (bool, error) {
	for _, l := range q {
		if p.excludes(l) {
			return false, nil
		}
	}
	if p.constant {
		return true, nil
	}
	assume := []int{p.frames.activation(0)}
	for _, l := range q {
		assume = append(assume, p.frames.now(l))
	}
	status, err := p.frames.solve(p.ctx, assume)
	return status == sat.Satisfiable, err
}

// excludes reports whether a literal contradicts a constant reset.
func (p *pdr) excludes(l int32) bool {
	value, ground := p.s.Circuit.Ground(p.s.Latches[index(l)].Reset)
	return ground && value != (l > 0)
}

// repair adds literals of the whole cube to a part of it, so that no state of the part is initial.
func (p *pdr) repair(part, whole cube) (cube, error) {
	if hit, err := p.initial(part); !hit || err != nil {
		return part, err
	}
	for _, l := range whole {
		if p.excludes(l) {
			i, _ := slices.BinarySearchFunc(part, l, func(a, b int32) int { return cmp.Compare(index(a), index(b)) })
			return slices.Insert(part, i, l), nil
		}
	}
	return slices.Clone(whole), nil
}

// block shows that an obligation's cube cannot be reached, or returns a trace.
func (p *pdr) block(ob *obligation, top int) (*Trace, error) {
	p.push(ob)
	for len(p.queue) > 0 {
		if err := p.ctx.Err(); err != nil {
			return nil, err
		}
		ob := p.pop()
		if hit, err := p.initial(ob.cube); err != nil {
			return nil, err
		} else if hit {
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
			state, inputs := f.state()
			to := make([]int, len(ob.cube))
			for i, l := range ob.cube {
				to[i] = f.next(l)
			}
			q, err := p.lift.enlarge(p.ctx, state, inputs, to)
			if err != nil {
				return nil, err
			}
			p.push(&obligation{cube: q, level: ob.level - 1, inputs: inputs, next: ob})
			p.push(ob)
			continue
		}
		if core, err = p.repair(core, ob.cube); err != nil {
			return nil, err
		}
		q, err := p.generalise(core, ob.level-1)
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
			if q, err = p.repair(core, q); err != nil {
				return nil, err
			}
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
		if hit, err := p.initial(part); err != nil {
			return nil, err
		} else if hit {
			continue
		}
		core, blocked, err := p.reached(part, level, true)
		if err != nil {
			return nil, err
		}
		if blocked {
			if q, err = p.repair(core, part); err != nil {
				return nil, err
			}
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
	p.added, p.at = append(p.added, b), append(p.at, level)
	p.frames.block(q, level)
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
			if core, err = p.repair(core, q.cube); err != nil {
				return 0, err
			}
			p.add(core, level+1)
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
		if p.at[i] >= level && p.added[i].in(q.witness) {
			return false
		}
	}
	q.tried = len(p.added)
	return true
}

// trace follows an obligation with an initial state.
func (p *pdr) trace(ob *obligation) (*Trace, error) {
	assume := []int{p.frames.activation(0)}
	for _, l := range ob.cube {
		assume = append(assume, p.frames.now(l))
	}
	for i, v := range ob.inputs { // resets may depend on them
		l := p.frames.inputs[i]
		if v != One {
			l = -l
		}
		assume = append(assume, l)
	}
	status, err := p.frames.solve(p.ctx, assume)
	if status != sat.Satisfiable {
		if err == nil {
			err = fmt.Errorf("pdr: the first cube of a trace has no initial state")
		}
		return nil, err
	}
	state, _ := p.frames.state()
	tr := &Trace{}
	for _, l := range state {
		tr.Initial = append(tr.Initial, valueOf(l > 0))
	}
	for ; ob != nil; ob = ob.next {
		tr.Inputs = append(tr.Inputs, ob.inputs)
	}
	return tr, nil
}
