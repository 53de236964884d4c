package ways

import "retroproof/chess"

// Routes has the distances of men past blocked squares. They are computed as they are needed. It is not safe for
// concurrent use.
type Routes struct {
	Blocked chess.Bitboard
	// Unsafe has by colour of a king squares that men attack that never move. The king does not step on these; he may
	// stand on one now, where a man has just checked him.
	Unsafe [2]chess.Bitboard

	pieces [chess.Pawn][chess.NumSquares]*Distances
	kings  [2][2][chess.NumSquares]*Distances // to a square, and from it
	pawns  [2][2][MostTakes + 1][chess.NumSquares]*Distances
}

// To returns the distances of a piece or king to a square.
func (r *Routes) To(m chess.Man, sq chess.Square) *Distances {
	if m.Kind() == chess.King {
		return r.king(m, sq, 0)
	}
	return r.piece(m, sq)
}

// From returns the distances of a piece or king from a square.
func (r *Routes) From(m chess.Man, sq chess.Square) *Distances {
	if m.Kind() == chess.King {
		return r.king(m, sq, 1)
	}
	return r.piece(m, sq)
}

// piece returns the distances of a piece: it goes where it came from.
func (r *Routes) piece(m chess.Man, sq chess.Square) *Distances {
	d := &r.pieces[m.Kind()%chess.Pawn][sq&63]
	if *d == nil {
		*d = new(Distances)
		(*d).Search(m, sq.Bit(), r.Blocked, 0)
	}
	return *d
}

func (r *Routes) king(m chess.Man, sq chess.Square, from int) *Distances {
	d := &r.kings[from][m.Color()&1][sq&63]
	if *d == nil {
		*d = new(Distances)
		if unsafe := r.Unsafe[m.Color()]; from == 0 {
			(*d).Search(m, sq.Bit(), r.Blocked, unsafe)
		} else {
			(*d).Search(m, sq.Bit(), r.Blocked|unsafe, 0)
		}
	}
	return *d
}

// PawnTo returns the distances of pawns to a square, with at most a number of captures.
func (r *Routes) PawnTo(c chess.Color, takes int, sq chess.Square) *Distances {
	return r.pawn(c, takes, sq, 1)
}

// PawnFrom returns the distances of a pawn from a square, with at most a number of captures; the squares of the last
// rank are among them.
func (r *Routes) PawnFrom(c chess.Color, takes int, sq chess.Square) *Distances {
	return r.pawn(c, takes, sq, 0)
}

func (r *Routes) pawn(c chess.Color, takes int, sq chess.Square, to int) *Distances {
	d := &r.pawns[to][c&1][takes][sq&63]
	if *d == nil {
		*d = new(Distances)
		(*d).pawn(c, takes, sq, r.Blocked, to == 1)
	}
	return *d
}

// Leaving returns the distances of any man from a square, of a pawn with at most a number of captures.
func (r *Routes) Leaving(m chess.Man, most int, sq chess.Square) *Distances {
	if m.Kind() == chess.Pawn {
		return r.PawnFrom(m.Color(), most, sq)
	}
	return r.From(m, sq)
}

// Become returns the least number of moves, and of captures, with which a man becomes another one, a pawn with at most
// so many captures; Forbidden if there is no way.
func (r *Routes) Become(m chess.Man, most int, sq chess.Square, want chess.Man, to chess.Square) (moves, takes int) {
	switch {
	case m == want && m.Kind() == chess.Pawn:
		moves, takes = r.PawnTo(m.Color(), most, to).To(sq), FileDistance(sq, to)
	case m == want:
		moves = r.To(want, to).To(sq)
	case m.Kind() == chess.Pawn && want.Kind() != chess.King:
		return r.Promotion(m.Color(), most, sq, r.To(want, to))
	default:
		moves = Far
	}
	if moves == Far {
		return Forbidden, 0
	}
	return moves, takes
}

// Promotion returns the least number of moves with which a pawn, with at most so many captures, becomes a piece and
// goes on to where distances lead, and the least number of captures; Forbidden if there is no way.
func (r *Routes) Promotion(c chess.Color, most int, sq chess.Square, to *Distances) (moves, takes int) {
	from := r.PawnFrom(c, most, sq)
	moves, takes = Forbidden, Far
	for b := from.Region() & LastRank(c) & to.Region(); b != 0; b = b.WithoutFirst() {
		moves = min(moves, from.To(b.First())+to.To(b.First()))
		takes = min(takes, FileDistance(sq, b.First()))
	}
	return moves, takes
}
