package retractor

import "retroproof/chess"

// MostMate is the largest number of moves to mate.
const MostMate = 3

// Forward looks for mates.
type Forward struct {
	Nodes uint64 // positions that may still be examined
}

// Mate returns the moves of the side to move that mate in a number of moves or fewer, whatever is answered. It is not
// complete if ok is false: the positions are used up.
func (f *Forward) Mate(p *chess.Position, moves int) (keys []chess.Move, ok bool) {
	if f.Nodes == 0 {
		return nil, false
	}
	f.Nodes--
	q := *p
	for _, m := range q.LegalMoves(nil) {
		undo := q.Make(m)
		mates, known := f.forced(&q, moves-1)
		q.Unmake(m, undo)
		if !known {
			return keys, false
		}
		if mates {
			keys = append(keys, m)
		}
	}
	return keys, true
}

// forced reports whether the side to move is mated, or will be after so many moves of the other side.
func (f *Forward) forced(p *chess.Position, moves int) (mated, ok bool) {
	if f.Nodes == 0 {
		return false, false
	}
	f.Nodes--
	if !p.HasLegalMove() {
		return p.InCheck(), true
	}
	if moves == 0 {
		return false, true
	}
	var buf [64]chess.Move
	for _, m := range p.LegalMoves(buf[:0]) {
		undo := p.Make(m)
		mates, ok := f.some(p, moves)
		p.Unmake(m, undo)
		if !mates || !ok {
			return false, ok
		}
	}
	return true, true
}

// some reports whether the side to move has a mate in so many moves.
func (f *Forward) some(p *chess.Position, moves int) (mates, ok bool) {
	var buf [64]chess.Move
	for _, m := range p.LegalMoves(buf[:0]) {
		undo := p.Make(m)
		mates, ok := f.forced(p, moves-1)
		p.Unmake(m, undo)
		if mates || !ok {
			return mates, ok
		}
	}
	return false, true
}
