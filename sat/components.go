package sat

import (
	"cmp"
	"context"
	"encoding/binary"
	"math/big"
	"slices"

	"retroproof/proofs/lrat"
)

// components counts models by splitting: on a variable, and where the clauses fall apart into parts that share no
// variable, into these, whose numbers are multiplied (Bayardo and Pehoushek, "Counting models using connected
// components", AAAI 2000). The numbers of parts are kept.
type components struct {
	ctx     context.Context
	clauses [][]int
	of      [][]int // by variable: the clauses that it is in
	values  []int8  // by variable: 1, -1, 0
	counted []bool  // by variable: its values are to be counted
	weights *weights
	trail   []int
	known   map[string]*big.Int
	seen    []int // by variable: the round of the last search for parts that has come to it
	met     []int // by clause: the same
	round   int
	work    int // literals looked at
}

// The variables for which counting by components is tried, the literals to look at before it is given up, and the
// numbers of parts that are kept.
const (
	componentsVariables = 1 << 20
	componentsWork      = 30_000_000
	componentsKept      = 1 << 18
)

// CountModels returns how many assignments to the variables, nil for all, extend to models of a formula, by components.
// The error is ErrGaveUp if that is too much work.
func CountModels(ctx context.Context, f *lrat.Formula, project []int) (*big.Int, error) {
	if n, ok := countComponents(ctx, f, project, &weights{}); ok {
		return n, nil
	}
	return nil, cmp.Or(ctx.Err(), ErrGaveUp)
}

// countComponents counts the assignments to variables, nil for all, that extend to models of a formula, each as often
// as its weight says. False: that is too much work.
func countComponents(ctx context.Context, f *lrat.Formula, project []int, w *weights) (*big.Int, bool) {
	n := f.NumVars
	if n > componentsVariables {
		return nil, false
	}
	c := &components{
		ctx: ctx, of: make([][]int, n+1), values: make([]int8, n+1), counted: make([]bool, n+1), seen: make([]int, n+1),
		weights: w, known: map[string]*big.Int{},
	}
	for i := range f.NumClauses() {
		clause := literals(f, i)
		for _, l := range clause {
			v := max(l, -l)
			if k := len(c.of[v]); k == 0 || c.of[v][k-1] != i {
				c.of[v] = append(c.of[v], i)
			}
		}
		c.clauses = append(c.clauses, clause)
	}
	c.met = make([]int, len(c.clauses))
	all := make([]int, n)
	for v := range all {
		all[v] = v + 1
		c.counted[v+1] = project == nil
	}
	for _, v := range project {
		c.counted[v] = true
	}
	for i, clause := range c.clauses {
		if before := len(c.trail); len(clause) < 2 && !(c.unit(i) && c.propagate(before)) {
			return new(big.Int), true
		}
	}
	total := c.product(all)
	if total == nil {
		return nil, false
	}
	return w.times(total, c.trail...), true
}

// propagate makes true what follows from the literals of the trail, from a place on. False: a clause is false.
func (c *components) propagate(next int) bool {
	for ; next < len(c.trail); next++ {
		for _, i := range c.of[max(c.trail[next], -c.trail[next])] {
			if !c.unit(i) {
				return false
			}
		}
	}
	return true
}

// unit makes the last literal of a clause true that is not false, if there is one only. False: there is none.
func (c *components) unit(i int) bool {
	last := 0
	for _, l := range c.clauses[i] {
		c.work++
		switch x := c.value(l); {
		case x > 0:
			return true
		case x == 0 && last != 0 && last != l:
			return true
		case x == 0:
			last = l
		}
	}
	if last != 0 {
		c.assign(last)
	}
	return last != 0
}

func (c *components) value(l int) int8 {
	if l < 0 {
		return -c.values[-l]
	}
	return c.values[l]
}

func (c *components) assign(l int) {
	c.values[max(l, -l)] = int8(1 - 2*(1-sign(l)))
	c.trail = append(c.trail, l)
}

// product counts over variables: the product of the parts into which those without a value fall. nil: given up.
func (c *components) product(vars []int) *big.Int {
	total := big.NewInt(1)
	c.round++
	var parts [][2][]int
	for _, v := range vars {
		if c.values[v] != 0 || c.seen[v] == c.round {
			continue
		}
		inside, clauses := c.part(v)
		if len(clauses) > 0 {
			parts = append(parts, [2][]int{inside, clauses})
		} else if c.counted[v] {
			c.weights.timesBoth(total, v)
		}
	}
	for _, p := range parts {
		n := c.count(p[0], p[1])
		if n == nil {
			return nil
		}
		if total.Mul(total, n); n.Sign() == 0 {
			break
		}
	}
	return total
}

// part returns the variables that a variable is connected with by clauses that are not true, itself first, and these.
func (c *components) part(v int) (vars, clauses []int) {
	vars = []int{v}
	c.seen[v] = c.round
	for at := 0; at < len(vars); at++ {
	next:
		for _, i := range c.of[vars[at]] {
			if c.met[i] == c.round {
				continue
			}
			c.met[i] = c.round
			for _, l := range c.clauses[i] {
				if c.work++; c.value(l) > 0 {
					continue next
				}
			}
			clauses = append(clauses, i)
			for _, l := range c.clauses[i] {
				if u := max(l, -l); c.values[u] == 0 && c.seen[u] != c.round {
					c.seen[u] = c.round
					vars = append(vars, u)
				}
			}
		}
	}
	return vars, clauses
}

// count counts over the variables of a part, by splitting on the one that occurs most among those to be counted. If
// there is none, whether there is a model is the number.
func (c *components) count(vars, clauses []int) *big.Int {
	if c.work > componentsWork || c.ctx.Err() != nil {
		return nil
	}
	// Clauses and variables say what is left of the clauses: the rest of their literals is false.
	var key []byte
	best, most := vars[0], -1
	// Variables that are counted come first: a part without any is one question to answer, not a sum.
	for _, v := range vars {
		n := len(c.of[v])
		if c.counted[v] {
			n += len(c.clauses) + 1
		}
		if n > most || n == most && v < best {
			best, most = v, n
		}
	}
	for _, v := range slices.Sorted(slices.Values(vars)) {
		key = binary.AppendUvarint(key, uint64(v))
	}
	key = append(key, 0)
	for _, i := range slices.Sorted(slices.Values(clauses)) {
		key = binary.AppendUvarint(key, uint64(i))
	}
	if n := c.known[string(key)]; n != nil {
		return n
	}
	// The cost is two parts for each variable at worst; parts seen before are kept, up to componentsKept.
	total := new(big.Int)
	for _, l := range []int{-best, best} {
		before := len(c.trail)
		c.assign(l)
		if c.propagate(before) {
			n := c.product(vars)
			if n == nil {
				return nil
			}
			total.Add(total, c.weights.times(n, c.trail[before:]...))
		}
		for _, l := range c.trail[before:] {
			c.values[max(l, -l)] = 0
		}
		c.trail = c.trail[:before]
		if !c.counted[best] && total.Sign() > 0 {
			break
		}
	}
	if len(c.known) >= componentsKept {
		clear(c.known)
	}
	c.known[string(key)] = total
	return total
}
