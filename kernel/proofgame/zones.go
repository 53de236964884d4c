package proofgame

import (
	"retroproof/chess"
	"retroproof/kernel/ways"
)

// zones are, by man, the squares where it has to be when a pawn moves, so that the pawn
// does not shut it out; an empty set for men that may be anywhere.
type zones [maxMen]chess.Bitboard

// enclosedMan is a king or piece of the goal that can reach few squares from there.
type enclosedMan struct {
	man  chess.Man
	at   chess.Square
	room chess.Bitboard // those squares, when all pawns are there
}

// enclosedMen returns the kings and pieces that pawns enclose in the goal. The pawns of final
// have made all moves of the kernel, and later are their targets.
func enclosedMen(final *board, later []pawnTarget, goal *[chess.NumSquares]chess.Man) (list []enclosedMan) {
	b := *final
	b.applyTargets(later)
	walls := b.obstacles()
	walls.addLocked(goal)
	for i, m := range goal {
		if m == chess.NoMan || m.Kind() == chess.Pawn {
			continue
		}
		if room := walls.region(m, chess.Square(i).Bit()); room.Count() <= maxEnclosed {
			list = append(list, enclosedMan{m, chess.Square(i), room})
		}
	}
	return list
}

// enclosedZones adds zones for enclosed men of the goal whose squares a pawn's move
// shuts off, by the obstacles before and after it: one man of their kind has to be inside before.
// missing reports that no such man has a way to get there, or that pawns still have to come to
// all squares in there.
func (b *board) enclosedZones(before, then *obstacles, enclosed []enclosedMan, passing chess.Bitboard, movable uint32,
	keep *zones) (all *zones, missing bool) {
	if len(enclosed) == 0 {
		return keep, false
	}
	walls := b.obstacles()
	taken := uint32(0)
	for _, l := range enclosed {
		inside := then.region(l.man, l.at.Bit())
		if inside.Count() > maxEnclosed || before.region(l.man, l.at.Bit())&^inside == 0 {
			continue
		}
		if inside&passing != 0 && inside&^passing == 0 {
			missing = true
			continue
		}
		if l.man.Kind() == chess.King {
			inside = inside&^then.guarded[l.man.Color()] | l.at.Bit() // where a king is not in check
		}
		way := walls.search(l.man, inside&^walls.pawns|l.at.Bit())
		best, near := -1, ways.Far
		for _, id := range b.group(l.man) {
			d := way.To(b.sq[id])
			if movable>>id&1 != 0 && taken>>id&1 == 0 && d < near {
				best, near = id, d
			}
		}
		if best < 0 {
			missing = true
			continue
		}
		taken |= 1 << best
		keep = keep.with(best, inside)
	}
	return keep, missing
}

// with gives a man a zone, in new zones if there are none yet.
func (z *zones) with(id int, squares chess.Bitboard) *zones {
	if z == nil {
		z = new(zones)
	}
	z[id] = squares
	return z
}

// men returns the men that have zones.
func (z *zones) men() (ids uint32) {
	for id, squares := range z {
		if squares != 0 {
			ids |= 1 << id
		}
	}
	return ids
}

// minKingRoom is the least number of squares that a pawn move has to leave a king.
const minKingRoom = 8

// kingZones returns where the kings have to be when a move of the kernel is played: a
// king that would have less than minKingRoom goes to the largest region.
func (b *board) kingZones(w kernelMove, movable uint32) *zones {
	walls := b.after(w)
	var keep *zones
	for c := chess.White; c <= chess.Black; c++ {
		king := (b.side[c] & b.kind[chess.King]).First()
		id := int(b.at[king])
		if movable>>id&1 == 0 {
			continue
		}
		if (walls.region(b.man[id], king.Bit()) &^ walls.guarded[c]).Count() >= minKingRoom {
			continue
		}
		var most chess.Bitboard
		for left := ^(walls.pawns | walls.guarded[c]); left != 0; {
			room := walls.region(b.man[id], left.First().Bit()) &^ walls.guarded[c]
			if room.Count() > most.Count() {
				most = room
			}
			left &^= room | left.First().Bit()
		}
		keep = keep.with(id, most)
	}
	return keep
}

