package sat

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
)

// errEnumeration is the kind of error for an Enumeration that makes no sense.
var errEnumeration = errors.New("invalid enumeration")

// An Enumeration describes the assignments to some variables that can be extended to models of a formula.
type Enumeration struct {
	// Solver holds the formula. It must not be used otherwise during the enumeration, and is left as it was, but for
	// what it has learnt.
	Solver Solver

	// Project lists the projection variables, positive and distinct. Their order is the order of the enumeration: the
	// first one changes most slowly. Variables that decide much should come first.
	Project []int

	// Complement is optional and makes the enumeration faster where whole subcubes are models. It holds a formula
	// that, under each assignment of the projection variables, is satisfiable if and only if the first formula is not;
	// typically the same circuit with its output negated. It may be satisfiable more often than that, never less: then
	// the result is still right. It may be the same Solver, with other assumptions.
	Complement Solver

	// Assume and AssumeComplement list literals assumed throughout in Solver and in Complement, such as a circuit's
	// output and its negation. They must not be of projection variables.
	Assume, AssumeComplement []int
}

// Enumerate returns the assignments as disjoint cubes in lexicographic order, false before true. The order and the
// cubes depend only on the formulas, if the solvers are exact. An error ends the sequence; then what came before is
// a correct beginning of the enumeration.
//
// It splits on the projection variables in their order, and calls the solver only for branches that the last model is
// not in. No blocking clauses are added: the solvers keep the same size however many models there are. An unsatisfiable
// branch is stored with its failed assumptions, and not solved again until one of those changes.
func Enumerate(ctx context.Context, e Enumeration) iter.Seq2[Cube, error] {
	return func(yield func(Cube, error) bool) {
		if err := e.validate(); err != nil {
			yield(Cube{}, err)
			return
		}
		s := newSplitter(ctx, e, yield)
		if err := s.start(); err != nil && !errors.Is(err, errStopped) {
			yield(Cube{}, err)
		}
	}
}

func (e Enumeration) validate() error {
	if e.Solver == nil {
		return fmt.Errorf("%w: no solver", errEnumeration)
	}
	seen := make(map[int]bool, len(e.Project))
	for _, v := range e.Project {
		if v <= 0 || !validLiteral(v) {
			return fmt.Errorf("%w: projection variable %d", errEnumeration, v)
		}
		if seen[v] {
			return fmt.Errorf("%w: projection variable %d occurs twice", errEnumeration, v)
		}
		seen[v] = true
	}
	for _, l := range slices.Concat(e.Assume, e.AssumeComplement) {
		if !validLiteral(l) || seen[max(l, -l)] {
			return fmt.Errorf("%w: assumption %d", errEnumeration, l)
		}
	}
	return nil
}

// errStopped: the consumer of the sequence has stopped.
var errStopped = errors.New("stopped")

// splitter is the state of one enumeration: a depth-first walk over the tree of prefixes. A prefix is a choice of
// values for the first variables; prefix[:d] is the current one at depth d.
type splitter struct {
	ctx    context.Context
	yield  func(Cube, error) bool
	vars   []int
	prefix []int // literals
	depth  map[int]int

	// changed[d] is the value of clock when the choice at depth d was last made. Choices are made from the root
	// downward, so if changed[d] is unchanged, so are all choices above d.
	changed []uint64
	clock   uint64

	formula    oracle
	complement *oracle // nil: none
}

// oracle decides whether one of the two formulas is consistent with prefixes.
type oracle struct {
	solver         Solver
	assume         []int
	failedBranches [][2]failedBranch // dead[d][b]: choosing value b (0 or 1) at depth d
	spare          []witness         // to be used again
}

// witness holds a model's values of the projection variables. It proves that the formula is consistent with every
// prefix that it agrees with. nil: no model.
type witness []bool

// failedBranch is a choice that is inconsistent as long as the prefix up to and including depth cause stays.
type failedBranch struct {
	valid bool
	cause int // -1: for ever
	when  uint64
}

