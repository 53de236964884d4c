package encode

import "slices"

// Sink receives the clauses of a formula, in DIMACS numbering. The slice is
// only valid during the call.
type Sink interface {
	AddClause(lits []int)
}

// Method is a way of writing gates as clauses.
type Method int

const (
	// Compact is the default: chains of AND gates with a single use become
	// one gate of many inputs, exclusive disjunctions and if-then-elses one
	// gate of four clauses. Fewer variables, better propagation.
	Compact Method = iota
	// Polarity is Compact with only those implications of a gate that its
	// uses need (Plaisted and Greenbaum, "A structure-preserving clause form
	// translation", 1986). Gates are then no longer determined by the inputs,
	// so it is not for enumeration through gate variables.
	Polarity
	// Tseitin writes three clauses for every AND gate.
	Tseitin
)

// CNF is a circuit's constraints as clauses. Variables are numbered from 1:
// first the inputs in order of declaration (all of them, used or not), then
// the gates in topological order. It is satisfiable iff the constraints are,
// and its models restricted to the inputs are exactly theirs.
type CNF struct {
	NumVars int
	used    int     // variables that represent a node; fewer than all only if the formula is ByNode
	lits    []int32 // clauses, each ended by 0
	count   int
	circuit *Circuit
	inputs  int     // the circuit's first inputs: those declared when the formula was written
	varOf   []int32 // by index; 0: not in the formula
}

// CNF writes the asserted constraints as clauses. Booleans in keep get a
// variable although the constraints may not need them (to be assumed or read
// from a model).
func (c *Circuit) CNF(m Method, keep ...Bool) *CNF {
	return c.write(m, c.roots, keep, false)
}

// ByNode is CNF with another numbering: variable n is node n of the circuit, where inputs and
// gates are numbered from 1 in the order in which they were made. So the circuit alone
// determines what a clause means, and Follower can check it. Gates that need no variable leave
// gaps in the numbering.
func (c *Circuit) ByNode(m Method) *CNF { return c.write(m, c.roots, nil, true) }

// Gates writes the clauses that define the variables of the given Booleans as functions of the
// inputs, without the asserted constraints. It is meant for solving under different
// assumptions, such as a condition and its negation. Every assignment to the inputs extends to
// exactly one model.
func (c *Circuit) Gates(m Method, keep ...Bool) *CNF {
	return c.write(m, nil, keep, false)
}

func (c *Circuit) write(m Method, roots, keep []Bool, byNode bool) *CNF {
	f := &CNF{circuit: c, inputs: len(c.inputs), varOf: make([]int32, c.g.len())}
	w := &cnfWriter{f: f, c: c, method: m, byNode: byNode}
	for _, in := range c.inputs {
		w.number(in.Index())
	}
	w.run(roots, keep)
	f.NumVars = f.used
	if byNode {
		f.NumVars = c.Nodes()
	}
	return f
}

// number gives a node a variable.
func (w *cnfWriter) number(v int) {
	w.f.used++
	w.f.varOf[v] = int32(w.f.used)
	if w.byNode {
		w.f.varOf[v] = int32(v) - firstNode + 1
	}
}

// NumClauses returns the number of clauses.
func (f *CNF) NumClauses() int { return f.count }

// Lit returns the DIMACS literal of b, or 0 if b is not in the formula. The two constants are
// not in the formula.
func (f *CNF) Lit(b Bool) int {
	if b.Index() >= len(f.varOf) {
		return 0
	}
	v := int(f.varOf[b.Index()])
	if b.Negated() {
		v = -v
	}
	return v
}

// Emit sends all clauses to each of the sinks, clause by clause.
func (f *CNF) Emit(sinks ...Sink) {
	var buf []int
	for _, l := range f.lits {
		if l != 0 {
			buf = append(buf, int(l))
			continue
		}
		for _, s := range sinks {
			s.AddClause(buf)
		}
		buf = buf[:0]
	}
}

// clause ends a clause with some literals.
func (f *CNF) clause(lits ...int) {
	for _, l := range lits {
		f.lits = append(f.lits, int32(l))
	}
	f.lits = append(f.lits, 0)
	f.count++
}

// cnfWriter decides which gates become variables and writes their clauses.
type cnfWriter struct {
	units   []Bool   // roots that must be true
	clauses [][]Bool // clauses of roots, of which one must be true
	keep    []Bool   // other nodes that get a variable

	f        *CNF
	c        *Circuit
	method   Method
	byNode   bool
	uses     []int32 // references to a node from gates that are written and from roots
	shape    []shape
	pos, neg []bool // node is needed where it is true, where it is false
}

