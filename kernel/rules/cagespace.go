package rules

import (
	"errors"
	"fmt"
	"slices"

	"retroproof/chess"
	"retroproof/proofs/illegal/facts"
)

// Cages: a few men of the goal, traced backwards. A man of the goal is on the board in every
// position of every game that leads to the goal. So choose some men of the goal, called the men
// of the cage, and ignore all others except the blocked men. Going backwards, the men of the
// cage un-move by the rules, obstructed only by each other and by blocked men; an un-move of
// any other man only changes the side to move. Every game projects to one of these backward
// sequences, and its sequence ends in a state where the start has each man of the cage on its
// square. If no backward sequence ends in such a state, there is no game.
//
// A man that leaves the zone, a given set of squares, is ignored from then on. This can only
// add sequences.
//
// In no position is the king of the side not to move attacked. Ignored men may stand on any
// line, so only attacks that cannot be obstructed count: those of pawns, knights and kings,
// those of other pieces on an adjacent square, and those over squares that the last or the next
// move shows to be empty: a man that moves in a line passes over empty squares, and leaves an
// empty one.

const (
	// mostCaged is the largest number of men in a cage.
	mostCaged = 14
	// mostCageStates is the largest number of states that are examined for a cage.
	mostCageStates = 1 << 16

	// mostCounted is the largest number of available pawn captures that is counted. If there
	// are more, the number of captures by pawns of the cage is unlimited.
	mostCounted = 3
)

// cage is a set of men of the goal, with everything that their un-moves depend on.
type cage struct {
	p        *facts.Proven
	zone     chess.Bitboard
	Men      []chess.Man       // of the goal
	fixed    [2]chess.Bitboard // squares that blocked men attack even if all other squares are occupied
	kings    [2]chess.Square   // square of a blocked king
	member   [2]int            // index of the king among the men, or -1
	captures [2]int            // most captures that pawns of a side have made
	promoted [2]int            // most pieces of a side that were pawns
	Goal     cageState         // the state at the goal
	castles  [4]bool           // rights of the start that may have been used
}

// cageState is a state of the backward search: where the men of a cage stand.
type cageState struct {
	At [mostCaged]chess.Square // NoSquare: ignored
	// Men that are pawns in this state, by index: pawns of the goal, and pieces before their promotion
	Pawns    uint16
	Turn     chess.Color
	Captures [2]uint8 // by pawns of the cage, from here to the goal
	Others   [2]bool  // whether a side may have ignored men
}

// newCage returns the cage of the goal's men on the given squares, which are squares of the
// zone and not blocked. The error says which of these conditions fails.
func newCage(p *facts.Proven, men, zone chess.Bitboard) (*cage, error) {
	if men == 0 || men.Count() > mostCaged {
		return nil, fmt.Errorf("%d men, not between 1 and %d", men.Count(), mostCaged)
	}
	if men&p.Blocked != 0 || men&^zone != 0 {
		return nil, errors.New("a man that never moves, or one outside the zone")
	}
	c := &cage{p: p, zone: zone, kings: [2]chess.Square{chess.NoSquare, chess.NoSquare}, member: [2]int{-1, -1},
		captures: p.Captures}
	s := &c.Goal
	s.Turn = p.Goal.Turn
	had, has := facts.CountMaterial(p.Start), facts.CountMaterial(p.Goal)
	for side := range c.promoted {
		c.promoted[side] = had.Pawns[side] - has.Pawns[side]
	}
	for sq := range p.Dead.Squares() {
		c.captures[p.Start.Board[sq].Color().Other()]-- // by a piece
	}
	for right := range chess.Castling(4) {
		// Rights that may have been used: castling, too, is a way to come from somewhere.
		c.castles[right] = p.MayCastle(right)
	}
	// Men are the men of the cage, stand still, or are ignored.
	for i, m := range p.Goal.Board {
		sq := chess.Square(i)
		switch {
		case men.Has(sq) && m == chess.NoMan:
			return nil, fmt.Errorf("no man is on %s at the goal", sq)
		case m == chess.NoMan:
		case men.Has(sq):
			n := len(c.Men)
			c.Men = append(c.Men, m)
			s.At[n] = sq
			switch m.Kind() {
			case chess.Pawn:
				s.Pawns |= 1 << n
			case chess.King:
				c.member[m.Color()] = n
			}
		case p.Blocked.Has(sq):
			c.fixed[m.Color()] |= chess.Attacks(m, sq, ^chess.NoSquares)
			if m.Kind() == chess.King {
				c.kings[m.Color()] = sq
			}
		default:
			s.Others[m.Color()] = true
		}
	}
	return c, nil
}

