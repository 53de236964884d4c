package ursa_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"retroproof/internal/expect"
	"retroproof/ursa"
)

// A second interpreter, for ground values only. It shares no code with package ursa: programs are made as text and as
// functions at once, with parentheses by the levels of the reference's table.

// world is the state of a run by the second interpreter.
type world struct {
	width  int
	inputs map[string]uint64 // values of independent variables, by their names
	seen   map[string]bool   // names that became independent; true for a number
	count  map[string]int
	scope  *frame
	holds  []bool // by assertion
}

type frame struct {
	name string // of the procedure
	vars map[string]*variable
}

type variable struct {
	defined bool
	value   uint64
	origin  string
}

func (w *world) mask() uint64 { return 1<<w.width - 1 }

func (w *world) at(name string) *variable {
	v := w.scope.vars[name]
	if v == nil {
		v = &variable{origin: name}
		if w.scope.name != "" {
			v.origin = w.scope.name + "." + name
		}
		w.scope.vars[name] = v
	}
	return v
}

func (w *world) get(name string) uint64 {
	v := w.at(name)
	if !v.defined {
		w.count[v.origin]++
		input := v.origin
		if n := w.count[v.origin]; n > 1 {
			input = fmt.Sprintf("%s#%d", input, n)
		}
		w.seen[input] = name[0] == 'n'
		v.defined, v.value = true, w.inputs[input]&w.mask()
		if name[0] == 'b' {
			v.value &= 1
		}
	}
	return v.value
}

func (w *world) set(name string, x uint64) {
	v := w.at(name)
	v.defined, v.value = true, x&w.mask()
}

// term is an expression as text and as a function. level says how tight its outermost operator binds.
type term struct {
	text  string
	level int
	value func(*world) uint64
}

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// maker makes random programs.
type maker struct {
	r     *rand.Rand
	width int
	index string // the variable of the loop that is open, "" for none
	procs []proc
	in    string // the procedure that is being made
	extra []string
}

type proc struct {
	name    string
	formals []string
	body    []func(*world)
}

const atom = 100

// in parentheses if need be, or at random.
func (m *maker) wrap(t term, level int) string {
	if t.level < level || m.r.IntN(8) == 0 || t.text[0] == '-' { // -- would be one sign
		return "(" + t.text + ")"
	}
	return t.text
}

func (m *maker) binary(op string, level int, a, b term, f func(w *world, x, y uint64) uint64) term {
	blank := []string{"", " "}[m.r.IntN(2)]
	return term{m.wrap(a, level) + blank + op + " " + m.wrap(b, level+1), level,
		func(w *world) uint64 { x := a.value(w); y := b.value(w); return f(w, x, y) }}
}

func (m *maker) numberName() string {
	names := []string{"nA", "nB", "nc", "nd_2"}
	if m.in != "" {
		names = append(m.extra, "nL")
	}
	for {
		if n := names[m.r.IntN(len(names))]; n[0] == 'n' {
			return n
		}
	}
}

func (m *maker) boolName() string {
	names := []string{"bA", "bB", "bA"}
	if m.in != "" {
		names = append(slices.DeleteFunc(slices.Clone(m.extra), func(s string) bool { return s[0] == 'n' }), "bL")
	}
	return names[m.r.IntN(len(names))]
}

// groundNumber makes a term that is known when the program runs.
func (m *maker) groundNumber() term {
	if m.index != "" && m.r.IntN(2) == 0 {
		name := m.index
		return term{name, atom, func(w *world) uint64 { return w.get(name) }}
	}
	k := m.r.Uint64N(1 << m.width)
	text := fmt.Sprint(k)
	switch m.r.IntN(6) {
	case 0:
		text = fmt.Sprintf("0x%X", k)
	case 1:
		text = fmt.Sprintf("0b%b", k)
	}
	return term{text, atom, func(*world) uint64 { return k }}
}

