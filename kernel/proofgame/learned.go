package proofgame

import (
	"retroproof/chess"
	"retroproof/kernel"
)

// learned is what attempts that failed tell the next ones. One in three makes use of it, since
// what failed may succeed in another order of moves.
type learned struct {
	// shutOut is whether pawns have shut officers out from all squares where the goal has such
	// officers.
	shutOut bool
	// known are promotions with which attempts have failed: to bishops that did not get out, and
	// of pawns that did not get there.
	known    kernel.Promotions
	failures [2][8]int // of straight promotions, by colour and file

	// careful is whether an attempt makes use of all that: it keeps officers on the right side of
	// pawns while the kernel is played, and leaves the promotions in avoid out.
	careful bool
	avoid   kernel.Promotions
}

// failedPromoting is the number of failures after which a promotion is known to fail.
const failedPromoting = 6

// prepare decides whether the next attempt makes use of what was learned.
func (r *beam) prepare() {
	r.careful, r.avoid = false, kernel.Promotions{}
	if (r.shutOut || r.known != (kernel.Promotions{})) && r.random(3) == 0 {
		r.careful, r.avoid = true, r.known
	}
}

// failedPromotion notes a pawn that did not promote, if it was to do so without capturing.
func (l *learned) failedPromotion(c chess.Color, to chess.Square, promote chess.Kind) {
	if promote == chess.NoKind {
		return
	}
	n := &l.failures[c][to.File()]
	if *n++; *n >= failedPromoting {
		l.known.Straight[c] |= 1 << to.File()
	}
}

// learn notes the last squares of bishops that have no way to any square where the goal has a
// bishop of theirs.
func (l *learned) learn(b *board, goal *[chess.NumSquares]chess.Man, walls *obstacles) {
	var room distance
	for c := chess.White; c <= chess.Black; c++ {
		m := chess.MakeMan(c, chess.Bishop)
	bishops:
		for _, id := range b.group(m) {
			room.officer(m, b.sq[id].Bit(), walls, false)
			for set := room.from(); set != 0; set = set.WithoutFirst() {
				if goal[set.First()] == m {
					continue bishops
				}
			}
			for f := range 8 {
				if room.from().Has(chess.MakeSquare(f, lastRank(c))) {
					l.known.Bishops[c] |= 1 << f
				}
			}
		}
	}
}
