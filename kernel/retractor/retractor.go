package retractor

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/kernel/ask"
	"retroproof/kernel/ways"
)

// DefaultNodes is the default of Options.Nodes.
const DefaultNodes = 20_000_000

// Options are the options of [Solve].
type Options struct {
	Ask   ask.Options // of decisions whether positions are legal
	Nodes uint64      // positions that are looked at for mates; 0 for DefaultNodes
}

// Answer is what is known of a problem.
type Answer struct {
	Whole   ask.Verdict // whether a game leads to the diagram
	Verdict ask.Verdict // whether it is solved: Possible if there is a solution, Impossible if there is none
	Keys    []*Line     // retractions that solve it, or may
	Tried   int         // first retractions that were looked at
	Nodes   uint64      // positions that were looked at for mates
	Cut     bool        // these are used up: there may be other solutions
}

// Line is a retraction of a solution.
type Line struct {
	Move     chess.Move
	Captured chess.Man
	Text     string      // "Kb1-a1"
	Verdict  ask.Verdict // Possible: it is legal, and everything behind it holds
	Before   chess.Setup // what is played from, in the most favourable case
	Mates    []string    // moves in SAN that mate then; none if moves are taken back on
	Next     []*Line     // of the other side: all that are not illegal, or in a help-retractor those of solutions
}

// ErrSide is the error of a diagram in which the wrong side has moved last.
var ErrSide = errors.New("it is the turn of the side that takes back: it has to have made the last move")

// solver is one problem.
type solver struct {
	Stipulation
	decider *ask.Decider
	forward Forward
	known   map[chess.Position]mating
}

// mostKnown is the largest number of positions that are remembered.
const mostKnown = 1 << 18

// mating are the moves of a position that mate, all of them if it is complete.
type mating struct {
	keys []chess.Move
	ok   bool
}

// Solve solves a problem whose diagram stands for some positions, which differ in castling rights and en passant
// squares.
func Solve(ctx context.Context, diagram []*chess.Position, s Stipulation, o Options) (*Answer, error) {
	d, err := ask.NewDecider(o.Ask)
	if err != nil {
		return nil, err
	}
	if s.Help && diagram[0].Turn() == s.Side {
		return nil, ErrSide
	}
	budget := cmp.Or(o.Nodes, DefaultNodes)
	v := &solver{s, d, Forward{budget}, map[chess.Position]mating{}}
	at := make([]chess.Position, len(diagram))
	for i, p := range diagram {
		at[i] = *p
	}
	a, err := v.solve(ctx, at)
	open := func(l *Line) bool { return l.Verdict == ask.Open }
	if err == nil && (a.Whole == ask.Open || slices.ContainsFunc(a.Keys, open)) {
		// Most is decided with small budgets. Where that leaves something open, what matters is tried once more.
		if err = d.Harder(ctx); err == nil {
			a, err = v.solve(ctx, at)
		}
	}
	if err != nil {
		return nil, err
	}
	a.Nodes = budget - v.forward.Nodes
	return a, nil
}

// solve looks at all retractions from the diagram.
func (s *solver) solve(ctx context.Context, at []chess.Position) (*Answer, error) {
	whole, err := s.decide(ctx, at)
	a := &Answer{Whole: whole.legal, Verdict: ask.Impossible}
	if err != nil || whole.legal == ask.Impossible {
		return a, err
	}
	steps := s.back(whole.left)
	a.Tried = len(steps)
	for _, u := range steps {
		if s.forward.Nodes == 0 {
			break
		}
		line, err := s.line(ctx, &u, s.Moves)
		if err != nil {
			return nil, err
		}
		if line.Verdict != ask.Impossible {
			a.Keys = append(a.Keys, line)
			a.Verdict = better(a.Verdict, line.Verdict)
		}
	}
	if a.Cut = s.forward.Nodes == 0; a.Cut {
		a.Verdict = better(a.Verdict, ask.Open)
	}
	return a, nil
}

// line looks at a retraction of the side that solves.
func (s *solver) line(ctx context.Context, u *step, moves int) (*Line, error) {
	if s.Help {
		return s.help(ctx, u, moves)
	}
	return s.key(ctx, u, moves)
}

// better returns the verdict of an alternative: possible before open before impossible.
func better(a, b ask.Verdict) ask.Verdict {
	rank := [...]int{ask.Open: 1, ask.Possible: 2, ask.Impossible: 0}
	if rank[a] >= rank[b] {
		return a
	}
	return b
}

// step is a retraction with all positions before it, whether they are legal or not.
type step struct {
	move     chess.Move
	captured chess.Man
	text     string
	before   []chess.Position
}

// line is what is known of the retraction at first: a verdict, and one of the positions before it.
func (s *step) line(v ask.Verdict) *Line {
	return &Line{Move: s.move, Captured: s.captured, Text: s.text, Verdict: v, Before: s.before[0].Setup()}
}

