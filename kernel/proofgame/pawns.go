package proofgame

import (
	"slices"

	"retroproof/chess"
)

// errand is a pawn that has to go to a square, and what it becomes there.
type errand struct {
	id      int
	color   chess.Color
	to      chess.Square
	promote chess.Kind
	rank    int // errands with lower ranks go first
	closes  bool
}

// word is the errand as a word.
func (e errand) word() word {
	return word{color: e.color, pawn: e.id, to: e.to, prey: -1, promote: e.promote}
}

// smallWidths are those of the beams for pawns and captures.
var smallWidths = [...]int{1, 2, 4, 8, 32}

// The weights of beams for pawns and captures: the men that are wanted, and the
// others.
const (
	wanted = 24
	loiter = 1

	smallPatience = 20
)

// errands returns what the pawns of a board have to do for the goal, in the
// order in which it is tried; false if that is impossible.
func (r *beam) errands(b *board, goal *[chess.NumSquares]chess.Man) ([]errand, bool) {
	list, ok := r.pawnErrands(b, goal)
	if !ok || !r.name(list, b, goal) {
		return nil, false
	}
	closers(list, b, goal)
	r.sort(list, b)
	return list, true
}

// pawnErrands returns the errands without the kinds of promotions.
func (r *beam) pawnErrands(b *board, goal *[chess.NumSquares]chess.Man) ([]errand, bool) {
	var list []errand
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
		if black < 0 || black+len(want) > len(have) {
			return nil, false
		}
		for i, id := range have {
			c := b.man[id].Color()
			e := errand{id: id, color: c}
			switch {
			case i < black && c == chess.Black, i >= black+len(want) && c == chess.White:
				e.to, e.promote = chess.MakeSquare(f, lastRank(c)), chess.Queen
			case i < black || i >= black+len(want) || goal[want[i-black]] != b.man[id]:
				return nil, false
			default:
				e.to = want[i-black]
			}
			if way := (e.to.Rank() - b.sq[id].Rank()) * up(c); way < 0 {
				return nil, false
			} else if way > 0 {
				list = append(list, e)
			}
		}
	}
	return list, true
}

// name says what promoting pawns become: what the goal lacks.
func (r *beam) name(list []errand, b *board, goal *[chess.NumSquares]chess.Man) bool {
	for c := chess.White; c <= chess.Black; c++ {
		var lack []chess.Kind // bishops first: the square's colour matters
		for _, k := range []chess.Kind{chess.Bishop, chess.Queen, chess.Rook, chess.Knight} {
			n := 0
			for _, m := range goal {
				if m == chess.MakeMan(c, k) {
					n++
				}
			}
			for n -= len(b.group(chess.MakeMan(c, k))); n > 0; n-- {
				lack = append(lack, k)
			}
		}
		var light int // bishops that are missing on light squares
		for sq, m := range goal {
			if m == chess.MakeMan(c, chess.Bishop) && !chess.Square(sq).Dark() {
				light++
			}
		}
		light -= (b.side[c] & b.kind[chess.Bishop] & chess.LightSquares).Count()
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
			j := i + r.chance(len(who)-i)
			who[i], who[j] = who[j], who[i]
		}
		for _, k := range lack {
			i := slices.IndexFunc(who, func(i int) bool {
				return k != chess.Bishop || list[i].to.Dark() == (light <= 0) && !b.caged(list[i].to, goal)
			})
			if i < 0 {
				return false
			}
			if k == chess.Bishop {
				light--
			}
			list[who[i]].promote = k
			who = slices.Delete(who, i, i+1)
		}
	}
	return true
}

