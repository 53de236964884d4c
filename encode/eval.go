package encode

import (
	"slices"

	"github.com/go-air/gini/z"
)

// Evaluator computes the values of a circuit's Booleans for 64 assignments of its inputs at
// once. It evaluates the circuit as it was when NewEvaluator was called. (Eval64 of gini/logic
// v1.0.4 is not used, since it gives the constant true the value false in the 64th lane.)
type Evaluator struct {
	c     *Circuit
	words []uint64 // by variable of gini/logic
	gates []gate   // in topological order
}

// gate is an AND gate: its variable and its inputs.
type gate struct {
	v    z.Var
	a, b z.Lit
}

// NewEvaluator prepares the evaluation of the given Booleans and of what they depend on;
// without arguments, of the whole circuit.
func (c *Circuit) NewEvaluator(roots ...Bool) *Evaluator {
	n := c.g.Len()
	e := &Evaluator{c: c, words: make([]uint64, n)}
	e.words[1] = ^uint64(0)
	need := make([]bool, n)
	for _, r := range roots {
		need[z.Lit(r).Var()] = true
	}
	for v := n - 1; v > 1; v-- {
		if len(roots) > 0 && !need[v] {
			continue
		}
		if x, y, ok := c.gate(z.Var(v).Pos()); ok {
			need[x.Var()], need[y.Var()] = true, true
			e.gates = append(e.gates, gate{z.Var(v), x, y})
		}
	}
	slices.Reverse(e.gates)
	return e
}

// Split returns two evaluators that share the values of e: one of the gates that do not depend
// on the given inputs, and one of those that do, which must run after the other. So the former
// are computed only once while these inputs change.
func (e *Evaluator) Split(inputs ...Bool) (without, with *Evaluator) {
	depends := make([]bool, len(e.words))
	for _, in := range inputs {
		depends[z.Lit(in).Var()] = true
	}
	without, with = &Evaluator{c: e.c, words: e.words}, &Evaluator{c: e.c, words: e.words}
	for _, g := range e.gates {
		part := without
		if depends[g.a.Var()] || depends[g.b.Var()] {
			depends[g.v], part = true, with
		}
		part.gates = append(part.gates, g)
	}
	return without, with
}

// Set gives an input its values in the 64 lanes.
func (e *Evaluator) Set(input Bool, lanes uint64) {
	l := z.Lit(input)
	if !l.IsPos() {
		lanes = ^lanes
	}
	e.words[l.Var()] = lanes
}

// Run computes all gates from the inputs' values.
func (e *Evaluator) Run() {
	w := e.words
	for _, g := range e.gates {
		w[g.v] = (w[g.a>>1] ^ -uint64(g.a&1)) & (w[g.b>>1] ^ -uint64(g.b&1)) // as lanes does
	}
}

// Get returns the values of b in the 64 lanes, after Run.
func (e *Evaluator) Get(b Bool) uint64 { return e.lanes(z.Lit(b)) }

func (e *Evaluator) lanes(l z.Lit) uint64 {
	// The low bit of a literal is its sign: flip all lanes of a negative one.
	return e.words[l.Var()] ^ -uint64(l&1)
}
