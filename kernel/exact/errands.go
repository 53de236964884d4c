package exact

import (
	"cmp"
	"math/bits"
	"slices"

	"retroproof/chess"
	"retroproof/kernel/assign"
)

// mostErrands is the largest number of captures of given men that are kept apart.
const mostErrands = 3

// errands are the captures that a side has to make: those of men that are captured in all games, one by
// one, and the others together.
type errands struct {
	at     []chess.Bitboard // by man that is captured in all games: where that may be
	others chess.Bitboard   // where all others are captured
	rest   int              // how many these are
}

// victims returns by square of a man of a side where it may be captured, and which men are captured in
// all games; false if there is no game. look has been called.
func (e *bound) victims(c chess.Color) (where map[chess.Square]chess.Bitboard, certain chess.Bitboard, possible bool) {
	where = map[chess.Square]chess.Bitboard{}
	other := chess.NoSquares
	e.note = func(home chess.Square, j int, falls chess.Bitboard) {
		if j == e.roster.m {
			where[home] |= falls
		} else {
			other |= home.Bit()
		}
	}
	e.useRoutes()
	possible = e.lookAt(c)
	e.note = nil
	return where, e.pos.Side(c) &^ e.blocked &^ other, possible
}

// newErrands returns those of a side that captures on some squares.
func newErrands(e *bound, c chess.Color, on chess.Bitboard) (s errands) {
	s.rest = e.spare[c.Other()]
	where, certain, possible := e.victims(c.Other())
	if !possible {
		s.others = on
		return s
	}
	for sq, falls := range where {
		if falls &= on; certain.Has(sq) {
			s.at = append(s.at, falls)
		} else {
			s.others |= falls
		}
	}
	// Those on the fewest squares say most.
	slices.SortFunc(s.at, func(a, b chess.Bitboard) int {
		return cmp.Or(cmp.Compare(a.Count(), b.Count()), cmp.Compare(a, b))
	})
	if len(s.at) > mostErrands {
		for _, falls := range s.at[mostErrands:] {
			s.others |= falls
		}
		s.at = s.at[:mostErrands]
	}
	s.rest -= len(s.at)
	return s
}

// left returns the set of errands that a lineup has before it; the last one stands for the others.
func (s *errands) left(l *lineup) uint8 {
	set := uint8(1<<len(s.at)-1) &^ l.done
	if int(l.taken)-bits.OnesCount8(l.done) < s.rest {
		set |= 1 << len(s.at)
	}
	return set
}

// where returns the squares of an errand.
func (s *errands) where(i int) chess.Bitboard {
	if i < len(s.at) {
		return s.at[i]
	}
	return s.others
}

// through has the least numbers of moves on ways with captures, by set of errands, then as tables of costs.
type through [sets]*[chess.Pawn + 1][][chess.NumSquares]uint8

// throughs returns the tables for a number of captures that the side still makes.
func (s *estimate) throughs(takes int) *through {
	if s.by[takes] != nil {
		return s.by[takes]
	}
	by := new(through)
	s.by[takes] = by
	by[0] = s.costs(takes)
	n := len(s.a.errands.at) + 1
	for set := 1; set < 1<<n; set++ {
		t := new([chess.Pawn + 1][][chess.NumSquares]uint8)
		for k := chess.King; k <= chess.Pawn; k++ {
			t[k] = make([][chess.NumSquares]uint8, len(s.to)+1)
		}
		by[set] = t
		for j := range len(s.to) + 1 {
			for k := chess.King; k < chess.Pawn; k++ {
				for sq := range chess.Square(chess.NumSquares) {
					t[k][j][sq] = s.way(by, set, k, j, sq)
				}
			}
			for sq := range chess.Square(chess.NumSquares) {
				t[chess.Pawn][j][sq] = s.pawnWay(by, set, min(takes, maxTakes), j, sq)
			}
		}
	}
	return by
}

// way returns the least number of moves of a piece on a square that does some errands and becomes a man
// of the goal, or is captured.
func (s *estimate) way(by *through, set int, k chess.Kind, j int, sq chess.Square) uint8 {
	best := assign.Forbidden
	if s.a.blocked.Has(sq) || by[0][k][j][sq&63] == impossible {
		return impossible
	}
	from := s.routes.from(chess.MakeMan(s.a.c, k), sq)
	for left := set; left != 0; left &= left - 1 {
		i := bits.TrailingZeros(uint(left))
		rest := by[set&^(1<<i)][k][j]
		for b := s.a.errands.where(i) & from.within[maxLayer]; b != 0; b = b.WithoutFirst() {
			to := b.First() & 63
			d := from.to(to)
			if d == 0 {
				d = 2 // it has to leave
			}
			if rest[to] != impossible {
				best = min(best, d+int(rest[to]))
			}
		}
	}
	return entryOf(best)
}

