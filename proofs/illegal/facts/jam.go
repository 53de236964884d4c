package facts

import chess "retroproof/chess/board"

// Jam is a piece of the goal between pawns of the goal and men that never move. Once these pawns have
// come to their squares, no such piece leaves the square of this one, or comes there. So the piece was
// there before the last of them came, and is there from then on. It is not on the first or the eighth
// rank, so that it has not promoted there, and no rook or king has come by castling.
type Jam struct {
	Man   chess.Square   // of the piece, at the goal
	Kind  PieceKind      // of the piece; without a meaning for a king, which has no makers
	Pawns chess.Bitboard // of the pawns, at the goal
	// Makers are pawns of the start, one of which became the piece before the last pawn came; empty
	// if it may have been a piece at the start. They are known after Refresh.
	Makers chess.Bitboard
}

// Jam returns the jam of a piece of the goal, if it is in one.
func (p *Proven) Jam(man chess.Square) (j Jam, ok bool) {
	m := p.Goal.Board[man]
	if m == chess.NoMan || m.Kind() == chess.Pawn || lastRanks.Has(man) {
		return j, false
	}
	j.Man, j.Pawns = man, chess.Attacks(m, man, chess.AllSquares)&^p.Blocked
	j.Kind, _ = PieceKindOf(m, man)
	if sources := p.Sources(man); sources&^(p.from[chess.White]|p.from[chess.Black]) == 0 {
		j.Makers = sources
	}
	return j, j.Pawns&^(p.to[chess.White]|p.to[chess.Black]) == 0
}
