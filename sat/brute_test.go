package sat

import (
	"math/rand/v2"
)

// brute decides small formulas by trying all assignments: the reference for the differential tests.
type brute struct {
	vars    int
	clauses [][]int
}

// satisfies reports whether an assignment, bit v-1 of bits being variable v, makes all clauses and literals true.
func (b brute) satisfies(bits uint, lits ...int) bool {
	truth := func(l int) bool {
		if l < 0 {
			return bits>>(-l-1)&1 == 0
		}
		return bits>>(l-1)&1 == 1
	}
	for _, l := range lits {
		if !truth(l) {
			return false
		}
	}
clauses:
	for _, c := range b.clauses {
		for _, l := range c {
			if truth(l) {
				continue clauses
			}
		}
		return false
	}
	return true
}

func (b brute) solve(assumptions ...int) Status {
	for bits := range uint(1) << b.vars {
		if b.satisfies(bits, assumptions...) {
			return Satisfiable
		}
	}
	return Unsatisfiable
}

// randomFormula makes a formula near the threshold between satisfiable and not, with clauses of mixed lengths, and
// now and then repeated literals and tautologies.
func randomFormula(r *rand.Rand, vars int) brute {
	f := brute{vars: vars}
	for range r.IntN(5*vars + 1) {
		f.clauses = append(f.clauses, randomClause(r, vars))
	}
	return f
}

func randomClause(r *rand.Rand, vars int) []int {
	n := 2 + r.IntN(3)
	if r.IntN(15) == 0 {
		n = 1
	}
	return randomLits(r, vars, n)
}

func randomLits(r *rand.Rand, vars, n int) []int {
	lits := make([]int, n)
	for i := range lits {
		lits[i] = 1 + r.IntN(vars)
		if r.IntN(2) == 0 {
			lits[i] = -lits[i]
		}
	}
	return lits
}

// pigeons is the pigeonhole formula: unsatisfiable, and hard for resolution.
func pigeons(holes int) [][]int {
	var clauses [][]int
	at := func(p, h int) int { return p*holes + h + 1 }
	for p := range holes + 1 {
		var c []int
		for h := range holes {
			c = append(c, at(p, h))
		}
		clauses = append(clauses, c)
	}
	for h := range holes {
		for p := range holes + 1 {
			for q := range p {
				clauses = append(clauses, []int{-at(p, h), -at(q, h)})
			}
		}
	}
	return clauses
}
