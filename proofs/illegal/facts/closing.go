package facts

import chess "retroproof/chess/board"

// Closing pawns: pawns of the goal. Once one of them has come to its square it stays there, so
// that no piece passes it any more, as if it were a man that never moves. What is shut in by then
// stays in, and what is shut out stays out.

// Closing is what follows from a pawn of the goal for pawns that promote, and for pawns that have
// not moved. Squares of the eighth rank are about White's promotions, those of the first about
// Black's.
type Closing struct {
	Pawn chess.Square // of the pawn, at the goal
	// Taken are squares on which nothing promotes once the pawn stands there: a piece is on them
	// for good.
	Taken chess.Bitboard
	// Lost are squares by kind of piece: what promotes to the kind there, once the pawn stands
	// there, is captured before the goal.
	Lost [NumPieceKinds]chess.Bitboard
	// Gone are pawns of the start, by their squares, that have moved or were captured by then.
	Gone chess.Bitboard
	// Corners are squares from which no bishop ever comes.
	Corners []Corner
}

// Corner is a promotion square. A pawn that becomes a bishop there is not a bishop of the goal, if
// From is where the closing pawn was at the start, and, where Again is set, if the piece of the
// goal on the square has not promoted there itself.
type Corner struct {
	Square, From chess.Square
	Again        bool
}

// Closing returns what follows from a pawn of the goal that is not blocked.
func (p *Proven) Closing(pawn chess.Square) Closing {
	c := Closing{Pawn: pawn}
	closed := p.Blocked | pawn.Bit()
	for i, m := range p.Goal.Board {
		sq := chess.Square(i)
		if m == chess.NoMan || m.Kind() == chess.Pawn || p.Blocked.Has(sq) {
			continue
		}
		// While the pawn stands there this man is in the area, unless it has promoted there since.
		area := p.flood(m, sq, closed)
		again := area&promotionRank(m.Color()) != 0
		if from, ok := p.corner(sq, pawn); ok && area == sq.Bit() {
			c.Corners = append(c.Corners, Corner{sq, from, again})
		}
		if again {
			continue
		}
		if area == sq.Bit() {
			c.Taken |= area & lastRanks
		}
		for home := range (area & (p.from[chess.White] | p.from[chess.Black])).Squares() {
			if !p.besideAtStart(m, area, home) {
				c.Gone |= home.Bit()
			}
		}
	}
	for k := range NumPieceKinds {
		c.Lost[k] = p.Lost(k, closed)
	}
	return c
}

// lastRanks are the first and the eighth rank.
const lastRanks = chess.Bitboard(0xff000000000000ff)

// promotionRank returns the squares on which pawns of a colour promote.
func promotionRank(c chess.Color) chess.Bitboard { return chess.RankSet(c.RelativeRank(7)) }

// besideAtStart reports whether a man on a square of an area can have been a man of the start,
// if a pawn of the start has not moved from a square of the area.
func (p *Proven) besideAtStart(m chess.Man, area chess.Bitboard, pawn chess.Square) bool {
	closed := p.Blocked | pawn.Bit()
	for sq := range (area &^ pawn.Bit()).Squares() {
		if p.flood(m, sq, closed)&(p.at[m&(chess.NumMen-1)]|promotionRank(m.Color())) != 0 {
			return true
		}
	}
	return false
}

// Lost returns squares of the last ranks such that what promotes to a kind of piece there comes to
// no square on which the goal has such a piece, if it enters none that are closed.
func (p *Proven) Lost(k PieceKind, closed chess.Bitboard) (set chess.Bitboard) {
	kind := [...]chess.Kind{chess.Queen, chess.Rook, chess.Bishop, chess.Bishop, chess.Knight}[k]
	for todo := lastRanks &^ closed; todo != 0; {
		sq := todo.First()
		m := chess.MakeMan(chess.Color(1-sq.Rank()/7), kind)
		is, _ := PieceKindOf(m, sq)
		found := is != k // a bishop on squares of the other colour
		area := p.flood(m, sq, closed)
		for to := range area.Squares() {
			found = found || p.Goal.Board[to] == m
		}
		same := area & todo & promotionRank(m.Color()) // these have the same area
		if todo &^= same; !found {
			set |= same
		}
	}
	return set
}

// corner returns the square behind a pawn of the goal, if the start has this pawn there, and a bishop
// can leave a promotion square only by way of it. So no bishop leaves before the pawn has made its one
// move. After it a piece of the goal is on the promotion square for good: what promoted to a bishop
// there was captured there. (A bishop of the goal is not shut in there, as the way is free again.)
func (p *Proven) corner(sq, pawn chess.Square) (from chess.Square, ok bool) {
	side := p.Goal.Board[pawn].Color()
	behind := shift(pawn.Bit(), -side.Forward()) & p.from[side]
	ok = lastRanks.Has(sq) && !caged(sq, p.Blocked) && caged(sq, p.Blocked|behind)
	return behind.First(), ok
}
