package urposition

import (
	"fmt"

	chess "retroproof/chess/board"
	"retroproof/proofs/survey/numbering"
)

// Urposition is a position with one of the choices that it has.
type Urposition struct {
	Setup        chess.Setup // with clocks of 0 and 1
	Index        int         // of the choice, 0 to Multiplicity-1
	Multiplicity int         // how often the position is among the urpositions
}

// FEN returns the position with index and multiplicity in place of the clocks, as
// ChessPositionRanking writes it.
func (u Urposition) FEN() string {
	s := u.Setup
	s.HalfmoveClock, s.FullmoveNumber = u.Index, u.Multiplicity
	return s.FEN()
}

// Unrank returns the urposition of a rank. The error is a [*numbering.DomainError].
func (r *Ranking) Unrank(rank numbering.Uint) (Urposition, error) {
	t := r.tables()
	if end := t.start[len(t.start)-1]; !rank.Less(end) {
		return Urposition{}, &numbering.DomainError{Condition: numbering.OutOfRange,
			Detail: fmt.Sprintf("%s, want 0 to %s", rank, end.Sub(numbering.Of(1)))}
	}
	i := numbering.LastNotAbove(t.start[:], rank)
	b := t.blocks[i]
	return b.unrank(rank.Sub(t.start[i])), nil
}

// groupAt returns the place of the group with the n-th unit of weight.
func (c *class) groupAt(n uint64) int {
	i := 0
	for i+1 < len(c.before) && c.before[i+1] <= n {
		i++
	}
	return i
}

// unrank returns the urposition of a rank among those of the block.
func (b *block) unrank(r numbering.Uint) Urposition {
	// Choices 3 and 4: the statistics.
	i := numbering.LastNotAbove(b.before, r)
	w := &b.white.classes[i]
	n, _ := r.Sub(b.before[i]).DivRem(b.unit[i])
	white := &w.groups[w.groupAt(n)]
	r = r.Sub(b.before[i]).Sub(b.unit[i].Mul(w.before[w.groupAt(n)]))

	ownWays := white.weight * b.masks // what every unit of Black's weight leaves to White
	v, _ := r.DivSmall(ownWays)
	bl, sum := b.blackAt(i, v)
	unit := b.pieceSquares(w, bl).Mul(b.pawnWays(w, bl))
	n, _ = v.Sub(sum).DivRem(unit)
	black := &bl.groups[bl.groupAt(n)]
	sum = sum.Add(unit.Mul(bl.before[bl.groupAt(n)]))
	r = r.Sub(sum.Mul(ownWays))

	// Choices 6 to 10, the pawns, and the rest.
	words := b.pieceSquares(w, bl).Mul(white.words).Mul(black.words)
	armies := [2]uint64{uint64(len(white.armies)), uint64(len(black.armies))}
	rest := words.Mul(armies[0] * armies[1] * b.masks)
	pawns, r := r.DivRem(rest)
	c, _ := b.pawnCase(w, bl)
	var on board
	e, pairs := b.unrankPawns(&on, &c, pawns)

	// Choices 11 to 14.
	n, r = r.DivRem(words)
	armyOf := [2]army{white.armies[n/armies[1]%armies[0]], black.armies[n%armies[1]]}
	fixed, rights := b.castling(&on, n/(armies[0]*armies[1]))
	squares := ^(fixed | e.reserved())
	for at, m := range on {
		if m.Kind() == chess.Pawn {
			squares &^= 1 << at
		}
	}
	on.pieceWord(squares, b.pieceNumbers(armyOf, w, bl), words, r)

	s := chess.EmptySetup()
	for at, m := range on {
		s.Board[at^56] = m
	}
	s.Turn, s.Castling = chess.Color(b.turn), rights
	if e.files[0] >= 0 {
		if b.turn == 0 {
			s.EnPassant = chess.MakeSquare(e.files[1], 5)
		} else {
			s.EnPassant = chess.MakeSquare(e.files[0], 2)
		}
	}
	f := newFileLists(&on, c.pairs)
	return Urposition{s, f.index(e, &on, &pairs), f.multiplicity(e, &on)}
}

