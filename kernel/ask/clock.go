package ask

import (
	"cmp"
	"context"
	"slices"

	"retroproof/chess"
	"retroproof/kernel"
	"retroproof/kernel/resolve"
	"retroproof/proofs/answers"
)

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
