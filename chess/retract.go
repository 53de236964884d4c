package chess

// Retract takes the last move back: the position becomes the predecessor
// of the un-move. It does not check that the un-move is one of the position's.
//
// The predecessor's clocks are a guess that keeps replayed games in order. The
// halfmove clock is one less if the move was neither a capture nor a pawn's, but
// never below 0; after other moves it is 0. The move number is one less before a
// Black move, but not less than 1. No clock ever rules out an un-move.
func (p *Position) Retract(u Unmove) {
	halfmoveClock, fullmoveNumber := p.halfmoveClock, p.fullmoveNumber
	from, to := u.Move.From(), u.Move.To()
	after := p.board[to]
	key := p.key ^ zobrist.black ^ zobrist.castling[p.castling] ^ zobrist.castling[u.Castling&AllCastling]
	if p.capturable != NoSquare {
		key ^= zobrist.enPassant[p.capturable&7]
	}
	p.Unmake(u.Move, Undo{captured: u.Captured, castling: u.Castling, enPassant: u.EnPassant, capturable: NoSquare})
	before := p.board[from]
	key ^= zobrist.men[after][to] ^ zobrist.men[before][from]
	switch {
	case u.Captured == NoMan:
	case u.Move.IsEnPassant():
		key ^= zobrist.men[u.Captured][to^8]
	default:
		key ^= zobrist.men[u.Captured][to]
	}
	if u.Move.IsCastling() {
		rook := rookMoves[to]
		man := p.board[rook.from]
		key ^= zobrist.men[man][rook.from] ^ zobrist.men[man][rook.to]
	}
	if p.enPassant != NoSquare {
		if p.capturable = p.findCapturable(); p.capturable != NoSquare {
			key ^= zobrist.enPassant[p.capturable&7]
		}
	}
	p.key = key
	if u.Captured == NoMan && before.Kind() != Pawn {
		p.halfmoveClock = max(halfmoveClock-1, 0)
	}
	if fullmoveNumber <= 1 {
		p.fullmoveNumber = fullmoveNumber
	}
}

// Before returns the predecessor of an un-move, as Retract makes it, and
// leaves the position as it is.
func (p *Position) Before(u Unmove) Position {
	q := *p
	q.Retract(u)
	return q
}
