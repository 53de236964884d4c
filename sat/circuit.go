package sat

import (
	"context"
	"fmt"
	"iter"
	"math/big"

	"retroproof/encode"
)

// A Model is an assignment to the inputs of a circuit under which all its asserted constraints hold.
type Model struct {
	circuit *encode.Circuit
	inputs  []bool // values of the circuit's first inputs, those there were when the model was found
	values  *encode.Evaluator
	size    int // of the circuit when values was made
}

// Value returns the value of any Boolean of the circuit, constants and gates that no constraint mentions included. It
// may have been built after the model was found; inputs declared since then are false.
func (m *Model) Value(b encode.Bool) bool {
	if m.size != m.circuit.Len() {
		m.size, m.values = m.circuit.Len(), m.circuit.NewEvaluator()
		for i, in := range m.circuit.Inputs()[:len(m.inputs)] {
			if m.inputs[i] {
				m.values.Set(in, ^uint64(0))
			}
		}
		m.values.Run()
	}
	return m.values.Get(b)&1 == 1
}

// Assert finds a model of the circuit's constraints with the named solver; nil means that there is none, which is the
// solver's word. A model is returned only if the constraints, evaluated, hold in it (else the error is ErrModel). The
// circuit may grow by the conjunction of its constraints.
func Assert(ctx context.Context, solver string, c *encode.Circuit) (*Model, error) {
	s, err := New(solver)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	return assert(ctx, s, c)
}

func assert(ctx context.Context, s Solver, c *encode.Circuit) (*Model, error) {
	f := c.CNF(encode.Compact)
	f.Emit(s)
	status, err := s.Solve(ctx)
	if status != Satisfiable {
		return nil, err // nil for Unsatisfiable, and only then
	}
	m := &Model{circuit: c}
	for _, in := range c.Inputs() {
		m.inputs = append(m.inputs, s.Value(f.Lit(in)))
	}
	if !m.Value(c.Asserted()) {
		return nil, wrongModel(s)
	}
	return m, nil
}

func wrongModel(s Solver) error {
	return fmt.Errorf("%w: %s gave inputs for which the asserted constraints do not hold", ErrModel, s.Name())
}

// AssertAll returns all assignments to the given inputs, which must be distinct, that extend to a model of the
// circuit's constraints: as disjoint cubes, in lexicographic order. In the cubes, variable i+1 is over[i]. Inputs that
// decide much should come first: their order is the order of splitting, and decides how long it takes.
//
// If the constraints depend on no other inputs than those in over, whole subcubes are found at once. Otherwise every
// assignment is looked for on its own.
//
// What is returned is verified by evaluation: every assignment of a cube up to 4,096 of them, and the first 4,096 of a
// larger cube; ErrModel if one is wrong. That none is missing is the solver's word. The circuit may grow by the
// conjunction of its constraints, and must not change otherwise during the enumeration.
func AssertAll(ctx context.Context, solver string, c *encode.Circuit, over []encode.Bool) iter.Seq2[Cube, error] {
	return assertAll(ctx, func() (Solver, error) { return New(solver) }, c, over, false)
}

// CountAll returns the number of assignments that AssertAll would give.
func CountAll(ctx context.Context, solver string, c *encode.Circuit, over []encode.Bool) (*big.Int, error) {
	total := new(big.Int)
	for cube, err := range AssertAll(ctx, solver, c, over) {
		if err != nil {
			return nil, err
		}
		total.Add(total, cube.Size())
	}
	return total, nil
}

// ListAll returns the assignments of AssertAll one by one, each as the values of the inputs in over, in lexicographic
// order with false before true. Each one is verified. The slice is reused.
func ListAll(ctx context.Context, solver string, c *encode.Circuit, over []encode.Bool) iter.Seq2[[]bool, error] {
	return func(yield func([]bool, error) bool) {
		values := make([]bool, len(over))
		for cube, err := range assertAll(ctx, func() (Solver, error) { return New(solver) }, c, over, true) {
			if err != nil {
				yield(nil, err)
				return
			}
			for lits := range cube.Assignments() {
				for i, l := range lits {
					values[i] = l > 0
				}
				if !yield(values, nil) {
					return
				}
			}
		}
	}
}

// verifiedFree is the number of free variables up to which all assignments of a cube are verified.
const verifiedFree = 12

// assertAll is AssertAll. every splits large cubes such that all assignments are verified.
func assertAll(ctx context.Context, open func() (Solver, error), c *encode.Circuit, over []encode.Bool, every bool) iter.Seq2[Cube, error] {
	return func(yield func(Cube, error) bool) {
		s, err := open()
		if err != nil {
			yield(Cube{}, err)
			return
		}
		defer s.Close()
		ok := c.Asserted()
		e, verify, err := enumeration(s, c, ok, over)
		if err != nil {
			yield(Cube{}, err)
			return
		}
		for cube, err := range Enumerate(ctx, e) {
			if err != nil {
				yield(Cube{}, err)
				return
			}
			for piece := range pieces(cube, verifiedFree) {
				if verify != nil && !verify(piece) {
					yield(Cube{}, wrongModel(s))
					return
				}
				if !every {
					piece = cube
				}
				if !yield(piece, nil) {
					return
				}
				if !every {
					break
				}
			}
		}
	}
}

