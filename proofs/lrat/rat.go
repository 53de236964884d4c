package lrat

import "slices"

// NewRATChecker returns a checker of proofs in which a step may also be RAT, resolution asymmetric tautology, on its
// first literal: every clause alive with the negative of that literal, resolved with the new clause, gives one that
// follows from those alive. They may have variables beyond those of the formula.
//
// Such a clause need not follow, but if the clauses alive have a model, so have they with the new one. Take a model
// that violates it, and make its first literal true. Only clauses with the negative of that literal can be violated
// now. What such a clause and the new one resolve to is true in the model, and no literal of the new clause is: so one
// of the other literals of the old clause is true, and still is.
func NewRATChecker(memory int64) *Checker {
	c := NewChecker(MaxVariable, memory)
	c.notByHints = c.groups
	return c
}

// groups checks the hints of a step with RAT, from the first negative one on, 0 if there is none. Behind the negative
// number of a clause
// are the hints that lead to a conflict if its literals, too, are false, but for the negative of the first. The numbers
// increase, so that no clause comes twice; that none is missing shows the count.
func (c *Checker) groups(p *Reader, next int64) error {
	clause := c.alive.Begun()
	if len(clause) == 0 {
		return p.Fail(ErrNoConflict, "literals that follow: %d", len(c.trail))
	}
	pivot, length := clause[0], len(c.trail)
	left := c.count[pivot.Not()]
	for id := int64(0); next != 0; left-- {
		if -next <= id {
			return p.Fail(ErrRAT, "hint %d is not behind %d", next, -id)
		}
		id = -next
		other := c.alive.Find(id)
		if !slices.Contains(other, pivot.Not()) {
			return p.Fail(ErrRAT, "clause %d is not alive, or has not the literal %d", id, pivot.Not().DIMACS())
		}
		conflict := false
		for _, l := range other {
			if l == pivot.Not() {
				continue
			}
			if _, err := c.assume(l); err != nil {
				return err
			}
			conflict = conflict || c.falsified[l.Not()] == 1
		}
		var err error
		if conflict, next, err = c.hints(p, conflict); err != nil {
			return err
		}
		if !conflict {
			return p.Fail(ErrNoConflict, "with clause %d", id)
		}
		c.undo(length)
	}
	if left != 0 {
		return p.Fail(ErrRAT, "clauses with the literal %d left out: %d", pivot.Not().DIMACS(), left)
	}
	return nil
}
