package encode

import "slices"

// Evaluator computes the values of a circuit's Booleans for 64 assignments of its inputs at
// once. It evaluates the circuit as it was when NewEvaluator was called.
type Evaluator struct {
	c     *Circuit
	words []uint64 // by literal; those of a negative one are the complement
	gates []gate   // in topological order
}

// gate is an AND gate: its positive literal and its inputs.
type gate struct{ out, a, b Bool }

// NewEvaluator prepares the evaluation of the given Booleans and of what they depend on;
// without arguments, of the whole circuit.
func (c *Circuit) NewEvaluator(roots ...Bool) *Evaluator {
	n := c.g.len()
	e := &Evaluator{c: c, words: make([]uint64, 2*n)}
	for v := range n {
		e.Set(At(v), 0) // inputs are false until they are set
	}
	e.Set(c.True, ^uint64(0))
	need := make([]bool, n)
	for _, r := range roots {
		need[r.Index()] = true
	}
	for v := n - 1; v >= firstNode; v-- {
		if len(roots) > 0 && !need[v] {
			continue
		}
		if x, y, ok := c.g.gate(At(v)); ok {
			need[x.Index()], need[y.Index()] = true, true
			e.gates = append(e.gates, gate{At(v), x, y})
		}
	}
	slices.Reverse(e.gates)
	return e
}

// Split returns two evaluators that share the values of e: one of the gates that do not depend
// on the given inputs, and one of those that do, which must run after the other. So the former
// are computed only once while these inputs change.
func (e *Evaluator) Split(inputs ...Bool) (without, with *Evaluator) {
	depends := make([]bool, len(e.words)/2)
	for _, in := range inputs {
		depends[in.Index()] = true
	}
	without, with = &Evaluator{c: e.c, words: e.words}, &Evaluator{c: e.c, words: e.words}
	for _, g := range e.gates {
		part := without
		if depends[g.a.Index()] || depends[g.b.Index()] {
			depends[g.out.Index()], part = true, with
		}
		part.gates = append(part.gates, g)
	}
	return without, with
}

// Set gives an input its values in the 64 lanes.
func (e *Evaluator) Set(l Bool, lanes uint64) { e.words[l], e.words[l.Not()] = lanes, ^lanes }

// Run computes all gates from the inputs' values.
func (e *Evaluator) Run() {
	w := e.words
	for _, g := range e.gates {
		lanes := w[g.a] & w[g.b]
		w[g.out], w[g.out.Not()] = lanes, ^lanes
	}
}

// Get returns the values of b in the 64 lanes, after Run.
func (e *Evaluator) Get(b Bool) uint64 { return e.words[b] }