// blackAt returns Black's class for the v-th unit that one of White's classes leaves,
// and how many are left before.
func (b *block) blackAt(white int, v numbering.Uint) (c *class, before numbering.Uint) {
	totals := &b.totals[white]
	total := numbering.LastNotAbove(totals[:], v)
	before = totals[total]
	w := &b.white.classes[white]
	for j := b.black.totals[total]; ; j++ {
		c = &b.black.classes[j]
		pawns := b.pawnWays(w, c)
		if pawns == 0 {
			continue
		}
		next := before.Add(b.pieceSquares(w, c).Mul(pawns).Mul(c.weight))
		if v.Less(next) {
			return c, before
		}
		before = next
	}
}

// pieceNumbers returns the numbers of free pieces and of squares left empty.
func (b *block) pieceNumbers(a [2]army, w, bl *class) pieceNumbers {
	return pieceNumbers{
		b.freeSquares(w, bl) - w.pieces - bl.pieces,
		b.white.freeKings(), a[0].queens, a[0].rooks, a[0].bishops, a[0].knights,
		b.black.freeKings(), a[1].queens, a[1].rooks, a[1].bishops, a[1].knights,
	}
}

// castling fixes kings and rooks for the index-th set of rights, and returns their
// squares and the rights.
func (b *block) castling(on *board, index uint64) (squares uint64, rights chess.Castling) {
	if b.black.rights == 1 {
		rights |= castlingRight(chess.Black, index%2 == 1)
		index /= 2
	}
	if b.white.rights == 1 {
		rights |= castlingRight(chess.White, index%2 == 1)
	}
	if b.white.rights == 2 {
		rights |= chess.WhiteKingside | chess.WhiteQueenside
	}
	if b.black.rights == 2 {
		rights |= chess.BlackKingside | chess.BlackQueenside
	}
	for sq := range rights.Homes().Squares() {
		c, k := chess.White, chess.Rook
		if sq.Rank() == 7 {
			c = chess.Black
		}
		if sq.File() == 4 {
			k = chess.King
		}
		on[sq^56] = chess.MakeMan(c, k)
		squares |= 1 << (sq ^ 56)
	}
	return squares, rights
}

// castlingRight returns one of a side's rights.
func castlingRight(c chess.Color, kingside bool) chess.Castling {
	switch {
	case c == chess.White && kingside:
		return chess.WhiteKingside
	case c == chess.White:
		return chess.WhiteQueenside
	case kingside:
		return chess.BlackKingside
	}
	return chess.BlackQueenside
}

// unrankPawns puts the pawns on the board: the index-th way. It returns what else is
// chosen with them.
func (b *block) unrankPawns(on *board, c *pawnCase, index uint64) (e enPassant, p chosenPairs) {
	e = noEnPassant
	if b.enPassant == 1 {
		each := b.rules.ways[1][c.white][c.black][c.pairs]
		e = enPassantAt(b.turn == 1, index/each)
		index %= each
	}
	for s, ways := range b.rules.steps(c) {
		if index >= ways {
			index -= ways
			continue
		}
		free := c.freeWays(s)
		b.rules.choose(&p, e, c, s, index/free)
		index %= free
		at := places(e, &p)
		white, black, _ := c.free(s)
		on.pawnWord(at.free, white, black, free, index)
		set(on, at.white, chess.WhitePawn)
		set(on, at.black, chess.BlackPawn)
		break
	}
	return e, p
}

// set puts men on squares.
func set(on *board, squares uint64, m chess.Man) {
	each(squares, func(at int) { on[at] = m })
}

// choose chooses pairs: the index-th way.
func (r *rules) choose(p *chosenPairs, e enPassant, c *pawnCase, s step, index uint64) {
	left := c.left(s)
	if e.files[0] < 0 {
		p.walk(e, left, s.space, index)
		return
	}
	for _, black := range r.specials[1][s.use[1]] {
		for _, white := range r.specials[0][s.use[0]] {
			space := s.space - spaceOf(white) - spaceOf(black)
			n := pairsOf(left, space, 6)
			if index >= n {
				index -= n
				continue
			}
			p[e.files[0]], p[e.files[1]] = white, black
			p.walk(e, left, space, index)
			return
		}
	}
}
