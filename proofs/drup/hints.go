package drup

import (
	"cmp"
	"slices"
	"strconv"

	"retroproof/proofs/lrat"
)

// literals writes the literals of the clause that has been read, the first one first, and 0.
func (p *propagator) literals() {
	if p.first != 0 {
		p.line = strconv.AppendInt(append(p.line, ' '), int64(p.first.DIMACS()), 10)
	}
	for _, l := range p.lits {
		if l != p.first {
			p.line = strconv.AppendInt(append(p.line, ' '), int64(l.DIMACS()), 10)
		}
	}
	p.line = append(p.line, " 0"...)
}

// hints writes the clauses from which a conflict follows, in the order of their assignments, and then the clause of the
// conflict; or, if a literal is true already that should be false, the reasons for that.
func (p *propagator) hints(conflict int64, already lrat.Lit) {
	mark := func(id int64) {
		for _, l := range p.Find(id) {
			p.seen[l>>1] = true
		}
	}
	var hints []int64
	if already != 0 {
		p.seen[already>>1] = true
	} else {
		hints = append(hints, conflict)
		mark(conflict)
	}
	for i := len(p.trail) - 1; i >= 0; i-- {
		l := p.trail[i] // false
		if !p.seen[l>>1] {
			continue
		}
		p.seen[l>>1] = false
		if _, assumed := slices.BinarySearch(p.lits, l); !assumed && p.reasons[l>>1] != 0 {
			hints = append(hints, p.reasons[l>>1])
			mark(p.reasons[l>>1])
			p.seen[l>>1] = false
		}
	}
	for _, h := range slices.Backward(hints) {
		p.line = strconv.AppendInt(append(p.line, ' '), h, 10)
	}
}

// rat writes the hints of a clause that does not follow, and of which all literals are false by now: behind the
// negative number of each clause with the negative of the first literal those for a conflict if that one's other
// literals, too, are false. It returns 0, or the clause without a conflict: then the step is not RAT.
//
// The clauses are found in lists by literal, which are made at the first such step.
func (p *propagator) rat() (open int64) {
	if !p.indexed {
		p.indexed, p.occurs = true, make([][]uint32, len(p.watches))
		for id := int64(1); id < p.lastID; id++ {
			p.index(id, p.Find(id))
		}
	}
	length := len(p.trail)
	list := &p.occurs[p.first.Not()]
	*list = slices.DeleteFunc(*list, func(id uint32) bool { return p.Find(int64(id)) == nil })
	for _, id := range *list {
		conflict, already := int64(0), lrat.Lit(0)
		for _, l := range p.Find(int64(id)) {
			switch {
			case l == p.first.Not() || p.falsified[l]:
			case p.falsified[l.Not()]:
				already = cmp.Or(already, l)
			case already == 0:
				p.assign(l.Not(), 0)
			}
		}
		p.line = strconv.AppendInt(append(p.line, ' '), -int64(id), 10)
		if already == 0 {
			conflict = p.propagate()
		}
		if conflict == 0 && already == 0 {
			return int64(id)
		}
		p.hints(conflict, already)
		p.undo(length)
		p.head = length
	}
	return 0
}

// index adds a clause to the lists of its literals.
func (p *propagator) index(id int64, clause []lrat.Lit) {
	for _, l := range clause {
		p.occurs[l] = append(p.occurs[l], uint32(id))
	}
	p.Charge(4 * int64(len(clause)))
}

// grow makes room for a literal of a variable beyond those of the formula.
func (p *propagator) grow(l lrat.Lit) error {
	old := int64(len(p.watches))
	if int64(l) < old {
		return nil
	}
	n := min(max(2*old, int64(l|1)+1), 2*lrat.MaxVariable+2)
	bytes := (n - old) * (24 + 24 + 1 + 4 + 4 + 1)
	if err := p.Reserve(bytes); err != nil || n != int64(int(n)) {
		return lrat.ErrMemory
	}
	p.Charge(bytes)
	p.falsified = append(p.falsified, make([]bool, n-old)...)
	p.watches = append(p.watches, make([][]watch, n-old)...)
	p.reasons = append(p.reasons, make([]int64, (n-old)/2)...)
	p.seen = append(p.seen, make([]bool, (n-old)/2)...)
	if p.indexed {
		p.occurs = append(p.occurs, make([][]uint32, n-old)...)
	}
	return nil
}