// placeZones returns zones for the kings and pieces that would have no way to their squares of
// the plan any more when a pawn is on its target.
func (p *plan) placeZones(b *board, w kernelMove) *zones {
	walls := b.after(w)
	men := b.occupied() &^ b.kind[chess.Pawn]
	var end [chess.NumSquares]chess.Man
	for set := men; set != 0; set = set.WithoutFirst() {
		id := b.at[set.First()]
		if p.movable>>id&1 != 0 && p.dist[id].Region().Has(set.First()) {
			end[p.goal[id]] = b.man[id]
		}
	}
	walls.addLocked(&end)
	before := b.obstacles()
	before.addLocked(&end)
	var keep *zones
	for set := men; set != 0; set = set.WithoutFirst() {
		id := int(b.at[set.First()])
		d := &p.dist[id]
		if p.movable>>id&1 == 0 || !d.Region().Has(set.First()) {
			continue // no such man at present
		}
		open := walls.region(b.man[id], p.goal[id].Bit())
		if open.Has(set.First()) || !before.region(b.man[id], p.goal[id].Bit()).Has(set.First()) {
			continue // it has its way still, or other pawns have to open it
		}
		keep = keep.with(id, open)
	}
	return keep
}

// bringToZones makes a plan bring men to their zones, and keep them there.
func (p *plan) bringToZones(b *board, keep *zones) {
	if keep == nil {
		return
	}
	walls := b.obstacles()
	for id, squares := range keep {
		if squares != 0 && b.sq[id] != offBoard {
			p.aim(id, walls.search(b.man[id], squares))
		}
	}
}

// withdraw brings all kings and pieces out of the way of a pawn and to their zones. The moves
// are returned, the board at the end is r.end.
func (r *router) withdraw(b *board, keep *zones, way chess.Bitboard, movable uint32) ([]chess.Move, bool) {
	r.end = *b
	if way&b.occupied() == 0 && keep == nil {
		return nil, true
	}
	off := &r.plans.withdraw
	*off = plan{}
	off.movable = movable
	off.anyTurn = true
	walls := b.obstacles()
	for set := b.occupied() &^ walls.pawns; set != 0; set = set.WithoutFirst() {
		id := int(b.at[set.First()])
		to := ^way &^ walls.pawns
		if keep != nil && keep[id] != 0 {
			to &= keep[id]
		}
		off.aim(id, walls.search(b.man[id], to))
		if !off.dist[id].Region().Has(set.First()) {
			return nil, false // pawns are in its way, and they stand still
		}
	}
	if !r.small(b, off) {
		return nil, false
	}
	return append([]chess.Move(nil), r.path...), true
}

// addLocked adds the kings and pieces as obstacles that cannot move from their squares at the
// end, because of the pawns and of each other.
func (o *obstacles) addLocked(end *[chess.NumSquares]chess.Man) {
	locked := chess.NoSquares
	for i, m := range end {
		if m != chess.NoMan && m.Kind() != chess.Pawn {
			locked |= chess.Square(i).Bit()
		}
	}
	o.pawns |= ways.Stuck(locked, func(sq chess.Square, locked chess.Bitboard) bool {
		m, blocked := end[sq], o.pawns|locked
		to := chess.Attacks(m, sq, blocked) &^ blocked
		if m.Kind() == chess.King {
			to &^= o.guarded[m.Color()]
		}
		return to != 0
	})
}

// maxEnclosed is the number of squares up to which the region of a king or piece counts as
// enclosed.
const maxEnclosed = 6

// markClosing marks the pawn moves that enclose a king or piece at its square of the goal
// when all others are played: they come last, so that it can get there.
func markClosing(list []pawnTarget, b *board, goal *[chess.NumSquares]chess.Man) {
	final := *b
	final.applyTargets(list)
	for _, l := range enclosedMen(b, list, goal) {
		for j := range list {
			e := &list[j]
			if e.closes || e.promote != chess.NoKind {
				continue
			}
			without := final.after(pawnMove(e.color, e.pawn, b.sq[e.pawn], chess.NoKind))
			e.closes = without.region(l.man, l.at.Bit())&^l.room != 0
		}
	}
}

// swapPromotions exchanges the promotion of a pawn with that of another one if its piece
// would have no way from there to a square of the goal.
func (b *board) swapPromotions(e *pawnTarget, list []pawnTarget, goal *[chess.NumSquares]chess.Man) {
	walls := b.after(e.kernelMove)
	free := func(k chess.Kind) bool {
		m := chess.MakeMan(e.color, k)
		return walls.region(m, e.to.Bit())&placesOf(m, goal) != 0
	}
	if free(e.promote) {
		return
	}
	for i := range list {
		f := &list[i]
		if f.color != e.color || f.promote == chess.NoKind || f.promote == e.promote {
			continue
		}
		if (f.promote == chess.Bishop || e.promote == chess.Bishop) && f.to.Dark() != e.to.Dark() {
			continue
		}
		if free(f.promote) {
			e.promote, f.promote = f.promote, e.promote
			return
		}
	}
}
