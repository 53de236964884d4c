package ursa

import "retroproof/encode"

// mostMerged is the number of inputs of functions that are compared: the truth
// table of six fits a word.
const mostMerged = 6

// function is what a gate computes: its inputs in ascending order, and for each
// of the 64 assignments to six inputs whether it is true. Inputs that do not
// matter are left out; the table repeats itself for those that are missing.
type function struct {
	inputs [mostMerged]int32 // indices, ascending, 0 behind the last one
	table  uint64
}

// columns are the truth tables of the inputs themselves.
var columns = [mostMerged]uint64{
	0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
	0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000,
}

// merger builds AND gates in a circuit, but none that is the same function of at
// most six inputs as one that it has built before, or as its negation.
type merger struct {
	c     *encode.Circuit
	of    []function // by index
	known []bool     // by index: it is a function of at most six inputs
	built map[function]encode.Bool
	count int32 // inputs
}

func newMerger(c *encode.Circuit) *merger {
	m := &merger{c: c, built: map[function]encode.Bool{}}
	m.set(c.True, function{table: ^uint64(0)})
	return m
}

func (m *merger) input(b encode.Bool) {
	m.count++
	f := function{table: columns[0]}
	f.inputs[0] = m.count
	m.set(b, f)
	m.built[f] = b
}

// set notes the function of a positive literal.
func (m *merger) set(b encode.Bool, f function) {
	v := b.Index()
	for len(m.of) <= v {
		m.of = append(m.of, function{})
		m.known = append(m.known, false)
	}
	m.of[v], m.known[v] = f, true
}

// get returns the function of a literal.
func (m *merger) get(b encode.Bool) (f function, ok bool) {
	if v := b.Index(); v < len(m.of) && m.known[v] {
		f, ok = m.of[v], true
	}
	if b.Negated() {
		f.table = ^f.table
	}
	return f, ok
}

// and returns a AND b.
func (m *merger) and(a, b encode.Bool) encode.Bool {
	f, known := m.get(a)
	g, ok := m.get(b)
	if known = known && ok; known {
		f, known = conjunction(f, g)
	}
	if !known {
		return m.c.And(a, b)
	}
	switch f.table {
	case 0:
		return m.c.False
	case ^uint64(0):
		return m.c.True
	}
	// A function and its negation are kept as one, the one that is false at 0.
	negated := f.table&1 == 1
	if negated {
		f.table = ^f.table
	}
	r, found := m.built[f]
	if !found {
		r = m.c.And(a, b)
		if negated {
			r = r.Not()
		}
		m.built[f] = r
		if r.Negated() {
			g := f
			g.table = ^g.table
			m.set(r.Not(), g)
		} else {
			m.set(r, f)
		}
	}
	if negated {
		r = r.Not()
	}
	return r
}

// conjunction returns the function f AND g; false if it has too many inputs.
func conjunction(f, g function) (function, bool) {
	var h function
	n, i, j := 0, 0, 0
	var inF, inG [mostMerged]int // where the inputs of f and g are in h
	for {
		a, b := f.at(i), g.at(j)
		if a == 0 && b == 0 {
			break
		}
		if n == mostMerged {
			return h, false
		}
		switch {
		case b == 0 || a != 0 && a < b:
			h.inputs[n], inF[i] = a, n
			i++
		case a == 0 || b < a:
			h.inputs[n], inG[j] = b, n
			j++
		default:
			h.inputs[n], inF[i], inG[j] = a, n, n
			i++
			j++
		}
		n++
	}
	h.table = spread(f.table, inF[:i]) & spread(g.table, inG[:j])
	h.reduce(n)
	return h, true
}

func (f *function) at(i int) int32 {
	if i == mostMerged {
		return 0
	}
	return f.inputs[i]
}

// spread moves the columns of a table, 0, 1, ... to the places given, which
// ascend: the last one first, so that it meets a column that does not matter.
func spread(table uint64, to []int) uint64 {
	for i := len(to) - 1; i >= 0; i-- {
		if to[i] != i {
			table = swap(table, i, to[i])
		}
	}
	return table
}

// swap exchanges columns i < j of a table.
func swap(t uint64, i, j int) uint64 {
	up := t & columns[i] &^ columns[j] // rows with 1 in i and 0 in j
	down := t & columns[j] &^ columns[i]
	shift := uint(1)<<j - uint(1)<<i
	return t&^(up|down|columns[i]&^columns[j]|columns[j]&^columns[i]) | up<<shift | down>>shift
}

// reduce leaves out the inputs, of n, that do not matter.
func (f *function) reduce(n int) {
	kept := 0
	for i := range n {
		if f.table&columns[i]>>(1<<i) == f.table&^columns[i] {
			f.inputs[i] = 0
			continue
		}
		if kept != i {
			f.table = swap(f.table, kept, i)
			f.inputs[kept], f.inputs[i] = f.inputs[i], 0
		}
		kept++
	}
}
