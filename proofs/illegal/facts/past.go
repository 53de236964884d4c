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
func (p *Proven) Exclude(list []Without) error {
	for i := range list {
		w := &list[i]
		from, to, err := w.squares()
		if err != nil || p.Start.Board[from].Kind() != chess.Pawn || p.Goal.Board[to] != p.Start.Board[from] {
			return fmt.Errorf("no pawn is on %s at the start and on %s at the goal", w.Pawn, w.To)
		}
		undo := p.Suppose(from, to)
		err = w.Count.checkNeeds(p)
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
		sources := p.Sources(to)
		if p.Goal.Board[to].Kind() != chess.Pawn || p.Blocked.Has(to) || sources.Count() != 1 {
			return fmt.Errorf("on %s is no pawn of the goal that may have moved, and that one man of the start alone can "+
				"have become", to)
		}
		p.past[sources.First()] = to
	}
	return nil
}

// Walk follows a piece of the start past the certain pawns, and returns the squares that it comes to: at any time, and
// when each pawn is where it is at the goal. Every game makes these moves, when those of all others are left out. A
// pawn does not move to the piece's square: it captures it there, and the walk has ended.
func (p *Proven) Walk(piece chess.Square) (squares, arrivals chess.Bitboard) {
	if p.walks[piece] == nil {
		w := &walked{}
		if !p.walk(piece, w) {
			*w = walked{chess.AllSquares, chess.AllSquares}
		}
		p.walks[piece] = w
	}
	return p.walks[piece].squares, p.walks[piece].arrivals
}

// walk returns false if the piece or a pawn never moves, or if there are more states than mostWalked: places of the
// pawns with a square of the piece each. All squares of the piece for the same places of the pawns are one set.
func (p *Proven) walk(piece chess.Square, w *walked) bool {
	m := p.Start.Board[piece]
	if m == chess.NoMan || p.Blocked.Has(piece) {
		return false
	}
	type places [MostPast]chess.Square
	var first, last places
	var behind [MostPast]chess.Bitboard
	n := 0
	for from, to := range p.past {
		if p.Blocked.Has(from) {
			return false
		}
		first[n], last[n], behind[n] = from, to, p.behind(from)
		n++
	}
	reached, states := map[places]chess.Bitboard{first: piece.Bit()}, 1
	for todo := []places{first}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		occupied := p.Blocked
		for _, sq := range at[:n] {
			occupied |= sq.Bit()
		}
		// The piece moves while the pawns stand, and then each pawn while the piece is on no square of its move.
		all := reached[at]
		for front := all; front != 0; {
			next := chess.Attacks(m, front.First(), occupied) &^ occupied &^ all
			front = front.WithoutFirst() | next
			all |= next
		}
		states += (all &^ reached[at]).Count()
		reached[at] = all
		w.squares |= all
		if at == last {
			w.arrivals |= all
		}
		for i, from := range at[:n] {
			for to := range (p.pawnSteps(p.Start.Board[first[i]].Color(), from, occupied) & behind[i]).Squares() {
				next := at
				next[i] = to
				if more := all &^ (to.Bit() | chess.Between(from, to)) &^ reached[next]; more != 0 {
					states += more.Count()
					reached[next] |= more
					todo = append(todo, next)
				}
			}
		}
		if states > mostWalked {
			return false
		}
	}
	return true
}
