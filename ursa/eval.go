package ursa

import "retroproof/encode"

// eval computes an expression.
func (m *machine) eval(e *expr) value {
	if e.boolean {
		return value{truth: m.boolean(e)}
	}
	return value{num: m.number(e)}
}

// leftmost returns the binary operators along the first operands of e, which is last; they may be very many, and are
// not descended into by recursion.
func leftmost(e *expr, among func(op) bool) []*expr {
	chain := []*expr{e}
	for among(e.args[0].op) {
		e = e.args[0]
		chain = append(chain, e)
	}
	return chain
}

func isArithmetic(o op) bool { return o >= opMul && o <= opBitOr }
func isLogical(o op) bool    { return o >= opAnd && o <= opXor }

// number computes an expression that is a number.
func (m *machine) number(e *expr) num {
	m.charge(e.pos, 1)
	switch e.op {
	case opConst:
		if m.wide() {
			return m.big(e.value)
		}
		return num{v: e.low}
	case opVar:
		if v, ok := m.chosen(e); ok {
			return v.num
		}
		return m.read(e.pos, m.cell(m.key(e)), false).num
	case opDiv, opMod, opSdiv, opSmod, opSum:
		return m.apply(e)
	case opNeg, opCom:
		x := m.number(e.args[0])
		m.build(e, x, x)
		if e.op == opNeg {
			return m.negate(x)
		}
		return m.complement(x)
	case opSgn:
		x := m.number(e.args[0])
		m.build(e, x, x)
		return m.fromBool(m.isNonzero(x))
	case opBool2Num:
		return m.fromBool(m.boolean(e.args[0]))
	case opIte:
		b, x, y := m.boolean(e.args[0]), m.number(e.args[1]), m.number(e.args[2])
		m.build(e, x, y)
		return m.choose(b, x, y)
	}
	if !isArithmetic(e.args[0].op) {
		return m.operate(e, m.number(e.args[0]))
	}
	chain := leftmost(e, isArithmetic)
	x := m.number(chain[len(chain)-1].args[0])
	for i := len(chain) - 1; i >= 0; i-- {
		x = m.operate(chain[i], x)
	}
	return x
}

// operate applies a binary operator to a first operand that is known already.
func (m *machine) operate(e *expr, x num) num {
	y := m.number(e.args[1])
	m.build(e, x, y)
	if m.prog.strict && (e.op == opShl || e.op == opShr) && !m.isGround(y) {
		m.failf(e.args[1].pos, "the shift amount depends on %s, which is symbolic: --strict refuses that", m.some(y.bits))
	}
	return m.binary(e.op, x, y)
}

// build counts the steps of an operation that makes gates.
func (m *machine) build(e *expr, x, y num) {
	switch {
	case x.bits == nil && y.bits == nil:
	case e.op == opEq || e.op == opNe:
		m.charge(e.pos, m.equalCost(x, y))
	default:
		m.charge(e.pos, m.cost(e.op))
	}
}

// boolean computes an expression that is a Boolean. Both sides of && and || are computed.
func (m *machine) boolean(e *expr) encode.Bool {
	m.charge(e.pos, 1)
	switch e.op {
	case opConst:
		return m.c.Of(e.truth)
	case opVar:
		if v, ok := m.chosen(e); ok {
			return v.truth
		}
		return m.read(e.pos, m.cell(m.key(e)), true).truth
	case opSlt, opSle, opAllDifferent, opAtMost:
		return m.decide(e)
	case opNot:
		return m.boolean(e.args[0]).Not()
	case opNum2Bool:
		return m.isNonzero(m.number(e.args[0]))
	case opIte:
		b, x, y := m.boolean(e.args[0]), m.boolean(e.args[1]), m.boolean(e.args[2])
		return m.c.Ite(b, x, y)
	case opAnd, opOr, opXor:
		if !isLogical(e.args[0].op) {
			return m.connect(e, m.boolean(e.args[0]))
		}
		chain := leftmost(e, isLogical)
		x := m.boolean(chain[len(chain)-1].args[0])
		for i := len(chain) - 1; i >= 0; i-- {
			x = m.connect(chain[i], x)
		}
		return x
	}
	x, y := m.number(e.args[0]), m.number(e.args[1])
	m.build(e, x, y)
	return m.compare(e.op, x, y)
}

// connect applies a connective to a first operand that is known already.
func (m *machine) connect(e *expr, x encode.Bool) encode.Bool {
	y := m.boolean(e.args[1])
	m.charge(e.pos, 1)
	switch e.op {
	case opAnd:
		return m.c.And(x, y)
	case opOr:
		return m.c.Or(x, y)
	}
	return m.c.Xor(x, y)
}

// condition computes a condition, which must be known.
func (m *machine) condition(e *expr, of string) bool {
	b := m.boolean(e)
	v, ok := m.c.Ground(b)
	if !ok {
		m.failf(e.pos, "the condition of %s depends on %s, which is symbolic: what is done must be known; write "+
			"ite(condition, value, value) instead", of, m.some([]encode.Bool{b}))
	}
	return v
}

// variables calls use with the variables in an expression, without those in indices.
func variables(e *expr, use func(*expr)) {
	for ; ; e = e.args[0] {
		if e.op == opVar || e.op == opRange {
			use(e)
			return
		}
		if len(e.args) == 0 {
			return
		}
		for _, x := range e.args[1:] {
			variables(x, use)
		}
	}
}