// element names an element of an array, whose index is known.
func (m *maker) element(array string) (text string, key func(*world) string) {
	i := m.groundNumber()
	if m.r.IntN(4) == 0 {
		j := m.groundNumber()
		return fmt.Sprintf("%s[%s][%s]", array, i.text, j.text), func(w *world) string { return fmt.Sprintf("%s[%d][%d]", array, i.value(w), j.value(w)) }
	}
	return fmt.Sprintf("%s[%s]", array, i.text), func(w *world) string { return fmt.Sprintf("%s[%d]", array, i.value(w)) }
}

func (m *maker) number(depth int) term {
	if depth == 0 || m.r.IntN(6) == 0 {
		switch m.r.IntN(8) {
		case 0, 1:
			return m.groundNumber()
		case 2:
			if m.in == "" {
				text, key := m.element("nV")
				return term{text, atom, func(w *world) uint64 { return w.get(key(w)) }}
			}
		}
		name := m.numberName()
		return term{name, atom, func(w *world) uint64 { return w.get(name) }}
	}
	a := m.number(depth - 1)
	two := func(op string, level int, f func(w *world, x, y uint64) uint64) term {
		return m.binary(op, level, a, m.number(depth-1), func(w *world, x, y uint64) uint64 { return f(w, x, y) & w.mask() })
	}
	switch m.r.IntN(14) {
	case 0:
		return term{"-" + m.wrap(a, 19), 20, func(w *world) uint64 { return -a.value(w) & w.mask() }}
	case 1:
		return term{"~" + m.wrap(a, 20), 20, func(w *world) uint64 { return ^a.value(w) & w.mask() }}
	case 2:
		return two("*", 19, func(_ *world, x, y uint64) uint64 { return x * y })
	case 3, 4:
		return two("+", 18, func(_ *world, x, y uint64) uint64 { return x + y })
	case 5:
		return two("-", 18, func(_ *world, x, y uint64) uint64 { return x - y })
	case 6:
		return two("<<", 17, func(_ *world, x, y uint64) uint64 { return x << y })
	case 7:
		return two(">>", 17, func(_ *world, x, y uint64) uint64 { return x >> y })
	case 8:
		return two("&", 16, func(_ *world, x, y uint64) uint64 { return x & y })
	case 9:
		return two("^", 15, func(_ *world, x, y uint64) uint64 { return x ^ y })
	case 10:
		return two("|", 14, func(_ *world, x, y uint64) uint64 { return x | y })
	case 11:
		c, b := m.boolean(depth-1), m.number(depth-1)
		return term{fmt.Sprintf("ite(%s, %s,%s)", c.text, a.text, b.text), atom, func(w *world) uint64 {
			i, x, y := c.value(w), a.value(w), b.value(w)
			if i == 1 {
				return x
			}
			return y
		}}
	case 12:
		return term{"sgn(" + a.text + ")", atom, func(w *world) uint64 { return truth(a.value(w) != 0) }}
	}
	c := m.boolean(depth - 1)
	return term{"bool2num(" + c.text + ")", atom, c.value}
}

func (m *maker) relation(a, b term) term {
	ops := []struct {
		op string
		f  func(x, y uint64) bool
	}{
		{"<", func(x, y uint64) bool { return x < y }}, {">", func(x, y uint64) bool { return x > y }},
		{"<=", func(x, y uint64) bool { return x <= y }}, {">=", func(x, y uint64) bool { return x >= y }},
		{"==", func(x, y uint64) bool { return x == y }}, {"!=", func(x, y uint64) bool { return x != y }},
	}
	o := ops[m.r.IntN(len(ops))]
	return m.binary(o.op, 10, a, b, func(_ *world, x, y uint64) uint64 { return truth(o.f(x, y)) })
}

