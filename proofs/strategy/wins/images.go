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
// they are; the others are evaluated in every image. The error wraps ErrText, or is that of the context.
func (t *Table) Symmetric(ctx context.Context) error {
	claims := !core.Invariant(t.Strategy.Claim.When)
	if claims || !core.Invariant(t.About) {
		for _, white := range []bool{true, false} {
			for i := range t.side(white).place {
				p := t.position(uint32(i), white)
				if i%256 == 0 && ctx.Err() != nil {
					return ctx.Err()
				}
				if !t.Legal(&p) {
					continue
				}
				about := t.Within(&p)
				for _, g := range t.group[1:] {
					if q := g.Position(t.Board, p); t.Within(&q) != about || claims && white && about && t.Claimed(q) != t.Claimed(p) {
						return t.differ(p, q, "what the strategy is about or claims")
					}
				}
			}
		}
	}
	steps := !slices.ContainsFunc(t.Steps, func(s core.Step) bool {
		return !core.Invariant(s.Condition) || s.Amount != nil && !core.Invariant(s.Amount)
	})
	if steps && (t.Force == nil || core.Invariant(t.Force.Measure)) {
		return nil
	}
	var buf [64]rules.Position
	for k, i := range t.white.index {
		if k%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		p := t.position(i, true)
		for _, g := range t.group[1:] {
			switch q := g.Position(t.Board, p); {
			case t.Force != nil && t.Measure(q) != t.Measure(p):
				return t.differ(p, q, "the measure")
			case t.Force == nil && t.claim[k]:
				moves, step := t.Strategy.Moves(buf[:0], q)
				list := t.by.of(k)
				if step != int(t.step[k]) || len(moves) != len(list) || slices.ContainsFunc(moves, func(m rules.Position) bool {
					return !slices.Contains(list, t.number(&m))
				}) {
					return t.differ(p, q, "the step or its moves")
				}
			}
		}
	}
	return nil
}

func (t *Table) differ(p, q rules.Position, what string) error {
	return fmt.Errorf("%w: %s and %s are images, of which it does not say the same: %s", ErrText, t.Describe(p), t.Describe(q), what)
}
