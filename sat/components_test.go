package sat

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"retroproof/internal/expect"
	"retroproof/proofs/lrat"
)

// TestCountComponents compares numbers of projected models, and sums of their weights, with brute force, by components
// and by enumeration.
func TestCountComponents(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(44, 2))
	for i := range 3000 {
		n := 1 + r.IntN(10)
		f := lrat.Formula{NumVars: n}
		var clauses [][]int
		for range r.IntN(3 * n) {
			var clause []int
			var lits []int32
			for range 1 + r.IntN(4) {
				l := (1 + r.IntN(n)) * (1 - 2*r.IntN(2))
				clause, lits = append(clause, l), append(lits, int32(l))
			}
			clauses = append(clauses, clause)
			expect.NoError(t, f.AddClause(lits...))
		}
		var project []int
		mask := 1<<n - 1
		if i%2 == 0 {
			mask, project = 0, []int{}
			for v := range n {
				if r.IntN(2) == 0 {
					project = append(project, v+1)
					mask |= 1 << v
				}
			}
		}
		lines := CountingLines{Type: []string{"pmc", "pwmc"}[r.IntN(2)]}
		var text strings.Builder
		for l := -n; l <= n; l++ {
			if l != 0 && r.IntN(3) > 0 {
				fmt.Fprintf(&text, "c p weight %d %d.%de-%d 0\n", l, r.IntN(4)-1, r.IntN(3)*5, r.IntN(2))
			}
		}
		if i%3 > 0 {
			lines.Write([]byte(text.String()))
		}
		expect.NoError(t, lines.End(n))
		want := weightByForce(brute{n, clauses}, uint(mask), &lines)
		w := lines.weightsOf(project)
		total, ok := countComponents(t.Context(), &f, project, w)
		if !ok || w.sum(total).Cmp(want) != 0 {
			t.Fatalf("formula %d, %v, on %v, %s: %v, %t, want %v", i, clauses, project, text.String(), w.sum(total), ok, want)
		}
		if i%8 > 0 || project == nil {
			continue
		}
		s := newGini()
		AddFormula(s, &f)
		sum := new(big.Int)
		for cube, err := range Enumerate(t.Context(), Enumeration{Solver: s, Project: project}) {
			expect.NoError(t, err)
			sum.Add(sum, w.ofCube(cube))
		}
		if w.sum(sum).Cmp(want) != 0 {
			t.Fatalf("formula %d, %v, on %v, %s: %v, want %v", i, clauses, project, text.String(), w.sum(sum), want)
		}
	}
}

// weightByForce sums the weights of the projections of models to the variables of a mask.
func weightByForce(f brute, mask uint, lines *CountingLines) *big.Rat {
	projections := map[uint]bool{}
	for bits := range uint(1) << f.vars {
		if f.satisfies(bits) {
			projections[bits&mask] = true
		}
	}
	total, one := new(big.Rat), big.NewRat(1, 1)
	for bits := range projections {
		product := big.NewRat(1, 1)
		for v := 1; v <= f.vars && lines.Weighted(); v++ {
			l := v
			if bits>>(v-1)&1 == 0 {
				l = -v
			}
			if x := lines.weights[l]; mask>>(v-1)&1 == 0 {
				continue
			} else if x != nil {
				product.Mul(product, x)
			} else if x := lines.weights[-l]; x != nil {
				product.Mul(product, new(big.Rat).Sub(one, x))
			}
		}
		total.Add(total, product)
	}
	return total
}

func TestLog10(t *testing.T) {
	for text, want := range map[string]float64{
		"0": math.Inf(-1), "1": 0, "1/1000": -3, "1e400": 400, "2e-4000": -3999.69897,
	} {
		x, _ := new(big.Rat).SetString(text)
		if got := log10(x); got != want && !(math.Abs(got-want) < 1e-6) {
			t.Errorf("log10(%s) = %v, want %v", text, got, want)
		}
	}
}
