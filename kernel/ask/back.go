package ask

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/kernel"
	"retroproof/kernel/resolve"
	"retroproof/kernel/rules"
	"retroproof/proofs/answers"
	"retroproof/proofs/illegal/facts"
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

// Clock is the answer to how many plies there were, at least, since the last capture or move of a pawn, or the start.
type Clock struct {
	Asked     // if it is illegal nothing else is known
	Plies int // at least
	// Open: the limit of positions, or an interruption, ended the search, so that there may have been more.
	Open bool
	// Plies quiet moves, and one that is none unless games begin there. With a game no number is larger for all games.
	WayBack
	// Passed are the positions through which every game went on its last quiet plies, the latest first.
	Passed []chess.Setup

	memory *memory
	root   *state
}

// AskClock finds how many plies at the end of every game have neither captures nor moves of pawns. It decides at most
// o.Questions positions; 0 is DefaultLimit.
func AskClock(ctx context.Context, goal *chess.Setup, o Options) (*Clock, error) {
	o.Positions = cmp.Or(o.Positions, RetractPositions)
	m, err := newMemory(&o, cmp.Or(o.Questions, DefaultLimit), retractGames)
	if err != nil {
		return nil, err
	}
	m.failures, m.inVain, m.fewKin, m.fewOpen = DefaultGames, mostInVain, fewOpenKin, fewOpen
	root, whole, err := m.ask(ctx, goal)
	if root == nil || err != nil || whole.Verdict == kernel.Illegal {
		return &Clock{Asked: Asked{*goal, m.start, whole}}, err
	}
	k := &Clock{Asked: o.asked(goal), Open: true}
	if err = m.first(ctx, root, true); err == nil && root.Verdict != kernel.Illegal {
		k, err = m.clock(ctx, root, MostPlies, true)
	}
	k.Whole = root.Answer
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	return k, ctx.Err()
}

// ask returns the position of a question, nil if it is none, with what a glance says of it.
func (m *memory) ask(ctx context.Context, goal *chess.Setup) (root *state, whole resolve.Answer, err error) {
	whole, err = m.o.glance(ctx, goal)
	if err == nil && !m.o.Premise.Ends(&m.start, goal) {
		whole = excluded(goal, &m.start)
	}
	if p, bad := chess.NewPosition(*goal); bad == nil && err == nil {
		root, _ = m.find(p)
	}
	return root, whole, err
}

// clock goes back from a position for at most so many plies, and perhaps looks for a game to the end of one way.
func (m *memory) clock(ctx context.Context, root *state, most int, harder bool) (*Clock, error) {
	k := &Clock{Asked: m.o.asked(&root.Setup), memory: m, root: root}
	best, plies, err := m.shortest(ctx, &trail{state: root}, most, harder, func(_ *trail, b *retraction) bool {
		return b.resets()
	})
	k.Plies, k.Open = plies, best == nil && plies < most
	if best != nil {
		k.WayBack = best.way(m)
	}
	for s := root; len(k.Passed) < plies && s.taken; {
		left := slices.DeleteFunc(slices.Clone(s.back), func(b retraction) bool { return b.before.Verdict == kernel.Illegal })
		if len(left) != 1 {
			break
		}
		s = left[0].before
		k.Passed = append(k.Passed, s.Setup)
	}
	return k, err
}

// resets reports whether an un-move takes back a capture, or a move of a pawn.
func (r *retraction) resets() bool {
	return r.Captured != chess.NoMan || r.before.position.At(r.Move.From()).Kind() == chess.Pawn
}

// endDrawn excludes positions of a premise before which games have ended, as too many quiet plies lead there.
func (m *memory) endDrawn(ctx context.Context, levels [][]*state) (found []*Clock, err error) {
	for _, level := range levels {
		for _, s := range level {
			for i := range s.back {
				b := &s.back[i]
				k, err := m.drawn(ctx, b.before, 1)
				if err != nil {
					return found, err
				}
				if k != nil {
					found = append(found, k)
					b.before = &state{Answer: excluded(&k.Setup, &m.start)}
				}
			}
		}
	}
	return found, nil
}

// drawn returns the clock of an open position if no game of the premise has so many more plies behind it, or nil.
func (m *memory) drawn(ctx context.Context, s *state, more int) (*Clock, error) {
	if !m.o.quiet() || s.Verdict != kernel.Unknown {
		return nil, nil
	}
	most := m.o.Premise.MaxQuiet + 1 - more
	k, err := m.clock(ctx, s, most, false)
	if err != nil || k.Plies < most {
		return nil, err
	}
	return k, nil
}

// quiet reports whether the premise ends games after some quiet plies.
func (o *Options) quiet() bool { return o.Premise != nil && o.Premise.MaxQuiet > 0 }

// claim adds the claims how many plies every game has at its end without captures and moves of pawns, and through which
// positions every game went.
func (c *Clock) claim(ctx context.Context, to *Certificate) error {
	if c.root == nil || c.Whole.Verdict == kernel.Illegal {
		return to.Add(ctx, &LastMoves{Asked: c.Asked})
	}
	if err := to.clock(ctx, c); err != nil {
		return err
	}
	c.claimGame(to, plain(&c.Setup))
	for s, i := c.root, 0; i < len(c.Passed); i++ {
		if err := to.Add(ctx, c.memory.lastMoves(s)); err != nil {
			return err
		}
		s = c.memory.states[c.Passed[i]]
	}
	return nil
}

// clock adds the first of these claims, with evidence against all captures and moves of pawns on the ways back.
func (c *Certificate) clock(ctx context.Context, k *Clock) error {
	layer, seen := []*state{k.root}, map[*state]bool{k.root: true}
	for range k.Plies {
		var next []*state
		for _, s := range layer {
			for _, b := range s.back {
				if b.before.Verdict == kernel.Illegal {
					if err := c.proveBefore(ctx, &b.before.Answer); err != nil {
						return err
					}
				} else if !seen[b.before] {
					seen[b.before] = true
					next = append(next, b.before)
				}
			}
		}
		layer = next
	}
	if k.Plies > 0 {
		c.claim(answers.Claim{Kind: answers.KindClock, FEN: plain(&k.Setup), Clock: k.Plies})
	}
	return nil
}

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
