package ursa

import (
	"slices"
	"strconv"

	"retroproof/encode"
)

// extension is a function that the original has not: what it takes and gives. Names are no keywords, so that procedures
// may have them.
type extension struct {
	op       op
	least    int  // arguments
	many     bool // or more
	boolean  bool // it gives a Boolean
	booleans int  // arguments from this one on are Booleans; -1: none
}

var functions = map[string]extension{
	"slt": {opSlt, 2, false, true, -1}, "sle": {opSle, 2, false, true, -1},
	"div": {opDiv, 2, false, false, -1}, "mod": {opMod, 2, false, false, -1},
	"sdiv": {opSdiv, 2, false, false, -1}, "smod": {opSmod, 2, false, false, -1},
	"sum": {opSum, 1, true, false, -1}, "alldifferent": {opAllDifferent, 1, true, true, -1},
	"atmost": {opAtMost, 2, true, true, 1},
}

// function reads the arguments of one of functions. Where it takes many, elements may be written as a range, n[0..7].
func (p *parser) function(t token, f extension) *expr {
	p.strictf(t.pos, "the function %s", t.text)
	p.i++
	e := &expr{op: f.op, boolean: f.boolean, pos: t.pos}
	p.expect("(", "after "+t.text)
	p.separated(",", func() {
		x := p.argument(f)
		boolean := f.booleans >= 0 && len(e.args) >= f.booleans
		if x.op != opRange || x.boolean != boolean {
			x = p.typed(x, boolean, "an argument of "+t.text)
		}
		e.args = append(e.args, x)
	})
	if n := len(e.args); n < f.least || n > f.least && !f.many {
		p.failf(t.pos, "%s takes %d arguments, found %d", t.text, f.least, n)
	}
	if f.op == opAtMost && e.args[0].op == opRange {
		p.failf(t.pos, "the first argument of atmost is one number, how many may hold")
	}
	p.expect(")", "after the arguments of "+t.text)
	return e
}

// argument reads an argument, which may be a range if there may be many.
func (p *parser) argument(f extension) *expr {
	if k := p.tok().kind; f.many && (k == numName || k == boolName) {
		begin, errors, warnings := p.i, len(p.errors), len(p.prog.warnings)
		p.ranges = true
		x := p.variable()
		p.ranges = false
		if x.op == opRange {
			return x
		}
		p.i, p.errors, p.prog.warnings = begin, p.errors[:errors], p.prog.warnings[:warnings]
	}
	return p.binaries(lowest)
}

// mostRange is the number of elements in a range.
const mostRange = 100_000

// values computes arguments, of which some may be ranges.
func (m *machine) values(args []*expr) (all []value) {
	for _, x := range args {
		if x.op != opRange {
			all = append(all, m.eval(x))
			continue
		}
		last := len(x.args) - 1
		from, to := m.bound(x.args[last-1]), m.bound(x.args[last])
		if from > to || to-from >= mostRange {
			m.failf(x.pos, "the range goes from %d to %d, want at least one element and at most %d", from, to, mostRange)
		}
		for i := from; i <= to; i++ {
			m.charge(x.pos, 1)
			index := &expr{op: opConst, pos: x.pos, low: i, value: m.integer(num{v: i})}
			element := &expr{op: opVar, boolean: x.boolean, pos: x.pos, name: x.name}
			element.args = append(slices.Clone(x.args[:last-1]), index)
			all = append(all, m.read(x.pos, m.cell(m.key(element)), x.boolean))
		}
	}
	return all
}

// bound computes a number that must be known.
func (m *machine) bound(e *expr) uint64 {
	x := m.number(e)
	if !m.isGround(x) {
		m.failf(e.pos, "the number depends on %s, which is symbolic: here it must be known", m.some(m.symbols(x)))
	}
	if v := m.integer(x); v.IsUint64() {
		return v.Uint64()
	}
	return ^uint64(0)
}

// apply computes a function that gives a number.
func (m *machine) apply(e *expr) num {
	if e.op == opSum {
		all := m.values(e.args)
		sum := all[0].num
		for _, x := range all[1:] {
			m.charge(e.pos, m.cost(opAdd))
			sum = m.binary(opAdd, sum, x.num)
		}
		return sum
	}
	x, y := m.number(e.args[0]), m.number(e.args[1])
	minus := m.c.False
	if e.op == opSdiv || e.op == opSmod {
		nx, ny := m.negative(x), m.negative(y)
		x, y = m.choose(nx, m.negate(x), x), m.choose(ny, m.negate(y), y)
		if minus = nx; e.op == opSdiv {
			minus = m.c.Xor(nx, ny)
		}
	}
	q, r := m.divide(e.pos, x, y)
	if e.op == opMod || e.op == opSmod {
		q = r
	}
	return m.choose(minus, m.negate(q), q)
}

// negative returns the highest bit.
func (m *machine) negative(x num) encode.Bool {
	n := m.symbols(x)
	return n[len(n)-1]
}

