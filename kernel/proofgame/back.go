package proofgame

import (
	"slices"

	"retroproof/chess"
)

// back takes moves back from a position until officers can take back quiet moves,
// and more if that is asked for. It returns the moves forwards.
func (c *builder) back(p *chess.Position, captures int) (tail []chess.Move, ok bool) {
	var all []chess.Retraction
	for len(tail) < 12 {
		nodes := aliveNodes
		quiet := alive(p, aliveMoves, &nodes)
		if reaches(c.start, p) || captures == 0 && quiet {
			slices.Reverse(tail)
			return tail, true
		}
		all = p.Retractions(all[:0], chess.UnmoveOptions{MaterialLimit: true})
		if captures > 0 && quiet && c.chance(3) > 0 {
			// An un-capture, if there is one.
			other := slices.DeleteFunc(slices.Clone(all), func(u chess.Retraction) bool { return u.Captured == chess.NoMan })
			if len(other) > 0 {
				all = other
			}
		}
		if len(all) == 0 {
			return nil, false
		}
		u := all[c.chance(len(all))]
		// Rarely it matters which rights there were before.
		before := u.Unmoves(nil)
		i := 0
		if len(before) > 1 && c.chance(4) == 0 {
			i = c.chance(len(before))
		}
		p.Retract(before[i])
		tail = append(tail, u.Move)
		if u.Captured != chess.NoMan && captures > 0 {
			captures--
		}
	}
	return nil, false
}

// How many quiet moves it must be possible to take back for officers to find the
// way to a position, and how many are looked at for that.
const (
	aliveMoves = 6
	aliveNodes = 200
)

// alive reports whether officers can take back so many quiet moves, or whether so
// many nodes are not enough to tell.
func alive(p *chess.Position, moves int, nodes *int) bool {
	for _, u := range quietUnmoves(p) {
		if *nodes--; moves == 1 || *nodes < 0 {
			return true
		}
		q := *p
		q.Retract(chess.Unmove{Move: u.Move, Castling: u.Castling, EnPassant: chess.NoSquare})
		if alive(&q, moves-1, nodes) {
			return true
		}
	}
	return false
}

// quietUnmoves returns the un-moves of officers that did not capture.
func quietUnmoves(p *chess.Position) []chess.Retraction {
	return slices.DeleteFunc(p.Retractions(nil, chess.UnmoveOptions{}), func(u chess.Retraction) bool {
		return u.Captured != chess.NoMan || p.At(u.Move.To()).Kind() == chess.Pawn || u.Move.IsCastling() || u.Move.Promotion() != chess.NoKind
	})
}

// The random walks of un-moves that unlock looks at.
const (
	keyWalks   = 16
	keyLongest = 24
)

// unlock takes moves back until no officer is walled in by pawns, as far as random
// walks find the way. It returns the moves forwards.
func (c *builder) unlock(goal *chess.Position) (tail []chess.Move) {
	least := pockets(goal)
	if least == 0 {
		return nil
	}
	best := *goal
	var all []chess.Retraction
	for range keyWalks {
		p := *goal
		var walk []chess.Move
		for len(walk) < keyLongest {
			all = p.Retractions(all[:0], chess.UnmoveOptions{MaterialLimit: true})
			// Officers make half of the moves, pawns most of the others.
			kind := c.chance(16)
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
			u := some[c.chance(len(some))]
			p.Retract(u.Unmoves(nil)[0])
			walk = append(walk, u.Move)
			if n := pockets(&p); n < least {
				least, best = n, p
				tail = slices.Clone(walk)
				slices.Reverse(tail)
			}
		}
	}
	*goal = best
	return tail
}

// pockets returns how many officers are walled in by pawns.
func pockets(p *chess.Position) (n int) {
	setup := p.Setup()
	on := newBoard(&setup).terrain()
	var room distance
	for set := p.Occupied() &^ on.pawns; set != 0; set = set.WithoutFirst() {
		room.officer(p.At(set.First()), set.First().Bit(), &on, false)
		if room.from().Count() <= pocket {
			n++
		}
	}
	return n
}
