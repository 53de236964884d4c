package ask

import (
	"slices"

	"retroproof/chess"
)

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

// Where a side has no quiet move left in the end, positions of a class are not a few moves apart. But one man can
// mostly go elsewhere in the same game, earlier on, while all others move as they did.

const (
	detourPlies = 80 // at the end of a game, in which a man may go elsewhere
	detourMoves = 4  // of this man
)

// place is a position on a detour, and how it was reached.
type place struct {
	position chess.Position
	before   *place
	move     chess.Move
}

// detour looks for a game to a goal that goes as a given one does, but for the way of one man in the end. It returns
// how many plies of the game are given up, and the moves in their place; nil if there are none.
//
// Of the man only its square counts: so there are at most 64 positions after each ply, and the cost is that of
// generating the moves of at most some thousands of positions.
func detour(start *chess.Position, game []chess.Move, goal *chess.Position) (plies int, moves []chess.Move) {
	way := replayed(start, game)
	end := &way[len(game)]
	white, black := away(end, goal, chess.White), away(end, goal, chess.Black)
	if end.Turn() != goal.Turn() || goal.EnPassant() != chess.NoSquare || (white|black).Count() != 1 {
		return 0, nil
	}
	squares := squaresOf(way, game, (white | black).First())
	first := len(game) + 1 - len(squares)
	layer := []*place{{position: way[first]}}
	for i, script := range game[first:] {
		layer = follow(layer, &way[first+i], script, squares[i])
	}
	for _, last := range layer {
		if last.position.Repeats(goal) {
			for ; last.before != nil; last = last.before {
				moves = append(moves, last.move)
			}
			slices.Reverse(moves)
			return len(game) - first, moves
		}
	}
	return 0, nil
}

// replayed returns the positions of a game.
func replayed(start *chess.Position, game []chess.Move) []chess.Position {
	way := []chess.Position{*start}
	for _, m := range game {
		p := way[len(way)-1]
		p.Make(m)
		way = append(way, p)
	}
	return way
}

// squaresOf returns where a man stood at the end of a game, ply by ply, since it last did more than move: since then it
// captured nothing, nor castled, nor promoted.
func squaresOf(way []chess.Position, game []chess.Move, at chess.Square) (squares []chess.Square) {
	squares = append(squares, at)
	moved := 0
	man := way[len(game)].At(at)
	for i := len(game) - 1; i >= 0 && len(squares) <= detourPlies && moved < detourMoves; i-- {
		m, p := game[i], &way[i]
		if m.To() == at {
			if p.Captured(m) != chess.NoMan || m.IsCastling() || p.At(m.From()) != man {
				break
			}
			at = m.From()
			moved++
		} else if p.At(at) != man {
			break // the rook of a castling
		}
		squares = append(squares, at)
	}
	slices.Reverse(squares)
	return squares
}

// follow plays a move of the game in each of some positions, which differ from the one in the game in the place of one
// man; that man makes any quiet move where it moves in the game.
func follow(layer []*place, game *chess.Position, script chess.Move, at chess.Square) (next []*place) {
	seen := chess.NoSquares
	for _, from := range layer {
		p := &from.position
		man := away(p, game, game.At(at).Color())
		if man == chess.NoSquares {
			man = at.Bit()
		}
		for _, m := range p.LegalMoves(nil) {
			to := man
			switch {
			case script.From() != at && m == script && p.Captured(m) == game.Captured(m):
			case script.From() == at && man.Has(m.From()) && p.Captured(m) == chess.NoMan && !m.IsCastling():
				to = m.To().Bit()
			default:
				continue
			}
			if seen&to == 0 {
				seen |= to
				q := *p
				q.Make(m)
				next = append(next, &place{q, from, m})
			}
		}
	}
	return next
}
