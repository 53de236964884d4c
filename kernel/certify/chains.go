package certify

import (
	"cmp"
	"errors"
	"slices"

	"retroproof/kernel/formula"
	"retroproof/sat"
)

// errHints is the error about a step that its hints do not derive. The solver writes none.
var errHints = errors.New("the hints of a step do not derive it")

// chains makes chains of resolutions out of a proof by hints. Hints make clauses unit, one after the other, until one
// is false: resolving that one with the others backwards gives the clause of the step, or a part of it.
//
// The order in which a chain resolves is free, as long as a clause comes after all clauses that have the negation of
// its pivot. The clause with the largest number comes first, for then chains have parts in common, which deflating
// finds: the proofs of random positions get a tenth shorter.
type chains struct {
	err  error
	done bool // the empty clause was derived

	clauses [][]int32 // literals by number, from 1 on; those of the formula are its own
	chains  [][]int32 // numbers of clauses, by the number of what they derive, less those of the formula
	numbers []int32   // of the clauses that steps derive, by the number of the step

	values []int8  // by variable: 1 true, -1 false
	reason []int32 // by variable: the link that made it true or false, or -1
	trail  []int32 // the literals that are true
	links  []link
	// Links that come next, below the number of the clause: all clauses with the negation of the pivot are in the chain
	open []uint64
}

// link is a clause of a chain.
type link struct {
	clause int32 // its number
	pivot  int32 // the literal that it made true; 0 in the clause that is false
	users  int32 // how many needed links have the negation of the pivot, and are not in the chain yet
}

// resolve returns the refutation that a prover has found for a formula, by chains. clauses are those of the formula,
// and what the chains derive, from number 1 on; the last one is empty.
func resolve(cnf *formula.CNF, p *sat.Prover) (clauses, derived [][]int32, err error) {
	w := &chains{clauses: slices.AppendSeq(make([][]int32, 1, 1+p.Stats().Clauses), cnf.Clauses),
		values: make([]int8, cnf.NumVars()+1), reason: make([]int32, cnf.NumVars()+1)}
	for i := range w.reason {
		w.reason[i] = -1
	}
	w.numbers = make([]int32, len(w.clauses))
	for i := range w.numbers {
		w.numbers[i] = int32(i)
		w.done = w.done || i > 0 && len(w.clauses[i]) == 0
	}
	err = p.Refutation(w.add, func([]int64) {})
	return w.clauses, w.chains, cmp.Or(err, w.err)
}

func variable(l int32) int32 { return max(l, -l) }

// value returns 1 if a literal is true, -1 if it is false, 0 if it is neither.
func (c *chains) value(l int32) int8 {
	if l < 0 {
		return -c.values[-l]
	}
	return c.values[l]
}

// assign makes a literal true.
func (c *chains) assign(l, reason int32) {
	c.values[variable(l)] = 1
	if l < 0 {
		c.values[-l] = -1
	}
	c.reason[variable(l)] = reason
	c.trail = append(c.trail, l)
}

// add adds the chain of a step.
func (c *chains) add(id int64, literals []int32, hints []int64) {
	if c.done || c.err != nil {
		return
	}
	for _, l := range literals {
		if c.value(l) == 0 {
			c.assign(-l, -1)
		}
	}
	if !c.propagate(hints) {
		c.err = errHints
		return
	}
	c.need()
	number := c.links[len(c.links)-1].clause
	if clause, chain := c.chain(); len(chain) > 1 {
		number = int32(len(c.clauses))
		c.clauses = append(c.clauses, clause)
		c.chains = append(c.chains, chain)
		c.done = len(clause) == 0
	}
	c.numbers = append(c.numbers, number)
	for _, l := range c.trail {
		c.values[variable(l)], c.reason[variable(l)] = 0, -1
	}
	c.trail = c.trail[:0]
}

// propagate follows the hints up to the clause that is false. Hints whose literal is true already are left out.
func (c *chains) propagate(hints []int64) bool {
	c.links = c.links[:0]
	for _, h := range hints {
		n := c.numbers[h]
		unit, open := int32(0), 0
		for _, l := range c.clauses[n] {
			if c.value(l) >= 0 {
				unit = l
				open++
			}
		}
		switch {
		case open == 0:
			c.links = append(c.links, link{clause: n})
			return true
		case open > 1:
			return false
		case c.value(unit) == 0:
			c.links = append(c.links, link{clause: n, pivot: unit})
			c.assign(unit, int32(len(c.links)-1))
		}
	}
	return false
}

// need counts, for each link, the needed ones that have the negation of its pivot. It is needed if there are any, and
// so is the last one.
func (c *chains) need() {
	for i := len(c.links) - 1; i >= 0; i-- {
		k := &c.links[i]
		if k.users == 0 && k.pivot != 0 {
			continue
		}
		for _, l := range c.clauses[k.clause] {
			if r := c.reason[variable(l)]; l != k.pivot && r >= 0 {
				c.links[r].users++
			}
		}
	}
}

// chain returns the needed links, and their resolvent. A chain of one clause derives nothing new.
func (c *chains) chain() (resolvent, chain []int32) {
	open := append(c.open[:0], c.opened(len(c.links)-1))
	for len(open) > 0 {
		at, most := 0, open[0]
		for i, o := range open {
			if o > most {
				at, most = i, o
			}
		}
		open[at] = open[len(open)-1]
		open = open[:len(open)-1]
		k := c.links[uint32(most)]
		chain = append(chain, k.clause)
		for _, l := range c.clauses[k.clause] {
			v := variable(l)
			switch r := c.reason[v]; {
			case l == k.pivot:
			case r >= 0:
				if c.links[r].users--; c.links[r].users == 0 {
					open = append(open, c.opened(int(r)))
				}
			case c.values[v] != 0: // a literal of the step, for the first time
				c.values[v] = 0
				resolvent = append(resolvent, l)
			}
		}
	}
	c.open = open
	return resolvent, chain
}

// opened is an entry of open.
func (c *chains) opened(link int) uint64 {
	return uint64(c.links[link].clause)<<32 | uint64(link)
}
