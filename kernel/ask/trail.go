package ask

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/kernel"
	"retroproof/proofs/answers"
)

// trail is a position on a way back with the men that are not free yet.
type trail struct {
	*state
	men   chess.Bitboard
	after *trail
	move  chess.Move
}

// shortest goes back in layers of positions that are not refuted, for at most so many plies, until an un-move ends a
// way, or games begin. It returns the best of the first ways to end that are not refuted, nil if there is none, and how
// many plies were taken back before without one. If it shall try harder, budgets are those of a question about last
// moves.
func (m *memory) shortest(ctx context.Context, first *trail, most int, harder bool,
	ends func(after *trail, b *retraction) bool) (best *trail, plies int, err error) {
	type key struct {
		*state
		men chess.Bitboard
	}
	// Breadth first, so that the first layer with an end is the shortest way. A layer costs a verdict for each un-move.
	seen := map[key]bool{}
	for layer, cut := []*trail{first}, false; plies < most; plies++ {
		if i := slices.IndexFunc(layer, func(a *trail) bool { return a.Reason == kernel.IsStart }); i >= 0 {
			return layer[i], plies, nil
		}
		var next, found []*trail
		for _, a := range layer {
			if err := m.retract(ctx, a.state, true); errors.Is(err, errLimit) || ctx.Err() != nil {
				cut = true // other ways may be left, which are no shorter
				break
			} else if err != nil {
				return nil, plies, err
			}
			for i := range a.back {
				b := &a.back[i]
				one := &trail{b.before, a.men, a, b.Move}
				if to := b.Move.To(); a.men.Has(to) {
					one.men = a.men&^to.Bit() | b.Move.From().Bit()
				}
				switch k := (key{b.before, one.men}); {
				case b.before.Verdict == kernel.Illegal || seen[k]:
				case ends(a, b):
					found = append(found, one)
				default:
					seen[k] = true
					next = append(next, one)
				}
			}
		}
		if len(found) > 0 {
			if best, err = m.best(ctx, found, harder); err != nil || best.Verdict != kernel.Illegal {
				return best, plies, err
			}
		}
		if cut {
			break
		}
		layer = next
	}
	return nil, plies, nil
}

// best returns the best of ways: one with a game, else one that is not refuted. Undecided ones are tried again, at the
// cost of a search for a game each.
func (m *memory) best(ctx context.Context, ways []*trail, harder bool) (*trail, error) {
	for _, one := range ways {
		if one.Verdict == kernel.Unknown {
			if found, err := m.connect(one.state); err != nil || !found {
				if err = cmp.Or(err, m.second(ctx, one.state)); err != nil && ctx.Err() == nil {
					return nil, err
				}
			}
		}
		if one.Verdict == kernel.Legal {
			return one, nil
		}
	}
	if harder {
		var open []*state
		for _, one := range ways {
			open = append(open, one.state)
		}
		if err := m.later(ctx, [][]*state{open}, func() bool { return false }); err != nil && ctx.Err() == nil {
			return nil, err
		}
	}
	best := ways[0]
	for _, one := range ways[1:] {
		if one.Verdict == kernel.Legal || best.Verdict == kernel.Illegal {
			best = one
		}
	}
	return best, nil
}

// WayBack is a way back to a position that is not refuted.
type WayBack struct {
	Unmoves []string     // the last move first
	Before  *chess.Setup // the position, nil if no way was found
	Game    []chess.Move // one that ends with these moves, if not nil
}

// way returns the way to the end of a trail.
func (t *trail) way(m *memory) WayBack {
	w := WayBack{Before: &t.Setup}
	legal := t.Verdict == kernel.Legal
	if legal {
		w.Game = slices.Clone(m.played(t.state))
	}
	for ; t.after != nil; t = t.after {
		if legal {
			w.Game = append(w.Game, t.move)
		}
		w.Unmoves = append(w.Unmoves, t.after.position.UnmoveText(t.move, t.position.Captured(t.move)))
	}
	slices.Reverse(w.Unmoves)
	return w
}

// claimGame adds the claim that the game leads to a position, if there is one.
func (w *WayBack) claimGame(c *Certificate, fen string) {
	if w.Game != nil {
		c.claim(answers.Claim{Kind: answers.KindGame, FEN: fen, Game: &answers.Game{Moves: notation.UCI(w.Game)}})
	}
}
