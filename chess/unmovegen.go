package chess

// An un-move is a move of the side that is not to move. The man goes back the way
// it came, over squares that are empty now, and leaves behind what it captured.
// What has to be looked at, besides how men move, is:
//
//   - The side to move now was not in check before: it would have been taken.
//   - A castling right of now was there before, so that its king and rook have
//     not moved; and one that the move lost may have been there.
//   - A pawn may have passed over a square just before.
//
// Whether the predecessor can arise in a game is not asked.

// retractor is one run of the generation.
type retractor struct {
	p       *Position
	options UnmoveOptions
	dst     []Retraction

	us, them Color // the side that has moved, and the side to move
	occupied Bitboard
	king     Square // of the side to move

	// What may give check to the king, of the side that has moved: pawns and
	// knights that do; rooks and queens; bishops and queens.
	leapers, straight, diagonal Bitboard

	// The kinds that fit in, by the colour of the square (1 for dark): what may
	// be un-captured, and what may have been a pawn. A set has bit k for Kind k.
	uncaptures, unpromotions [2]kindSet
}

// kindSet is a set of kinds.
type kindSet uint8

func (s kindSet) has(k Kind) bool { return s&(1<<k) != 0 }

const (
	promotionKinds kindSet = 1<<Queen | 1<<Rook | 1<<Bishop | 1<<Knight
	captureKinds           = promotionKinds | 1<<Pawn
)

// Unmoves appends to dst all un-moves of the position, one for every predecessor,
// and returns it. A predecessor is a Position from which one legal move leads
// exactly here: to the same men, side to move and castling rights, and the same
// en passant square in the sense of the options. The order depends on the
// position and the options alone.
func (p *Position) Unmoves(dst []Unmove, o UnmoveOptions) []Unmove {
	var buf [256]Retraction
	for _, r := range p.Retractions(buf[:0], o) {
		dst = r.Unmoves(dst)
	}
	return dst
}

// Retractions appends the same un-moves to dst, those that differ only in
// castling and en passant rights together, and returns it. With dst[:0] of an
// earlier call nothing is allocated.
func (p *Position) Retractions(dst []Retraction, o UnmoveOptions) []Retraction {
	us, them := p.turn^1, p.turn
	r := retractor{p: p, options: o, dst: dst, us: us, them: them, occupied: p.Occupied(), king: p.King(them) & 63}
	if !r.findMaterial() {
		return dst
	}
	ours := p.colors[us&1]
	r.leapers = ours & (pawnAttacks[them&1][r.king]&p.kinds[Pawn] | knightAttacks[r.king]&p.kinds[Knight])
	r.straight = ours & (p.kinds[Rook] | p.kinds[Queen])
	r.diagonal = ours & (p.kinds[Bishop] | p.kinds[Queen])

	if p.enPassant != NoSquare {
		r.doubleStep(p.enPassant ^ 8)
		return r.dst
	}
	for b := ours; b != 0; b = b.WithoutFirst() {
		to := b.First() & 63
		if p.castling&^keptRights[to] != 0 {
			continue // king or rook of a right, and so has not moved
		}
		switch k := p.board[to].Kind(); k {
		case Pawn:
			r.pawn(to)
		case King:
			r.castling(to)
			r.piece(King, to, kingAttacks[to])
		case Knight:
			r.piece(Knight, to, knightAttacks[to])
			r.promotion(Knight, to)
		default:
			r.piece(k, to, Attacks(p.board[to], to, r.occupied))
			r.promotion(k, to)
		}
	}
	return r.dst
}

// findMaterial fills in what may be un-captured and what un-promoted. It returns
// false if there are too many men already: un-moves never help against that.
func (r *retractor) findMaterial() bool {
	if !r.options.MaterialLimit {
		r.uncaptures = [2]kindSet{captureKinds, captureKinds}
		r.unpromotions = [2]kindSet{promotionKinds, promotionKinds}
		return true
	}
	most := initialCounts[Pawn]
	ours, theirs := r.p.pawnsNeeded(r.us), r.p.pawnsNeeded(r.them)
	if ours > most || theirs > most {
		return false
	}
	for dark, s := range [2]Square{H1, A1} {
		for k := Queen; k <= Knight; k++ {
			// One man more must not need a ninth pawn. A man that becomes a pawn
			// needs one, unless it needed one as a piece.
			if theirs < most || r.p.likeMen(r.them, k, s).Count() < initialCounts[k] {
				r.uncaptures[dark] |= 1 << k
			}
			if ours < most || r.p.likeMen(r.us, k, s).Count() > initialCounts[k] {
				r.unpromotions[dark] |= 1 << k
			}
		}
		if theirs < most {
			r.uncaptures[dark] |= 1 << Pawn
		}
	}
	return true
}