// shape is how a node is written.
type shape struct {
	kind shapeKind
	in   []Bool // and: the conjuncts; ite: if, then, else; xor: the two
}

type shapeKind uint8

const (
	unused shapeKind = iota
	andShape
	iteShape // node = if in[0] then in[1] else in[2]
	xorShape // node = in[0] xor in[1]
)

// run writes the formula of some constraints: it collects the roots, chooses how
// each gate is written, and writes the clauses of the gates before those of the
// roots.
func (w *cnfWriter) run(roots, keep []Bool) {
	n := w.c.g.len()
	w.shape = make([]shape, n)
	w.pos, w.neg = make([]bool, n), make([]bool, n)
	w.f.lits = make([]int32, 0, 8*n)
	w.collectRoots(roots)
	for _, k := range keep {
		if _, ground := w.c.Ground(k); !ground {
			w.keep = append(w.keep, k)
		}
	}
	w.countUses()
	w.chooseShapes()

	for v := firstNode; v < n; v++ {
		if w.shape[v].kind != unused {
			w.number(v)
		}
	}
	for v := firstNode; v < n; v++ {
		w.write(v)
	}
	for _, cl := range w.clauses {
		for _, l := range cl {
			w.f.lits = append(w.f.lits, int32(w.f.Lit(l)))
		}
		w.f.clause()
	}
	for _, u := range w.units {
		w.f.clause(w.f.Lit(u))
	}
}

// collectRoots fills in units and clauses: a conjunction is asserted conjunct by
// conjunct, a disjunction as one clause over its parts. If a constraint is the
// constant False, the formula is the empty clause.
func (w *cnfWriter) collectRoots(roots []Bool) {
	seen := map[Bool]bool{}
	contradiction := false
	var assert func(l Bool)
	assert = func(l Bool) {
		if seen[l] || l == w.c.True {
			return
		}
		seen[l] = true
		if l == w.c.False {
			contradiction = true
			return
		}
		x, y, ok := w.c.g.gate(l)
		switch {
		case ok && !l.Negated():
			assert(x)
			assert(y)
		case ok && w.method != Tseitin && !w.isIte(l):
			or := w.appendDisjuncts(nil, l)
			slices.Sort(or)
			w.clauses = append(w.clauses, slices.Compact(or))
		default:
			w.units = append(w.units, l)
		}
	}
	for _, r := range roots {
		assert(r)
	}
	if contradiction { // no other clause is needed, but the nodes of keep still get their variables
		w.f.clause()
		w.units, w.clauses = nil, nil
	}
}

// countUses counts the uses of nodes from the roots downwards, so that only gates that are
// reached are counted; nodes are in topological order. Roots are counted twice, because they
// need a variable of their own.
func (w *cnfWriter) countUses() {
	w.uses = make([]int32, len(w.shape))
	reached := make([]bool, len(w.shape))
	touch := func(l Bool) { w.uses[l.Index()]++; reached[l.Index()] = true }
	w.eachRoot(func(l Bool) {
		touch(l)
		w.uses[l.Index()]++
	})
	for _, k := range w.keep {
		touch(k)
		w.uses[k.Index()]++
	}
	for v := len(w.shape) - 1; v >= firstNode; v-- {
		if x, y, ok := w.c.g.gate(At(v)); ok && reached[v] {
			touch(x)
			touch(y)
		}
	}
}

// chooseShapes chooses the shapes and finds the needed polarities of nodes, from
// the roots down.
func (w *cnfWriter) chooseShapes() {
	w.eachRoot(w.need)
	for _, k := range w.keep {
		w.need(k)
		w.need(k.Not())
	}
	for v := len(w.shape) - 1; v >= firstNode; v-- {
		if !w.pos[v] && !w.neg[v] {
			continue
		}
		if _, _, ok := w.c.g.gate(At(v)); !ok {
			continue
		}
		s := w.choose(v)
		w.shape[v] = s
		for _, l := range s.in {
			if w.pos[v] {
				w.need(l)
			}
			if w.neg[v] {
				w.need(l.Not())
			}
		}
		var both []Bool // inputs that are needed with both polarities
		switch s.kind {
		case iteShape:
			both = s.in[:1]
		case xorShape:
			both = s.in
		}
		for _, l := range both {
			w.need(l)
			w.need(l.Not())
		}
	}
}

