package sat

import (
	"math"
	"math/big"
)

// weights are those of literals, multiplied by a denominator for each variable: all that is summed has one factor a
// variable, and so sums are of integers, and divided at the end. A variable without weights has 1 for both literals.
type weights struct {
	of    map[int]*big.Int // by literal
	scale *big.Int         // the product of the denominators
}

// weightsOf returns the weights for a count over variables, nil for all. A literal without weight has 1 less that of
// its negation.
func (c *CountingLines) weightsOf(project []int) *weights {
	w := &weights{of: map[int]*big.Int{}, scale: big.NewInt(1)}
	if !c.Weighted() {
		return w
	}
	counted := map[int]bool{}
	for _, v := range project {
		counted[v] = true
	}
	for l, x := range c.weights {
		if project != nil && !counted[max(l, -l)] || w.of[l] != nil {
			continue
		}
		y := c.weights[-l]
		if y == nil {
			y = new(big.Rat).Sub(big.NewRat(1, 1), x)
		}
		w.of[l] = new(big.Int).Mul(x.Num(), y.Denom())
		w.of[-l] = new(big.Int).Mul(y.Num(), x.Denom())
		w.scale.Mul(w.scale, x.Denom()).Mul(w.scale, y.Denom())
	}
	return w
}

// times multiplies a number by the weights of literals.
func (w *weights) times(n *big.Int, lits ...int) *big.Int {
	for _, l := range lits {
		if x := w.of[l]; x != nil {
			n.Mul(n, x)
		}
	}
	return n
}

// timesBoth multiplies a number by the sum of the weights of a variable's literals.
func (w *weights) timesBoth(n *big.Int, v int) {
	if x := w.of[v]; x != nil {
		n.Mul(n, new(big.Int).Add(x, w.of[-v]))
	} else {
		n.Lsh(n, 1)
	}
}

// ofCube returns the sum of the weights of the assignments of a cube.
func (w *weights) ofCube(c Cube) *big.Int {
	n := w.times(big.NewInt(1), c.Fixed...)
	for _, v := range c.Free {
		w.timesBoth(n, v)
	}
	return n
}

// sum returns what a sum of integers stands for.
func (w *weights) sum(n *big.Int) *big.Rat { return new(big.Rat).SetFrac(n, w.scale) }

// log10 returns the logarithm of a number that may be too large, or too close to 0, for a float64; of 0, -Inf.
func log10(x *big.Rat) float64 {
	m := new(big.Float)
	exponent := new(big.Float).SetRat(x).MantExp(m)
	f, _ := m.Float64()
	return math.Log10(f) + float64(exponent)*math.Log10(2)
}
