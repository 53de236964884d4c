package proofgame

import "retroproof/chess"

// refuges are the squares that men have to keep to while a pawn moves, so that it
// does not wall them in; none for those that are free.
type refuges [maxMen]chess.Bitboard

// lodger is an officer of the goal that is walled in there.
type lodger struct {
	man chess.Man
	at  chess.Square
}

// lodgersOf returns the officers that pawns wall in at the goal; the pawns have
// played all words, and have errands left.
func lodgersOf(final *board, later []errand, goal *[chess.NumSquares]chess.Man) (list []lodger) {
	b := *final
	b.skipAll(later)
	on := b.terrain()
	on.lock(goal)
	var room distance
	for i, m := range goal {
		if m == chess.NoMan || m.Kind() == chess.Pawn {
			continue
		}
		if room.officer(m, chess.Square(i).Bit(), &on, false); room.from().Count() <= pocket {
			list = append(list, lodger{m, chess.Square(i)})
		}
	}
	return list
}

// admit adds to the refuges those of lodgers that a word shuts out. It says whether
// one has no way there.
func (b *board) admit(w word, lodgers []lodger, movable uint32, keep *refuges) (all *refuges, missing bool) {
	if len(lodgers) == 0 {
		return keep, false
	}
	now, then := b.terrain(), b.after(w)
	var open, shut distance
	taken := uint32(0)
	for _, l := range lodgers {
		open.officer(l.man, l.at.Bit(), &now, false)
		shut.officer(l.man, l.at.Bit(), &then, false)
		if shut.from().Count() > pocket || open.from()&^shut.from() == 0 {
			continue
		}
		best, near := -1, uint8(unreachable)
		for _, id := range b.group(l.man) {
			d := open.d[b.sq[id]]
			if shut.from().Has(b.sq[id]) {
				d = 0
			}
			if movable>>id&1 != 0 && taken>>id&1 == 0 && d < near {
				best, near = id, d
			}
		}
		if best < 0 {
			missing = true
			continue
		}
		taken |= 1 << best
		if keep == nil {
			keep = new(refuges)
		}
		keep[best] = shut.from()
	}
	return keep, missing
}

// settled returns the officers that are walled in where they are to be; kings
// find more room.
func (k *refuges) settled(b *board) (ids uint32) {
	if k == nil {
		return 0
	}
	for id, squares := range k {
		if squares != 0 && squares.Count() <= pocket && squares.Has(b.sq[id]) {
			ids |= 1 << id
		}
	}
	return ids
}

// cramped is how few squares a king may be left with.
const cramped = 8

// refuges says where the kings have to be when a word is played: one that pawns
// would hem in goes where there is room.
func (b *board) refuges(w word, movable uint32) *refuges {
	on := b.after(w)
	var keep *refuges
	var room distance
	for c := chess.White; c <= chess.Black; c++ {
		king := (b.side[c] & b.kind[chess.King]).First()
		id := b.at[king]
		if movable>>id&1 == 0 {
			continue
		}
		room.officer(b.man[id], king.Bit(), &on, false)
		if (room.from() &^ on.guarded[c]).Count() >= cramped {
			continue
		}
		var most chess.Bitboard
		for left := ^(on.pawns | on.guarded[c]); left != 0; left &^= room.from() | left.First().Bit() {
			room.officer(b.man[id], left.First().Bit(), &on, false)
			if r := room.from() &^ on.guarded[c]; r.Count() > most.Count() {
				most = r
			}
		}
		if keep == nil {
			keep = new(refuges)
		}
		keep[id] = most
	}
	return keep
}

// sides says which officers have to be elsewhere before a pawn runs its errand,
// because there is no way afterwards to where the plan has them in the end.
func (p *plan) sides(b *board, e errand) *refuges {
	on := b.after(e.word())
	officers := b.occupied() &^ b.kind[chess.Pawn]
	var end [chess.NumSquares]chess.Man
	for set := officers; set != 0; set = set.WithoutFirst() {
		id := b.at[set.First()]
		if p.movable>>id&1 != 0 && p.dist[id].d[set.First()] < unreachable {
			end[p.goal[id]] = b.man[id]
		}
	}
	on.lock(&end)
	var keep *refuges
	var open distance
	for set := officers; set != 0; set = set.WithoutFirst() {
		id := b.at[set.First()]
		d := &p.dist[id]
		if p.movable>>id&1 == 0 || d.d[set.First()] == unreachable {
			continue // there is none now
		}
		open.officer(b.man[id], p.goal[id].Bit(), &on, false)
		if open.d[set.First()] < unreachable {
			continue
		}
		if keep == nil {
			keep = new(refuges)
		}
		keep[id] = open.from()
	}
	return keep
}