// man returns man i as it is in a state: a pawn, or the man of the goal.
func (c *cage) man(s *cageState, i int) chess.Man {
	if s.Pawns&(1<<i) != 0 {
		return chess.MakeMan(c.Men[i].Color(), chess.Pawn)
	}
	return c.Men[i]
}

// AtStart reports whether every man of a state that is not ignored stands on its square at the
// start.
func (c *cage) AtStart(s *cageState) bool {
	for i := range c.Men {
		if at := s.At[i]; at != chess.NoSquare && c.p.Start.Board[at] != c.man(s, i) {
			return false
		}
	}
	return true
}

// occupied returns the squares of the blocked men and of the men of the cage.
func (c *cage) occupied(s *cageState) chess.Bitboard {
	all := c.p.Blocked
	for i := range c.Men {
		if at := s.At[i]; at != chess.NoSquare {
			all |= at.Bit()
		}
	}
	return all
}

// cageStep is an un-move, of a man of the cage or of an ignored one, and the state before the
// move.
type cageStep struct {
	Before cageState
	Man    int          // index in Men; -1: not of the cage
	To     chess.Square // the square that the move left
}

// put appends a step in which man i came from a square; outside the zone the man is ignored.
func (c *cage) put(steps []cageStep, s cageState, i int, to chess.Square) []cageStep {
	c.place(&s, i, to)
	return append(steps, cageStep{s, i, to})
}

// place puts man i on a square, or ignores it if the square is outside the zone.
func (c *cage) place(s *cageState, i int, to chess.Square) {
	s.At[i] = to
	if !c.zone.Has(to) {
		s.At[i] = chess.NoSquare
		s.Pawns &^= 1 << i
		s.Others[c.Men[i].Color()] = true
	}
}

// possible reports whether the king of the side not to move may be unattacked. The squares of a
// set are known to be empty; on all others that are not taken by men of the cage, ignored men may
// stand.
func (c *cage) possible(s *cageState, empty chess.Bitboard) bool {
	them := s.Turn.Other()
	king := c.kings[them]
	if i := c.member[them]; i >= 0 {
		king = s.At[i]
	}
	if king == chess.NoSquare {
		return true
	}
	if c.fixed[s.Turn].Has(king) {
		return false
	}
	for i, m := range c.Men {
		if m.Color() == s.Turn && s.At[i] != chess.NoSquare && chess.Attacks(c.man(s, i), s.At[i], ^empty).Has(king) {
			return false
		}
	}
	return true
}

// Before appends all steps back from a state.
func (c *cage) Before(steps []cageStep, s *cageState) []cageStep {
	us := s.Turn.Other()
	first := len(steps)
	back := *s
	back.Turn = us
	if s.Others[us] {
		// Another man moved, which may have captured.
		q := back
		c.captured(&q, us)
		steps = append(steps, cageStep{q, -1, chess.NoSquare})
	}
	occupied := c.occupied(s)
	for i, m := range c.Men {
		if m.Color() != us || s.At[i] == chess.NoSquare {
			continue
		}
		if s.Pawns&(1<<i) != 0 {
			steps = c.pawnBack(steps, &back, occupied, i, s.At[i])
			continue
		}
		q := back
		c.captured(&q, us)
		for to := range (chess.Attacks(m, s.At[i], occupied) &^ occupied).Squares() {
			steps = c.put(steps, q, i, to)
		}
		if m.Kind() != chess.King && us.RelativeRank(s.At[i].Rank()) == 7 && c.mayPromote(s, us) {
			q := back
			q.Pawns |= 1 << i
			steps = c.pawnBack(steps, &q, occupied, i, s.At[i])
		}
	}
	castlings := len(steps)
	steps = c.castlingBack(steps, s, back, occupied)
	kept := steps[:first]
	for i := first; i < len(steps); i++ {
		step := &steps[i]
		var passed, left chess.Bitboard
		if i < castlings && step.Man >= 0 {
			passed, left = chess.Between(step.To, s.At[step.Man]), step.To.Bit()
		}
		// After the move the square that the man has left is empty, too: it was not pinned.
		if c.possible(&step.Before, passed) && c.possible(s, passed|left) {
			kept = append(kept, *step)
		}
	}
	return kept
}

// captured records that the move made after a state may have captured a man.
func (c *cage) captured(s *cageState, us chess.Color) {
	if c.p.Captures[us] > 0 {
		s.Others[us.Other()] = true
	}
}

