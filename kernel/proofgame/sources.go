package proofgame

import (
	"retroproof/chess"
	"retroproof/kernel/ways"
)

// walled is what kings and pieces of a position can never have passed since the start.
type walled struct {
	never  chess.Bitboard // squares of men that have never moved
	narrow chess.Bitboard // squares between which there was never a step; see narrowPawns
}

// hasSources reports whether all pieces of a position can have come from where such pieces were at the start, or
// else from pawns that have promoted. Unlike package rules, which looks at one man at a time in this, it knows that a
// pawn that has made a single step has always been on one of two squares. A position without sources has no game.
func (c *construction) hasSources(p *chess.Position) bool {
	w := c.walls(p)
	for side := chess.White; side <= chess.Black; side++ {
		promoted := 0
		for k := chess.Queen; k < chess.Pawn; k++ {
			promoted += c.withoutSource(p, chess.MakeMan(side, k), &w)
		}
		if pawns := c.start.Men(chess.MakeMan(side, chess.Pawn)); promoted > pawns.Count()-
			p.Men(chess.MakeMan(side, chess.Pawn)).Count() {
			return false
		}
	}
	return true
}

// withoutSource returns how many men of one kind have not come from where such men were at the start, at the least.
func (c *construction) withoutSource(p *chess.Position, m chess.Man, w *walled) int {
	men, sources := p.Men(m), c.start.Men(m)
	cost := ways.Matrix{N: max(men.Count(), sources.Count())}
	for i := range cost.N {
		var from chess.Bitboard
		if sources != 0 {
			from = w.region(m, sources.First())
		}
		sources = sources.WithoutFirst()
		j := 0
		for set := men; set != 0; set = set.WithoutFirst() {
			if !from.Has(set.First()) {
				cost.Cost[i][j] = 1
			}
			j++
		}
	}
	count, _ := cost.Solve()
	return count
}

// withoutPlace returns the men of the start, without pawns, that have no way to a square where a position has such a
// man.
func (c *construction) withoutPlace(p *chess.Position, w *walled) (ids uint32) {
	for sq := range (c.start.Occupied() &^ c.start.Kind(chess.Pawn)).Squares() {
		if w.region(c.start.At(sq), sq)&p.Men(c.start.At(sq)) == 0 {
			ids |= 1 << c.board.at[sq]
		}
	}
	return ids
}

// walls returns what kings and pieces of a position have never passed.
func (c *construction) walls(p *chess.Position) (w walled) {
	for side := chess.White; side <= chess.Black; side++ {
		pawn := chess.MakeMan(side, chess.Pawn)
		now, then := p.Men(pawn), c.start.Men(pawn)
		first := ways.HomeRank(side)
		w.never |= now & then & first
		w.narrow |= narrowPawns(side, now, then, first)
	}
	// Men that only others of them could have let out.
	pawns := w.never
	stuck := ways.Stuck(c.atHome(p), func(sq chess.Square, stuck chess.Bitboard) bool {
		w.never = pawns | stuck
		return w.steps(p.At(sq), sq) != 0
	})
	w.never = pawns | stuck
	return w
}

// atHome returns the kings and pieces of a position that stand as at the start.
func (c *construction) atHome(p *chess.Position) (set chess.Bitboard) {
	for k := chess.King; k < chess.Pawn; k++ {
		set |= p.Kind(k) & c.start.Kind(k)
	}
	return set & (p.Side(chess.White)&c.start.Side(chess.White) | p.Side(chess.Black)&c.start.Side(chess.Black))
}

// narrowPawns returns the squares, two for each, of pawns that have certainly made one single step and nothing else: no
// pawn of a file beside it has moved.
func narrowPawns(side chess.Color, now, then, first chess.Bitboard) (squares chess.Bitboard) {
	for from := range (then & first &^ now).Squares() {
		to := ahead(side, from)
		beside := chess.KingAttacks(from) & first & then
		if now.Has(to) && !then.Has(to) && beside&^now == 0 {
			squares |= from.Bit() | to.Bit()
		}
	}
	return squares
}

// steps returns the squares beside a king or piece, or a knight's move away, to which it can have moved.
func (w *walled) steps(m chess.Man, sq chess.Square) chess.Bitboard {
	to := chess.Attacks(m, sq, chess.AllSquares) &^ w.never
	if w.narrow.Has(sq) {
		to &^= w.narrow & chess.FileSet(sq.File())
	}
	return to
}

// region returns the squares where a king or piece can ever have been.
func (w *walled) region(m chess.Man, sq chess.Square) chess.Bitboard {
	room := sq.Bit()
	if w.never.Has(sq) {
		return room
	}
	for front := room; front != 0; {
		to := w.steps(m, front.First()) &^ room
		front = front.WithoutFirst() | to
		room |= to
	}
	return room
}
