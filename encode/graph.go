package encode

import "math/bits"

// Bool is a symbolic Boolean: a literal of a Circuit, twice the index of a node, plus 1 if
// it is negated. Ground values are the two constants True and False of the circuit, so the same
// operations apply to ground and symbolic values, and ground parts are folded.
type Bool uint32

// The nodes of every graph begin with the constant; inputs and gates follow in the order in
// which they are made. Index 0 is not used, so that literal 0 is none.
const (
	noBool     Bool = 0
	trueBool   Bool = 2 * constant
	constant        = 1
	firstNode       = constant + 1 // the first input or gate
	mostNodes       = 1 << 30
	smallTable      = 1 << 13 // a power of two
)

// At returns the Boolean, not negated, of the node with an index: see Bool.Index.
func At(index int) Bool { return Bool(index) << 1 }

// Index returns the place in the circuit of the node that b or its negation stands for: 1 for the
// constant True, 2 and so on, up to Circuit.Len, for inputs and gates in the order in which they
// were made. The operands of a gate have smaller indices than the gate.
func (b Bool) Index() int { return int(b >> 1) }

// Negated reports whether b is the negation of its node.
func (b Bool) Negated() bool { return b&1 != 0 }

// Not returns the negation of b. It costs nothing: literals carry a sign.
func (b Bool) Not() Bool { return b ^ 1 }

// operands are the two literals of an AND gate, the smaller one first; both are 0 at inputs and
// at the constant.
type operands struct{ a, b Bool }

// graph consists of inputs and of AND gates with two operands, no two gates with the same ones.
type graph struct {
	nodes []operands // by index; operands come before their gate
	// table finds gates by their operands: it has their indices, each in the first place that was
	// free from the one that find computes. 0 is free, which most places are.
	table []uint32
	shift int // 64 minus the logarithm of the table's length
}

func newGraph() graph {
	g := graph{nodes: make([]operands, firstNode)}
	g.setTable(smallTable)
	return g
}

// len returns the number of indices, with 0, which is not used.
func (g *graph) len() int { return len(g.nodes) }

// input returns a new node without operands.
func (g *graph) input() Bool { return g.add(operands{}) }

// gate returns the operands of the gate that l or its negation is the output of.
func (g *graph) gate(l Bool) (a, b Bool, ok bool) {
	n := g.nodes[l.Index()]
	return n.a, n.b, n.a != noBool
}

// and returns the conjunction of two literals: one of them or a constant if that is what it is,
// or else the gate of both, in either order.
func (g *graph) and(a, b Bool) Bool {
	if a > b {
		a, b = b, a
	}
	switch {
	case a == b, a == trueBool.Not():
		return a
	case a == b.Not():
		return trueBool.Not()
	case a == trueBool:
		return b
	}
	n := operands{a, b}
	place := g.find(n)
	if v := g.table[place]; v != 0 {
		return At(int(v))
	}
	g.table[place] = uint32(g.len())
	return g.add(n)
}

// add makes a node, and more room as soon as there is one for each two places of the table.
func (g *graph) add(n operands) Bool {
	if g.len() == mostNodes {
		panic("encode: too many nodes")
	}
	g.nodes = append(g.nodes, n)
	if g.len() == len(g.table)/2 {
		g.setTable(2 * len(g.table))
	}
	return At(g.len() - 1)
}

// find returns the place of a gate in the table, or a free one if it is not there.
func (g *graph) find(n operands) int {
	// The upper bits of the product with an odd constant, 2^64 divided by the golden ratio.
	place := int((uint64(n.a)<<32 | uint64(n.b)) * 0x9e3779b97f4a7c15 >> g.shift)
	for v := g.table[place]; v != 0 && g.nodes[v] != n; v = g.table[place] {
		place = (place + 1) & (len(g.table) - 1)
	}
	return place
}

// setTable makes a table with all gates, of a length that is a power of two, and room for as many
// nodes as it is meant for.
func (g *graph) setTable(length int) {
	g.table, g.shift = make([]uint32, length), 64-bits.TrailingZeros(uint(length))
	g.nodes = append(make([]operands, 0, length/2), g.nodes...)
	for v, n := range g.nodes {
		if n.a != noBool {
			g.table[g.find(n)] = uint32(v)
		}
	}
}
