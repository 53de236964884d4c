package facts

import (
	"cmp"

	chess "retroproof/chess/board"
)

// Moves back from a partial position.

// retraction lists what can have been before one move.
type retraction struct {
	*Proven
	a     *Partial
	us    chess.Color    // the side that moved
	taken chess.Bitboard // squares of known and blocked men
	list  []Partial
}

// Before appends partial positions of which one stands for the position before the last move of any
// game to the goal, from a position for which a stands. The cases are what moved:
//
//   - A man that is not known, nor blocked or dead, since those do not move. So its side has others.
//     All that is known stays. If it captured a man, the other side has others before.
//   - A known piece. Its origin and the squares passed were empty. A captured man is known then, or the
//     other side has others in any case, or it was a dead bishop; otherwise it is put back. If it
//     is not counted, the bound of captures is still one.
//   - A known pawn, which captured if it came diagonally; no dead bishop, which is shut in by men one
//     of which stands where the pawn would have come from. En passant it took a pawn from behind its
//     square, which had come over the square ahead.
//   - A known piece on its 8th rank that was a pawn until then. The pawns that its side has lost
//     before are fewer by one.
//   - King and rook, one of them known.
//
// Whether castling passed attacked squares, and whether an en passant capture came right after the
// double step, is not looked at.
func (p *Proven) Before(list []Partial, a *Partial) []Partial {
	r := retraction{p, a, a.Turn.Other(), a.Known | p.Blocked, list}
	r.another()
	for at := range a.Known.Squares() {
		m := a.Board[at]
		switch {
		case m.Color() != r.us:
			continue
		case m.Kind() == chess.Pawn:
			r.pawn(at)
			continue
		case m.Kind() != chess.King && r.us.RelativeRank(at.Rank()) == 7 && a.May[r.us][LostPawns] > 0:
			r.pawn(at)
		}
		for from := range (chess.Attacks(m, at, r.taken) &^ r.taken).Squares() {
			b := r.moved(m, at, from)
			r.add(b, chess.Between(from, at), from.Bit())
			if a.May[r.us.Other()][Others] == 0 {
				r.captures(b, at, chess.Between(from, at), from.Bit())
			}
		}
	}
	r.castling()
	return r.list
}

// another lists moves of men that are not known.
func (r *retraction) another() {
	if r.a.May[r.us][Others] == 0 {
		return
	}
	b := *r.a
	b.Turn = r.us
	r.add(b, 0, 0)
	if others := &b.May[r.us.Other()][Others]; *others == 0 && b.Captures(r.us) > 0 {
		*others = 1
		r.add(b, 0, 0)
	}
}

// moved returns what was before a known man came from one square to another, as the man that it was.
func (r *retraction) moved(m chess.Man, at, from chess.Square) Partial {
	b := *r.a
	b.Turn = r.us
	if m != b.Board[at] {
		b.May[r.us][LostPawns]-- // it has promoted
	}
	b.Lift(at)
	b.Put(m, from)
	return b
}

// pawn lists the moves by which a pawn came to a square, where it may have promoted.
func (r *retraction) pawn(at chess.Square) {
	m := chess.MakeMan(r.us, chess.Pawn)
	rank, up := r.us.RelativeRank(at.Rank()), chess.Square(r.us.Forward())
	if rank < 2 {
		return
	}
	behind := at - up
	if !r.taken.Has(behind) {
		r.add(r.moved(m, at, behind), 0, behind.Bit())
		if home := behind - up; rank == 3 && !r.taken.Has(home) {
			r.add(r.moved(m, at, home), behind.Bit(), home.Bit())
		}
	}
	for from := range (chess.PawnAttacks(r.us.Other(), at) &^ r.taken).Squares() {
		b := r.moved(m, at, from)
		r.captures(b, at, 0, from.Bit())
		if rank == 5 && !r.taken.Has(behind) && !r.taken.Has(at+up) {
			r.captured(b, chess.MakeMan(r.us.Other(), chess.Pawn), behind, AnyMan, 0, from.Bit())
		}
	}
}

// captures adds what was before a move that captured on a square, for each man that it can have been.
func (r *retraction) captures(b Partial, at chess.Square, passed, left chess.Bitboard) {
	for kind := chess.Queen; kind <= chess.Pawn; kind++ {
		m := chess.MakeMan(r.us.Other(), kind)
		k, piece := PieceKindOf(m, at)
		if !piece || b.May[r.us][k] == 0 {
			k = AnyMan
		}
		if piece || at.Rank() > 0 && at.Rank() < 7 {
			r.captured(b, m, at, k, passed, left)
		}
	}
}

// captured adds what was before the capture of a man, if it is still allowed.
func (r *retraction) captured(b Partial, m chess.Man, at chess.Square, k Allowance, passed, left chess.Bitboard) {
	if b.May[r.us][k] == 0 || m.Kind() == chess.Pawn && b.May[m.Color()][LostPawns] == 0 {
		return
	}
	b.May[r.us][k]--
	if m.Kind() == chess.Pawn {
		b.May[m.Color()][LostPawns]--
	}
	b.Put(m, at)
	r.add(b, passed, left)
}

// castling adds what was before castling, of which king, rook or both are known. Before it both are.
func (r *retraction) castling() {
	for right := range chess.Castling(4) {
		path := &chess.CastlingPaths[right]
		if !r.MayCastle(right) || path.Home[0].Man.Color() != r.us {
			continue
		}
		b := *r.a
		b.Turn = r.us
		missing := 0
		for k, to := range [2]chess.Square{path.KingTo, path.RookTo} {
			if b.Board[to] == path.Home[k].Man {
				b.Lift(to)
			} else {
				missing++
			}
		}
		span := path.Home[0].Square.Bit() | path.Home[1].Square.Bit() | path.Empty
		if missing == 2 || missing == 1 && b.May[r.us][Others] == 0 || (b.Known|r.Blocked)&span != 0 {
			continue
		}
		for _, home := range path.Home {
			b.Put(home.Man, home.Square)
		}
		r.add(b, 0, 0)
	}
}

// add adds what was before a move over squares that were empty, from one that is empty since then. It
// leaves out what cannot have been: after a move the king of the side that made it is not attacked,
// and before it the other side's king was not. (So what the move passed shows which lines were
// open, and what it left that the man was not pinned.)
func (r *retraction) add(b Partial, passed, left chess.Bitboard) {
	if !r.attacked(r.a, r.us, passed|left) && !r.attacked(&b, r.us.Other(), passed) {
		r.list = append(r.list, b)
	}
}

// attacked reports whether the king of a side is certainly attacked. Some squares are empty; if no
// side has others, all are but those of known and blocked men and of dead bishops.
func (p *Proven) attacked(a *Partial, c chess.Color, empty chess.Bitboard) bool {
	if a.May[chess.White][Others]+a.May[chess.Black][Others] == 0 {
		empty |= ^p.Dead
	}
	men := a.Known | p.Blocked
	for king := range men.Squares() { // mostly it is not known, and nothing else has to be looked at
		if cmp.Or(a.Board[king], p.Start.Board[king]) != chess.MakeMan(c, chess.King) {
			continue
		}
		for sq := range men.Squares() {
			if m := cmp.Or(a.Board[sq], p.Start.Board[sq]); m.Color() != c && chess.Attacks(m, sq, men|^empty).Has(king) {
				return true
			}
		}
	}
	return false
}