// uncapturesOn returns the kinds that may have been captured on a square.
func (r *retractor) uncapturesOn(s Square) kindSet {
	kinds := r.uncaptures[darkIndex(s)]
	if bit(s)&(rank1|rank8) != 0 {
		kinds &^= 1 << Pawn
	}
	return kinds
}

func darkIndex(s Square) int {
	if s.Dark() {
		return 1
	}
	return 0
}

// piece adds the un-moves of a piece on to that came from one of the squares of
// from, if they are empty.
func (r *retractor) piece(k Kind, to Square, from Bitboard) {
	for b := from &^ r.occupied; b != 0; b = b.WithoutFirst() {
		s := b.First() & 63
		r.quiet(NewMove(s, to), k)
		r.captures(NewMove(s, to), k)
	}
}

// pawn adds the un-moves of a pawn on to.
func (r *retractor) pawn(to Square) {
	back := Square(-r.us.Forward()) // wraps around, as it should
	rank := r.us.RelativeRank(to.Rank())
	if rank < 2 {
		return // still at home
	}
	if !r.occupied.Has(to + back) {
		r.quiet(NewMove(to+back, to), Pawn)
		if rank == 3 && r.options.EnPassant == EnPassantLegal && !r.canBePassed(to) {
			r.doubleStep(to)
		}
	}
	for b := pawnAttacks[r.them&1][to] &^ r.occupied; b != 0; b = b.WithoutFirst() {
		from := b.First() & 63
		r.captures(NewMove(from, to), Pawn)
		// The pawn taken en passant came from two squares further.
		if rank == 5 && (bit(to^8)|bit(to-back))&r.occupied == 0 && r.uncaptures[0].has(Pawn) {
			r.enPassant(from, to)
		}
	}
}

// canBePassed reports whether the pawn on to, after a double step, could be
// captured en passant.
func (r *retractor) canBePassed(to Square) bool {
	if kingAttacks[to]&RankSet(to.Rank())&r.p.kinds[Pawn]&r.p.colors[r.them] == 0 {
		return false
	}
	q := *r.p
	q.enPassant = to ^ 8
	return q.findCapturers() != NoSquares
}

// doubleStep adds the un-move of the pawn on to by two squares, if that is where
// it came from. The square passed over is known to be empty.
func (r *retractor) doubleStep(to Square) {
	if from := to - Square(2*r.us.Forward()); !r.occupied.Has(from) {
		r.quiet(NewMove(from, to), Pawn)
	}
}

// enPassant adds the un-move of the pawn on to that captured en passant.
func (r *retractor) enPassant(from, to Square) {
	if r.checkBefore(Pawn, from, to, r.occupied^bit(to)^bit(from)|bit(to^8)) {
		return
	}
	r.dst = append(r.dst, Retraction{
		Move: newEnPassant(from, to), Captured: MakeMan(r.them, Pawn), Castling: r.p.castling, EnPassant: bit(to),
	})
}

// promotion adds the un-moves of a piece on to that was a pawn.
func (r *retractor) promotion(k Kind, to Square) {
	if r.us.RelativeRank(to.Rank()) != 7 || !r.unpromotions[darkIndex(to)].has(k) {
		return
	}
	if from := to - Square(r.us.Forward()); !r.occupied.Has(from) {
		r.quiet(NewPromotion(from, to, k), Pawn)
	}
	for b := pawnAttacks[r.them&1][to] &^ r.occupied; b != 0; b = b.WithoutFirst() {
		r.captures(NewPromotion(b.First(), to, k), Pawn)
	}
}

// castling adds the un-move of castling, if the king stands where it leads.
func (r *retractor) castling(to Square) {
	for i := range Castling(2) {
		i += 2 * Castling(r.us&1)
		path, right := &CastlingPaths[i], Castling(1<<i)
		rook, from := rookMoves[path.KingTo], path.Home[0].Square
		if to != path.KingTo || r.p.board[rook.to] != MakeMan(r.us, Rook) {
			continue
		}
		// The men as they were, and the squares between them empty.
		moved := bit(to) | bit(rook.to)
		home := bit(from) | bit(rook.from)
		if r.occupied&(home|path.Empty) != moved {
			continue
		}
		occupied := r.occupied ^ moved ^ home
		q := *r.p
		q.Unmake(newCastling(from, to), Undo{castling: r.p.castling | right, enPassant: NoSquare, capturable: NoSquare})
		if q.Attacked(r.king, r.us) || q.Attacked(from, r.them) || q.Attacked(path.RookTo, r.them) || q.Attacked(to, r.them) {
			continue
		}
		m := newCastling(from, to)
		r.dst = append(r.dst, Retraction{
			Move: m, Castling: r.p.castling | right,
			MayCastle: r.mayCastle(m, MakeMan(r.us, King), NoMan), // the other right: this rook is not at home
			EnPassant: r.passed(m, King, NoMan, occupied),
		})
	}
}

