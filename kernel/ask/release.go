package ask

import (
	"context"
	"errors"
	"fmt"

	"retroproof/chess"
	"retroproof/kernel"
	"retroproof/kernel/resolve"
	"retroproof/kernel/rules"
	"retroproof/proofs/answers"
	"retroproof/proofs/illegal/facts"
)

// Release is the answer to how far back some men that stand in each other's way were loose: when
// one of them stood farther than a king's step from where they all are. Only these men and those
// that never move are looked at, so that Plies is a lower bound for all games. Un-moves that reach it
// are shown up to the position Before; whether a game leads there is not asked.
type Release struct {
	Asked
	Men  chess.Bitboard // 0 if all men can move back, or never moved
	Zone chess.Bitboard // the squares that a man leaves
	// Illegal is why the position is illegal, if that is found at once: a sentence without its full
	// stop. Then nothing else is known.
	Illegal string
	// Plies is the least number of plies back, 0 if the men never were loose. If Open, the budget
	// ended the search, and Plies is the least number that was not searched.
	Plies int
	Open  bool
	// Started: going back, the men can come to their squares at the start. If they cannot, and never
	// were loose, no game leads to the position.
	Started bool
	WayBack // to such a position, if one was found: no way back to a position that is not refuted is shorter

	facts  []facts.Fact    // on men that never move
	proven *facts.Proven   // from them
	whole  *resolve.Answer // if the position is illegal
}

// ErrMen says that the men of a question are none that can be asked about.
var ErrMen = errors.New("no men for this question")

// AskRelease looks for the shortest release of men on some squares; 0 stands for all men that have
// no move back and are not certain never to have moved.
func AskRelease(ctx context.Context, goal *chess.Setup, men chess.Bitboard, o Options) (*Release, error) {
	r := &Release{Asked: o.asked(goal), Men: men}
	p, err := chess.NewPosition(*goal)
	if err != nil {
		return nil, err
	}
	origins, refuted := rules.NewOrigins(&r.Start, goal)
	if refuted != nil {
		r.Illegal = refuted.Detail
		whole, err := o.glance(ctx, goal)
		if err != nil && ctx.Err() == nil {
			return nil, err
		}
		r.whole = &whole
		return r, err
	}
	r.facts = origins.Facts()
	proven, err := facts.Verify(&r.Start, goal, r.facts)
	if err != nil {
		return nil, err
	}
	r.proven = proven
	if r.Men == 0 {
		r.Men = jammed(p) &^ proven.Blocked
		if r.Men == 0 {
			return r, nil
		}
	}
	if fixed := r.Men & proven.Blocked; fixed != 0 {
		return nil, fmt.Errorf("%w: %s never moved", ErrMen, rules.Men(goal, fixed))
	}
	r.Zone = answers.ReleaseZone(r.Men)
	found, err := answers.ReleaseOf(proven, r.Men)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrMen, err)
	}
	r.Plies, r.Open, r.Started = found.Plies, found.Open, found.Started
	if r.Plies == 0 || r.Open {
		return r, ctx.Err()
	}
	if err := r.search(ctx, p, o); err != nil {
		return nil, err
	}
	return r, ctx.Err()
}

// jammed returns the men that have no square to go back to.
func jammed(p *chess.Position) (set chess.Bitboard) {
	all := p.Occupied()
	for sq := range all.Squares() {
		m := p.At(sq)
		back := chess.Attacks(m, sq, all) &^ all
		if m.Kind() == chess.Pawn {
			back = 0
			if m.Color().RelativeRank(sq.Rank()) > 1 {
				behind := chess.MakeSquare(sq.File(), sq.Rank()-m.Color().Forward()/8)
				back = (behind.Bit() | chess.PawnAttacks(m.Color().Other(), sq)) &^ all
			}
		}
		if back == 0 {
			set |= sq.Bit()
		}
	}
	return set
}

const (
	releasePositions = 1500 // that search decides
	releaseGames     = 12   // attempts to build a game to a position where a man is free
)

// search goes back until a man is free, and looks for a game to one of the first positions where that is so.
func (r *Release) search(ctx context.Context, p *chess.Position, o Options) error {
	m, err := newMemory(&o, releasePositions, releaseGames)
	if err != nil {
		return err
	}
	root, _ := m.find(p)
	best, _, err := m.shortest(ctx, &trail{state: root, men: r.Men}, MostPlies, false, func(a *trail, b *retraction) bool {
		return a.men.Has(b.Move.To()) && !r.Zone.Has(b.Move.From())
	})
	if best == nil || err != nil {
		return err
	}
	r.WayBack = best.way(m)
	return nil
}

// Verdict returns "at-least" for a bound, "shown" if un-moves reach it, "open" if the budget ended
// the search, "never" if the men were not loose, "impossible" if that makes the position illegal,
// "illegal" if it is so anyway, and "none" if there are no men to release.
func (r *Release) Verdict() string {
	switch {
	case r.Illegal != "":
		return "illegal"
	case r.Men == 0:
		return "none"
	case r.Open:
		return "open"
	case r.Plies == 0 && r.Started:
		return "never"
	case r.Plies == 0:
		return "impossible"
	case r.Before == nil:
		return "at-least"
	}
	return "shown"
}

// claim adds the claim about the release of men: how far back they were loose at the earliest. If
// there are none to release, it adds which men never moved, and if the position is illegal, that it is.
func (r *Release) claim(ctx context.Context, c *Certificate) error {
	claim := answers.Claim{FEN: plain(&r.Setup)}
	switch {
	case r.whole != nil:
		if r.whole.Verdict != kernel.Illegal {
			return nil
		}
		return c.illegal(ctx, r.whole)
	case r.Men != 0:
		claim.Kind = answers.KindRelease
		claim.Release = &answers.Release{Men: facts.Squares(r.Men), Blocked: r.facts, Plies: r.Plies,
			Illegal: r.Plies == 0 && !r.Started}
	case r.proven.Blocked|r.proven.Dead != 0:
		claim.Kind = answers.KindUnmoved
		claim.Unmoved = &answers.Unmoved{Blocked: r.facts, Stayed: facts.Squares(r.proven.Blocked),
			Dead: facts.Squares(r.proven.Dead)}
	default:
		return nil // the diagram says it
	}
	c.claim(claim)
	r.claimGame(c, claim.FEN)
	return nil
}
