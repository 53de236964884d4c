package proofgame

import (
	"retroproof/chess"
	"retroproof/kernel"
)

// learned is what attempts that failed tell the next ones. One in three makes use of it, since
// what failed may succeed in another order of moves.
type learned struct {
	// shutOut is whether pawns have shut men out from all squares where the goal has such
	// men.
	shutOut bool
	// known is what attempts have failed with: promotions to bishops that did not get out, those of
	// pawns that did not get there, and captures by pawns of pieces that did not get there.
	known    kernel.Exclusions
	failures [2][8]int                                // of straight promotions, by colour and file
	captures [2][2][chess.NumSquares][kernel.Pawn]int // failures of captures by pawns, as in kernel.Exclusions, by piece
	// shut are kinds of pieces that did not get out where they promoted, by colour and file: bits
	// 1<<k of kinds k.
	shut [2][8]uint8

	// careful is whether an attempt makes use of all that: it keeps kings and pieces on the right side of
	// pawns while the kernel is played, and leaves the promotions in avoid out.
	careful bool
	avoid   kernel.Exclusions
	last    []kernelMove // the kernel that was followed last
}

// failedPromoting and failedCapturing are the numbers of failures after which a promotion and a
// capture are known to fail.
const (
	failedPromoting = 6
	failedCapturing = 6
)

// firstCareful is the round from which on attempts are careful even if nothing was learned.
const firstCareful = 8

// prepare decides whether the next attempt makes use of what was learned. Half of those do without
// one more promotion or capture, as what makes a kernel fail may not be something that is learned:
// one of the kernel that was followed last, or a promotion to a bishop.
func (r *router) prepare(round int) {
	r.careful, r.avoid = false, kernel.Exclusions{}
	share := 1 // of three attempts
	if round >= manyRounds {
		share = 2
	}
	if !r.shutOut && r.known == (kernel.Exclusions{}) && round < firstCareful || r.random(3) >= share {
		return
	}
	r.careful, r.avoid = true, r.known
	if round < firstCareful || len(r.last) == 0 || r.random(2) == 0 {
		return
	}
	w := &r.last[r.random(len(r.last))]
	switch {
	case w.promote == chess.Bishop || r.random(3) == 0:
		r.avoid.Bishops[w.color] |= 1 << w.to.File()
	case w.pawn >= 0 && w.capture:
		r.avoid.Captures[w.color][w.rightward()][w.to] = 0xff
	case w.promote != chess.NoKind:
		r.avoid.Straight[w.color] |= 1 << w.to.File()
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

// failedCapture notes a move of a kernel that was not made, if a pawn was to capture a piece.
func (l *learned) failedCapture(w *kernelMove) {
	if w.pawn < 0 || !w.capture || w.victimPawn >= 0 {
		return
	}
	right := w.rightward()
	n := &l.captures[w.color][right][w.to][w.takes]
	if *n++; *n >= failedCapturing {
		l.known.Captures[w.color][right][w.to] |= 1 << w.takes
	}
}

// fails reports whether a pawn's capture of a piece is known to fail.
func (l *learned) fails(w *kernelMove, takes kernel.Piece) bool {
	return w.pawn >= 0 && l.known.Captures[w.color][w.rightward()][w.to]&(1<<takes) != 0
}

// learn notes the last squares of pieces that have no way to any square where the goal has such a
// piece of theirs.
func (l *learned) learn(b *board, goal *[chess.NumSquares]chess.Man, walls *obstacles) {
	for c := chess.White; c <= chess.Black; c++ {
		for k := chess.Queen; k < chess.Pawn; k++ {
			m := chess.MakeMan(c, k)
			for _, id := range b.group(m) {
				room := walls.region(m, b.sq[id].Bit())
				if room&placesOf(m, goal) != 0 {
					continue
				}
				for f := range 8 {
					if !room.Has(chess.MakeSquare(f, c.RelativeRank(7))) {
						continue
					}
					l.shut[c][f] |= 1 << k
					if k == chess.Bishop {
						l.known.Bishops[c] |= 1 << f
					}
				}
			}
		}
	}
}

// shutIn reports whether a piece is known not to get out where it promotes.
func (l *learned) shutIn(c chess.Color, to chess.Square, k chess.Kind) bool {
	return l.shut[c][to.File()]>>k&1 != 0
}
