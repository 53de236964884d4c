package encode

// Nodes returns the number of inputs and gates, which ByNode numbers from 1.
func (c *Circuit) Nodes() int { return c.g.len() - firstNode }

// Follower checks clauses in the numbering of ByNode against a circuit: each must follow from a
// single gate or from a single constraint. A formula of such clauses has a model if the
// constraints have one, namely the values of all nodes. So the writer of clauses need not be
// believed if a Follower has checked them.
type Follower struct {
	c *Circuit
	// variable says, by node, whether it is a variable of the formula. The clauses of a gate
	// refer to the nearest variables below it. (Wrong entries can make the Follower reject
	// correct clauses, but not accept others.)
	variable []bool
	value    []int8   // by literal: 1 true, -1 false, 0 not known
	roots    [][]Bool // conjunctions of which each is the negation of a constraint
	next     int      // the constraint that the next clause probably follows from
	assumed  []Bool   // the negated literals of the clause that is being checked
	open     Bool     // the last variable without a value that was needed
	steps    int      // number of gates that may still be examined for this clause
}

// mostSteps is the largest number of gates that are examined for a clause. Clauses that the
// writer produces need as many as they have literals.
const mostSteps = 1 << 14

// NewFollower returns a follower for a formula with the given variables.
func (c *Circuit) NewFollower(isVariable func(node int) bool) *Follower {
	f := &Follower{c: c, variable: make([]bool, c.g.len()), value: make([]int8, 2*c.g.len())}
	for n := range c.Nodes() {
		f.variable[n+firstNode] = isVariable(n + 1)
	}
	f.set(c.True, 1)
	var units [][]Bool
	seen := map[Bool]bool{}
	var assert func(l Bool)
	assert = func(l Bool) {
		if seen[l] || l == c.True {
			return
		}
		seen[l] = true
		x, y, isGate := c.g.gate(l)
		switch {
		case isGate && !l.Negated():
			assert(x)
			assert(y)
		case isGate:
			f.roots = append(f.roots, []Bool{x, y})
			fallthrough
		default:
			units = append(units, []Bool{l.Not()})
		}
	}
	for _, r := range c.roots {
		assert(r)
	}
	f.roots = append(f.roots, units...)
	f.next = len(f.roots) - 1
	return f
}

// Follows reports whether a clause follows from the gate of its literal with the greatest number, or
// from a constraint. It is fastest for clauses in the order in which they are written.
func (f *Follower) Follows(clause []int32) bool {
	f.steps = mostSteps
	defer func() {
		for _, l := range f.assumed {
			f.set(l, 0)
		}
		f.assumed = f.assumed[:0]
	}()
	last := noBool
	for _, n := range clause {
		v := int(max(n, -n)) - 1 + firstNode
		if n == 0 || uint64(v) >= uint64(len(f.variable)) {
			return false // not the number of a node
		}
		l := At(v)
		if n < 0 {
			l = l.Not()
		}
		switch f.value[l] {
		case 1:
			return true // its negation is in the clause, too
		case 0:
			f.set(l, -1)
			f.assumed = append(f.assumed, l)
		}
		if v > last.Index() {
			last = l
		}
	}
	return f.ofGate(last) || f.ofRoot()
}

// set gives a literal a value, and its negation the opposite one.
func (f *Follower) set(l Bool, value int8) { f.value[l], f.value[l.Not()] = value, -value }

// ofGate reports whether a gate's literal is true whenever all other literals of the clause are
// false, for both values of at most one further variable.
func (f *Follower) ofGate(l Bool) bool {
	x, y, isGate := f.c.g.gate(l)
	if !isGate {
		return false
	}
	if !l.Negated() && f.isTrue(x) && f.isTrue(y) {
		return true
	}
	f.open = noBool
	value := func() int8 {
		if v := f.gate(l); !l.Negated() {
			return v
		} else {
			return -v
		}
	}
	first := value()
	if first != 0 || f.open == noBool || f.open.Index() == l.Index() {
		return first == 1
	}
	open := f.open
	defer f.set(open, 0)
	for _, x := range []int8{1, -1} {
		if f.set(open, x); value() != 1 {
			return false
		}
	}
	return true
}

// gate returns the value of a literal's gate, not negated, from those of the gate's inputs.
func (f *Follower) gate(l Bool) int8 {
	x, y, _ := f.c.g.gate(l)
	a := f.below(x)
	if a == -1 {
		return -1
	}
	return min(a, f.below(y))
}

// below returns the value of an input of a gate: its own if it is a variable, else that of its gate.
func (f *Follower) below(l Bool) int8 {
	f.steps--
	_, _, isGate := f.c.g.gate(l)
	switch {
	case f.value[l] != 0:
		return f.value[l]
	case f.variable[l.Index()] || !isGate:
		f.open = l
		return 0
	case f.steps < 0:
		return 0
	case !l.Negated():
		return f.gate(l)
	}
	return -f.gate(l)
}

// ofRoot reports whether a constraint is false when all literals of the clause are.
func (f *Follower) ofRoot() bool {
	for range f.roots {
		f.next = (f.next + 1) % len(f.roots)
		all := true
		for _, l := range f.roots[f.next] {
			all = all && f.isTrue(l)
		}
		if all {
			return true
		}
	}
	return false
}

// isTrue reports whether a literal is true: known to be, or a conjunction of such. If it is a
// conjunction of such and known to be false, no values of the nodes make the clause false, so that
// it follows in any case.
func (f *Follower) isTrue(l Bool) bool {
	if f.value[l] == 1 {
		return true
	}
	x, y, isGate := f.c.g.gate(l)
	if f.steps--; f.steps < 0 || !isGate || l.Negated() {
		return false
	}
	return f.isTrue(x) && f.isTrue(y)
}