func (m *maker) boolean(depth int) term {
	if depth == 0 || m.r.IntN(6) == 0 {
		if m.r.IntN(6) == 0 {
			v := m.r.Uint64N(2)
			return term{[]string{"false", "true"}[v], atom, func(*world) uint64 { return v }}
		}
		name := m.boolName()
		return term{name, atom, func(w *world) uint64 { return w.get(name) }}
	}
	switch m.r.IntN(9) {
	case 0:
		a := m.boolean(depth - 1)
		return term{"!" + m.wrap(a, 10), 11, func(w *world) uint64 { return 1 - a.value(w) }}
	case 1, 2:
		return m.binary("&&", 3, m.boolean(depth-1), m.boolean(depth-1), func(_ *world, x, y uint64) uint64 { return x & y })
	case 3:
		return m.binary("||", 2, m.boolean(depth-1), m.boolean(depth-1), func(_ *world, x, y uint64) uint64 { return x | y })
	case 4:
		return m.binary("^^", 1, m.boolean(depth-1), m.boolean(depth-1), func(_ *world, x, y uint64) uint64 { return x ^ y })
	case 5:
		c, a, b := m.boolean(depth-1), m.boolean(depth-1), m.boolean(depth-1)
		return term{fmt.Sprintf("ite(%s,%s,%s)", c.text, a.text, b.text), atom, func(w *world) uint64 {
			i, x, y := c.value(w), a.value(w), b.value(w)
			return i&x | (1-i)&y
		}}
	case 6:
		a := m.number(depth - 1)
		return term{"num2bool(" + a.text + ")", atom, func(w *world) uint64 { return truth(a.value(w) != 0) }}
	}
	return m.relation(m.number(depth-1), m.number(depth-1))
}

// statements makes some statements.
func (m *maker) statements(n, depth int, indent string) (text string, run func(*world)) {
	var b strings.Builder
	var all []func(*world)
	for range n {
		t, f := m.statement(depth, indent)
		b.WriteString(indent + t + "\n")
		all = append(all, f)
	}
	return b.String(), func(w *world) {
		for _, f := range all {
			f(w)
		}
	}
}

func (m *maker) statement(depth int, indent string) (string, func(*world)) {
	switch k := m.r.IntN(12); {
	case k < 4:
		name := m.numberName()
		key := func(*world) string { return name }
		if m.in == "" && m.r.IntN(4) == 0 {
			name, key = m.element("nV")
		}
		switch m.r.IntN(5) {
		case 0:
			return name + "++;", func(w *world) { k := key(w); w.set(k, w.get(k)+1) }
		case 1:
			return name + "--;", func(w *world) { k := key(w); w.set(k, w.get(k)-1) }
		case 2:
			x := m.number(2)
			ops := []string{"+=", "-=", "*=", "&=", "|=", "^=", "<<=", ">>="}
			o := m.r.IntN(len(ops))
			return name + ops[o] + x.text + ";", func(w *world) {
				k := key(w)
				a := w.get(k)
				b := x.value(w)
				w.set(k, [...]uint64{a + b, a - b, a * b, a & b, a | b, a ^ b, a << b, a >> b}[o])
			}
		}
		x := m.number(3)
		return name + " = " + x.text + ";", func(w *world) { k := key(w); w.set(k, x.value(w)) }
	case k < 6:
		name, x := m.boolName(), m.boolean(3)
		switch m.r.IntN(4) {
		case 0:
			return name + " &&= " + x.text + ";", func(w *world) { a := w.get(name); w.set(name, a&x.value(w)) }
		case 1:
			return name + " ||= " + x.text + ";", func(w *world) { a := w.get(name); w.set(name, a|x.value(w)) }
		case 2:
			return name + " ^^= " + x.text + ";", func(w *world) { a := w.get(name); w.set(name, a^x.value(w)) }
		}
		return name + " = " + x.text + ";", func(w *world) { w.set(name, x.value(w)) }
	case k < 7 && depth > 0:
		c := m.relation(m.groundNumber(), m.groundNumber())
		yes, runYes := m.statements(1, depth-1, indent+"  ")
		no, runNo := m.statements(1, depth-1, indent+"  ")
		return fmt.Sprintf("if (%s) {\n%s%s} else\n%s", c.text, yes, indent, strings.TrimSuffix(no, "\n")), func(w *world) {
			if c.value(w) == 1 {
				runYes(w)
			} else {
				runNo(w)
			}
		}
	case k < 8 && depth > 0 && m.index == "":
		m.index = "ni"
		body, runBody := m.statements(1+m.r.IntN(2), depth-1, indent+"  ")
		m.index = ""
		n := 1 + m.r.Uint64N(3)
		return fmt.Sprintf("for (ni = 0; ni < %d; ni++) {\n%s%s}", n, body, indent), func(w *world) {
			w.set("ni", 0)
			for w.get("ni") < n {
				runBody(w)
				w.set("ni", w.get("ni")+1)
			}
		}
	case k < 10 && len(m.procs) > 0 && m.in == "":
		return m.call(m.procs[m.r.IntN(len(m.procs))])
	}
	x := m.boolean(3)
	if m.in != "" {
		name := m.boolName()
		return name + " = " + x.text + ";", func(w *world) { w.set(name, x.value(w)) }
	}
	return "assert_all(" + x.text + ");", func(w *world) { w.holds = append(w.holds, x.value(w) == 1) }
}