// divide returns quotient and remainder. Division by 0 gives the greatest number, and the first operand as remainder.
func (m *machine) divide(at Pos, x, y num) (q, r num) {
	if x.bits == nil && y.bits == nil {
		if y.v == 0 {
			return num{v: m.mask}, x
		}
		return num{v: x.v / y.v}, num{v: x.v % y.v}
	}
	// By hand: the remainder takes in one digit after the other, and the divisor is taken off where it can be.
	p := m.symbols(x)
	d := append(slices.Clone(m.symbols(y)), m.c.False)
	quotient, rest := make(encode.Num, m.width), m.c.Num(0, m.width+1)
	for i := m.width - 1; i >= 0; i-- {
		m.charge(at, m.cost(opSub)+m.cost(opIte))
		rest = append(encode.Num{p[i]}, rest[:m.width]...)
		quotient[i] = m.c.LeNum(d, rest)
		rest = m.c.IteNum(quotient[i], m.c.Sub(rest, d), rest)
	}
	return m.fold(quotient), m.fold(rest[:m.width])
}

// decide computes a function that gives a Boolean.
func (m *machine) decide(e *expr) encode.Bool {
	switch e.op {
	case opSlt, opSle:
		// Signed numbers are in the order of unsigned ones when the highest bits are inverted.
		x, y := m.number(e.args[0]), m.number(e.args[1])
		m.build(e, x, y)
		half := m.binary(opShl, num{v: 1}, num{v: uint64(m.width - 1)})
		if m.wide() {
			half = m.binary(opShl, m.fromBool(m.c.True), m.count(m.width-1))
		}
		o := opLt
		if e.op == opSle {
			o = opLe
		}
		return m.compare(o, m.binary(opBitXor, x, half), m.binary(opBitXor, y, half))
	case opAllDifferent:
		all := m.values(e.args)
		different := m.c.True
		for i, x := range all {
			for _, y := range all[:i] {
				m.charge(e.pos, m.equalCost(x.num, y.num))
				different = m.c.And(different, m.compare(opNe, x.num, y.num))
			}
		}
		return different
	}
	return m.atMost(e)
}

// count makes a small number.
func (m *machine) count(n int) num {
	if m.wide() {
		return m.fold(m.c.Num(uint64(n), m.width))
	}
	return num{v: uint64(n) & m.mask}
}

// atMost counts in unary: more[j] says that more than j of the Booleans so far hold, which takes as many gates as there
// are Booleans, times how many may hold.
func (m *machine) atMost(e *expr) encode.Bool {
	k := m.bound(e.args[0])
	all := m.values(e.args[1:])
	if k >= uint64(len(all)) {
		return m.c.True
	}
	more := make([]encode.Bool, k+1)
	for j := range more {
		more[j] = m.c.False
	}
	for _, x := range all {
		m.charge(e.pos, int64(len(more)))
		for j := len(more) - 1; j > 0; j-- {
			more[j] = m.c.Or(more[j], m.c.And(more[j-1], x.truth))
		}
		more[0] = m.c.Or(more[0], x.truth)
	}
	return more[k].Not()
}

// list reads the constants or other values of an array, which are assigned to its elements 0, 1 and so on.
func (p *parser) list(at Pos, target *expr) stmt {
	p.strictf(at, "a list of values")
	s := &listAssignStmt{Pos: at, target: target}
	p.i++
	p.separated(",", func() {
		s.list = append(s.list, p.typed(p.expression(), target.boolean, "an element of "+clip(target.name)))
	})
	p.expect("}", "after a list of values")
	return s
}

// assignList assigns the elements of an array, and notes their number, so that one can be chosen by a symbolic index.
func (m *machine) assignList(s *listAssignStmt) {
	values := make([]value, len(s.list))
	for i, x := range s.list {
		values[i] = m.eval(x)
	}
	for i, v := range values {
		c := m.cell(element(s.target.name, i))
		c.value, c.defined = v, true
	}
	if m.scope.lists == nil {
		m.scope.lists = map[string]int{}
	}
	m.scope.lists[s.target.name] = len(values)
}

// occurring returns the values of which a variable, a range or a chosen element is made.
func (m *machine) occurring(e *expr) []value {
	if e.op == opRange {
		return m.values([]*expr{e})
	}
	if v, ok := m.chosen(e); ok {
		return []value{v, {num: m.number(e.args[0]), truth: m.c.False}}
	}
	return []value{m.cell(m.key(e)).value}
}

func element(name string, i int) string { return name + "[" + strconv.Itoa(i) + "]" }

// chosen returns the element of a list at a symbolic index, 0 or false behind its end; false for all other variables.
func (m *machine) chosen(e *expr) (v value, ok bool) {
	if len(e.args) != 1 || m.scope.lists[e.name] == 0 {
		return value{}, false
	}
	index := m.number(e.args[0])
	if m.isGround(index) {
		return value{}, false
	}
	v = value{truth: m.c.False}
	if m.wide() {
		v.num = m.count(0)
	}
	for i := range m.scope.lists[e.name] {
		if m.width < 64 && uint64(i) > m.mask {
			break
		}
		m.charge(e.pos, m.cost(opIte)+m.equalCost(index, num{}))
		x, here := m.read(e.pos, m.cell(element(e.name, i)), e.boolean), m.compare(opEq, index, m.count(i))
		if e.boolean {
			v.truth = m.c.Ite(here, x.truth, v.truth)
		} else {
			v.num = m.choose(here, x.num, v.num)
		}
	}
	return v, true
}