// caged reports whether a bishop on a promotion square has no way out for pawns
// that are there now and at the goal.
func (b *board) caged(sq chess.Square, goal *[chess.NumSquares]chess.Man) bool {
	if goal[sq].Kind() == chess.Bishop {
		return false
	}
	for exits := chess.BishopAttacks(sq, chess.NoSquares) & chess.KingAttacks(sq); exits != 0; exits = exits.WithoutFirst() {
		if goal[exits.First()].Kind() != chess.Pawn || !b.kind[chess.Pawn].Has(exits.First()) {
			return false
		}
	}
	return true
}

// sort brings errands into an order: those that promote and those far on first,
// with some chance, and the front pawn of a file before those behind it.
func (r *beam) sort(list []errand, b *board) {
	for i := range list {
		e := &list[i]
		e.rank = 10*abs(lastRank(e.color)-b.sq[e.id].Rank()) + r.chance(20)
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
				if e.color == f.color && e.to.File() == f.to.File() && (b.sq[f.id].Rank()-b.sq[e.id].Rank())*up(e.color) > 0 {
					e.rank = max(e.rank, f.rank+1)
				}
			}
		}
	}
	slices.SortStableFunc(list, func(e, f errand) int { return e.rank - f.rank })
}

func abs(n int) int { return max(n, -n) }

// advance brings all pawns of a board to where the goal has them. The moves are
// returned, the board at the end is r.end.
func (r *beam) advance(b *board, goal *[chess.NumSquares]chess.Man, movable uint32) ([]chess.Move, bool) {
	list, ok := r.errands(b, goal)
	if !ok {
		return nil, false
	}
	r.end = *b
	var moves []chess.Move
	// What fails comes last: other pawns may make room.
	for failed := 0; len(list) > failed; {
		e := list[0]
		list = list[1:]
		if one := chess.Square(int(r.end.sq[e.id]) + 8*up(e.color)); r.hesitant && e.to != one && r.end.sq[e.id].Rank() == 1+5*int(e.color) && r.chance(4) == 0 {
			list = slices.Insert(list, 0, e)
			e.to, e.promote = one, chess.NoKind
		}
		now := r.end
		if e.promote != chess.NoKind {
			now.exchange(&e, list, goal)
		}
		var p plan
		p.movable = movable &^ now.numbers(now.kind[chess.Pawn])
		on := now.terrain()
		r.aim(&p, &now, goal, &on, 8)
		for set := now.occupied(); set != 0; set = set.WithoutFirst() {
			p.weight[now.at[set.First()]] = loiter
		}
		way, ok := r.push(&p, &now, e, movable, p.sides(&now, e))
		if !ok {
			list = append(list, e)
			r.end = now
			failed++
			continue
		}
		moves = append(moves, way...)
		failed = 0
	}
	return moves, len(list) == 0
}

// push clears the way of a pawn and lets it go, with a plan that says what the
// others do and which squares they keep to. The moves are returned, the board at
// the end is r.end.
func (r *beam) push(p *plan, b *board, e errand, movable uint32, keep *refuges) ([]chess.Move, bool) {
	if b.sq[e.id] == gone {
		return nil, false // captured on a square where it did not have to go
	}
	way := chess.Between(b.sq[e.id], e.to) | e.to.Bit()
	if way&b.kind[chess.Pawn] != 0 {
		return nil, false
	}
	moves, ok := r.withdraw(b, keep, way, p.movable)
	if !ok {
		return nil, false
	}
	now := r.end
	p.dist[e.id].pawn(e.color, e.to)
	p.weight[e.id], p.promote[e.id] = wanted, e.promote
	p.need = 1 << e.id
	p.prefer(&now, keep)
	p.movable |= movable & p.need
	p.anyTurn = true
	if !r.small(&now, p) {
		return nil, false
	}
	return append(moves, r.path...), true
}

// small runs beams of growing width. At the end there is another move.
func (r *beam) small(b *board, p *plan) bool {
	if p.done == nil {
		p.done = func(b *board) bool { return b.mobile(p.movable) }
	}
	for _, w := range smallWidths {
		if r.run(b, p, w, smallPatience) {
			return true
		}
	}
	return false
}
