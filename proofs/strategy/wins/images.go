package wins

import (
	"context"
	"fmt"
	"slices"

	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/rules"
)

// Symmetric checks that a strategy says the same in all images of a position, of which the table has one: what it is about
// and claims, its measure, its steps and their moves. Expressions that name no file, no rank and no direction do so by what
// they are; if there are others, all are evaluated in every image. The error wraps ErrText, or is that of the context.
func (t *Table) Symmetric(ctx context.Context) error {
	all := []*core.Expr{t.About, t.Claim.When}
	for _, s := range t.Steps {
		all = append(all, s.Condition)
		if s.Amount != nil {
			all = append(all, s.Amount)
		}
	}
	if t.Force != nil {
		all = append(all, t.Force.Measure)
	}
	if !slices.ContainsFunc(all, func(x *core.Expr) bool { return !core.Invariant(x) }) {
		return nil
	}
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
				if q := g.Position(t.Board, p); !t.sameIn(&p, &q, k) {
					return fmt.Errorf("%w: %s and %s are images, of which it does not say the same", ErrText, t.Describe(p), t.Describe(q))
				}
			}
		}
	}
	return nil
}

// sameIn reports whether the strategy says the same in p, which has number k or none, and in its image q.
func (t *Table) sameIn(p, q *rules.Position, k int32) bool {
	about := t.Within(p)
	switch {
	case t.Within(q) != about || about && p.White && t.Claimed(*p) != t.Claimed(*q):
		return false
	case k == none || !p.White:
		return true
	case t.Force != nil:
		return t.Measure(*p) == t.Measure(*q)
	case !t.claim[k]:
		return true
	}
	var buf [64]rules.Position
	moves, step := t.Strategy.Moves(buf[:0], *q)
	list := t.by.of(int(k))
	return step == int(t.step[k]) && len(moves) == len(list) &&
		!slices.ContainsFunc(moves, func(m rules.Position) bool { return !slices.Contains(list, t.number(&m)) })
}
