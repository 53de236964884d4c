package facts

import chess "retroproof/chess/board"

// Jam is a piece of the goal between pawns of the goal and men that never move. Once these pawns have
// come to their squares, no such piece leaves the square of this one, or comes there. So the piece was
// there before the last of them came, and is there from then on. It is not on the first or the eighth
// rank, so that it has not promoted there, and no rook or king has come by castling.
type Jam struct {
	Man   chess.Square   // of the piece, at the goal
	Pawns chess.Bitboard // of the pawns, at the goal
}

// Jam returns the jam of a piece of the goal, if it is in one.
func (p *Proven) Jam(man chess.Square) (j Jam, ok bool) {
	m := p.Goal.Board[man]
	if m == chess.NoMan || m.Kind() == chess.Pawn || lastRanks.Has(man) {
		return j, false
	}
	j.Man, j.Pawns = man, chess.Attacks(m, man, chess.AllSquares)&^p.Blocked
	return j, j.Pawns&^(p.to[chess.White]|p.to[chess.Black]) == 0
}

// Made is a piece of the goal that was a pawn at the start, as no such piece of the start has a way to its square past
// men that never move. So one of its makers promoted on a square from which the piece has a way to where it is, and
// was not captured. A caged bishop is none: see Special.
type Made struct {
	Man    chess.Square   // of the piece, at the goal
	Kind   PieceKind      // of the piece
	Makers chess.Bitboard // pawns of the start, one of which became it
	On     chess.Bitboard // squares of their last rank, on one of which that one promoted
}

// Made returns what is known of the makers of a piece of the goal, after Refresh; ok is false if it may have been a
// piece at the start.
func (p *Proven) Made(man chess.Square) (made Made, ok bool) {
	m := p.Goal.Board[man]
	kind, piece := PieceKindOf(m, man)
	if !piece {
		return made, false
	}
	region := p.region(m, man)
	made = Made{man, kind, p.Sources(man), region & chess.RankSet(m.Color().RelativeRank(7))}
	pawns := p.from[chess.White] | p.from[chess.Black]
	return made, made.Makers != 0 && made.Makers&^pawns == 0 && (m.Kind() != chess.Bishop || region != man.Bit())
}
