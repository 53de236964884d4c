package ways

import "retroproof/chess"

// Far is the number of moves to where there is no way.
const Far = 0xFF

// layers is how many sets of squares by distance are kept. The last set has all squares to which there is a way.
const layers = 32

// Distances are those between a square, or the nearest of a set of squares, and all others, in moves of one man.
type Distances struct {
	Moves  [chess.NumSquares]uint8 // Far if there is no way
	within [layers]chess.Bitboard  // by number of moves: the squares at most so far
}

// Search fills in the distances of a piece or king to a set of squares. Blocked squares are neither entered nor passed,
// but may be in the set. A way may begin on squares of stop, but does not lead over them.
func (d *Distances) Search(m chess.Man, to, blocked, stop chess.Bitboard) {
	d.clear()
	// From the set backwards: the moves of these men can be reversed.
	seen := to | blocked
	for n, front := 0, to; front != 0; n++ {
		d.add(n, front)
		next := chess.NoSquares
		for b := front &^ stop; b != 0; b = b.WithoutFirst() {
			next |= chess.Attacks(m, b.First(), blocked)
		}
		front = next &^ seen
		seen |= front
	}
	d.finish()
}

// Steps fills in the distances to a square of a pawn that goes there straight and step by step, past all men.
func (d *Distances) Steps(c chess.Color, to chess.Square) {
	d.clear()
	for n, sq := 0, to.Bit(); sq != 0; n++ {
		d.add(n, sq)
		sq = Ahead(c.Other(), sq)
	}
	d.finish()
}

// clear removes all squares, add adds those at n moves, and finish makes the sets cumulative.
func (d *Distances) clear() {
	*d = Distances{}
	for i := range d.Moves {
		d.Moves[i] = Far
	}
}

func (d *Distances) add(n int, squares chess.Bitboard) {
	for b := squares; b != 0; b = b.WithoutFirst() {
		d.Moves[b.First()&63] = uint8(n)
	}
	d.within[min(n, layers-1)] |= squares
}

func (d *Distances) finish() {
	for n := 1; n < layers; n++ {
		d.within[n] |= d.within[n-1]
	}
}

// Nearer makes all distances one move less, for men that are only to attack a square.
func (d *Distances) Nearer() {
	for i, n := range d.Moves {
		if n != 0 && n != Far {
			d.Moves[i] = n - 1
		}
	}
	copy(d.within[:], d.within[1:])
}

// To returns the least number of moves to or from a square.
func (d *Distances) To(sq chess.Square) int { return int(d.Moves[sq&63]) }

// ToAny returns the least number of moves to or from a square of a set.
func (d *Distances) ToAny(set chess.Bitboard) int {
	best := Far
	for b := set & d.Region(); b != 0; b = b.WithoutFirst() {
		best = min(best, d.To(b.First()))
	}
	return best
}

// UpTo returns the squares at most n moves away, none if n is negative, or more of them if n is large.
func (d *Distances) UpTo(n int) chess.Bitboard {
	if n < 0 {
		return 0
	}
	return d.within[min(n, layers-1)]
}

// Closer returns the squares that are fewer moves away than one is.
func (d *Distances) Closer(sq chess.Square) chess.Bitboard { return d.UpTo(d.To(sq) - 1) }

// Region returns the squares to which there is a way.
func (d *Distances) Region() chess.Bitboard { return d.within[layers-1] }