func (m *maker) call(p proc) (string, func(*world)) {
	var texts []string
	var names []string // "" for an expression
	var values []func(*world) uint64
	for _, f := range p.formals {
		name, x := m.numberName(), m.number(1)
		if f[0] == 'b' {
			name, x = m.boolName(), m.boolean(1)
		}
		if m.r.IntN(3) > 0 {
			texts, names, values = append(texts, name), append(names, name), append(values, nil)
			continue
		}
		texts, names, values = append(texts, "("+x.text+")"), append(names, ""), append(values, x.value)
	}
	return fmt.Sprintf("call %s(%s);", p.name, strings.Join(texts, ", ")), func(w *world) {
		inner := &frame{name: p.name, vars: map[string]*variable{}}
		for i, f := range p.formals {
			if names[i] == "" {
				inner.vars[f] = &variable{defined: true, value: values[i](w)}
			}
		}
		for i, f := range p.formals {
			if names[i] != "" {
				v := *w.at(names[i])
				inner.vars[f] = &v
			}
		}
		outer := w.scope
		w.scope = inner
		for _, s := range p.body {
			s(w)
		}
		w.scope = outer
		for i := len(p.formals) - 1; i >= 0; i-- {
			if v := inner.vars[p.formals[i]]; names[i] != "" && v.defined {
				w.set(names[i], v.value)
			}
		}
	}
}

// program makes a program.
func (m *maker) program() (string, func(*world)) {
	var text strings.Builder
	for i := range m.r.IntN(3) {
		p := proc{name: fmt.Sprintf("P%d", i), formals: []string{"nX", "bX", "nY"}[:1+m.r.IntN(3)]}
		m.in, m.extra = p.name, p.formals
		body, run := m.statements(1+m.r.IntN(3), 1, "  ")
		m.in, m.extra = "", nil
		p.body = append(p.body, run)
		fmt.Fprintf(&text, "procedure %s(%s) {\n%s}\n", p.name, strings.Join(p.formals, ", "), body)
		m.procs = append(m.procs, p)
	}
	body, run := m.statements(1+m.r.IntN(5), 2, "")
	last := m.boolean(4)
	text.WriteString(body + "assert_all(" + last.text + ");\n")
	return text.String(), func(w *world) {
		run(w)
		w.holds = append(w.holds, last.value(w) == 1)
	}
}

// simulate runs a program by the second interpreter.
func simulate(run func(*world), width int, inputs map[string]uint64) *world {
	w := &world{width: width, inputs: inputs, seen: map[string]bool{}, count: map[string]int{}, scope: &frame{vars: map[string]*variable{}}}
	run(w)
	return w
}

