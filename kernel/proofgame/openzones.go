package proofgame

import (
	"slices"

	"retroproof/chess"
	"retroproof/kernel"
)

// openZones adds zones for the kings and pieces that would have no way to any square where the goal
// has such a man, when a pawn has made a move and only pawns that are done are in the
// way. rest are the moves of the kernel after it.
func (p *kernelPlay) openZones(b *board, w kernelMove, rest []kernelMove, keep *zones) *zones {
	if p.goal == nil || w.pawn < 0 {
		return keep
	}
	after := *b
	after.applyPawns(w)
	// Only pawns that are done count: others will open what they shut off.
	now, then := b.obstaclesOf(p.done(b, rest)&^b.sq[w.pawn].Bit()), after.obstaclesOf(p.done(&after, rest))
	if then.pawns&^now.pawns == 0 {
		return keep
	}
	all := zones{}
	if keep != nil {
		all = *keep
	}
	for c := chess.White; c <= chess.Black; c++ {
		for k := chess.King; k < chess.Pawn; k++ {
			m := chess.MakeMan(c, k)
			places := placesOf(m, p.goal)
			if places == 0 {
				continue // all of them are captured
			}
			// Two searches over the board for every kind of man: where such men can come from now, and after the move.
			open, shut := now.region(m, places), then.region(m, places)
			if open&^shut == 0 {
				continue
			}
			for _, id := range b.group(m) {
				at := b.sq[id]
				wanted := slices.ContainsFunc(rest, func(w kernelMove) bool {
					return w.capture && w.pawn >= 0 && w.color != c && w.takes == kernel.PieceOf(m, at) && !shut.Has(w.to)
				})
				if p.movable>>id&1 != 0 && all[id] == 0 && !wanted && open.Has(at) && !shut.Has(at) {
					all[id] = shut
				}
			}
		}
	}
	return &all
}

// closingZones adds zones for enclosed men of the goal that a pawn's move shuts off, those of men
// that are inside already included. rest are the moves of the kernel after it. A careful attempt
// looks at the pawns that are done only: others will open what they shut off.
func (k *kernelPlay) closingZones(b *board, w kernelMove, rest []kernelMove, keep *zones) (all *zones, missing bool) {
	if k.goal == nil || w.pawn < 0 {
		before, then := b.obstacles(), b.after(w)
		return b.enclosedZones(&before, &then, k.enclosed, 0, k.movable, keep)
	}
	for id, squares := range k.inside {
		if squares != 0 {
			keep = keep.with(id, squares)
		}
	}
	after := *b
	after.applyPawns(w)
	before, then := b.obstaclesOf(k.done(b, rest)&^b.sq[w.pawn].Bit()), after.obstaclesOf(k.done(&after, rest))
	return b.enclosedZones(&before, &then, k.enclosed, k.passing(b, rest), k.movable&^k.inside.men(), keep)
}

// confine makes men that are inside a zone of at most maxEnclosed squares stay there; the zones of
// kings that are to have room are larger. They do not move any more, or, in a careful attempt, only inside.
func (k *kernelPlay) confine(keep *zones) {
	if keep == nil {
		return
	}
	for id, squares := range keep {
		switch {
		case squares == 0 || squares.Count() > maxEnclosed || !squares.Has(k.end.sq[id]):
		case k.goal == nil:
			k.movable &^= 1 << id
		default:
			k.inside[id] = squares
		}
	}
}

// done returns the squares of the pawns that stand where the goal has them, and that the
// remaining moves of a kernel neither move nor capture.
func (k *kernelPlay) done(b *board, rest []kernelMove) (squares chess.Bitboard) {
	for set := b.kind[chess.Pawn] & b.occupied(); set != 0; set = set.WithoutFirst() {
		id := int(b.at[set.First()])
		if slices.ContainsFunc(rest, func(w kernelMove) bool { return w.pawn == id || w.victimPawn == id }) {
			continue
		}
		if i := slices.IndexFunc(k.targets, func(e pawnTarget) bool { return e.pawn == id }); i >= 0 &&
			(k.targets[i].promote != chess.NoKind || k.targets[i].to != set.First()) {
			continue
		}
		squares |= set.First().Bit()
	}
	return squares
}

// passing returns the squares on which pawns still come, if the attempt is careful.
func (k *kernelPlay) passing(b *board, rest []kernelMove) (squares chess.Bitboard) {
	if k.goal == nil {
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
	for _, e := range k.targets {
		squares |= chess.Between(at[e.pawn], e.to) | e.to.Bit()
	}
	return squares
}