// entryOf returns a least number of moves as an entry of the tables: the largest possible one if there are more
// moves than that, which is a lower bound still.
func entryOf(moves int) uint8 {
	if moves >= assign.Forbidden {
		return impossible
	}
	return uint8(min(moves, impossible-1))
}

// pawnWay returns the same for a pawn.
func (s *estimate) pawnWay(by *through, set, takes, j int, sq chess.Square) uint8 {
	best := assign.Forbidden
	if s.a.blocked.Has(sq) || !pawnRanks.Has(sq) {
		return impossible
	}
	c := s.a.c
	from := s.routes.pawn(c, takes, sq)
	last := lastRank(c) & from.within[maxLayer]
	// What it becomes on the last rank.
	become := func(rest *[chess.Pawn + 1][][chess.NumSquares]uint8, to chess.Square) {
		for k := chess.Queen; k < chess.Pawn; k++ {
			if (j == len(s.to) || s.want[j] == k) && rest[k][j][to&63] != impossible {
				best = min(best, from.to(to)+int(rest[k][j][to&63]))
			}
		}
	}
	for b := last; b != 0; b = b.WithoutFirst() {
		become(by[set], b.First())
	}
	for left := set; left != 0; left &= left - 1 {
		i := bits.TrailingZeros(uint(left))
		rest := by[set&^(1<<i)]
		on := s.a.errands.where(i) & from.within[maxLayer] &^ sq.Bit()
		for b := on &^ last; b != 0; b = b.WithoutFirst() {
			// The table is filled for this set before: the rest is a smaller one.
			if n := rest[chess.Pawn][j][b.First()&63]; n != impossible {
				best = min(best, from.to(b.First())+int(n))
			}
		}
		for b := on & last; b != 0; b = b.WithoutFirst() {
			become(rest, b.First())
		}
	}
	return entryOf(best)
}

// sets is the number of sets of errands.
const sets = 1 << (mostErrands + 1)

// duties are the additional moves that men make for errands: lower bounds from the potentials of an
// assignment, by set of errands.
type duties struct {
	left   uint8
	row    [maxMen][sets]uint8     // by row
	before [maxMen + 1][sets]uint8 // the least sums of the rows before
	after  [maxMen + 1][sets]uint8 // those of the rows from one on
	others [maxMen][sets]uint8     // those of all rows but one, as far as has is set
	has    [maxMen]bool
}

// tooMany stands for so many additional moves or more.
const tooMany = 100

// combine returns the least sums of two distributions of errands.
func combine(a, b *[sets]uint8, left uint8) (c [sets]uint8) {
	for set := left; ; set = (set - 1) & left {
		best := a[set] + b[0]
		for part := set; part != 0; part = (part - 1) & set {
			best = min(best, a[set&^part]+b[part])
		}
		c[set] = min(best, tooMany)
		if set == 0 {
			return c
		}
	}
}

// additional distributes the errands that are left among the men, given by the rows of the assignment, and
// returns the least number of additional moves.
func (e *estimated) additional(s *estimate, kinds *[maxMen]chess.Kind, squares *[maxMen]chess.Square, left uint8, takes int) int {
	d := &e.duties
	d.left = left
	if left == 0 {
		return 0
	}
	by := s.throughs(takes)
	n := e.m.N
	none := [sets]uint8{}
	for set := 1; set < sets; set++ {
		none[set] = tooMany
	}
	d.before[0], d.after[n] = none, none
	for i := range n {
		d.has[i] = false
		for set := left; set != 0; set = (set - 1) & left {
			best := int32(tooMany)
			t := by[set][kinds[i]]
			for j := range n {
				if n := t[min(j, len(s.to))][squares[i]&63]; n != impossible && e.m.Cost[i][j] < assign.Forbidden {
					best = min(best, int32(n)-e.m.U[i]-e.m.V[j])
				}
			}
			// A pawn may need more captures for both parts of its way than it can make: no lower bound is below zero.
			d.row[i][set] = uint8(max(0, best))
		}
		d.before[i+1] = combine(&d.before[i], &d.row[i], left)
	}
	for i := n - 1; i >= 0; i-- {
		d.after[i] = combine(&d.after[i+1], &d.row[i], left)
	}
	return int(d.after[0][left])
}

// without returns the least sums of all rows but one.
func (d *duties) without(i int) *[sets]uint8 {
	if !d.has[i] {
		d.has[i], d.others[i] = true, combine(&d.before[i], &d.after[i+1], d.left)
	}
	return &d.others[i]
}