// mayPromote reports whether one more piece of a side can have been a pawn.
func (c *cage) mayPromote(s *cageState, us chess.Color) bool {
	n := 0
	for i, m := range c.Men {
		if m.Color() == us && m.Kind() != chess.Pawn && s.Pawns&(1<<i) != 0 {
			n++
		}
	}
	return n < c.promoted[us]
}

// pawnBack appends the un-moves of a pawn from a square, which may be its promotion square:
// straight moves, and captures while the limit on captures allows them.
func (c *cage) pawnBack(steps []cageStep, s *cageState, occupied chess.Bitboard, i int, at chess.Square) []cageStep {
	us := c.Men[i].Color()
	rank := us.RelativeRank(at.Rank())
	if rank < 2 {
		return steps
	}
	q := *s
	up := us.Forward() / 8
	for n := 1; n == 1 || n == 2 && rank == 3; n++ {
		to := chess.MakeSquare(at.File(), at.Rank()-n*up)
		if occupied.Has(to) {
			break
		}
		steps = c.put(steps, q, i, to)
	}
	if int(s.Captures[us]) >= c.captures[us] {
		return steps
	}
	if c.captures[us] <= mostCounted {
		q.Captures[us]++
	}
	q.Others[us.Other()] = true
	for to := range (chess.PawnAttacks(us.Other(), at) &^ occupied).Squares() {
		steps = c.put(steps, q, i, to)
	}
	return steps
}

// castlingBack appends the states before castling, where king, rook or both belong to the cage.
func (c *cage) castlingBack(steps []cageStep, s *cageState, back cageState, occupied chess.Bitboard) []cageStep {
	us := back.Turn
	for right := range chess.Castling(4) {
		path := &chess.CastlingPaths[right]
		if !c.castles[right] || path.Home[0].Man.Color() != us {
			continue
		}
		q := back
		// King and rook of the cage, or one of them, stand where castling leaves them.
		others := occupied
		homes, ok := [2]int{-1, -1}, true
		for k, to := range [2]chess.Square{path.KingTo, path.RookTo} {
			home := path.Home[k]
			i := c.at(s, to)
			switch {
			case i >= 0 && c.man(s, i) == home.Man:
				homes[k] = i
				others &^= to.Bit()
			case occupied.Has(to) || k == 0 && c.member[us] >= 0 && s.At[c.member[us]] != chess.NoSquare:
				ok = false
			}
		}
		// And their homes and what is between are empty, but for men that are ignored.
		if !ok || homes == [2]int{-1, -1} || others&(path.Home[0].Square.Bit()|path.Home[1].Square.Bit()|path.Empty) != 0 {
			continue
		}
		step := cageStep{Before: q}
		for k, i := range homes {
			if i >= 0 {
				c.place(&step.Before, i, path.Home[k].Square)
				step.Man, step.To = i, path.Home[k].Square
			}
		}
		steps = append(steps, step)
	}
	return steps
}

// at returns the man of the cage on a square, or -1.
func (c *cage) at(s *cageState, sq chess.Square) int {
	for i := range c.Men {
		if s.At[i] == sq {
			return i
		}
	}
	return -1
}

// cageSeen is a set of states that a search has come upon, and the sets of men, by index, that
// are ignored in one of them.
type cageSeen struct {
	States  map[cageState]bool
	Ignored []uint16
}

// ignored returns the men of a state that are ignored.
func (c *cage) ignored(s *cageState) (set uint16) {
	for i := range c.Men {
		if s.At[i] == chess.NoSquare {
			set |= 1 << i
		}
	}
	return set
}

// Add adds a state.
func (c *cage) Add(seen *cageSeen, s *cageState) {
	seen.States[*s] = true
	if set := c.ignored(s); !slices.Contains(seen.Ignored, set) {
		seen.Ignored = append(seen.Ignored, set)
	}
}

// Covered reports whether a state is seen that differs only in that more men are ignored. All
// steps back from this state are possible from that one, too, as its men have fewer men in their
// way and fewer that check kings, and its side may have others, whose un-moves stand for those of
// the men that are ignored; and so on for the states before. So if the start agrees with a state
// that is reached from this one, it agrees with one that is reached from that one.
func (c *cage) Covered(seen *cageSeen, s *cageState) bool {
	have := c.ignored(s)
	for _, set := range seen.Ignored {
		if set&have != have || set == have {
			continue
		}
		q := *s
		for i := range c.Men {
			if (set&^have)>>i&1 != 0 {
				c.place(&q, i, chess.NoSquare)
			}
		}
		if seen.States[q] {
			return true
		}
	}
	return false
}
