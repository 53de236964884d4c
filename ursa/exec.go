package ursa

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"retroproof/encode"
)

// exec executes a statement.
func (m *machine) exec(s stmt) {
	m.charge(s.place(), 1)
	if m.depth++; m.depth > maxDepth {
		m.exhausted(s.place(), "more than %d statements stand in each other, calls included", maxDepth)
	}
	switch s := s.(type) {
	case *block:
		for _, x := range s.list {
			m.exec(x)
		}
	case *assignStmt:
		m.assign(s)
	case *listAssignStmt:
		m.assignList(s)
	case *callStmt:
		m.call(s)
	case *ifStmt:
		m.execIf(s)
	case *loopStmt:
		m.loop(s)
	case *assertStmt:
		m.assert(s)
	case *printStmt:
		m.effects++
		m.stop(m.print(m.describe(s.Pos, s.text, m.eval(s.e), s.e.boolean, s.base)))
	case *listStmt:
		m.effects++
		m.list(s.Pos)
	case *clearStmt:
		m.effects++
		m.charge(s.Pos, clearSteps)
		m.clear()
		m.keeps(s.Pos)
	case *haltStmt:
		m.stop(errHalt)
	case *optimizeStmt:
		m.effects++
		m.stop(m.onOptim(m, s))
	}
	m.depth--
}

func (m *machine) execIf(s *ifStmt) {
	for {
		if m.condition(s.cond, "if") {
			m.exec(s.then)
			return
		}
		next, ok := s.other.(*ifStmt)
		if !ok {
			break
		}
		m.charge(next.Pos, 1)
		s = next
	}
	if s.other != nil {
		m.exec(s.other)
	}
}

func (m *machine) loop(s *loopStmt) {
	of := "while"
	if s.first != nil || s.step != nil {
		of = "for"
	}
	if s.first != nil {
		m.exec(s.first)
	}
	l := &running{loopStmt: s, calls: len(m.calls)}
	m.loops = append(m.loops, l)
	for m.condition(s.cond, of) {
		l.rounds++
		m.exec(s.body)
		if s.step != nil {
			m.exec(s.step)
		}
	}
	m.loops = m.loops[:len(m.loops)-1]
}

// running is a loop that is in progress.
type running struct {
	*loopStmt
	rounds int64
	calls  int // how many calls of procedures it is in
}

// endless reports whether the condition is the constant true.
func (r *running) endless() bool { return r.cond.op == opConst && r.cond.truth }

// keeps notes where the variable of minimize or maximize loses the value that it has for a try.
func (m *machine) keeps(at Pos) {
	if !m.held || m.lost != nil || m.scope.proc != nil {
		return
	}
	c := m.scope.cells[m.optimized.Name]
	if c == nil || !c.defined || !m.isGround(c.num) || m.integer(c.num).Cmp(m.optimized.Value) != 0 {
		d := m.diagnostic(at, "this overwrites %s, to which minimize or maximize gives its values", clip(m.optimized.Name))
		d.Warning = true
		m.lost = &d
	}
}

func (m *machine) assign(s *assignStmt) {
	key := m.key(s.target)
	var v value
	if s.op == opConst {
		v = m.eval(s.value)
	} else {
		// The same operator as in an expression, with the same limits.
		v = m.eval(&expr{op: s.op, boolean: s.target.boolean, pos: s.Pos, args: []*expr{s.target, s.value}})
	}
	c := m.cell(key)
	c.value, c.defined = v, true
	if m.held && key == m.optimized.Name {
		m.keeps(s.Pos)
	}
}

// call calls a procedure. Its scope has the parameters only; arguments that are variables get their values back.
func (m *machine) call(s *callStmt) {
	if len(m.calls) == maxCalls {
		m.exhausted(s.Pos, "more than %d calls of procedures in each other: does the recursion end?", maxCalls)
	}
	inner := &scope{proc: s.proc, cells: make(map[string]*cell, len(s.args))}
	isVariable := func(a *expr) bool { return a.op == opVar && !a.paren }
	// Expressions first: they may make variables independent that are arguments, too.
	for i, a := range s.args {
		if !isVariable(a) {
			inner.cells[s.proc.formals[i]] = &cell{value: m.eval(a), defined: true}
		}
	}
	back := make([]*cell, len(s.args)) // the cells of the arguments that are variables
	for i, a := range s.args {
		if !isVariable(a) {
			continue
		}
		back[i] = m.cell(m.key(a))
		formal := *back[i] // undefined, it becomes independent under the caller's name
		inner.cells[s.proc.formals[i]] = &formal
	}
	m.body(s, inner)
	for i := len(back) - 1; i >= 0; i-- { // of a variable passed twice the first one counts
		if formal := inner.cells[s.proc.formals[i]]; back[i] != nil && formal != nil && formal.defined {
			back[i].value, back[i].defined = formal.value, true
		}
	}
	m.keeps(s.Pos)
}

