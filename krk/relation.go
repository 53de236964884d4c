package krk

import (
	"slices"

	"retroproof/krk/spec"
)

// Relation is the strategy's finite relation, tabulated: for every legal
// position with White to move the step used and the moves.
type Relation struct {
	Reading Reading
	step    []uint8  // by Position with White to move, less the turn bit
	start   []uint32 // moves of position i: moves[start[i]:start[i+1]]
	moves   []Position
}

const turn = Position(1 << 18)

// NewRelation tabulates the strategy in the given reading.
func NewRelation(rd Reading) *Relation {
	r := &Relation{Reading: rd, step: make([]uint8, turn), start: make([]uint32, turn+1)}
	for i := range turn {
		r.start[i] = uint32(len(r.moves))
		if p := i | turn; isLegal(p) {
			var s Step
			r.moves, s = StrategyMoves(r.moves, p, &rd)
			r.step[i] = uint8(s)
		}
	}
	r.start[turn] = uint32(len(r.moves))
	return r
}

// Step returns the step used at p; spec.NoStep if p is not a legal position
// with White to move, or no step has a move.
func (r *Relation) Step(p Position) Step {
	if !p.White() {
		return spec.NoStep
	}
	return Step(r.step[p&^turn])
}

// movesFrom returns the positions the strategy may move to from p. The slice
// must not be changed.
func (r *Relation) movesFrom(p Position) []Position {
	if !p.White() {
		return nil
	}
	i := p &^ turn
	return r.moves[r.start[i]:r.start[i+1]]
}

// Positions returns the number of legal positions with White to move.
func (r *Relation) Positions() int {
	n := 0
	eachWithWhiteToMove(func(Position) { n++ })
	return n
}

// eachWithWhiteToMove calls f for every legal position with White to move.
func eachWithWhiteToMove(f func(Position)) {
	for i := range turn {
		if p := i | turn; isLegal(p) {
			f(p)
		}
	}
}

// Outcome is what the retrograde check of the relation finds.
type Outcome struct {
	depth     []int8 // by position without the turn bit: White's moves to mate, -1 not won or not legal
	Histogram []int  // Histogram[n]: positions with White to move won in n moves
	NotWon    []Position
}

// Longest returns the greatest number of White's moves to mate.
func (o *Outcome) Longest() int { return len(o.Histogram) - 1 }

// Verify runs the retrograde check: the positions from which every play by
// the relation mates within n moves, for n = 1, 2, ... White may choose any
// move of the relation, so all of them must win.
func (r *Relation) Verify() *Outcome {
	return solve(func(p Position) ([]Position, bool) { return r.movesFrom(p), true })
}

// Optimal runs the same computation for best play: White has all legal moves
// and needs one that wins.
func Optimal() *Outcome {
	var buf [22]Position
	return solve(func(p Position) ([]Position, bool) { return whiteMoves(buf[:0], p), false })
}

// solve computes moves to mate by iteration over depths. white returns the
// moves at p and whether all of them must win (else one suffices).
func solve(white func(p Position) (qs []Position, all bool)) *Outcome {
	o := &Outcome{depth: make([]int8, turn), Histogram: []int{0}}
	var open []Position
	for i := range o.depth {
		o.depth[i] = -1
	}
	eachWithWhiteToMove(func(p Position) { open = append(open, p) })
	// lost[q]: Black to move at q is mated within the depth reached so far.
	lost := make([]bool, turn)
	var toMove []Position
	for q := range turn {
		if isLegal(q) {
			toMove = append(toMove, q)
		}
	}
	var buf [8]Position
	for n := int8(1); len(open) > 0 && n < 127; n++ {
		toMove = slices.DeleteFunc(toMove, func(q Position) bool {
			replies := BlackMoves(buf[:0], q)
			for _, p := range replies {
				if rookCaptured(p) || o.depth[p&^turn] < 0 {
					return false
				}
			}
			lost[q] = len(replies) > 0 || check(q)
			return true
		})
		count := 0
		var won []Position
		open = slices.DeleteFunc(open, func(p Position) bool {
			qs, all := white(p)
			good := 0
			for _, q := range qs {
				if lost[q] {
					good++
				}
			}
			if good == 0 || all && good < len(qs) {
				return false
			}
			won = append(won, p)
			count++
			return true
		})
		if count == 0 {
			break
		}
		for _, p := range won {
			o.depth[p&^turn] = n
		}
		o.Histogram = append(o.Histogram, count)
	}
	o.NotWon = open
	return o
}
