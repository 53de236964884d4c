package proofgame

import (
	"slices"

	"retroproof/chess"
)

// The random walks of un-moves in loosen: their number and lengths, and how many
// un-moves are tried for each.
const (
	looseWalks   = 8
	shortestWalk = 4
	longestWalk  = 13
	unmoveTries  = 16
)

// loosen takes random quiet moves of kings and pieces back from the goal, and returns the
// position found in which they are the most mobile: it is easier to reach.
func (r *router) loosen(goal *target, frozen chess.Bitboard) *target {
	end := newBoard(&chess.Setup{Board: goal.board, Turn: goal.turn})
	movable := ^end.numbers(frozen)
	var best board
	var tail []chess.Move
	most := -1
	for range looseWalks {
		b := *end
		var walk []chess.Move
		for n := shortestWalk + r.random(longestWalk-shortestWalk+1); len(walk) < n; {
			m, ok := r.unmove(&b, movable)
			if !ok {
				break
			}
			walk = append(walk, m)
		}
		if l := b.mobilityScore(); l > most {
			most, best, tail = l, b, walk
		}
	}
	t := &target{turn: best.turn, tail: tail}
	slices.Reverse(t.tail)
	for set := best.occupied(); set != 0; set = set.WithoutFirst() {
		t.board[set.First()] = best.man[best.at[set.First()]]
	}
	return t
}

// unmove takes back a random quiet move of a king or piece, and reports whether it found one
// within unmoveTries.
func (r *router) unmove(b *board, movable uint32) (chess.Move, bool) {
	us, occupied := b.turn^1, b.occupied()
	var all [maxMen]chess.Bitboard
	n := 0
	for set := b.side[us] &^ b.kind[chess.Pawn]; set != 0; set = set.WithoutFirst() {
		if id := b.at[set.First()]; movable>>id&1 != 0 {
			all[id] = b.reach(int(id), set.First(), occupied)
			n += all[id].Count()
		}
	}
	for range unmoveTries {
		if n == 0 {
			break
		}
		k := r.random(n)
		id := 0
		for ; k >= all[id].Count(); id++ {
			k -= all[id].Count()
		}
		to := all[id]
		for ; k > 0; k-- {
			to = to.WithoutFirst()
		}
		if from := b.sq[id]; b.mayShift(id, from, to.First()) {
			b.shift(id, from, to.First())
			return chess.NewMove(to.First(), from), true
		}
	}
	return chess.NoMove, false
}

// mobilityScore is larger the more freely kings and pieces of a board can move.
func (b *board) mobilityScore() int {
	sum := 0
	occupied := b.occupied()
	for sq := range (occupied &^ b.kind[chess.Pawn]).Squares() {
		n := min(3, b.reach(int(b.at[sq]), sq, occupied).Count())
		if b.kind[chess.King].Has(sq) {
			n *= 2
		}
		sum += n
	}
	if b.checked(b.turn) {
		sum -= 4
	}
	return max(sum, 0)
}
