package lrat

import (
	"context"
	"io"
)

// chainForm is the form of a proof by chains. A step that adds a clause is the numbers of the clauses of its chain; one
// that deletes clauses is 0 and their numbers. Each is ended by 0.
type chainForm struct{ binaryForm }

func (chainForm) name() string { return "chains" }

func (chainForm) step(p *Reader) (Op, error) {
	b, ok := p.peek()
	switch {
	case !ok:
		return End, p.failed()
	case b != 0:
		return Add, nil
	}
	p.at = p.offset()
	p.pos++
	if b, ok = p.peek(); ok && b == 0 {
		return End, p.Fail(ErrNotStep, "found 0 twice, expected the number of a clause that is deleted")
	}
	return Delete, nil // an error of the reader comes with the first number
}

// Chains checks that a proof by chains of resolutions, as the package comment defines it, refutes the clauses that were
// added. visit, which may be nil, is called for every clause that a chain adds, with its number, its literals and the
// numbers of the chain's clauses; the slices are valid during the call. The error is that of CheckLRAT, or the context's.
func (c *Checker) Chains(ctx context.Context, proof io.Reader, name string, visit func(id int64, clause []Lit, chain []int64)) (Stats, error) {
	p := newBinaryReader(proof, name, true)
	p.form = chainForm{binaryForm{unsigned: true}}
	// Chains have the literals of the formula, no others: it has been added.
	if err := c.alive.Reserve(int64(len(c.falsified))); err != nil {
		return Stats{}, err
	}
	c.alive.Charge(int64(len(c.falsified)))
	gone := make([]bool, len(c.falsified))
	stats, err := c.check(ctx, p, func(p *Reader) error { return c.chain(p, gone, visit) })
	stats.Format = p.form.name()
	return stats, err
}

// chain adds the resolvent of clauses: of the first and the second, of that and the third, and so on. Each must have
// exactly one literal whose negation is in the resolvent so far. That one and its negation are left out; all other
// literals of both are in the next resolvent, which follows from the two. No chain needs a literal again that was
// left out: that is refused, so that the trail has each literal once. In the array gone these are true; it is all false
// before and after.
func (c *Checker) chain(p *Reader, gone []bool, visit func(id int64, clause []Lit, chain []int64)) error {
	p.ID = c.lastID + 1
	if c.alive.Wasteful() {
		c.alive.Compact()
	}
	var chain []int64
	for first := true; ; first = false {
		id, err := p.Number("a clause id")
		if err != nil {
			return err
		}
		if id == 0 && !first { // no clause has the number 0: a chain of no clauses is refused
			break
		}
		c.stats.Hints++
		next := c.alive.Find(id)
		if next == nil {
			return p.Fail(ErrDeletedHint, "clause %d, the last one is %d", id, c.lastID)
		}
		if visit != nil {
			chain = append(chain, id)
		}
		pivot, pivots := Lit(0), 0
		for _, l := range next {
			if c.falsified[l.Not()] == 1 && !gone[l.Not()] {
				pivot = l
				pivots++
			}
		}
		if !first && pivots != 1 {
			return p.Fail(ErrPivot, "clause %d has %d literals to resolve on, not one", id, pivots)
		}
		if !first {
			gone[pivot.Not()] = true
		}
		for _, l := range next {
			if gone[l] {
				return p.Fail(ErrPivot, "clause %d brings %d back, which was left out", id, l.DIMACS())
			}
			if l == pivot {
				continue
			}
			if _, err := c.assume(l); err != nil {
				return err
			}
		}
	}
	c.alive.Begin()
	for _, l := range c.trail {
		if gone[l] {
			gone[l] = false
			continue
		}
		if err := c.alive.Push(l); err != nil {
			return err
		}
	}
	c.undo(0)
	c.lastID = p.ID
	c.stats.Steps++
	if err := c.alive.Commit(p.ID); err != nil {
		return err
	}
	clause := c.alive.Begun()
	c.derived = len(clause) == 0
	if visit != nil {
		visit(p.ID, clause, chain)
	}
	return nil
}
