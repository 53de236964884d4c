package rules

import (
	"fmt"
	"slices"

	"retroproof/chess"
	"retroproof/kernel/ways"
	"retroproof/proofs/illegal/facts"
)

// Cages: a few men of the goal, called the men of the cage, that have no way back to the start, whatever all others
// did: see [facts.Partial]. A man that leaves the zone, a given set of squares, is not known from then on, which can
// only add ways. The men are found by refinement: if those chosen so far have a way back that another man would
// obstruct, that man is added; if none would, a pawn that has no captures left to come from where it must. A way that
// all other men allow ends the attempt.

const (
	// mostCageStates is the largest number of states that are examined for a cage.
	mostCageStates = 1 << 16
	// mostFree is the largest number of men on the board for which cages without a man that never moves are searched for:
	// of 70 cages of problems and random positions two have none, with four men on the board, and half of the random
	// positions, of which the search takes most of the time.
	mostFree = 12
	// mostCounted is the largest number of available pawn captures that is counted. If there are more, the number of
	// captures by pawns of the cage is unlimited.
	mostCounted = 3
)

// CageBudget limits the search for cages.
type CageBudget struct {
	States  int // states of all searches together
	EachTry int // states of the searches that begin with one man
	MostMen int // largest number of men of a cage
	// Stop ends the search when it is closed, as if the budget were used up; nil for never.
	Stop <-chan struct{}
}

// Cage searches for men of a goal that cannot have come to their squares together. looked is
// the number of states examined. ended reports that a larger budget would not help.
func Cage(start, goal *chess.Setup, b CageBudget) (refuted *Impossible, looked int, ended bool) {
	f := reachFinder{finder: newFinder(start, goal), checked: true}
	if refuted := f.solve(); refuted != nil {
		return refuted, 0, true
	}
	refuted, looked = f.groupedParity(min(b.States, b.EachTry))
	if f.Blocked == 0 && occupied(goal).Count() > mostFree {
		return refuted, looked, true
	}
	if refuted == nil {
		var more int
		b.States -= looked
		refuted, more, ended = f.cage(b)
		looked += more
	}
	return refuted, looked, refuted != nil || ended
}

func (f *reachFinder) cage(b CageBudget) (refuted *Impossible, looked int, ended bool) {
	s := cageSearch{reachFinder: f, left: b.States, mostMen: b.MostMen, stop: b.Stop}
	for _, first := range s.seeds(occupied(f.Goal) &^ f.Blocked) {
		if s.left <= 0 {
			s.limit = true
			break
		}
		men, zone := s.grow(first.Bit(), min(b.EachTry, s.left), false)
		if men == 0 {
			men, zone = s.grow(first.Bit(), min(b.EachTry, s.left), true)
		}
		if men != 0 {
			if refuted := s.caged(s.shrink(men, zone)); refuted != nil {
				return refuted, b.States - s.left, true
			}
			s.limit = true
		}
	}
	return nil, b.States - s.left, !s.limit
}

// caged says that some men have no way back within a zone, with a closed set that proves it; nil if that is too large.
func (s *cageSearch) caged(men, zone chess.Bitboard) *Impossible {
	states := cageClosure(s.Proven, men, zone).states(mostClosed)
	if states == nil {
		return nil
	}
	m := s.Goal.Board[men.First()]
	words := fmt.Sprintf("the %s %s on %s cannot have come there: going back, it never gets to where it began",
		m.Color(), m.Kind(), men.First())
	if men.Several() {
		words = "going back from here, the men on " + Men(s.Goal, men) + " never get to where they began"
	}
	refuted := Because(CagedMen, "%s, whatever all others did",
		words).by(facts.Argument{Kind: facts.ClosedSet, Blocked: s.found, States: states})
	refuted.Men = men
	return refuted
}

// cageSearch looks for cages of one goal.
type cageSearch struct {
	*reachFinder
	left    int
	mostMen int
	stop    <-chan struct{}
	limit   bool
	far     [16]*[chess.NumSquares]uint8 // by man: moves from the start
	routes  *ways.Routes                 // nil before the first is known
}