// enumeration loads the solver with the circuit whose constraints are ok, its variables numbered such that over[i] is
// i+1. verify evaluates a cube of at most verifiedFree free variables; nil if models are verified as they are found.
func enumeration(s Solver, c *encode.Circuit, ok encode.Bool, over []encode.Bool) (e Enumeration, verify func(Cube) bool, err error) {
	f := c.Gates(encode.Compact, ok)
	value, ground := c.Ground(ok)
	functional := !ground && dependsOnly(c, f, ok, over)
	if !functional {
		f = c.CNF(encode.Compact)
	}
	load, err := newRenumbering(s, c, f, over)
	if err != nil {
		return e, nil, err
	}
	f.Emit(load)
	e = Enumeration{Solver: s}
	for i := range over {
		e.Project = append(e.Project, i+1)
	}
	switch {
	case ground: // f says so; only if there are no constraints, the complement is asked
		e.Complement = newGini()
		e.Complement.AddClause(nil)
		return e, func(Cube) bool { return value }, nil

	case functional:
		// The output gets a variable of its own, as it may be an input, and those are not to be assumed.
		out, l := f.NumVars+1, load.lit(f.Lit(ok))
		s.AddClause([]int{-out, l})
		s.AddClause([]int{out, -l})
		e.Assume, e.AssumeComplement, e.Complement = []int{out}, []int{-out}, s
		values := c.NewEvaluator(ok)
		return e, func(cube Cube) bool { return holds(values, ok, over, cube) }, nil

	default:
		values, inputs := c.NewEvaluator(ok), c.Inputs()
		e.Solver = verifying{s, func() bool {
			for _, in := range inputs {
				values.Set(in, lanes(s.Value(load.lit(f.Lit(in)))))
			}
			values.Run()
			return values.Get(ok)&1 == 1
		}}
		return e, nil, nil
	}
}

// dependsOnly reports whether gates, which define ok, depend on no other inputs than those in over.
func dependsOnly(c *encode.Circuit, gates *encode.CNF, ok encode.Bool, over []encode.Bool) bool {
	others := &occurrences{seen: make([]bool, gates.NumVars+1)}
	gates.Emit(others)
	others.AddClause([]int{gates.Lit(ok)}) // it may be an input
	for _, b := range over {
		l := gates.Lit(b)
		others.seen[max(l, -l)] = false
	}
	for _, in := range c.Inputs() {
		if others.seen[gates.Lit(in)] {
			return false
		}
	}
	return true
}

// occurrences is a Sink that notes which variables occur.
type occurrences struct{ seen []bool }

func (o *occurrences) AddClause(lits []int) {
	for _, l := range lits {
		o.seen[max(l, -l)] = true
	}
}

// verifying is a solver whose models are verified as soon as they are found.
type verifying struct {
	Solver
	holds func() bool
}

func (v verifying) Solve(ctx context.Context) (Status, error) {
	status, err := v.Solver.Solve(ctx)
	if status == Satisfiable && !v.holds() {
		return Unknown, wrongModel(v)
	}
	return status, err
}

// renumbering is a Sink that hands clauses on to a solver with other numbers for the variables.
type renumbering struct {
	solver Solver
	to     []int // by variable
	buf    []int
}

// newRenumbering gives the inputs in over the numbers from 1.
func newRenumbering(s Solver, c *encode.Circuit, f *encode.CNF, over []encode.Bool) (*renumbering, error) {
	r := &renumbering{solver: s, to: make([]int, f.NumVars+1)}
	for i, b := range over {
		if c.Name(b) == "" {
			return nil, fmt.Errorf("%w: Boolean %d of those asked for is not an input of the circuit", ErrEnumeration, i+1)
		}
		v := f.Lit(b)
		if r.to[v] != 0 {
			return nil, fmt.Errorf("%w: input %q is asked for twice", ErrEnumeration, c.Name(b))
		}
		r.to[v] = i + 1
	}
	next := len(over)
	for v := 1; v <= f.NumVars; v++ {
		if r.to[v] == 0 {
			next++
			r.to[v] = next
		}
	}
	return r, nil
}

func (r *renumbering) lit(l int) int {
	if l < 0 {
		return -r.to[-l]
	}
	return r.to[l]
}

func (r *renumbering) AddClause(lits []int) {
	r.buf = r.buf[:0]
	for _, l := range lits {
		r.buf = append(r.buf, r.lit(l))
	}
	r.solver.AddClause(r.buf)
}

// pieces divides a cube into cubes with at most n free variables, in order.
func pieces(cube Cube, n int) iter.Seq[Cube] {
	return func(yield func(Cube) bool) {
		if len(cube.Free) <= n {
			yield(cube)
			return
		}
		split := len(cube.Free) - n
		head := Cube{Fixed: cube.Fixed, Free: cube.Free[:split]}
		for lits := range head.Assignments() {
			if !yield(Cube{Fixed: lits, Free: cube.Free[split:]}) {
				return
			}
		}
	}
}

// lanes returns the value in all 64 lanes of an Evaluator.
func lanes(v bool) uint64 {
	if v {
		return ^uint64(0)
	}
	return 0
}

// holds evaluates ok at all assignments of a cube to the inputs in over, 64 at a time.
func holds(values *encode.Evaluator, ok encode.Bool, over []encode.Bool, cube Cube) bool {
	// Lane j has the low six bits of j in its last six free variables.
	patterns := [...]uint64{
		0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
		0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000,
	}
	head := cube
	for i := 0; i < len(patterns) && len(head.Free) > 0; i++ {
		last := len(head.Free) - 1
		values.Set(over[head.Free[last]-1], patterns[i])
		head.Free = head.Free[:last]
	}
	for lits := range head.Assignments() {
		for _, l := range lits {
			values.Set(over[max(l, -l)-1], lanes(l > 0))
		}
		values.Run()
		if values.Get(ok) != ^uint64(0) {
			return false
		}
	}
	return true
}