func newSplitter(ctx context.Context, e Enumeration, yield func(Cube, error) bool) *splitter {
	n := len(e.Project)
	s := &splitter{
		ctx: ctx, yield: yield, vars: e.Project,
		prefix: make([]int, 0, n), depth: make(map[int]int, n), changed: make([]uint64, n),
		formula: oracle{solver: e.Solver, assume: e.Assume, failedBranches: make([][2]failedBranch, n)},
	}
	for d, v := range e.Project {
		s.depth[v] = d
	}
	if e.Complement != nil {
		s.complement = &oracle{
			solver: e.Complement, assume: e.AssumeComplement, failedBranches: make([][2]failedBranch, n)}
	}
	return s
}

func (s *splitter) start() error {
	model, err := s.solve(&s.formula)
	if err != nil || model == nil {
		return err
	}
	return s.visit(0, model, nil)
}

// visit walks the subtree under prefix[:d]. The witness model agrees with the prefix, so the subtree is not empty. So
// does hole, a witness of the complement, unless it is nil; then the subtree is not full. If it is nil, the complement
// has to be solved.
func (s *splitter) visit(d int, model, hole witness) error {
	if d == len(s.vars) {
		return s.emit()
	}
	if s.complement != nil && hole == nil {
		var err error
		if hole, err = s.solvePrefix(s.complement); err != nil {
			return err
		}
		if hole == nil {
			return s.emit()
		}
		defer s.complement.release(hole)
	}
	for _, value := range [2]bool{false, true} {
		s.choose(d, value)
		branchModel, branchHole := model, hole
		if value != model[d] {
			var err error
			if branchModel, err = s.solvePrefix(&s.formula); err != nil {
				return err
			}
			if branchModel == nil {
				continue
			}
		}
		if hole != nil && value != hole[d] {
			branchHole = nil
		}
		if err := s.visit(d+1, branchModel, branchHole); err != nil {
			return err
		}
		if value != model[d] {
			s.formula.release(branchModel)
		}
	}
	s.prefix = s.prefix[:d]
	return nil
}

// choose makes the choice at depth d, in place of the one there and of all below.
func (s *splitter) choose(d int, value bool) {
	l := s.vars[d]
	if !value {
		l = -l
	}
	s.prefix = append(s.prefix[:d], l)
	s.clock++
	s.changed[d] = s.clock
}

// solvePrefix is solve, but uses an earlier answer about the last choice of the prefix if that still holds.
func (s *splitter) solvePrefix(p *oracle) (witness, error) {
	d := len(s.prefix) - 1
	if d < 0 {
		return s.solve(p)
	}
	branch := &p.failedBranches[d][sign(s.prefix[d])]
	if branch.valid && (branch.cause < 0 || s.changed[branch.cause] == branch.when) {
		return nil, nil
	}
	model, err := s.solve(p)
	if err != nil || model != nil {
		return model, err
	}
	// The deepest other choice that the contradiction depends on. External programs do not report failed assumptions,
	// so that all assumptions count as failed, and this is the choice just above.
	*branch = failedBranch{valid: true, cause: -1}
	for _, l := range p.solver.Failed() {
		if c, ok := s.depth[max(l, -l)]; ok && c < d {
			branch.cause = max(branch.cause, c)
		}
	}
	if branch.cause >= 0 {
		branch.when = s.changed[branch.cause]
	}
	return nil, nil
}

// solve returns a model of the formula that agrees with the prefix, or nil if the formula has none.
func (s *splitter) solve(p *oracle) (witness, error) {
	p.solver.Assume(p.assume...)
	p.solver.Assume(s.prefix...)
	status, err := p.solver.Solve(s.ctx)
	switch status {
	case Satisfiable:
		var model witness
		if n := len(p.spare); n > 0 {
			model, p.spare = p.spare[n-1], p.spare[:n-1]
		} else {
			model = make(witness, len(s.vars))
		}
		for i, v := range s.vars {
			model[i] = p.solver.Value(v)
		}
		return model, nil
	case Unsatisfiable:
		return nil, nil
	}
	if err == nil {
		err = fmt.Errorf("%s: unknown for no reason", p.solver.Name())
	}
	return nil, err
}

func (o *oracle) release(w witness) { o.spare = append(o.spare, w) }

func (s *splitter) emit() error {
	if !s.yield(Cube{Fixed: slices.Clone(s.prefix), Free: s.vars[len(s.prefix):]}, nil) {
		return errStopped
	}
	return nil
}

// sign returns the index of a literal in a pair: 0 if it is negative.
func sign(l int) int {
	if l > 0 {
		return 1
	}
	return 0
}
