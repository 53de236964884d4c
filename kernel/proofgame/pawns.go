package proofgame

import (
	"slices"

	"retroproof/chess"
	"retroproof/kernel/ways"
)

// pawnTarget is a pawn, the square it has to reach, and what it promotes to there: its whole way, as one move of a
// kernel.
type pawnTarget struct {
	kernelMove
	rank   int  // targets with lower ranks are played first
	closes bool // encloses a king or piece; see markClosing
}

// smallWidths are those of the beams for pawns and captures.
var smallWidths = [...]int{1, 2, 4, 8, 32}

// The weights of beams for pawns and captures: of men with a target, and of the others,
// which are to stay where they are.
const (
	targetWeight = 24
	stayWeight   = 1

	smallStallLimit = 20
)

// smallStall is the number of plies without progress after which such a beam gives up: what narrow ones find later is
// long.
func smallStall(width int) int { return min(2+2*width, smallStallLimit) }

// pawnTargets returns the targets of the pawns of a board for the goal, in the order in
// which they are tried; false if the goal's pawns cannot be reached.
func (r *router) pawnTargets(b *board, goal *[chess.NumSquares]chess.Man) ([]pawnTarget, bool) {
	list, ok := r.pawnSquares(b, goal)
	if !ok || !r.targetPromotions(list, b, goal) {
		return nil, false
	}
	markClosing(list, b, goal)
	r.sort(list, b)
	return list, true
}

// pawnSquares returns the targets without order; promotions are to queens, see
// targetPromotions.
func (r *router) pawnSquares(b *board, goal *[chess.NumSquares]chess.Man) ([]pawnTarget, bool) {
	var list []pawnTarget
	for f := range 8 {
		var have []int
		var want []chess.Square
		black := 0 // of those that stand on the file, less those of the goal
		for rank := range 8 {
			sq := chess.MakeSquare(f, rank)
			if b.kind[chess.Pawn].Has(sq) {
				have = append(have, int(b.at[sq]))
				if b.side[chess.Black].Has(sq) {
					black++
				}
			}
			if m := goal[sq]; m.Kind() == chess.Pawn {
				want = append(want, sq)
				if m == chess.BlackPawn {
					black--
				}
			}
		}
		// From the first rank on a file has pawns of Black that promote, those of the goal, and pawns of White that do.
		if black < 0 || black+len(want) > len(have) {
			return nil, false
		}
		for i, id := range have {
			c := b.man[id].Color()
			e := pawnTarget{kernelMove: pawnMove(c, id, chess.NoSquare, chess.NoKind)}
			switch {
			case i < black && c == chess.Black, i >= black+len(want) && c == chess.White:
				e.to, e.promote = chess.MakeSquare(f, c.RelativeRank(7)), chess.Queen
			case i < black || i >= black+len(want) || goal[want[i-black]] != b.man[id]:
				return nil, false
			default:
				e.to = want[i-black]
			}
			// Pawns do not go back; those that are there need no target.
			if way := c.RelativeRank(e.to.Rank()) - c.RelativeRank(b.sq[id].Rank()); way < 0 {
				return nil, false
			} else if way > 0 {
				list = append(list, e)
			}
		}
	}
	return list, true
}

// targetPromotions sets what promoting pawns become: the pieces that the board lacks.
// It reports whether these are as many as the promotions.
func (r *router) targetPromotions(list []pawnTarget, b *board, goal *[chess.NumSquares]chess.Man) bool {
	for c := chess.White; c <= chess.Black; c++ {
		lack, light := b.lackingKinds(c, goal)
		var who []int
		for i, e := range list {
			if e.color == c && e.promote != chess.NoKind {
				who = append(who, i)
			}
		}
		if len(who) != len(lack) {
			return false
		}
		for i := range who {
			j := i + r.random(len(who)-i)
			who[i], who[j] = who[j], who[i]
		}
		for _, k := range lack {
			i := slices.IndexFunc(who, func(i int) bool { return r.promotesTo(k, &list[i], light > 0, b, goal) })
			if i < 0 && k == chess.Bishop {
				return false
			}
			if k == chess.Bishop {
				light--
			}
			i = max(i, 0)
			list[who[i]].promote = k
			who = slices.Delete(who, i, i+1)
		}
	}
	return true
}

// lackingKinds returns the pieces of a side that a board lacks, bishops first, as the colour of their squares matters;
// and how many bishops it lacks on light squares.
func (b *board) lackingKinds(c chess.Color, goal *[chess.NumSquares]chess.Man) (lack []chess.Kind, light int) {
	for _, k := range []chess.Kind{chess.Bishop, chess.Queen, chess.Rook, chess.Knight} {
		n := placesOf(chess.MakeMan(c, k), goal).Count() - len(b.group(chess.MakeMan(c, k)))
		lack = append(lack, slices.Repeat([]chess.Kind{k}, max(0, n))...)
	}
	wanted := placesOf(chess.MakeMan(c, chess.Bishop), goal) & chess.LightSquares
	return lack, wanted.Count() - (b.side[c] & b.kind[chess.Bishop] & chess.LightSquares).Count()
}