// back returns the retractions from some positions with the same men, those that capture nothing first.
func (s *solver) back(from []chess.Position) (all []step) {
	o := chess.UnmoveOptions{MaterialLimit: s.decider.Ordinary()}
	for i := range from {
		p := &from[i]
		for _, u := range p.Unmoves(nil, o) {
			at := slices.IndexFunc(all, func(t step) bool { return t.move == u.Move && t.captured == u.Captured })
			if at < 0 {
				at = len(all)
				all = append(all, step{move: u.Move, captured: u.Captured, text: p.UnmoveText(u.Move, u.Captured)})
			}
			if q := p.Before(u); !slices.ContainsFunc(all[at].before, func(b chess.Position) bool { return b.Repeats(&q) }) {
				all[at].before = append(all[at].before, q)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b step) int {
		return cmp.Compare(min(1, int(a.captured)), min(1, int(b.captured)))
	})
	return all
}

// decided has the positions of a retraction that are not illegal, and those that are legal.
type decided struct {
	legal      ask.Verdict
	left, sure []chess.Position
}

// decide decides positions.
func (s *solver) decide(ctx context.Context, before []chess.Position) (d decided, err error) {
	d.legal = ask.Impossible
	for i := range before {
		v, err := s.decider.Decide(ctx, &before[i])
		if err != nil {
			return d, err
		}
		d.legal = better(d.legal, v)
		if v != ask.Impossible {
			d.left = append(d.left, before[i])
		}
		if v == ask.Possible {
			d.sure = append(d.sure, before[i])
		}
	}
	return d, nil
}

// rights returns the castling rights of a side in some of the positions.
func rights(all []chess.Position, c chess.Color) (r chess.Castling) {
	for i := range all {
		r |= all[i].Castling()
	}
	return r & ways.Rights(c)
}

// enPassant returns the squares of captures en passant in positions, each once.
func enPassant(all []chess.Position) (squares []chess.Square) {
	for i := range all {
		if sq := all[i].CapturableEnPassant(); !slices.Contains(squares, sq) {
			squares = append(squares, sq)
		}
	}
	return squares
}

// found is whether the side to move has a mate behind a retraction.
type found struct {
	mate   ask.Verdict
	moves  []string
	before chess.Setup
}

// try looks for mates in a position with the men of others.
func (s *solver) try(p *chess.Position, castling chess.Castling, ep chess.Square, last chess.Move) (found, error) {
	var f found
	f.before = p.Setup()
	f.before.Castling, f.before.EnPassant, f.mate = castling, ep, ask.Impossible
	f.before.HalfmoveClock, f.before.FullmoveNumber = 0, 1
	q, err := chess.NewPosition(f.before)
	if err != nil {
		return f, err
	}
	known, seen := s.known[*q]
	if !seen {
		if len(s.known) >= mostKnown {
			clear(s.known)
		}
		known.keys, known.ok = s.forward.Mate(q, s.Mate)
		s.known[*q] = known
	}
	for _, m := range known.keys {
		if m != last {
			f.mate, f.moves = ask.Possible, append(f.moves, notation.SAN(q, m))
		}
	}
	if !known.ok && f.mate == ask.Impossible {
		f.mate = ask.Open
	}
	return f, nil
}

// hope returns the most favourable case for the side to move: it has all rights that it may have, and the other side
// those that it has for certain.
func (s *solver) hope(left, sure []chess.Position, last chess.Move) (best found, err error) {
	p := &left[0]
	castling := rights(left, p.Turn()) | rights(sure, p.Turn().Other())
	for _, ep := range enPassant(left) {
		f, err := s.try(p, castling, ep, last)
		if err != nil || f.mate == ask.Possible {
			return f, err
		}
		if best.before == (chess.Setup{}) || f.mate == ask.Open {
			best = f
		}
	}
	return best, nil
}

// mates looks for a mate in positions that are decided. All rights are known if all of them are.
func (s *solver) mates(d *decided, last chess.Move) (found, error) {
	p := &d.left[0]
	ep := chess.NoSquare
	if all := enPassant(d.left); len(all) == 1 {
		ep = all[0]
	}
	worst, err := s.try(p, rights(d.sure, p.Turn())|rights(d.left, p.Turn().Other()), ep, last)
	if err != nil || worst.mate != ask.Impossible || len(d.left) == len(d.sure) {
		return worst, err
	}
	best, err := s.hope(d.left, d.sure, last)
	if best.mate == ask.Possible {
		best.mate = ask.Open
	}
	return best, err
}

// end looks at a retraction behind which there is to be a mate. Most are refuted before it is decided whether they are
// legal.
func (s *solver) end(ctx context.Context, u *step) (line *Line, d decided, err error) {
	line = u.line(ask.Impossible)
	if err := ctx.Err(); err != nil {
		return line, d, err
	}
	if s.forward.Nodes == 0 {
		line.Verdict = ask.Open
		return line, d, nil
	}
	f, err := s.hope(u.before, nil, u.move)
	if err != nil || f.mate == ask.Impossible {
		return line, d, err
	}
	if d, err = s.decide(ctx, u.before); err != nil || d.legal == ask.Impossible {
		return line, d, err
	}
	f, err = s.mates(&d, u.move)
	line.Before, line.Mates = f.before, f.moves
	if line.Verdict = f.mate; f.mate == ask.Possible {
		line.Verdict = d.legal
	}
	return line, d, err
}