// compareProgram compares the solutions of all assertions of a program with those that the second interpreter finds by
// trying all values. It reports whether the program was small enough.
func compareProgram(t *testing.T, seed uint64) bool {
	r := rand.New(rand.NewPCG(seed, 21))
	m := &maker{r: r, width: 3 + r.IntN(2)}
	src, run := m.program()
	seen := simulate(run, m.width, nil).seen
	var names []string
	bits := 0
	for name, number := range seen {
		names = append(names, name)
		if number {
			bits += m.width
		} else {
			bits++
		}
	}
	const most = 10
	if bits > most {
		return false
	}
	slices.Sort(names)
	fail := func(format string, args ...any) {
		t.Fatalf("seed %d, %d bits\n%s\n%s", seed, m.width, src, fmt.Sprintf(format, args...))
	}
	p, err := ursa.Parse("t.urs", src, m.width, false)
	if err != nil {
		fail("%v", err)
	}
	out, err := runWith(p, ursa.Options{})
	if err != nil {
		fail("%v", err)
	}
	found := make([]map[string]bool, len(out.answers)) // solutions, by assertion
	for i, a := range out.answers {
		found[i] = map[string]bool{}
		for _, s := range a.solutions {
			found[i][s] = true
		}
		if !a.Ground && a.count.Cmp(big.NewInt(int64(len(found[i])))) != 0 {
			fail("assertion %d: %d solutions counted, %d listed", i+1, a.count, len(found[i]))
		}
		if !slices.IsSortedFunc(a.solutions, func(x, y string) int { return compareSolutions(x, y) }) {
			fail("assertion %d: the solutions do not ascend: %q", i+1, a.solutions)
		}
	}
	for k := range uint64(1) << bits {
		inputs := map[string]uint64{}
		rest := k
		for _, name := range names {
			n := 1
			if seen[name] {
				n = m.width
			}
			inputs[name] = rest & (1<<n - 1)
			rest >>= n
		}
		w := simulate(run, m.width, inputs)
		if len(w.holds) != len(out.answers) {
			fail("%d assertions, want %d", len(out.answers), len(w.holds))
		}
		for i, a := range out.answers {
			var parts []string
			for _, v := range a.Variables {
				if v.Boolean {
					parts = append(parts, fmt.Sprintf("%s=%t", v.Name, inputs[v.Name] == 1))
				} else {
					parts = append(parts, fmt.Sprintf("%s=%d", v.Name, inputs[v.Name]))
				}
				if _, ok := seen[v.Name]; !ok {
					fail("assertion %d is about %s", i+1, v.Name)
				}
			}
			got := found[i][strings.Join(parts, " ")]
			if a.Ground {
				got = a.Holds
			}
			if got != w.holds[i] {
				fail("assertion %d for %v: %t, want %t", i+1, inputs, got, w.holds[i])
			}
		}
	}
	return true
}

// compareSolutions compares two solutions, of the same variables, by their values.
func compareSolutions(x, y string) int {
	a, b := strings.Fields(x), strings.Fields(y)
	for i := range a {
		_, v, _ := strings.Cut(a[i], "=")
		_, w, _ := strings.Cut(b[i], "=")
		if v == w {
			continue
		}
		if len(v) != len(w) && v[0] <= '9' {
			return len(v) - len(w)
		}
		return strings.Compare(v, w)
	}
	return 0
}

// The solutions of random programs are those found by trying all values: a sample here, 100,000 in make soundness.
func TestRandomPrograms(t *testing.T) {
	programs := 1200
	if expect.Long {
		programs = 100_000
	}
	done := 0
	for seed := uint64(0); done < programs; seed++ {
		if compareProgram(t, seed) {
			done++
		}
	}
}

// FuzzRandomPrograms is TestRandomPrograms with other seeds.
func FuzzRandomPrograms(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) { compareProgram(t, seed) })
}
