package exact

import (
	"cmp"
	"math/bits"
	"slices"

	"retroproof/chess"
	"retroproof/kernel/ways"
)

// mostForced is the largest number of captures of given men that are kept apart.
const mostForced = 3

// forcedCaptures are the captures that a side has to make: those of men that are captured in all games, one by
// one, and the others together.
type forcedCaptures struct {
	at     []chess.Bitboard // by man that is captured in all games: where that may be
	others chess.Bitboard   // where all others are captured
	rest   int              // how many these are
}

// victims returns by square of a man of a side where it may be captured, and which men are captured in
// all games; false if there is no game. derive has been called.
func (b *bound) victims(c chess.Color) (
	captureSquares map[chess.Square]chess.Bitboard, certain chess.Bitboard, possible bool) {
	captureSquares = map[chess.Square]chess.Bitboard{}
	other := chess.NoSquares
	possible = b.deriveNoting(c, func(home chess.Square, j int, lossSquares chess.Bitboard) {
		if j == b.men.m {
			captureSquares[home] |= lossSquares
		} else {
			other |= home.Bit()
		}
	})
	return captureSquares, b.pos.Side(c) &^ b.blocked &^ other, possible
}

// newForcedCaptures returns those of a side that captures on some squares.
func newForcedCaptures(e *bound, c chess.Color, on chess.Bitboard) (s forcedCaptures) {
	s.rest = e.spare[c.Other()]
	captureSquares, certain, possible := e.victims(c.Other())
	if !possible {
		s.others = on
		return s
	}
	for sq, lossSquares := range captureSquares {
		if lossSquares &= on; certain.Has(sq) {
			s.at = append(s.at, lossSquares)
		} else {
			s.others |= lossSquares
		}
	}
	// Those on the fewest squares say most.
	slices.SortFunc(s.at, func(a, b chess.Bitboard) int {
		return cmp.Or(cmp.Compare(a.Count(), b.Count()), cmp.Compare(a, b))
	})
	if len(s.at) > mostForced {
		for _, lossSquares := range s.at[mostForced:] {
			s.others |= lossSquares
		}
		s.at = s.at[:mostForced]
	}
	s.rest -= len(s.at)
	return s
}

// left returns the set of forced captures that a side state has before it; the last one stands for the others.
func (f *forcedCaptures) left(l *sideState) uint8 {
	set := uint8(1<<len(f.at)-1) &^ l.made
	if int(l.taken)-bits.OnesCount8(l.made) < f.rest {
		set |= 1 << len(f.at)
	}
	return set
}

// captureSquares returns the squares of a forced capture.
func (f *forcedCaptures) captureSquares(i int) chess.Bitboard {
	if i < len(f.at) {
		return f.at[i]
	}
	return f.others
}

// captureCosts has the least numbers of moves on ways with captures, by set of forced captures, then as tables of
// costs.
type captureCosts [sets]*costTable

// costs returns the tables for a number of captures that the side still makes.
func (e *estimate) costs(takes int) *captureCosts {
	if e.by[takes] != nil {
		return e.by[takes]
	}
	by, most, some := new(captureCosts), min(takes, ways.MostTakes), 1
	e.by[takes] = by
	if takes > 0 {
		some <<= len(e.a.forced.at) + 1
	}
	for set := range some {
		t := new(costTable)
		by[set] = t
		// Pawns are last: they become pieces.
		for k := chess.King; k <= chess.Pawn; k++ {
			t[k] = make([][chess.NumSquares]uint8, len(e.to)+1)
			for j := range t[k] {
				for sq := range chess.Square(chess.NumSquares) {
					switch entry := &t[k][j][sq]; {
					case e.a.blocked.Has(sq) || k == chess.Pawn && !ways.PawnRanks.Has(sq):
						*entry = impossible
					case set == 0:
						*entry = e.cost(most, k, j, sq)
					default:
						*entry = e.captureCost(by, set, most, k, j, sq)
					}
				}
			}
		}
	}
	return by
}

// captureCost returns the least number of moves of a man on a square that makes some forced captures and becomes a man
// of the goal, or is captured. A pawn makes at most so many captures before it promotes.
func (e *estimate) captureCost(by *captureCosts, set, most int, k chess.Kind, j int, sq chess.Square) uint8 {
	if k != chess.Pawn && by[0][k][j][sq&63] == impossible {
		return impossible
	}
	best, from := ways.Forbidden, e.routes.Leaving(chess.MakeMan(e.a.c, k), most, sq)
	last := chess.NoSquares // where it becomes something else
	if k == chess.Pawn {
		last = ways.LastRank(e.a.c) & from.Region()
	}
	// What is left from a square that it gets to. The tables of pawns are filled last, and those of smaller sets before.
	onward := func(rest *costTable, to chess.Square, moves int) {
		as, end := k, k+1
		if last.Has(to) {
			as, end = chess.Queen, chess.Pawn // one of the pieces
		}
		for ; as < end; as++ {
			n := rest[as][j][to&63]
			if n != impossible && (as == k || j == len(e.to) || e.want[j] == as) {
				best = min(best, moves+int(n))
			}
		}
	}
	for b := last; b != 0; b = b.WithoutFirst() {
		onward(by[set], b.First(), from.To(b.First()))
	}
	for left := set; left != 0; left &= left - 1 {
		i := bits.TrailingZeros(uint(left))
		for b := e.a.forced.captureSquares(i) & from.Region(); b != 0; b = b.WithoutFirst() {
			moves := from.To(b.First())
			if moves == 0 && k == chess.Pawn {
				continue // it does not come back
			}
			if moves == 0 {
				moves = 2 // it has to leave
			}
			onward(by[set&^(1<<i)], b.First(), moves)
		}
	}
	return entryOf(best)
}

// entryOf returns a least number of moves as an entry of the tables: the largest possible one if there are more
// moves than that, which is a lower bound still.
func entryOf(moves int) uint8 {
	if moves >= ways.Forbidden {
		return impossible
	}
	return uint8(min(moves, impossible-1))
}

// sets is the number of sets of forced captures.
const sets = 1 << (mostForced + 1)

// detours are the additional moves that men make for forced captures: lower bounds from the potentials of an
// assignment, by set of forced captures.
type detours struct {
	left   uint8
	row    [maxMen][sets]uint8     // by row
	before [maxMen + 1][sets]uint8 // the least sums of the rows before
	after  [maxMen + 1][sets]uint8 // those of the rows from one on
	others [maxMen][sets]uint8     // those of all rows but one, as far as has is set
	has    [maxMen]bool
}

// tooMany stands for so many additional moves or more.
const tooMany = 100

// combine returns the least sums of two distributions of forced captures.
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

// additional distributes the forced captures that are left among the men, given by the rows of the assignment, and
// returns the least number of additional moves.
func (e *estimated) additional(s *estimate, left uint8, takes int) int {
	d := &e.detours
	d.left = left
	if left == 0 {
		return 0
	}
	by := s.costs(takes)
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
			t := by[set][e.kinds[i]]
			for j := range n {
				if n := t[min(j, len(s.to))][e.squares[i]&63]; n != impossible && e.m.Cost[i][j] < ways.Forbidden {
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
func (d *detours) without(i int) *[sets]uint8 {
	if !d.has[i] {
		d.has[i], d.others[i] = true, combine(&d.before[i], &d.after[i+1], d.left)
	}
	return &d.others[i]
}