// body executes the body of a procedure in its scope. A body that did nothing but assign its variables is a function of
// its arguments: its results are kept, for the next call with these arguments.
func (m *machine) body(s *callStmt, inner *scope) {
	key := m.memoKey(s.proc, inner)
	m.charge(s.Pos, int64(len(key)/64))
	if results, ok := m.memo[key]; ok {
		for i, name := range s.proc.formals {
			c := inner.cells[name]
			c.value, c.defined = results[i].value, results[i].defined
		}
		return
	}
	m.cells += int64(len(inner.cells))
	outer, effects := m.scope, m.effects
	m.scope, m.calls = inner, append(m.calls, s)
	m.exec(s.proc.body)
	m.scope, m.calls = outer, m.calls[:len(m.calls)-1]
	m.cells -= int64(len(inner.cells))
	if m.effects != effects {
		return
	}
	results := make([]cell, len(s.proc.formals))
	for i, name := range s.proc.formals {
		results[i] = cell{value: inner.cells[name].value, defined: inner.cells[name].defined}
	}
	m.memo[key] = results
	m.memoBits += int64(len(key))
	if m.memoBits > maxMemo {
		clear(m.memo)
		m.memoBits = 0
	}
}

// maxMemo is the size of the keys of results that are kept, in bytes.
const maxMemo = 64 << 20

// memoKey is a procedure with the values of its arguments.
func (m *machine) memoKey(p *procedure, inner *scope) string {
	b := binary.LittleEndian.AppendUint32(m.keyBuffer[:0], uint32(p.index))
	for _, name := range p.formals {
		c := inner.cells[name]
		switch {
		case !c.defined:
			b = append(b, 'u')
		case name[0] == 'b':
			b = binary.LittleEndian.AppendUint32(append(b, 'b'), uint32(c.truth))
		case c.bits == nil:
			b = binary.LittleEndian.AppendUint64(append(b, 'g'), c.v)
		default:
			b = append(b, 's')
			for _, x := range c.bits {
				b = binary.LittleEndian.AppendUint32(b, uint32(x))
			}
		}
	}
	m.keyBuffer = b
	return string(b)
}

func (m *machine) assert(s *assertStmt) {
	m.asserts++
	m.effects++
	p := &pending{number: m.asserts, pos: s.Pos, all: s.all}
	conds := make([]encode.Bool, len(s.conds))
	for i, e := range s.conds {
		conds[i] = m.boolean(e)
	}
	for _, e := range s.conds {
		variables(e, func(v *expr) {
			for _, x := range m.occurring(v) {
				if v.boolean {
					p.bits = append(p.bits, x.truth)
				}
				p.bits = append(p.bits, x.bits...)
			}
			m.charge(v.pos, 1)
		})
	}
	p.constraint = m.c.And(conds...)
	m.charge(s.Pos, 1)
	m.stop(m.onAssert(p))
}

// clearSteps is what clear counts as steps: it makes a new circuit.
const clearSteps = 5000

// clear forgets all variables that can be seen.
func (m *machine) clear() {
	m.cells -= int64(len(m.scope.cells))
	m.scope.cells, m.scope.lists = map[string]*cell{}, nil
	if m.scope.proc != nil {
		return
	}
	// Nothing is left of what was independent, so its names are free, and the circuit begins anew.
	m.arithmetic = *newArithmetic(m.prog.bits)
	m.memo = map[string][]cell{}
	m.vars, m.inputs = nil, 0
	m.owner, m.names = map[encode.Bool]*Variable{}, map[string]int{}
}

func (m *machine) list(at Pos) {
	names := slices.SortedFunc(maps.Keys(m.scope.cells), func(a, b string) int {
		if a[0] != b[0] {
			return int(b[0]) - int(a[0]) // numbers first
		}
		return strings.Compare(a, b)
	})
	for _, name := range names {
		if c := m.scope.cells[name]; c.defined {
			m.stop(m.print(m.describe(at, name, c.value, name[0] == 'b', 10)))
		}
	}
}

// describe returns a description of a value: the value, or that it is symbolic and what it depends on.
func (m *machine) describe(at Pos, text string, v value, boolean bool, base int) string {
	bits := v.bits
	if boolean {
		bits = []encode.Bool{v.truth}
		if t, ok := m.c.Ground(v.truth); ok {
			return fmt.Sprintf("%s = %t (ground)", text, t)
		}
	} else if m.isGround(v.num) {
		return fmt.Sprintf("%s = %s (ground)", text, FormatNumber(m.integer(v.num), m.width, base))
	}
	if x := m.owner[bits[0]]; x != nil && slices.Equal(x.Bits, bits) {
		if x.Name == text {
			return text + " (symbolic, independent)"
		}
		return fmt.Sprintf("%s (symbolic, independent: %s)", text, x.Name)
	}
	m.charge(at, int64(m.c.Len()/16))
	const most = 10
	var on []string
	for _, in := range support(m.c, bits...) {
		if name := m.owner[in].Name; !slices.Contains(on, name) {
			if len(on) == most {
				on = append(on, "...")
				break
			}
			on = append(on, name)
		}
	}
	return fmt.Sprintf("%s (symbolic, dependent on %s)", text, strings.Join(on, ", "))
}

// FormatNumber writes a number of a width as the original URSA does: in base 10 decimal up to 32 bits and else in
// whole bytes as 0x..., in base 16 as 0x..., in base 2 with all digits as 0b...
func FormatNumber(v *big.Int, bits, base int) string {
	switch {
	case base == 2:
		return fmt.Sprintf("0b%0*b", bits, v)
	case base == 16 || bits > 32:
		return fmt.Sprintf("0x%0*x", (bits+7)/8*2, v)
	}
	return v.String()
}