// promotesTo reports whether a pawn can become a piece, as far as is known: a bishop on a square of a colour.
func (r *router) promotesTo(k chess.Kind, e *pawnTarget, light bool, b *board, goal *[chess.NumSquares]chess.Man) bool {
	if r.careful && r.shutIn(e.color, e.to, k) {
		return false
	}
	return k != chess.Bishop || e.to.Dark() != light && !b.caged(e.to, goal) &&
		r.avoid.Bishops[e.color]>>e.to.File()&1 == 0
}

// caged reports whether a bishop on a promotion square has no way out for pawns
// that are there now and at the goal.
func (b *board) caged(sq chess.Square, goal *[chess.NumSquares]chess.Man) bool {
	if goal[sq].Kind() == chess.Bishop {
		return false
	}
	for exits := chess.BishopAttacks(sq,
		chess.NoSquares) & chess.KingAttacks(sq); exits != 0; exits = exits.WithoutFirst() {
		if goal[exits.First()].Kind() != chess.Pawn || !b.kind[chess.Pawn].Has(exits.First()) {
			return false
		}
	}
	return true
}

// sort orders the targets: promotions and far advanced pawns first, with random
// differences, and the front pawn of a file before those behind it.
func (r *router) sort(list []pawnTarget, b *board) {
	for i := range list {
		e := &list[i]
		e.rank = 10*(7-e.color.RelativeRank(b.sq[e.pawn].Rank())) + r.random(20)
		if e.promote != chess.NoKind {
			e.rank -= 100
		}
		if e.closes {
			e.rank += 300
		}
	}
	for range 8 { // chains of pawns on a file are shorter
		for i := range list {
			for j := range list {
				e, f := &list[i], &list[j]
				if e.color == f.color && e.to.File() == f.to.File() &&
					e.color.RelativeRank(b.sq[f.pawn].Rank()) > e.color.RelativeRank(b.sq[e.pawn].Rank()) {
					e.rank = max(e.rank, f.rank+1)
				}
			}
		}
	}
	slices.SortStableFunc(list, func(e, f pawnTarget) int { return e.rank - f.rank })
}

// advance brings all pawns of a board to where the goal has them. The moves are
// returned, the board at the end is r.end.
func (r *router) advance(b *board, goal *[chess.NumSquares]chess.Man, movable uint32) ([]chess.Move, bool) {
	list, ok := r.pawnTargets(b, goal)
	if !ok {
		return nil, false
	}
	r.end = *b
	var moves []chess.Move
	// What fails is tried again last: other pawns may make room.
	for failed := 0; len(list) > failed; {
		e := list[0]
		list = list[1:]
		from := r.end.sq[e.pawn]
		if one := ahead(e.color, from); r.singleSteps && e.to != one && ways.HomeRank(e.color).Has(from) &&
			r.random(4) == 0 {
			list = slices.Insert(list, 0, e)
			e.to, e.promote = one, chess.NoKind
		}
		now := r.end
		if e.promote != chess.NoKind {
			now.swapPromotions(&e, list, goal)
		}
		p := &r.plans.push
		*p = plan{}
		p.movable = movable &^ now.numbers(now.kind[chess.Pawn])
		walls := now.obstacles()
		r.assignSquares(p, &now, goal, &walls, 8)
		for set := now.occupied(); set != 0; set = set.WithoutFirst() {
			p.weight[now.at[set.First()]] = stayWeight
		}
		way, ok := r.push(p, &now, e.kernelMove, movable, p.placeZones(&now, e.kernelMove))
		if !ok {
			list = append(list, e)
			r.end = now
			failed++
			continue
		}
		moves = append(moves, way...)
		failed = 0
	}
	for _, e := range list {
		r.failedPromotion(e.color, e.to, e.promote)
	}
	return moves, len(list) == 0
}

// push clears the way of a pawn and moves it to its target. The plan has the aims of the
// other men, keep the zones they have to be in. The moves are returned, the board at the
// end is r.end.
func (r *router) push(p *plan, b *board, w kernelMove, movable uint32, keep *zones) ([]chess.Move, bool) {
	if b.sq[w.pawn] == offBoard {
		return nil, false // captured on a square where it did not have to go
	}
	way := chess.Between(b.sq[w.pawn], w.to) | w.to.Bit()
	if way&b.kind[chess.Pawn] != 0 {
		return nil, false
	}
	moves, ok := r.withdraw(b, keep, way, p.movable)
	if !ok {
		return nil, false
	}
	now := r.end
	p.dist[w.pawn].Steps(w.color, w.to)
	p.weight[w.pawn], p.promote[w.pawn] = targetWeight, w.promote
	p.need = 1 << w.pawn
	p.bringToZones(&now, keep)
	p.movable |= movable & p.need
	p.anyTurn = true
	if !r.small(&now, p) {
		return nil, false
	}
	return append(moves, r.path...), true
}

// small runs beam searches of growing width. If the plan has no other condition, the
// side to move has a legal quiet move at the end.
func (r *router) small(b *board, p *plan) bool {
	if p.done == nil {
		p.done = func(b *board) bool { return b.mobile(p.movable) }
	}
	for _, w := range smallWidths {
		if r.run(b, p, w, smallStall(w)) {
			return true
		}
	}
	return false
}
