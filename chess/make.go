package chess

// Undo is what [Position.Unmake] needs to take a move back.
type Undo struct {
	key           uint64
	halfmoveClock int
	captured      Man
	castling      Castling
	enPassant     Square
	capturable    Square
}

// keptRights has for every square the castling rights that a move from or to
// that square leaves.
var keptRights = func() (kept [NumSquares]Castling) {
	for s := range kept {
		kept[s] = AllCastling
	}
	for i := range CastlingPaths {
		for _, home := range CastlingPaths[i].Home {
			kept[home.Square] &^= 1 << i
		}
	}
	return kept
}()

// rookMove is where the rook goes when the king castles.
type rookMove struct{ from, to Square }

// rookMoves has the rook's part of castling for the king's destination.
var rookMoves = func() (all [NumSquares]rookMove) {
	for _, path := range CastlingPaths {
		all[path.KingTo] = rookMove{path.Home[1].Square, path.RookTo}
	}
	return all
}()

// Make makes a legal move; it does not check that the move is legal. Unmake,
// given the same move and what Make returned, takes it back.
func (p *Position) Make(m Move) Undo {
	from, to := m.From(), m.To()
	us := p.turn
	man, captured := p.board[from], p.board[to]
	undo := Undo{p.key, p.halfmoveClock, captured, p.castling, p.enPassant, p.capturable}

	key := p.key ^ zobrist.black ^ zobrist.men[man][from]
	if p.capturable != NoSquare {
		key ^= zobrist.enPassant[p.capturable&7]
		p.capturable = NoSquare
	}
	p.enPassant = NoSquare
	p.halfmoveClock++
	p.fullmoveNumber += int(us)

	if captured != NoMan {
		p.colors[us^1] ^= bit(to)
		p.kinds[captured.Kind()] ^= bit(to)
		key ^= zobrist.men[captured][to]
		p.halfmoveClock = 0
	}
	p.board[from] = NoMan
	p.board[to] = man
	fromTo := bit(from) | bit(to)
	p.colors[us] ^= fromTo
	p.kinds[man.Kind()] ^= fromTo

	doubleStep := false
	switch {
	case man.Kind() == Pawn:
		p.halfmoveClock = 0
		doubleStep = from^to == 16
		if special := m.special(); special == Pawn {
			at := to ^ 8 // one rank nearer, for either side
			undo.captured = p.board[at]
			p.colors[us^1] ^= bit(at)
			p.kinds[Pawn] ^= bit(at)
			key ^= zobrist.men[p.board[at]][at]
			p.board[at] = NoMan
		} else if special != NoKind {
			man = MakeMan(us, special)
			p.board[to] = man
			p.kinds[Pawn] ^= bit(to)
			p.kinds[special] ^= bit(to)
		}
	case m.IsCastling():
		rook := rookMoves[to]
		key ^= p.shiftRook(rook.from, rook.to)
	}
	key ^= zobrist.men[man][to]

	if kept := p.castling & keptRights[from] & keptRights[to]; kept != p.castling {
		key ^= zobrist.castling[p.castling] ^ zobrist.castling[kept]
		p.castling = kept
	}
	p.turn = us ^ 1
	if doubleStep {
		p.enPassant = (from + to) / 2
		if p.capturable = p.findCapturable(); p.capturable != NoSquare {
			key ^= zobrist.enPassant[p.capturable&7]
		}
	}
	p.key = key
	return undo
}

// Unmake takes back the last move made, given what Make returned for it. The
// position is then exactly what it was before.
func (p *Position) Unmake(m Move, undo Undo) {
	from, to := m.From(), m.To()
	us := p.turn ^ 1
	p.turn = us
	p.key = undo.key
	p.halfmoveClock = undo.halfmoveClock
	p.fullmoveNumber -= int(us)
	p.castling = undo.castling
	p.enPassant = undo.enPassant
	p.capturable = undo.capturable

	man := p.board[to]
	special := m.special()
	if special != NoKind && special != King && special != Pawn {
		p.kinds[special] ^= bit(to)
		p.kinds[Pawn] ^= bit(to)
		man = MakeMan(us, Pawn)
	}
	p.board[from] = man
	p.board[to] = NoMan
	fromTo := bit(from) | bit(to)
	p.colors[us] ^= fromTo
	p.kinds[man.Kind()] ^= fromTo

	if undo.captured != NoMan {
		at := to
		if special == Pawn {
			at ^= 8
		}
		p.board[at] = undo.captured
		p.colors[us^1] ^= bit(at)
		p.kinds[undo.captured.Kind()] ^= bit(at)
	}
	if special == King {
		rook := rookMoves[to]
		p.shiftRook(rook.to, rook.from)
	}
}

// shiftRook moves a rook, as castling does, and returns the change of the key.
func (p *Position) shiftRook(from, to Square) uint64 {
	man := p.board[from]
	p.board[from], p.board[to] = NoMan, man
	fromTo := bit(from) | bit(to)
	p.colors[man.Color()] ^= fromTo
	p.kinds[Rook] ^= fromTo
	return zobrist.men[man][from] ^ zobrist.men[man][to]
}