// eachRoot calls use with the literals of all units and clauses.
func (w *cnfWriter) eachRoot(use func(Bool)) {
	for _, u := range w.units {
		use(u)
	}
	for _, cl := range w.clauses {
		for _, l := range cl {
			use(l)
		}
	}
}

func (w *cnfWriter) need(l Bool) {
	if !l.Negated() || w.method != Polarity {
		w.pos[l.Index()] = true
	}
	if l.Negated() || w.method != Polarity {
		w.neg[l.Index()] = true
	}
}

// appendDisjuncts appends the disjuncts of l, which is the only one unless it is a negated AND
// gate.
func (w *cnfWriter) appendDisjuncts(out []Bool, l Bool) []Bool {
	if l.Negated() {
		if x, y, ok := w.c.g.gate(l); ok && !w.isIte(l) {
			return w.appendDisjuncts(w.appendDisjuncts(out, x.Not()), y.Not())
		}
	}
	return append(out, l)
}

// isIte reports whether the gate of l is built like an if-then-else.
func (w *cnfWriter) isIte(l Bool) bool {
	_, _, _, ok := w.ite(l.Index())
	return ok
}

// ite recognises v = NOT(i AND t') AND NOT(NOT i AND e'), that is
// if i then NOT t' else NOT e'.
func (w *cnfWriter) ite(v int) (i, t, e Bool, ok bool) {
	x, y, isGate := w.c.g.gate(At(v))
	if !isGate || !x.Negated() || !y.Negated() {
		return 0, 0, 0, false
	}
	a, b, okx := w.c.g.gate(x)
	p, q, oky := w.c.g.gate(y)
	if !okx || !oky {
		return 0, 0, 0, false
	}
	switch {
	case a == p.Not():
		return a, b.Not(), q.Not(), true
	case a == q.Not():
		return a, b.Not(), p.Not(), true
	case b == p.Not():
		return b, a.Not(), q.Not(), true
	case b == q.Not():
		return b, a.Not(), p.Not(), true
	}
	return 0, 0, 0, false
}

// choose decides how gate v is written.
func (w *cnfWriter) choose(v int) shape {
	x, y, _ := w.c.g.gate(At(v))
	if w.method == Tseitin {
		return shape{andShape, []Bool{x, y}}
	}
	if i, t, e, ok := w.ite(v); ok && w.uses[x.Index()] == 1 && w.uses[y.Index()] == 1 {
		if t == e.Not() {
			return shape{xorShape, []Bool{i, e}} // if i then NOT e else e
		}
		return shape{iteShape, []Bool{i, t, e}}
	}
	// A conjunct that is an AND gate used only here is merged into this gate.
	var in []Bool
	var walk func(l Bool)
	walk = func(l Bool) {
		if a, b, ok := w.c.g.gate(l); ok && !l.Negated() && w.uses[l.Index()] == 1 && !w.isIte(l) {
			walk(a)
			walk(b)
			return
		}
		in = append(in, l)
	}
	walk(x)
	walk(y)
	slices.Sort(in)
	return shape{andShape, slices.Compact(in)}
}

func (w *cnfWriter) write(v int) {
	s := w.shape[v]
	if s.kind == unused {
		return
	}
	g := w.f.Lit(At(v))
	pos, neg := w.pos[v], w.neg[v]
	switch s.kind {
	case andShape:
		if pos {
			for _, l := range s.in {
				w.f.clause(-g, w.f.Lit(l))
			}
		}
		if neg {
			w.f.lits = append(w.f.lits, int32(g))
			for _, l := range s.in {
				w.f.lits = append(w.f.lits, int32(-w.f.Lit(l)))
			}
			w.f.clause()
		}
	case iteShape:
		i, t, e := w.f.Lit(s.in[0]), w.f.Lit(s.in[1]), w.f.Lit(s.in[2])
		if pos {
			w.f.clause(-g, -i, t)
			w.f.clause(-g, i, e)
			w.f.clause(-g, t, e) // redundant, but propagates without i
		}
		if neg {
			w.f.clause(g, -i, -t)
			w.f.clause(g, i, -e)
			w.f.clause(g, -t, -e)
		}
	case xorShape:
		a, b := w.f.Lit(s.in[0]), w.f.Lit(s.in[1])
		if pos {
			w.f.clause(-g, a, b)
			w.f.clause(-g, -a, -b)
		}
		if neg {
			w.f.clause(g, -a, b)
			w.f.clause(g, a, -b)
		}
	}
}
