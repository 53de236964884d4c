package proofgame

import (
	"slices"

	"retroproof/chess"
	"retroproof/kernel/ways"
)

// openZones adds zones for the kings and pieces that would have no way to any square where the goal
// has such a man, when a pawn has made a move and only pawns that are done are in the
// way. rest are the moves of the kernel after it.
func (a *kernelPlay) openZones(b *board, w kernelMove, rest []kernelMove, keep *zones) *zones {
	if a.goal == nil || w.pawn < 0 {
		return keep
	}
	after := *b
	after.applyPawns(w)
	now, then := b.obstaclesOf(a.done(b, rest)&^b.sq[w.pawn].Bit()), after.obstaclesOf(a.done(&after, rest))
	if then.pawns&^now.pawns == 0 {
		return keep
	}
	all := zones{}
	if keep != nil {
		all = *keep
	}
	var open, shut ways.Distances
	for c := chess.White; c <= chess.Black; c++ {
		for k := chess.King; k < chess.Pawn; k++ {
			m := chess.MakeMan(c, k)
			var places chess.Bitboard
			for sq, there := range a.goal {
				if there == m {
					places |= chess.Square(sq).Bit()
				}
			}
			if places == 0 {
				continue // all of them are captured
			}
			open = now.search(m, places)
			shut = then.search(m, places)
			if open.Region()&^shut.Region() == 0 {
				continue
			}
			for _, id := range b.group(m) {
				at := b.sq[id]
				wanted := slices.ContainsFunc(rest, func(w kernelMove) bool {
					return w.capture && w.pawn >= 0 && w.color != c && w.takes == pieceOf(m, at) && !shut.Region().Has(w.to)
				})
				if a.movable>>id&1 != 0 && all[id] == 0 && !wanted && open.Region().Has(at) && !shut.Region().Has(at) {
					all[id] = shut.Region()
				}
			}
		}
	}
	return &all
}

// closingZones adds zones for enclosed men of the goal that a pawn's move shuts off, those of men
// that are inside already included. rest are the moves of the kernel after it. A careful attempt
// looks at the pawns that are done only: others will open what they shut off.
func (a *kernelPlay) closingZones(b *board, w kernelMove, rest []kernelMove, keep *zones) (all *zones, missing bool) {
	if a.goal == nil || w.pawn < 0 {
		before, then := b.obstacles(), b.after(w)
		return b.enclosedZones(&before, &then, a.enclosed, 0, a.movable, keep)
	}
	if a.inside != (zones{}) {
		if keep == nil {
			keep = new(zones)
		}
		for id, squares := range a.inside {
			if squares != 0 {
				keep[id] = squares
			}
		}
	}
	after := *b
	after.applyPawns(w)
	before, then := b.obstaclesOf(a.done(b, rest)&^b.sq[w.pawn].Bit()), after.obstaclesOf(a.done(&after, rest))
	return b.enclosedZones(&before, &then, a.enclosed, a.passing(b, rest), a.movable&^a.inside.men(), keep)
}

// confine makes men that are inside a zone of at most maxEnclosed squares stay there; the zones of
// kings that are to have room are larger. They do not move any more, or, in a careful attempt, only inside.
func (a *kernelPlay) confine(keep *zones) {
	if keep == nil {
		return
	}
	for id, squares := range keep {
		switch {
		case squares == 0 || squares.Count() > maxEnclosed || !squares.Has(a.end.sq[id]):
		case a.goal == nil:
			a.movable &^= 1 << id
		default:
			a.inside[id] = squares
		}
	}
}

// done returns the squares of the pawns that stand where the goal has them, and that the
// remaining moves of a kernel neither move nor capture.
func (a *kernelPlay) done(b *board, rest []kernelMove) (squares chess.Bitboard) {
	for set := b.kind[chess.Pawn] & b.occupied(); set != 0; set = set.WithoutFirst() {
		id := int(b.at[set.First()])
		if slices.ContainsFunc(rest, func(w kernelMove) bool { return w.pawn == id || w.victimPawn == id }) {
			continue
		}
		if i := slices.IndexFunc(a.targets, func(e pawnTarget) bool { return e.id == id }); i >= 0 && (a.targets[i].promote != chess.NoKind || a.targets[i].to != set.First()) {
			continue
		}
		squares |= set.First().Bit()
	}
	return squares
}

// passing returns the squares on which pawns still come, if the attempt is careful.
func (a *kernelPlay) passing(b *board, rest []kernelMove) (squares chess.Bitboard) {
	if a.goal == nil {
		return 0
	}
	at := b.sq
	for _, w := range rest {
		if w.pawn < 0 {
			continue
		}
		if !w.capture {
			squares |= chess.Between(at[w.pawn], w.to)
		}
		squares |= w.to.Bit()
		at[w.pawn] = w.to
	}
	for _, e := range a.targets {
		squares |= chess.Between(at[e.id], e.to) | e.to.Bit()
	}
	return squares
}
