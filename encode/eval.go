package encode

import "github.com/go-air/gini/z"

// Evaluator computes the values of a circuit's Booleans for 64 assignments
// of its inputs at once. It sees the circuit as it was when NewEvaluator was
// called. (gini/logic has an Eval64 of its own; in v1.0.4 it gives the
// constant true the value false in the 64th lane.)
type Evaluator struct {
	c     *Circuit
	words []uint64 // by variable of gini/logic
	gates []int32  // variables that are gates, in topological order
	a, b  []z.Lit  // their inputs
}

// NewEvaluator prepares the evaluation of the given Booleans; only what they
// depend on is computed. With none, everything is.
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
			e.gates = append(e.gates, int32(v))
		}
	}
	for i, j := 0, len(e.gates)-1; i < j; i, j = i+1, j-1 {
		e.gates[i], e.gates[j] = e.gates[j], e.gates[i]
	}
	for _, v := range e.gates {
		x, y, _ := c.gate(z.Var(v).Pos())
		e.a, e.b = append(e.a, x), append(e.b, y)
	}
	return e
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
	for i, v := range e.gates {
		w[v] = e.lanes(e.a[i]) & e.lanes(e.b[i])
	}
}

// Get returns the values of b in the 64 lanes, after Run.
func (e *Evaluator) Get(b Bool) uint64 { return e.lanes(z.Lit(b)) }

func (e *Evaluator) lanes(l z.Lit) uint64 {
	// The low bit of a literal is its sign: flip all lanes of a negative one.
	return e.words[l.Var()] ^ -uint64(l&1)
}
