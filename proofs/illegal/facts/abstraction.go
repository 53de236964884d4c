package facts

import (
	"errors"
	"fmt"

	chess "retroproof/chess/board"
)

// Abstraction is what a kernel question depends on: the diagrams of start and goal, of the goal its pawns alone, and
// what is known of both.
type Abstraction struct {
	Start, Goal *chess.Setup
	Known
}

// Known is what counting men and men that never move say of a start and a goal. Arrays are indexed by colour and by
// kind of piece. There are no pointers in it: its text tells it from others.
type Known struct {
	Fixed chess.Bitboard // squares of men that never move and stand there at the goal too
	// Dead counts bishops that never move and are absent at the goal: a piece captures each of
	// them where it stands. They are not counted in Pieces or Captures.
	Dead [2][NumPieceKinds]int

	Pieces   [2][NumPieceKinds]int // at the start
	Wants    [2][NumPieceKinds]int // at the goal, without those of Specials
	Keep     [2][NumPieceKinds]int // pieces of the start that never move and are at the goal
	Captures [2]int                // most captures a side makes, by its colour
	Pawns    [2]int                // at the start
	Needed   [2]int                // least number of promotions, by colour

	// Promotes says where pawns may promote, by colour, file and direction of the last move: to
	// the left, straight on, to the right.
	Promotes [2][8][3]bool
	// Class says which bishops can arise on promotion squares, by colour and file.
	Class    [2][8]SquareClass
	Specials []Special
	// Closings are what follows from some pawns of the goal, from a1 to h8.
	Closings []Closing
	// Jams are those of some pieces of the goal, from a1 to h8.
	Jams []Jam
	// Made are pieces of the goal that were pawns, of those in jams and of those that facts name, from a1 to h8.
	Made []Made
}

// NewAbstraction returns the abstraction of a start and a goal, given facts about men that
// never move. Each fact is verified from those before it. The start must be a legal diagram
// (see DiagramReason); this is not checked here. The error says what is wrong with a fact, or
// that the start and goal have no kernel even without facts.
func NewAbstraction(start, goal *chess.Setup, list []Fact) (*Abstraction, error) {
	had, has := CountMaterial(start), CountMaterial(goal)
	if !had.CanBecome(&has) {
		return nil, errors.New("the men of the start cannot have become those of the goal, by counting alone")
	}
	p, err := Verify(start, goal, list)
	if err != nil {
		return nil, err
	}
	for sq := range p.Blocked.Squares() {
		if start.Board[sq] != goal.Board[sq] {
			return nil, fmt.Errorf("the man on %s never moves, and is not there at the goal", sq)
		}
	}
	return p.Abstraction(), nil
}

// Abstraction returns the abstraction of start and goal. It requires that counting allows the
// goal's men (see Material.CanBecome) and that the men on blocked squares are those of the
// goal.
func (p *Proven) Abstraction() *Abstraction {
	had, has := CountMaterial(p.Start), CountMaterial(p.Goal)
	a := &Abstraction{p.Start, p.Goal, Known{Fixed: p.Blocked, Pieces: had.Pieces, Wants: has.Pieces,
		Captures: p.Captures, Pawns: had.Pawns}}
	a.findCaged()
	for sq := range p.Dead.Squares() {
		// Dead bishops are captured by pieces, whenever that may be.
		m := p.Start.Board[sq]
		kind, _ := PieceKindOf(m, sq)
		a.Dead[m.Color()][kind]++
		a.Pieces[m.Color()][kind]--
		a.Captures[m.Color().Other()]--
	}
	for c := range a.Needed {
		a.Needed[c] = Promotions(&a.Pieces[c], &a.Wants[c])
	}
	for _, s := range a.Specials {
		a.Needed[s.Color]++
	}
	for sq := range a.Fixed.Squares() {
		if k, ok := PieceKindOf(a.Start.Board[sq], sq); ok {
			a.Keep[a.Start.Board[sq].Color()][k]++
		}
	}
	a.findPromotions()
	for sq := range p.Closings.Squares() {
		a.Closings = append(a.Closings, p.Closing(sq))
	}
	for sq := range p.Jams.Squares() {
		j, _ := p.Jam(sq)
		a.Jams = append(a.Jams, j)
	}
	if p.Jams|p.Makers != 0 {
		p.Refresh()
	}
	for sq := range (p.Jams | p.Makers).Squares() {
		if made, ok := p.Made(sq); ok {
			a.Made = append(a.Made, made)
		}
	}
	return a
}

// findPromotions finds where pawns can promote. A pawn cannot promote by moving to a square on
// which a man never moves. It cannot promote from a square on which a man never moves, as it
// does not get there. And where it would give check to a king that never moves, it is captured.
func (a *Abstraction) findPromotions() {
	for c := chess.White; c <= chess.Black; c++ {
		before, last := c.RelativeRank(6), c.RelativeRank(7)
		king := chess.NoSquare
		for sq := range a.Fixed.Squares() {
			if a.Start.Board[sq] == chess.MakeMan(c.Other(), chess.King) {
				king = sq
			}
		}
		for f := range 8 {
			sq := chess.MakeSquare(f, before)
			if a.Fixed.Has(sq) || king != chess.NoSquare && chess.PawnAttacks(c, sq).Has(king) {
				continue
			}
			for d := range 3 {
				if to := chess.MakeSquare(f+d-1, last); to != chess.NoSquare && !a.Fixed.Has(to) {
					a.Promotes[c][f][d] = true
				}
			}
		}
	}
}

// StartRank returns the rank of a pawn at the start, 0 to 7, as the formula uses it. A pawn
// captured en passant is treated as if its double step had stopped one rank earlier. So a pawn
// that has just made its double step starts on that earlier rank.
func (a *Abstraction) StartRank(sq chess.Square) int {
	if ep := a.Start.EnPassant; ep == sq^8 && !a.Fixed.Has(sq) { // e3 for e4, e6 for e5
		return ep.Rank()
	}
	return sq.Rank()
}
