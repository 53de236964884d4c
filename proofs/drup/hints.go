package drup

import (
	"slices"
	"strconv"

	"retroproof/proofs/lrat"
)

// emit writes the clause that has been read as a step of LRAT. The hints are the clauses from
// which the conflict follows, in the order of their assignments, and then the clause of the
// conflict; or, if one of the clause's literals is already true, the reasons for that.
func (p *propagator) emit(conflict int64, already lrat.Lit) error {
	mark := func(id int64) {
		for _, l := range p.Find(id) {
			p.seen[l>>1] = true
		}
	}
	var hints []int64
	p.line = strconv.AppendInt(p.line[:0], p.lastID, 10)
	for _, l := range p.lits {
		p.line = strconv.AppendInt(append(p.line, ' '), int64(l.DIMACS()), 10)
	}
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
	p.line = append(p.line, " 0"...)
	for _, h := range slices.Backward(hints) {
		p.line = strconv.AppendInt(append(p.line, ' '), h, 10)
	}
	p.line = append(p.line, " 0\n"...)
	_, err := p.out.Write(p.line)
	return err
}