// seeds returns single men in the order in which they are tried: those with the fewest
// reachable squares around them first.
func (s *cageSearch) seeds(free chess.Bitboard) []chess.Square {
	all := occupied(s.Goal)
	moves := func(sq chess.Square) int { return (chess.Attacks(s.Goal.Board[sq], sq, all) &^ all).Count() }
	men := where(free&^pawnsOf(s.Goal), func(sq chess.Square) bool { return s.Start.Board[sq] != s.Goal.Board[sq] })
	return slices.SortedStableFunc(men.Squares(), func(a, b chess.Square) int { return moves(a) - moves(b) })
}

// grow adds men until they have no way back, and returns them with their zone, or 0. It uses
// the smallest zone for which that succeeds: squares near the men first, then those farther
// away.
func (s *cageSearch) grow(first chess.Bitboard, budget int, pawnsFirst bool) (men, zone chess.Bitboard) {
	men = first
	for size := 1; size <= widest; {
		zone = zoneOf(men, size)
		if men.Count() > s.mostMen || budget <= 0 {
			return 0, 0
		}
		way, looked, ended := s.wayBack(men, zone, budget)
		s.left -= looked
		budget -= looked
		switch {
		case ended && way == nil:
			return men, zone
		case way == nil:
			s.limit = true
			return 0, 0
		}
		next := s.inTheWay(men, way, pawnsFirst)
		if next == 0 {
			next = s.uncounted(men, way)
		}
		way.release()
		if men |= next; next == 0 {
			size++
		}
	}
	return 0, 0
}

// widest is the size of the zone that is the whole board.
const widest = 5

// zoneOf returns the zones that are tried, each larger than the one before or of another shape: the
// squares within one king's step of the men, within two, a strip of the board, the squares within
// three steps, the board.
func zoneOf(men chess.Bitboard, size int) chess.Bitboard {
	switch size {
	case 1, 2:
		return around(men, size)
	case 3:
		return strip(around(men, 1))
	case 4:
		return around(men, 3)
	}
	return ^chess.NoSquares
}

// strip returns the ranks, or the files, that some squares are on: whichever are fewer.
func strip(squares chess.Bitboard) chess.Bitboard {
	var ranks, files chess.Bitboard
	for sq := range squares.Squares() {
		ranks |= chess.RankSet(sq.Rank())
		files |= chess.FileSet(sq.File())
	}
	if files.Count() < ranks.Count() {
		return files
	}
	return ranks
}

// around returns the squares within a number of king's steps of some squares.
func around(men chess.Bitboard, radius int) chess.Bitboard {
	for range radius {
		for sq := range men.Squares() {
			men |= chess.KingAttacks(sq)
		}
	}
	return men
}

// mostShrunk is the largest number of states of a search for a way back with fewer men, or in a smaller zone.
const mostShrunk = 2000

// shrink removes men that are not needed, and chooses the smallest zone of its kind.
func (s *cageSearch) shrink(men, zone chess.Bitboard) (chess.Bitboard, chess.Bitboard) {
	closed := func(men, zone chess.Bitboard) bool {
		way, _, ended := s.wayBack(men, zone, mostShrunk)
		if way != nil {
			way.release()
		}
		return ended && way == nil
	}
	for sq := range men.Squares() {
		if less := men &^ sq.Bit(); less != 0 && closed(less, zone) {
			men = less
		}
	}
	for radius := range 4 {
		if less := around(men, radius); less&zone == less && closed(men, less) {
			return men, less
		}
	}
	return men, zone
}

// cageWay is a way back: states from the goal to one with which the start agrees.
type cageWay struct {
	*closure
	states []*facts.Partial
}

// wayBack searches for a way back to the start, states nearest to it first: those with the fewest known men, which
// cover the most. looked is the number of states. ended reports that all were examined, but for those that others
// cover.
func (s *cageSearch) wayBack(men, zone chess.Bitboard, budget int) (way *cageWay, looked int, ended bool) {
	c := cageClosure(s.Proven, men, zone)
	c.score, c.stop = s.distance, s.stop
	end, ended := c.search(min(budget, mostCageStates))
	if end < 0 {
		defer c.release()
		return nil, len(c.list), ended
	}
	way = &cageWay{closure: c}
	for ; end >= 0; end = c.list[end].parent {
		way.states = append(way.states, &c.list[end].Partial)
	}
	slices.Reverse(way.states)
	return way, len(c.list), true
}

