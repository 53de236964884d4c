package wins

import (
	"context"
	"fmt"
	"slices"

	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/rules"
)

// Symmetric checks that a strategy says the same in all images of a position, of which the table has one: what it is
// about and claims, its measure, its steps and their moves. Expressions that name no file, no rank and no direction do
// so by what they are; the others are evaluated in every image. The error wraps ErrText, or is that of the context.
func (t *Table) Symmetric(ctx context.Context) error {
	// What varies with the image by what it is made of; most texts have no such expression, and nothing is evaluated.
	moves := t.Force != nil && !core.Invariant(t.Force.Measure)
	for _, s := range t.Steps {
		moves = moves || !core.Invariant(s.Condition) || s.Amount != nil && !core.Invariant(s.Amount)
	}
	if !moves && core.Invariant(t.About) && core.Invariant(t.Claim.When) {
		return nil
	}
	// All legal positions in all images: as much as making the table, times the images.
	for _, white := range []bool{true, false} {
		for i, k := range t.side(white).place {
			p := t.position(uint32(i), white)
			if i%256 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			if !t.Legal(&p) {
				continue
			}
			for _, g := range t.group[1:] {
				if q := t.ImageOf(g, p); !t.sameIn(&p, &q, k, moves) {
					return fmt.Errorf("%w: %s and %s are images, of which it does not say the same",
						ErrText, t.Describe(p), t.Describe(q))
				}
			}
		}
	}
	return nil
}

// sameIn reports whether the strategy says the same in p, which has number k or none, and in its image q: about moves,
// too, if that is asked for.
func (t *Table) sameIn(p, q *rules.Position, k int32, moves bool) bool {
	about := t.Within(p)
	switch {
	case t.Within(q) != about || about && p.White && t.Claimed(*p) != t.Claimed(*q):
		return false
	case !moves || k == none || !p.White:
		return true
	case t.Force != nil:
		return t.Measure(*p) == t.Measure(*q)
	case !t.claim[k]:
		return true
	}
	var buf [64]rules.Position
	there, step := t.Strategy.Moves(buf[:0], *q)
	list := t.by.of(int(k))
	return step == int(t.step[k]) && len(there) == len(list) &&
		!slices.ContainsFunc(there, func(m rules.Position) bool { return !slices.Contains(list, t.number(&m)) })
}
