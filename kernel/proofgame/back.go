package proofgame

import (
	"slices"

	"retroproof/chess"
)

// back takes moves back from a position until kings and pieces can take back quiet moves, and
// the given number of captures have been taken back. It returns the moves in the order
// in which they are played.
func (c *construction) back(p *chess.Position, captures int) (tail []chess.Move, ok bool) {
	var all []chess.Retraction
	for len(tail) < 12 {
		nodes := quietNodes
		quiet := quietUnmovesLeft(p, quietMoves, &nodes)
		if c.start.Reaches(p) || captures == 0 && quiet {
			slices.Reverse(tail)
			return tail, true
		}
		all = p.Retractions(all[:0], chess.UnmoveOptions{MaterialLimit: true})
		if captures > 0 && quiet && c.random(3) > 0 {
			// An un-capture, if there is one.
			other := slices.DeleteFunc(slices.Clone(all), func(u chess.Retraction) bool { return u.Captured == chess.NoMan })
			if len(other) > 0 {
				all = other
			}
		}
		if len(all) == 0 {
			return nil, false
		}
		u := all[c.random(len(all))]
		// Which rights there were before matters rarely: other ones in a quarter of the cases.
		before := u.Unmoves(nil)
		i := 0
		if len(before) > 1 && c.random(4) == 0 {
			i = c.random(len(before))
		}
		p.Retract(before[i])
		tail = append(tail, u.Move)
		if u.Captured != chess.NoMan && captures > 0 {
			captures--
		}
	}
	return nil, false
}

// The number of consecutive quiet moves that kings and pieces must be able to take back from a
// position, so that the last stage has room, and the largest number of un-moves examined to
// find them.
const (
	quietMoves = 6
	quietNodes = 200
)

// quietUnmovesLeft reports whether kings and pieces can take back the given number of quiet
// moves in a row; also true if the nodes run out before that is decided.
func quietUnmovesLeft(p *chess.Position, moves int, nodes *int) bool {
	for _, u := range quietUnmoves(p) {
		if *nodes--; moves == 1 || *nodes < 0 {
			return true
		}
		q := *p
		q.Retract(chess.Unmove{Move: u.Move, Castling: u.Castling, EnPassant: chess.NoSquare})
		if quietUnmovesLeft(&q, moves-1, nodes) {
			return true
		}
	}
	return false
}

// quietUnmoves returns the un-moves of kings and pieces that did not capture.
func quietUnmoves(p *chess.Position) []chess.Retraction {
	return slices.DeleteFunc(p.Retractions(nil, chess.UnmoveOptions{}), func(u chess.Retraction) bool {
		return u.Captured != chess.NoMan || p.At(u.Move.To()).Kind() == chess.Pawn || u.Move.IsCastling() ||
			u.Move.Promotion() != chess.NoKind
	})
}

// The number of random walks of un-moves in freeEnclosed, and their length.
const (
	freeWalks   = 16
	freeLongest = 24
)

// freeEnclosed takes back moves, found by random walks, after which the fewest men
// are enclosed by pawns. It returns the moves in the order in which they are played.
func (c *construction) freeEnclosed(goal *chess.Position) (tail []chess.Move) {
	least := countEnclosed(goal)
	if least == 0 {
		return nil
	}
	best := *goal
	var all []chess.Retraction
	for range freeWalks {
		p := *goal
		var walk []chess.Move
		for len(walk) < freeLongest {
			all = p.Retractions(all[:0], chess.UnmoveOptions{MaterialLimit: true})
			// Kings and pieces make half of the moves, pawns most of the others.
			kind := c.random(16)
			some := slices.DeleteFunc(slices.Clone(all), func(u chess.Retraction) bool {
				pawn := p.At(u.Move.To()).Kind() == chess.Pawn
				switch {
				case kind == 0:
					return u.Captured == chess.NoMan || u.Move.Promotion() != chess.NoKind
				case kind == 1:
					return u.Captured != chess.NoMan || u.Move.Promotion() == chess.NoKind
				}
				return u.Captured != chess.NoMan || u.Move.Promotion() != chess.NoKind || pawn != (kind < 9)
			})
			if len(some) == 0 {
				if some = all; len(all) == 0 {
					break
				}
			}
			u := some[c.random(len(some))]
			p.Retract(u.Unmoves(nil)[0])
			walk = append(walk, u.Move)
			if n := countEnclosed(&p); n < least {
				least, best = n, p
				tail = slices.Clone(walk)
				slices.Reverse(tail)
			}
		}
	}
	*goal = best
	return tail
}

// countEnclosed returns the number of kings and pieces that pawns enclose.
func countEnclosed(p *chess.Position) (n int) {
	setup := p.Setup()
	walls := newBoard(&setup).obstacles()
	for sq := range (p.Occupied() &^ walls.pawns).Squares() {
		if walls.region(p.At(sq), sq.Bit()).Count() <= maxEnclosed {
			n++
		}
	}
	return n
}