// moved returns the squares of the known men that moved between a state of a way and the one after it: those after the
// move, and before it, in the first un-move that leads there.
func (w *cageWay) moved(n int) (from, to chess.Bitboard) {
	after := w.states[n-1]
	w.before = w.p.Before(w.before[:0], after)
	for _, before := range w.before {
		less := before
		if w.less(&less, after); less != *w.states[n] {
			continue
		}
		for sq := range (before.Known | after.Known).Squares() {
			switch b, a := before.Board[sq], after.Board[sq]; {
			case a == b:
			case a != chess.NoMan && a.Color() == before.Turn:
				from |= sq.Bit()
			case b != chess.NoMan && b.Color() == before.Turn:
				to |= sq.Bit()
			}
		}
		return from, to
	}
	return 0, 0
}

// distance returns the sum of the moves that the known men of a state need from the start, each alone.
func (s *cageSearch) distance(a *facts.Partial) int {
	sum := 0
	for sq := range a.Known.Squares() {
		sum += 100 + int(s.moves(a.Board[sq])[sq])
	}
	return sum
}

// farAway stands for a number of moves where there is no way.
const farAway = 30

// moves returns the least number of moves in which a man can have come to each square, obstructed only by blocked men.
func (s *cageSearch) moves(m chess.Man) *[chess.NumSquares]uint8 {
	if d := s.far[m]; d != nil {
		return d
	}
	if s.routes == nil {
		s.routes = &ways.Routes{Blocked: s.Blocked}
	}
	d := &[chess.NumSquares]uint8{}
	s.far[m] = d
	for sq := range d {
		d[sq] = farAway
	}
	us, takes := m.Color(), 0
	if s.Captures[us] > 0 {
		takes = ways.MostTakes
	}
	for sq := range (menOf(s.Start, m) &^ s.Blocked).Squares() {
		if m.Kind() == chess.Pawn {
			nearer(d, s.routes.PawnFrom(us, takes, sq), 0)
		} else {
			nearer(d, s.routes.From(m, sq), 0)
		}
	}
	if m.Kind() == chess.King || m.Kind() == chess.Pawn || !s.mayPromote(us) {
		return d
	}
	pawns := s.moves(chess.MakeMan(us, chess.Pawn))
	for last := range ways.LastRank(us).Squares() {
		if n := pawns[last]; n < farAway {
			nearer(d, s.routes.From(m, last), n)
		}
	}
	return d
}

// nearer takes over distances, and so many moves before, where they are less.
func nearer(d *[chess.NumSquares]uint8, from *ways.Distances, before uint8) {
	for sq := range from.Region().Squares() {
		d[sq] = min(d[sq], before+from.Moves[sq])
	}
}

func (s *cageSearch) mayPromote(us chess.Color) bool {
	pawn := chess.MakeMan(us, chess.Pawn)
	return s.Start.Count(pawn) > s.Goal.Count(pawn)
}

// inTheWay returns a man of the goal, not one of the cage, that obstructs a way back: the way
// leads over its square, or over a square on which it gives or receives a check. It returns 0
// if there is none. pawnsFirst prefers pawns to other men, which are more likely to have moved.
func (s *cageSearch) inTheWay(men chess.Bitboard, way *cageWay, pawnsFirst bool) chess.Bitboard {
	others := occupied(s.Goal) &^ men &^ s.Blocked
	first := chess.NoSquares
	for n := 1; n < len(way.states); n++ {
		hit := chess.NoSquares
		from, to := way.moved(n)
		for to := range to.Squares() {
			hit |= s.onWay(way.states[n-1], from.First(), to, others)
		}
		for sq := range hit.Squares() {
			if !pawnsFirst || s.Goal.Board[sq].Kind() == chess.Pawn {
				return sq.Bit()
			}
			if first == 0 {
				first = sq.Bit()
			}
		}
	}
	return first
}

// onWay returns which of other men are in the way of a man that comes back from one square to another, or would give
// check, or be in check, in a position where that is impossible.
func (s *cageSearch) onWay(after *facts.Partial, from, to chess.Square, others chess.Bitboard) chess.Bitboard {
	hit := (to.Bit() | chess.Between(from, to)) & others
	m := after.Board[from]
	for sq := range others.Squares() {
		o := s.Goal.Board[sq]
		if o.Color() != m.Color() &&
			(o.Kind() == chess.King && chess.Attacks(m, to, ^chess.NoSquares).Has(sq) ||
				m.Kind() == chess.King && chess.Attacks(o, sq, ^chess.NoSquares).Has(to)) {
			hit |= sq.Bit()
		}
	}
	return hit
}
