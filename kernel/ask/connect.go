package ask

import "retroproof/chess"

// Positions with the same pawns, men and rights are mostly a few quiet moves apart. So one game shows that many of them
// are legal, since the moves in between do, too.

// class is what quiet moves of pieces leave as it is.
type class struct {
	pawns    [2]chess.Bitboard
	pieces   [2]uint32 // the number of each kind, bishops by the colour of their squares
	castling chess.Castling
}

func classOf(p *chess.Position) (c class) {
	c.castling = p.Castling()
	for side := chess.White; side <= chess.Black; side++ {
		c.pawns[side] = p.Men(chess.MakeMan(side, chess.Pawn))
		for kind := chess.Queen; kind <= chess.Knight; kind++ {
			men := p.Men(chess.MakeMan(side, kind))
			dark := 0
			if kind == chess.Bishop {
				for sq := range men.Squares() {
					if sq.Dark() {
						dark++
					}
				}
			}
			c.pieces[side] = c.pieces[side]<<8 | uint32(men.Count()|dark<<4)
		}
	}
	return c
}

// away returns where pieces of a side stand that stand elsewhere in another position of the class.
func away(p, goal *chess.Position, side chess.Color) (squares chess.Bitboard) {
	for kind := chess.King; kind <= chess.Knight; kind++ {
		man := chess.MakeMan(side, kind)
		squares |= p.Men(man) &^ goal.Men(man)
	}
	return squares
}

// connection looks for a short way between positions of one class.
type connection struct {
	from, goal *chess.Position
	plies      int
	moves      []chess.Move
	looks      int // positions that may still be looked at
}

// mostLooks is the number of positions that one search for a way may look at.
const mostLooks = 500

// newConnection returns a search for quiet moves that lead from one position to another one: two by each side, or three
// plies if different sides are to move. It is nil if the men are too far apart for that.
func newConnection(from, goal *chess.Position) *connection {
	if goal.EnPassant() != chess.NoSquare {
		return nil // the last move is one by a pawn
	}
	c := &connection{from: from, goal: goal, plies: 4, looks: mostLooks}
	if from.Turn() != goal.Turn() {
		c.plies = 3
	}
	if !c.near(from, c.plies) {
		return nil
	}
	return c
}

// find returns the moves, or nil. The cost is at most some hundred generations of moves, and mostly that of a few.
func (c *connection) find() []chess.Move {
	if p := *c.from; !c.search(&p, c.plies) {
		return nil
	}
	return c.moves
}

// near reports whether each side has moves enough left for the men that have to move.
func (c *connection) near(p *chess.Position, plies int) bool {
	turn := p.Turn()
	return away(p, c.goal, turn).Count() <= (plies+1)/2 && away(p, c.goal, turn.Other()).Count() <= plies/2
}

// search plays moves until the goal is reached.
func (c *connection) search(p *chess.Position, plies int) bool {
	if p.Repeats(c.goal) {
		return true
	}
	if c.looks--; c.looks < 0 || plies == 0 {
		return false
	}
	men := away(p, c.goal, p.Turn())
	for _, m := range p.LegalMoves(nil) {
		quiet := !m.IsCastling() && p.Captured(m) == chess.NoMan && p.At(m.From()).Kind() != chess.Pawn
		if !quiet || men != 0 && !men.Has(m.From()) {
			continue
		}
		q := *p
		q.Make(m)
		if !c.near(&q, plies-1) {
			continue
		}
		c.moves = append(c.moves, m)
		if c.search(&q, plies-1) {
			return true
		}
		c.moves = c.moves[:len(c.moves)-1]
	}
	return false
}
