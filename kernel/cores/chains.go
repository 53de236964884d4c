package cores

import (
	"cmp"
	"errors"
	"slices"

	"retroproof/kernel/formula"
	"retroproof/sat"
)

// errHints is the error about a step that its hints do not derive. The solver writes none.
var errHints = errors.New("the hints of a step do not derive it")

// chains makes chains of resolutions out of a proof by hints. Hints make clauses unit, one after the other, until one is
// false: resolving that one with the others backwards gives the clause of the step, or a part of it.
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
	open   []uint64 // links that come next, below the number of the clause: all clauses with the negation of the pivot are in the chain
}

// link is a clause of a chain.
type link struct {
	clause int32 // its number
	pivot  int32 // the literal that it made true; 0 in the clause that is false
	users  int32 // how many needed links have the negation of the pivot, and are not in the chain yet
}

// resolve returns the refutation that a prover has found for a formula, by chains. clauses are those of the formula, and what
// the chains derive, from number 1 on; the last one is empty.
func resolve(cnf *formula.CNF, p *sat.Prover) (clauses, derived [][]int32, err error) {
	w := &chains{clauses: slices.AppendSeq(make([][]int32, 1, 1+p.Stats().Clauses), cnf.Clauses), values: make([]int8, cnf.NumVars()+1), reason: make([]int32, cnf.NumVars()+1)}
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
func (w *chains) value(l int32) int8 {
	if l < 0 {
		return -w.values[-l]
	}
	return w.values[l]
}

// assign makes a literal true.
func (w *chains) assign(l, reason int32) {
	w.values[variable(l)] = 1
	if l < 0 {
		w.values[-l] = -1
	}
	w.reason[variable(l)] = reason
	w.trail = append(w.trail, l)
}

// add adds the chain of a step.
func (w *chains) add(id int64, literals []int32, hints []int64) {
	if w.done || w.err != nil {
		return
	}
	for _, l := range literals {
		if w.value(l) == 0 {
			w.assign(-l, -1)
		}
	}
	if !w.propagate(hints) {
		w.err = errHints
		return
	}
	w.need()
	number := w.links[len(w.links)-1].clause
	if clause, chain := w.chain(); len(chain) > 1 {
		number = int32(len(w.clauses))
		w.clauses = append(w.clauses, clause)
		w.chains = append(w.chains, chain)
		w.done = len(clause) == 0
	}
	w.numbers = append(w.numbers, number)
	for _, l := range w.trail {
		w.values[variable(l)], w.reason[variable(l)] = 0, -1
	}
	w.trail = w.trail[:0]
}

// propagate follows the hints up to the clause that is false. Hints whose literal is true already are left out.
func (w *chains) propagate(hints []int64) bool {
	w.links = w.links[:0]
	for _, h := range hints {
		n := w.numbers[h]
		unit, open := int32(0), 0
		for _, l := range w.clauses[n] {
			if w.value(l) >= 0 {
				unit = l
				open++
			}
		}
		switch {
		case open == 0:
			w.links = append(w.links, link{clause: n})
			return true
		case open > 1:
			return false
		case w.value(unit) == 0:
			w.links = append(w.links, link{clause: n, pivot: unit})
			w.assign(unit, int32(len(w.links)-1))
		}
	}
	return false
}

// need counts, for each link, the needed ones that have the negation of its pivot. It is needed if there are any, and
// so is the last one.
func (w *chains) need() {
	for i := len(w.links) - 1; i >= 0; i-- {
		k := &w.links[i]
		if k.users == 0 && k.pivot != 0 {
			continue
		}
		for _, l := range w.clauses[k.clause] {
			if r := w.reason[variable(l)]; l != k.pivot && r >= 0 {
				w.links[r].users++
			}
		}
	}
}

// chain returns the needed links, and their resolvent. A chain of one clause derives nothing new.
func (w *chains) chain() (resolvent, chain []int32) {
	open := append(w.open[:0], w.opened(len(w.links)-1))
	for len(open) > 0 {
		at, most := 0, open[0]
		for i, o := range open {
			if o > most {
				at, most = i, o
			}
		}
		open[at] = open[len(open)-1]
		open = open[:len(open)-1]
		k := w.links[uint32(most)]
		chain = append(chain, k.clause)
		for _, l := range w.clauses[k.clause] {
			v := variable(l)
			switch r := w.reason[v]; {
			case l == k.pivot:
			case r >= 0:
				if w.links[r].users--; w.links[r].users == 0 {
					open = append(open, w.opened(int(r)))
				}
			case w.values[v] != 0: // a literal of the step, for the first time
				w.values[v] = 0
				resolvent = append(resolvent, l)
			}
		}
	}
	w.open = open
	return resolvent, chain
}

// opened is an entry of open.
func (w *chains) opened(link int) uint64 {
	return uint64(w.links[link].clause)<<32 | uint64(link)
}