// prefer makes a plan bring men to their refuges, and keep them there.
func (p *plan) prefer(b *board, keep *refuges) {
	if keep == nil {
		return
	}
	on := b.terrain()
	for id, squares := range keep {
		if squares != 0 && b.sq[id] != gone {
			p.dist[id].officer(b.man[id], squares, &on, false)
			p.weight[id] = wanted
			p.need |= 1 << id
		}
	}
}

// withdraw brings all officers off the way of a pawn and to their refuges. The
// moves are returned, the board at the end is r.end.
func (r *beam) withdraw(b *board, keep *refuges, way chess.Bitboard, movable uint32) ([]chess.Move, bool) {
	r.end = *b
	if way&b.occupied() == 0 && keep == nil {
		return nil, true
	}
	var off plan
	off.movable = movable
	off.anyTurn = true
	on := b.terrain()
	for set := b.occupied() &^ on.pawns; set != 0; set = set.WithoutFirst() {
		id := b.at[set.First()]
		to := ^way &^ on.pawns
		if keep != nil && keep[id] != 0 {
			to &= keep[id]
		}
		off.dist[id].officer(b.man[id], to, &on, false)
		off.weight[id] = wanted
		off.need |= 1 << id
	}
	if !r.small(b, &off) {
		return nil, false
	}
	return append([]chess.Move(nil), r.path...), true
}

// lock makes those officers obstacles that cannot move any more where they stand
// in the end, for pawns and for each other.
func (t *terrain) lock(end *[chess.NumSquares]chess.Man) {
	locked := chess.NoSquares
	for i, m := range end {
		if m != chess.NoMan && m.Kind() != chess.Pawn {
			locked |= chess.Square(i).Bit()
		}
	}
	for more := true; more; {
		more = false
		for set := locked; set != 0; set = set.WithoutFirst() {
			m, walls := end[set.First()], t.pawns|locked
			to := chess.Attacks(m, set.First(), walls) &^ walls
			if m.Kind() == chess.King {
				to &^= t.guarded[m.Color()]
			}
			if to != 0 {
				locked &^= set.First().Bit()
				more = true
			}
		}
	}
	t.pawns |= locked
}

// pocket is how few squares an officer has to itself that is walled in.
const pocket = 6

// closers marks the errands that wall in an officer at its square of the goal if
// all others are done: they come last, so that it can get there.
func closers(list []errand, b *board, goal *[chess.NumSquares]chess.Man) {
	final := *b
	final.skipAll(list)
	on := final.terrain()
	on.lock(goal)
	var room, wider distance
	for i, m := range goal {
		if m == chess.NoMan || m.Kind() == chess.Pawn {
			continue
		}
		room.officer(m, chess.Square(i).Bit(), &on, false)
		if room.from().Count() > pocket {
			continue
		}
		for j := range list {
			e := &list[j]
			if e.closes || e.promote != chess.NoKind {
				continue
			}
			without := final.after(word{color: e.color, pawn: e.id, to: b.sq[e.id], prey: -1})
			wider.officer(m, chess.Square(i).Bit(), &without, false)
			e.closes = wider.from()&^room.from() != 0
		}
	}
}

// exchange lets a pawn promote to what another one was to become if what it
// becomes itself would find no way to a square of the goal.
func (b *board) exchange(e *errand, list []errand, goal *[chess.NumSquares]chess.Man) {
	on := b.after(e.word())
	free := func(k chess.Kind) bool {
		m := chess.MakeMan(e.color, k)
		var d distance
		d.officer(m, e.to.Bit(), &on, false)
		for set := d.from(); set != 0; set = set.WithoutFirst() {
			if goal[set.First()] == m {
				return true
			}
		}
		return false
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
