package aiger

// A Lit is a literal as AIGER writes it: twice the number of a variable, plus 1 if it is
// negated. 0 is false and 1 is true.
type Lit uint32

// Var returns the number of the variable; 0 is that of the constants.
func (l Lit) Var() uint32 { return uint32(l) >> 1 }

// Not returns the negation.
func (l Lit) Not() Lit { return l ^ 1 }

// Negated reports whether the literal is odd.
func (l Lit) Negated() bool { return l&1 == 1 }

// A Latch has a value in each state.
type Latch struct {
	Lit   Lit // positive
	Next  Lit // its value in the next state
	Reset Lit // its value in an initial state; Lit itself if that is free
}

// Free reports whether an initial state may have either value of the latch.
func (l Latch) Free() bool { return l.Reset == l.Lit }

// function reports whether the reset is neither free nor a constant.
func (l Latch) function() bool { return !l.Free() && l.Reset > 1 }

// An And is a gate: LHS holds when both operands do.
type And struct {
	LHS    Lit // positive
	R0, R1 Lit
}

// A Symbol is a name in the file.
type Symbol struct {
	Kind  byte // i, l, o, b, c, j or f: input, latch, output, bad, constraint, justice, fairness
	Index int  // from 0
	Name  string
}

// A Model is what a file says. A state is good or bad together with the inputs in it; a run
// is a sequence of states with inputs, in each of which all constraints hold.
type Model struct {
	MaxVar      uint32
	Inputs      []Lit // positive
	Latches     []Latch
	Outputs     []Lit
	Bad         []Lit
	Constraints []Lit
	Justice     [][]Lit // a run violates one if all its literals, and those of Fairness, hold again and again
	Fairness    []Lit
	Ands        []And
	Symbols     []Symbol
	Comment     []byte // what follows the line "c"; nil without one
	Binary      bool   // the form of the file that was read

	order []uint32 // see Order
}

// Properties returns the literals that must never hold: the bad ones, or, in files that have
// neither these nor justice properties, as those of the first version of the format, the outputs.
func (m *Model) Properties() []Lit {
	if len(m.Bad) == 0 && len(m.Justice) == 0 {
		return m.Outputs
	}
	return m.Bad
}

// Variables are what a variable can be.
const (
	undefined = iota
	input
	latch
	gate
)

// Order returns the variables of gates, and of latches with a reset, each after those that
// it depends on in an initial state: a gate on its operands, a latch on its reset. The same
// order fits later states, where latches depend on nothing.
func (m *Model) Order() []uint32 { return m.order }

// Check verifies that every variable is defined once, that every one that is used is
// defined, and that Order exists, which it finds. Read does so; who builds a Model calls it.
func (m *Model) Check() error {
	kind := make([]uint8, m.MaxVar+1)
	at := make([]uint32, m.MaxVar+1) // index of the latch or gate
	define := func(l Lit, as uint8, i int, what string) error {
		switch v := l.Var(); {
		case l.Negated() || v == 0 || v > m.MaxVar:
			return errorf("%s %d: %d is not a positive literal of a variable up to %d", what, i, l, m.MaxVar)
		case kind[v] != undefined:
			return errorf("%s %d: the variable of %d is defined twice", what, i, l)
		default:
			kind[v], at[v] = as, uint32(i)
		}
		return nil
	}
	for i, l := range m.Inputs {
		if err := define(l, input, i, "input"); err != nil {
			return err
		}
	}
	for i, l := range m.Latches {
		if err := define(l.Lit, latch, i, "latch"); err != nil {
			return err
		}
	}
	for i, a := range m.Ands {
		if err := define(a.LHS, gate, i, "gate"); err != nil {
			return err
		}
	}
	if err := m.checkUses(kind); err != nil {
		return err
	}
	return m.sort(kind, at)
}

// checkUses verifies that all literals that are used are of variables that are defined.
func (m *Model) checkUses(kind []uint8) error {
	used := func(what string, list ...Lit) error {
		for i, l := range list {
			if v := l.Var(); v > m.MaxVar || v != 0 && kind[v] == undefined {
				return errorf("%s %d: nothing defines the variable of %d", what, i, l)
			}
		}
		return nil
	}
	for i, l := range m.Latches {
		if err := used("latch", l.Next, l.Reset); err != nil {
			return errorf("latch %d: nothing defines the variable of its next value %d, or of its reset %d", i, l.Next, l.Reset)
		}
	}
	for i, a := range m.Ands {
		if err := used("gate", a.R0, a.R1); err != nil {
			return errorf("gate %d: nothing defines the variable of %d or of %d", i, a.R0, a.R1)
		}
	}
	lists := append([][]Lit{m.Outputs, m.Bad, m.Constraints, m.Fairness}, m.Justice...)
	for i, name := range []string{"output", "bad", "constraint", "fairness"} {
		if err := used(name, lists[i]...); err != nil {
			return err
		}
	}
	for _, list := range lists[4:] {
		if err := used("justice", list...); err != nil {
			return err
		}
	}
	return nil
}

// sort finds the order of Order, by a depth-first search without recursion.
func (m *Model) sort(kind []uint8, at []uint32) error {
	const (
		unseen = iota
		open   // what it depends on is being sorted
		done
	)
	// Depth first on a stack of its own, as files may nest deeper than goroutines can recurse: linear in the model.
	state := make([]uint8, m.MaxVar+1)
	m.order = make([]uint32, 0, len(m.Ands)+len(m.Latches))
	var stack []uint32
	visit := func(v uint32) error {
		switch state[v] {
		case unseen:
			stack = append(stack, v)
		case open:
			if kind[v] == gate {
				return errorf("the gate of variable %d depends on itself", v)
			}
			return errorf("the reset of latch %d depends on itself", at[v])
		}
		return nil
	}
	operands := func(v uint32) (a, b uint32) {
		switch kind[v] {
		case gate:
			g := m.Ands[at[v]]
			return g.R0.Var(), g.R1.Var()
		case latch:
			if l := m.Latches[at[v]]; !l.Free() {
				return l.Reset.Var(), 0
			}
		}
		return 0, 0
	}
	state[0] = done
	for root := range uint32(len(state)) {
		if state[root] == unseen {
			stack = append(stack, root)
		}
		for len(stack) > 0 {
			v := stack[len(stack)-1]
			switch state[v] {
			case unseen:
				state[v] = open
				a, b := operands(v)
				if err := visit(a); err != nil {
					return err
				}
				if err := visit(b); err != nil {
					return err
				}
			// Back on top of the stack: what it depends on is in the order, so it follows.
			case open:
				state[v] = done
				if kind[v] == gate || kind[v] == latch && !m.Latches[at[v]].Free() {
					m.order = append(m.order, v)
				}
				stack = stack[:len(stack)-1]
			default:
				stack = stack[:len(stack)-1]
			}
		}
	}
	return nil
}
