package rules

import (
	"container/heap"
	"fmt"
	"slices"
	"sync"

	"retroproof/chess"
	"retroproof/kernel/ways"
	"retroproof/proofs/illegal/facts"
)

// Cages: see cage. The men of a cage are found by refinement: if the men chosen so far
// have a way back to the start that another man would obstruct, that man is added; if none would,
// a pawn that has no captures left to come from where it must. A way that all other men allow ends
// the attempt.

// CageBudget limits the search for cages.
type CageBudget struct {
	States  int // states of all searches together
	EachTry int // states of the searches that begin with one man
	MostMen int // largest number of men of a cage
}

// Cage searches for men of a goal that cannot have come to their squares together. looked is
// the number of states examined. ended reports that a larger budget would not help.
func Cage(start, goal *chess.Setup, b CageBudget) (refuted *Impossible, looked int, ended bool) {
	f := reachFinder{finder: newFinder(start, goal), checked: true}
	if refuted := f.solve(); refuted != nil {
		return refuted, 0, true
	}
	refuted, looked = f.groupedParity(min(b.States, b.EachTry))
	if refuted == nil {
		var more int
		b.States -= looked
		refuted, more, ended = f.cage(b)
		looked += more
	}
	return refuted, looked, refuted != nil || ended
}

func (f *reachFinder) cage(b CageBudget) (refuted *Impossible, looked int, ended bool) {
	s := cageSearch{reachFinder: f, left: b.States, mostMen: min(b.MostMen, mostCaged)}
	for _, first := range s.seeds(f.occupiedGoal() &^ f.Blocked) {
		if s.left <= 0 {
			s.limit = true
			break
		}
		men, zone := s.grow(first, min(b.EachTry, s.left), false)
		if men == 0 {
			men, zone = s.grow(first, min(b.EachTry, s.left), true)
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
	states := cagedSet(s.Proven, men, zone, mostClosed)
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

func (f *reachFinder) occupiedGoal() (set chess.Bitboard) {
	for sq, m := range f.Goal.Board {
		if m != chess.NoMan {
			set |= chess.Square(sq).Bit()
		}
	}
	return set
}

// cageSearch looks for cages of one goal.
type cageSearch struct {
	*reachFinder
	left    int
	mostMen int
	limit   bool
	far     [16]*[2][chess.NumSquares]uint8 // by man: moves from the start, as a piece and as a pawn
	routes  *ways.Routes                    // nil before the first is known
}

// seeds returns single men in the order in which they are tried: those with the fewest
// reachable squares around them first.
func (s *cageSearch) seeds(free chess.Bitboard) []chess.Bitboard {
	type seed struct {
		men   chess.Bitboard
		moves int
	}
	var list []seed
	all := s.occupiedGoal()
	for sq := range free.Squares() {
		m := s.Goal.Board[sq]
		if m.Kind() == chess.Pawn || s.Start.Board[sq] == m {
			continue
		}
		list = append(list, seed{sq.Bit(), (chess.Attacks(m, sq, all) &^ all).Count()})
	}
	slices.SortStableFunc(list, func(a, b seed) int { return a.moves - b.moves })
	sets := make([]chess.Bitboard, len(list))
	for i, l := range list {
		sets[i] = l.men
	}
	return sets
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
		c, err := newCage(s.Proven, men, zone)
		if err != nil {
			return 0, 0
		}
		way, looked, ended := s.wayBack(c, budget)
		s.left -= looked
		budget -= looked
		switch {
		case ended && way == nil:
			return men, zone
		case way == nil:
			s.limit = true
			return 0, 0
		}
		next := s.inTheWay(men, c, way, pawnsFirst)
		if next == 0 {
			next = s.uncounted(men, c, way)
		}
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
		for i := range 8 {
			ranks |= chess.MakeSquare(i, sq.Rank()).Bit()
			files |= chess.MakeSquare(sq.File(), i).Bit()
		}
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
		c, err := newCage(s.Proven, men, zone)
		return err == nil && s.closed(c, mostShrunk)
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

// closed reports whether the men of a cage have no way back, as far as so many states tell.
func (s *cageSearch) closed(c *cage, most int) bool {
	way, _, ended := s.wayBack(c, most)
	return ended && way == nil
}

// cageNode is a state of the backward search.
type cageNode struct {
	step   cageStep
	parent int
	score  int
}

// wayBack searches for a way back to the start, states nearest to it first: those with the most ignored men, which
// cover the most. ended reports that all states were examined, but for those that others cover.
func (s *cageSearch) wayBack(c *cage, budget int) (way []cageStep, looked int, ended bool) {
	space := cageSpaces.Get().(*cageSpace)
	defer space.release()
	nodes := append(space.nodes[:0], cageNode{step: cageStep{Before: c.Goal}, parent: -1})
	seen := space.seen
	c.Add(seen, &c.Goal)
	q := &cageQueue{nodes: &nodes, open: append(space.open[:0], 0)}
	defer func() { space.nodes, space.open = nodes, q.open }()
	var before []cageStep
	for q.Len() > 0 {
		at := int(heap.Pop(q).(int32))
		state := nodes[at].step.Before
		if c.AtStart(&state) {
			for i := at; i >= 0; i = nodes[i].parent {
				way = append(way, nodes[i].step)
			}
			slices.Reverse(way)
			return way, len(nodes), true
		}
		if c.Covered(seen, &state) {
			continue
		}
		before = c.Before(before[:0], &state)
		for _, b := range before {
			if seen.States[b.Before] || c.Covered(seen, &b.Before) {
				continue
			}
			if len(nodes) >= min(budget, mostCageStates) {
				return nil, len(nodes), false
			}
			c.Add(seen, &b.Before)
			nodes = append(nodes, cageNode{b, at, s.distance(c, &b.Before)})
			heap.Push(q, int32(len(nodes)-1))
		}
	}
	return nil, len(nodes), true
}

// cageSpace is memory for a search, which is used again: most searches are small.
type cageSpace struct {
	nodes []cageNode
	seen  *cageSeen
	open  []int32
}

var cageSpaces = sync.Pool{New: func() any { return &cageSpace{seen: &cageSeen{States: map[cageState]bool{}}} }}

// mostKept is the number of states up to which memory is kept: clearing a large map takes long.
const mostKept = 4096

func (s *cageSpace) release() {
	if len(s.seen.States) <= mostKept {
		clear(s.seen.States)
		s.seen.Ignored = s.seen.Ignored[:0]
		cageSpaces.Put(s)
	}
}

// cageQueue has the states to examine, those nearest to the start first.
type cageQueue struct {
	nodes *[]cageNode
	open  []int32
}

func (q *cageQueue) Len() int { return len(q.open) }
func (q *cageQueue) Less(i, j int) bool {
	a, b := q.open[i], q.open[j]
	if x, y := (*q.nodes)[a].score, (*q.nodes)[b].score; x != y {
		return x < y
	}
	return a < b
}
func (q *cageQueue) Swap(i, j int) { q.open[i], q.open[j] = q.open[j], q.open[i] }
func (q *cageQueue) Push(x any)    { q.open = append(q.open, x.(int32)) }
func (q *cageQueue) Pop() any {
	n := len(q.open) - 1
	x := q.open[n]
	q.open = q.open[:n]
	return x
}

// distance returns the sum of the moves that the men of a state need from the start, each
// alone.
func (s *cageSearch) distance(c *cage, state *cageState) int {
	sum := 0
	for i := range c.Men {
		if state.At[i] == chess.NoSquare {
			continue
		}
		pawn := int(state.Pawns >> i & 1)
		sum += 100 + int(s.moves(c.Men[i])[pawn][state.At[i]])
	}
	return sum
}

// farAway stands for a number of moves where there is no way.
const farAway = 30

// moves returns the least number of moves in which a man can have come to each square, as a
// piece and as a pawn, obstructed only by blocked men.
func (s *cageSearch) moves(m chess.Man) *[2][chess.NumSquares]uint8 {
	if d := s.far[m]; d != nil {
		return d
	}
	if s.routes == nil {
		s.routes = &ways.Routes{Blocked: s.Blocked}
	}
	d := &[2][chess.NumSquares]uint8{}
	s.far[m] = d
	for sq := range chess.NumSquares {
		d[0][sq], d[1][sq] = farAway, farAway
	}
	us, takes := m.Color(), 0
	if s.Captures[us] > 0 {
		takes = ways.MostTakes
	}
	for i, start := range s.Start.Board {
		sq := chess.Square(i)
		switch {
		case s.Blocked.Has(sq):
		case start == chess.MakeMan(us, chess.Pawn):
			nearer(&d[1], s.routes.PawnFrom(us, takes, sq), 0)
		case start == m:
			nearer(&d[0], s.routes.From(m, sq), 0)
		}
	}
	promotes := m.Kind() != chess.King && m.Kind() != chess.Pawn && s.mayPromote(us)
	for last := range ways.LastRank(us).Squares() {
		if n := d[1][last]; promotes && n < farAway {
			nearer(&d[0], s.routes.From(m, last), n)
		}
		d[1][last] = farAway
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
	n := 0
	for sq := range chess.NumSquares {
		pawn := chess.MakeMan(us, chess.Pawn)
		if s.Start.Board[sq] == pawn {
			n++
		}
		if s.Goal.Board[sq] == pawn {
			n--
		}
	}
	return n > 0
}

// inTheWay returns a man of the goal, not one of the cage, that obstructs a way back: the way
// leads over its square, or over a square on which it gives or receives a check. It returns 0
// if there is none. pawnsFirst prefers pawns to other men, which are more likely to have moved.
func (s *cageSearch) inTheWay(men chess.Bitboard, c *cage, way []cageStep, pawnsFirst bool) chess.Bitboard {
	others := s.occupiedGoal() &^ men &^ s.Blocked
	first := chess.NoSquares
	for n := 1; n < len(way); n++ {
		step, i := &way[n], way[n].Man
		if i < 0 {
			continue
		}
		hit := (step.To.Bit() | chess.Between(way[n-1].Before.At[i], step.To)) & others
		m := c.Men[i]
		if step.Before.Pawns>>i&1 != 0 {
			m = chess.MakeMan(m.Color(), chess.Pawn)
		}
		for sq := range others.Squares() {
			o := s.Goal.Board[sq]
			if o.Color() == m.Color() {
				continue
			}
			// It would give check, or be in check, in a position where that is impossible.
			if o.Kind() == chess.King && chess.Attacks(m, step.To, ^chess.NoSquares).Has(sq) ||
				m.Kind() == chess.King && chess.Attacks(o, sq, ^chess.NoSquares).Has(step.To) {
				hit |= sq.Bit()
			}
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