// quiet adds an un-move without un-capture of a man that was of the kind k.
func (r *retractor) quiet(m Move, k Kind) {
	from, to := m.From(), m.To()
	occupied := r.occupied ^ bit(from) ^ bit(to)
	if !r.checkBefore(k, from, to, occupied) {
		r.add(m, k, NoMan, occupied)
	}
}

// captures adds the un-moves with an un-capture of a man that was of the kind k.
func (r *retractor) captures(m Move, k Kind) {
	from, to := m.From(), m.To()
	kinds := r.uncapturesOn(to)
	occupied := r.occupied ^ bit(from)
	if kinds == 0 || r.checkBefore(k, from, to, occupied) {
		return
	}
	for captured := Queen; captured <= Pawn; captured++ {
		if kinds.has(captured) {
			r.add(m, k, MakeMan(r.them, captured), occupied)
		}
	}
}

// add adds an un-move that is neither castling nor en passant.
func (r *retractor) add(m Move, k Kind, captured Man, occupied Bitboard) {
	r.dst = append(r.dst, Retraction{
		Move: m, Captured: captured, Castling: r.p.castling,
		MayCastle: r.mayCastle(m, MakeMan(r.us, k), captured),
		EnPassant: r.passed(m, k, captured, occupied),
	})
}

// checkBefore reports whether the side to move was in check before a man of the
// kind k went from one square to the other, when those of occupied were not
// empty.
func (r *retractor) checkBefore(k Kind, from, to Square, occupied Bitboard) bool {
	if r.leapers&^bit(to) != 0 {
		return true
	}
	straight, diagonal := r.straight&^bit(to), r.diagonal&^bit(to)
	switch k {
	case King:
		if kingAttacks[r.king].Has(from) {
			return true
		}
	case Queen:
		straight |= bit(from)
		diagonal |= bit(from)
	case Rook:
		straight |= bit(from)
	case Bishop:
		diagonal |= bit(from)
	case Knight:
		if knightAttacks[r.king].Has(from) {
			return true
		}
	case Pawn:
		if pawnAttacks[r.them&1][r.king].Has(from) {
			return true
		}
	}
	return RookAttacks(r.king, occupied)&straight|BishopAttacks(r.king, occupied)&diagonal != 0
}

// mayCastle returns the castling rights that a move may have lost: those for
// which king and rook stood at home before it.
func (r *retractor) mayCastle(m Move, before, captured Man) Castling {
	lost := AllCastling &^ (keptRights[m.From()] & keptRights[m.To()])
	for i := 0; lost>>i != 0; i++ {
		if !lost.Has(1 << i) {
			continue
		}
		for _, home := range CastlingPaths[i].Home {
			man := r.p.board[home.Square]
			switch {
			case home.Square == m.From():
				man = before
			case home.Square == m.To():
				man = captured
			}
			if man != home.Man {
				lost &^= 1 << i
				break
			}
		}
	}
	return lost
}

// passed returns the squares that a pawn of the side to move may have passed over
// just before the move, of a man that was of the kind k; the squares of occupied
// were then not empty.
func (r *retractor) passed(m Move, k Kind, captured Man, occupied Bitboard) Bitboard {
	pawns := r.p.kinds[Pawn] & r.p.colors[r.them]
	if captured.Kind() == Pawn {
		pawns |= bit(m.To())
	}
	forward, rank := r.us.Forward(), RankSet(r.us.RelativeRank(4)) // of the side that might capture
	squares := rotate(pawns&rank, forward) &^ occupied &^ rotate(occupied, -forward)
	if squares == NoSquares || r.options.EnPassant == EnPassantField {
		return squares
	}
	capturers := r.p.kinds[Pawn] & r.p.colors[r.us] &^ bit(m.To())
	if k == Pawn {
		capturers |= bit(m.From())
	}
	capturers &= rank
	squares &= rotate(rotate(capturers&^fileA, -1)|rotate(capturers&^fileH, 1), forward)
	if squares == NoSquares {
		return squares
	}
	// Rare enough to be tried out.
	q := *r.p
	q.Unmake(m, Undo{captured: captured, enPassant: NoSquare, capturable: NoSquare})
	for b := squares; b != 0; b = b.WithoutFirst() {
		q.enPassant = b.First()
		if q.findCapturers() == NoSquares {
			squares &^= bit(q.enPassant)
		}
	}
	return squares
}
