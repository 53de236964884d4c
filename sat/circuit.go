package sat

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"math/bits"
	"slices"

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

// Assert finds a model of the circuit's constraints with the named solver; nil means that the solver found the
// constraints unsatisfiable, which is not checked. A model is returned only if the constraints, evaluated, hold in it;
// else it is an error. The circuit may grow by the conjunction of its constraints.
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
	return fmt.Errorf("%w: %s gave inputs for which the asserted constraints do not hold", errModel, s.Name())
}

// AssertAll returns all assignments to the given inputs, which must be distinct, that extend to a model of the
// circuit's constraints: as disjoint cubes, in lexicographic order. In the cubes, variable i+1 is over[i]. Inputs that
// decide much should come first: their order is the order of splitting. Fewer inputs are faster, so where the
// representation of numbers is free, binary is the one for counting.
//
// If the constraints depend on no other inputs than those in over, the solver splits on all but the last twelve of
// them, and the rest is evaluated, 64 assignments at a time. The native solver looks for few assignments on one trail
// instead: then the first one comes when all are found. Otherwise every assignment is looked for on its own,
// which is slower by far.
//
// The assignments are verified by evaluation, in cubes with more than 4,096 assignments the first 4,096; a wrong one is
// an error. That no assignment is missing depends on the solver. The circuit may grow by the conjunction of its
// constraints, and must not change otherwise during the enumeration.
func AssertAll(ctx context.Context, solver string, c *encode.Circuit, over []encode.Bool) iter.Seq2[Cube, error] {
	return assertAll(ctx, func() (Solver, error) { return New(solver) }, c, over, evaluatedFree, false)
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
		for cube, err := range assertAll(ctx, func() (Solver, error) { return New(solver) }, c, over, evaluatedFree, true) {
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

// evaluatedFree is the number of free variables of which all assignments are evaluated at once. The 64 evaluations of
// 64 lanes cost about as much as a dozen calls of the solver, which needs as many to find a single model there.
const evaluatedFree = 12

// assertAll is AssertAll. free is the number of last inputs to evaluate, instead of asking the solver; every splits
// cubes with more free variables than that, so that all assignments are verified.
func assertAll(ctx context.Context, open func() (Solver, error), c *encode.Circuit, over []encode.Bool, free int,
	every bool) iter.Seq2[Cube, error] {
	return func(yield func(Cube, error) bool) {
		s, err := open()
		if err != nil {
			yield(Cube{}, err)
			return
		}
		defer s.Close()
		ok := c.Asserted()
		gates := c.Gates(encode.Compact, ok)
		if dependsOnly(c, gates, ok, over) {
			err = evaluateAll(ctx, s, c, gates, ok, over, free, every, yield)
		} else {
			err = projectAll(ctx, s, c, ok, over, yield)
		}
		if err != nil && !errors.Is(err, errStopped) {
			yield(Cube{}, err)
		}
	}
}

// evaluateAll is assertAll for constraints ok that depend on the inputs in over only.
func evaluateAll(ctx context.Context, s Solver, c *encode.Circuit, gates *encode.CNF, ok encode.Bool,
	over []encode.Bool, free int, every bool, yield func(Cube, error) bool) error {
	load, project, err := newRenumbering(s, c, gates, over)
	if err != nil {
		return err
	}
	evaluation := evaluation{values: c.NewEvaluator(ok), ok: ok, over: over}
	if _, native := s.(*nativeSolver); native && free > 0 {
		if done, err := onTrail(ctx, c, &evaluation, free, yield); done || err != nil {
			return err
		}
	}
	gates.Emit(load)
	// The output gets a variable of its own: it may be a constant or an input, and those are not to be assumed.
	out := gates.NumVars + 1
	if value, ground := c.Ground(ok); ground {
		if !value {
			out = -out
		}
		s.AddClause([]int{out})
	} else {
		l := load.lit(gates.Lit(ok))
		s.AddClause([]int{-out, l})
		s.AddClause([]int{out, -l})
	}
	out = max(out, -out)

	split := max(0, len(over)-free)
	// Under a prefix the complement is satisfiable if there is one assignment to all the rest that violates ok. So
	// cubes with free variables are full, and the others may be anything but empty.
	for cube, err := range Enumerate(ctx, Enumeration{
		Solver: s, Assume: []int{out}, Project: project[:split],
		Complement: s, AssumeComplement: []int{-out},
	}) {
		if err != nil {
			return err
		}
		full := len(cube.Free) > 0
		cube.Free = project[len(cube.Fixed):]
		if !full {
			table := evaluation.table(cube)
			if count(table, 0, 1<<len(cube.Free)) == 0 {
				return wrongModel(s)
			}
			if !subcubes(table, 0, cube, yield) {
				return errStopped
			}
			continue
		}
		for piece := range pieces(cube, free) {
			if size := 1 << len(piece.Free); count(evaluation.table(piece), 0, size) != size {
				return wrongModel(s)
			}
			if !every {
				piece = cube
			}
			if !yield(piece, nil) {
				return errStopped
			}
			if !every {
				break
			}
		}
	}
	return nil
}

// projectAll is assertAll for constraints ok that depend on other inputs, too.
func projectAll(ctx context.Context, s Solver, c *encode.Circuit, ok encode.Bool, over []encode.Bool,
	yield func(Cube, error) bool) error {
	f := c.CNF(encode.Compact)
	load, project, err := newRenumbering(s, c, f, over)
	if err != nil {
		return err
	}
	f.Emit(load)
	values, inputs := c.NewEvaluator(ok), c.Inputs()
	checked := verifying{s, func() bool {
		for _, in := range inputs {
			values.Set(in, lanes(s.Value(load.lit(f.Lit(in)))))
		}
		values.Run()
		return values.Get(ok)&1 == 1
	}}
	for cube, err := range Enumerate(ctx, Enumeration{Solver: checked, Project: project}) {
		if err != nil {
			return err
		}
		if !yield(cube, nil) {
			return errStopped
		}
	}
	return nil
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

// newRenumbering gives the inputs in over the numbers from 1, and returns these.
func newRenumbering(s Solver, c *encode.Circuit, f *encode.CNF,
	over []encode.Bool) (r *renumbering, numbers []int, err error) {
	r = &renumbering{solver: s, to: make([]int, f.NumVars+1)}
	for i, b := range over {
		if c.Name(b) == "" {
			return nil, nil, fmt.Errorf("%w: Boolean %d of those asked for is not an input of the circuit", errEnumeration, i+1)
		}
		v := f.Lit(b)
		if r.to[v] != 0 {
			return nil, nil, fmt.Errorf("%w: input %q is asked for twice", errEnumeration, c.Name(b))
		}
		r.to[v] = i + 1
		numbers = append(numbers, i+1)
	}
	next := len(over)
	for v := 1; v <= f.NumVars; v++ {
		if r.to[v] == 0 {
			next++
			r.to[v] = next
		}
	}
	return r, numbers, nil
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

// evaluation evaluates ok at many assignments to the inputs in over, where variable i+1 is over[i].
type evaluation struct {
	values *encode.Evaluator
	ok     encode.Bool
	over   []encode.Bool
	rows   []uint64 // the last table
}

// table evaluates all assignments of a cube, which should have few free variables. Bit i mod 64 of word i/64 is
// assignment i in lexicographic order, repeated if there are less than 64. The slice is reused.
func (e *evaluation) table(cube Cube) []uint64 {
	// In lane j, the last six free variables have the low six bits of j.
	patterns := [...]uint64{
		0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
		0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000,
	}
	for _, l := range cube.Fixed {
		e.set(l, lanes(l > 0))
	}
	free := cube.Free
	for i := 0; i < len(patterns) && len(free) > 0; i++ {
		last := len(free) - 1
		e.set(free[last], patterns[i])
		free = free[:last]
	}
	e.rows = e.rows[:0]
	for lits := range (Cube{Free: free}).Assignments() {
		for _, l := range lits {
			e.set(l, lanes(l > 0))
		}
		e.values.Run()
		e.rows = append(e.rows, e.values.Get(e.ok))
	}
	return e.rows
}

func (e *evaluation) set(lit int, lanes uint64) { e.values.Set(e.over[max(lit, -lit)-1], lanes) }

// count counts the ones among size bits of a table, a power of 2, beginning at a multiple of it.
func count(table []uint64, from, size int) int {
	if size < 64 {
		return bits.OnesCount64(table[from/64] >> (from % 64) & (1<<size - 1))
	}
	n := 0
	for _, w := range table[from/64 : (from+size)/64] {
		n += bits.OnesCount64(w)
	}
	return n
}

// subcubes divides the assignments of a cube that its table has, from the given bit on, into cubes.
func subcubes(table []uint64, from int, cube Cube, yield func(Cube, error) bool) bool {
	size := 1 << len(cube.Free)
	switch count(table, from, size) {
	case 0:
		return true
	case size:
		cube.Fixed = slices.Clone(cube.Fixed)
		return yield(cube, nil)
	}
	v, free := cube.Free[0], cube.Free[1:]
	return subcubes(table, from, Cube{append(cube.Fixed, -v), free}, yield) &&
		subcubes(table, from+size/2, Cube{append(cube.Fixed, v), free}, yield)
}
