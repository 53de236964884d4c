package core

import "slices"

// Propagator does unit propagation over clauses that are added and deleted. Literals are as in DIMACS.
//
// Clauses with two or more literals are watched at the first two, of which neither is false at top level when
// propagation has ended, unless the other one is true. A clause that is false, or that has one literal left, has a
// watched literal that has become false: so it is found when that one's watches are visited.
type Propagator struct {
	Dead   bool  // the clauses contradict each other
	Visits int64 // to watched clauses

	variables int32
	values    []int8 // by literal (see index): 1 true, -1 false
	trail     []int32
	watches   [][]watch // by literal: of clauses that watch it
	literals  []int32   // of all clauses, before each how many it has; 0 for one that was deleted
}

// watch is a watched clause, with another literal of it: if that one is true, the clause need not be looked at.
type watch struct{ clause, other int32 }

// NewPropagator returns a propagator for clauses over so many variables.
func NewPropagator(variables int) *Propagator {
	n := 2*variables + 1
	return &Propagator{variables: int32(variables), values: make([]int8, n), watches: make([][]watch, n)}
}

// index is the place of a literal in tables.
func (p *Propagator) index(l int32) int32 { return p.variables + l }

// Value returns 1 for a literal that is true, -1 for one that is false, and 0 otherwise.
func (p *Propagator) Value(l int32) int8 { return p.values[p.index(l)] }

func (p *Propagator) assign(l int32) {
	p.values[p.index(l)], p.values[p.index(-l)] = 1, -1
	p.trail = append(p.trail, l)
}

// Add adds a clause, which is kept if it has more than one literal that is not false. It returns its number, or -1 if
// it was not kept. Literals that clauses of one literal make true are true from then on.
func (p *Propagator) Add(literals []int32) int {
	var clause []int32
	for _, l := range literals {
		switch {
		case p.Value(l) > 0:
			return -1
		case p.Value(l) == 0 && !slices.Contains(clause, l):
			clause = append(clause, l)
		}
	}
	switch len(clause) {
	case 0:
		p.Dead = true
	case 1:
		from := len(p.trail)
		p.assign(clause[0])
		p.Dead = !p.propagate(from) || p.Dead
	default:
		n := int32(len(p.literals) + 1)
		p.literals = append(append(p.literals, int32(len(clause))), clause...)
		for i := range 2 {
			w := &p.watches[p.index(clause[i])]
			*w = append(*w, watch{n, clause[1-i]})
		}
		return int(n)
	}
	return -1
}

// Delete deletes a clause by its number.
func (p *Propagator) Delete(n int) { p.literals[n-1] = 0 }

// Follows reports whether the negations of all literals of a clause lead to a contradiction by unit propagation. What
// they make true is undone.
func (p *Propagator) Follows(clause []int32) bool {
	from := len(p.trail)
	follows := false
	for _, l := range clause {
		if follows = p.Value(l) > 0; follows {
			break
		}
		if p.Value(l) == 0 {
			p.assign(-l)
		}
	}
	follows = follows || !p.propagate(from)
	for _, l := range p.trail[from:] {
		p.values[p.index(l)], p.values[p.index(-l)] = 0, 0
	}
	p.trail = p.trail[:from]
	return follows
}

// propagate makes the last literal of clauses true whose others are false, for all literals of the trail from a
// place on. It returns false if a clause has no literal left.
func (p *Propagator) propagate(from int) bool {
	for ; from < len(p.trail); from++ {
		gone := -p.trail[from]
		list := p.watches[p.index(gone)]
		kept := list[:0]
		for i, w := range list {
			p.Visits++
			if p.Value(w.other) > 0 {
				kept = append(kept, w)
				continue
			}
			clause := p.literals[w.clause:][:p.literals[w.clause-1]]
			if len(clause) == 0 {
				continue
			}
			if clause[0] == gone {
				clause[0], clause[1] = clause[1], gone
			}
			if !p.watchAnother(w.clause, clause) {
				kept = append(kept, watch{w.clause, clause[0]})
				switch p.Value(clause[0]) {
				case 0:
					p.assign(clause[0])
				case -1:
					p.watches[p.index(gone)] = append(kept, list[i+1:]...)
					return false
				}
			}
		}
		p.watches[p.index(gone)] = kept
	}
	return true
}

// watchAnother has a clause watched at another literal than its second one, which is false.
func (p *Propagator) watchAnother(n int32, clause []int32) bool {
	if p.Value(clause[0]) > 0 {
		return false
	}
	for k := 2; k < len(clause); k++ {
		if p.Value(clause[k]) >= 0 {
			clause[1], clause[k] = clause[k], clause[1]
			w := &p.watches[p.index(clause[1])]
			*w = append(*w, watch{n, clause[0]})
			return true
		}
	}
	return false
}
