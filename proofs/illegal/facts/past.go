package facts

import (
	"fmt"

	chess "retroproof/chess/board"
)

// Pawns that are in the way of pieces. If one man of the start alone can have become a pawn of the goal, it is never
// captured and never promotes: at each time it stands on its way there, and nothing passes it. Such pawns of the goal
// are called certain. Pieces go past them one at a time; all other men that can move are taken to be out of the way.

const (
	// MostPast is the largest number of certain pawns of an argument.
	MostPast = 4
	// mostWalked is the largest number of states of a piece and these pawns. With more of them nothing follows.
	mostWalked = 1 << 14
)

// walked are squares that a piece of the start comes to: at any time, and when each certain pawn is where it is at the
// goal.
type walked struct{ squares, arrivals chess.Bitboard }

// Suppose narrows the sources of pawns to those that are left if a pawn of the start became the goal's pawn on a
// square. It returns what undoes that.
func (p *Proven) Suppose(from, to chess.Square) (undo func()) {
	before, c := p.not, p.Goal.Board[to].Color()
	for sq := range p.to[c].Squares() {
		p.not[sq] |= from.Bit()
	}
	p.not[to] = before[to] | p.from[c]&^from.Bit()
	return func() { p.not = before }
}

// Exclude verifies of a list of pawns that each did not become the goal's pawn on another square, for if it had, a
// count would need too many men. Those before it are no sources any more.
func (p *Proven) Exclude(list []First) error {
	for i := range list {
		w := &list[i]
		from, to, err := w.squares()
		if err != nil {
			return err
		}
		m := p.Start.Board[from]
		if _, err := w.Count.men(); err != nil || m.Kind() != chess.Pawn || p.Goal.Board[to] != m {
			return fmt.Errorf("no pawn is on %s at the start and on %s at the goal, or there is no count of men", from, to)
		}
		undo := p.Suppose(from, to)
		err = w.Count.checkNeeds(p, 0, 0)
		undo()
		if err != nil {
			return fmt.Errorf("%s may have become the pawn on %s: %w", from, to, err)
		}
		p.not[to] |= from.Bit()
	}
	return nil
}

// GoPast verifies that pawns of the goal are certain. From then on no piece passes them on its way from the start.
func (p *Proven) GoPast(set chess.Bitboard) error {
	if set.Count() > MostPast {
		return fmt.Errorf("%d pawns, and %d at most can be followed", set.Count(), MostPast)
	}
	p.past, p.walks = map[chess.Square]chess.Square{}, [chess.NumSquares]*walked{}
	for to := range set.Squares() {
		sources, _ := p.Sources(to)
		if p.Goal.Board[to].Kind() != chess.Pawn || p.Blocked.Has(to) || sources.Count() != 1 {
			return fmt.Errorf("on %s is no pawn of the goal that may have moved, and that one man of the start alone can have become", to)
		}
		p.past[sources.First()] = to
	}
	return nil
}

// Walk follows a piece of the start past the certain pawns, and returns the squares that it comes to: at any time, and
// when each pawn is where it is at the goal. Every game makes these moves, when those of all others are left out. A
// pawn does not move to the piece's square: it captures it there, and the walk has ended.
func (p *Proven) Walk(piece chess.Square) (squares, arrivals chess.Bitboard) {
	if w := p.walks[piece]; w != nil {
		return w.squares, w.arrivals
	}
	w := &walked{}
	p.walks[piece] = w
	men := piece.Bit()
	for from := range p.past {
		men |= from.Bit()
	}
	g := &Group{}
	all := p.states(g, men, mostWalked, true, func(s *groupState) bool {
		at, there := chess.NoSquare, true
		for i, from := range g.At {
			if from == piece {
				at = s.at[i]
			} else {
				there = there && s.at[i] == p.past[from]
			}
		}
		w.squares |= at.Bit()
		if there {
			w.arrivals |= at.Bit()
		}
		return true
	})
	if !all {
		*w = walked{chess.AllSquares, chess.AllSquares}
	}
	return w.squares, w.arrivals
}
