package facts

import (
	"errors"
	"fmt"

	"retroproof/chess"
)

// Abstraction is what a kernel sees of a start and a goal: pawns by file, pieces by
// number, and what men that never move forbid. Colours and kinds are indices.
type Abstraction struct {
	Start, Goal *chess.Setup

	Fixed chess.Bitboard // the men on them never move, and are the goal's
	// Dead counts the bishops that never move and are not at the goal: pieces
	// capture them where they stand. They are not among Pieces and Captures.
	Dead [2][NumPieceKinds]int

	Pieces   [2][NumPieceKinds]int // at the start
	Wants    [2][NumPieceKinds]int // at the goal, but for those of Specials
	Keep     [2][NumPieceKinds]int // of those at the start, that never move and are at the goal
	Captures [2]int                // by colour of the capturing side
	Pawns    [2]int                // at the start
	Needed   [2]int                // promotions, at least

	// FixedBottom and FixedTop are the files on which a white pawn never moves from
	// the second rank, and those on which a black one does not from the seventh.
	FixedBottom, FixedTop [8]bool
	// Promotes says where pawns may promote, by colour, file and direction: to
	// the left, straight on, to the right.
	Promotes [2][8][3]bool
	// Class says what bishops can do with promotion squares, by colour and file.
	Class    [2][8]SquareClass
	Specials []Special
}

// NewAbstraction returns what a kernel sees of a start and a goal if men never move as
// the facts say. Each fact is verified, given those before it. The start has to be a
// position; that is not looked at here. The error says what is wrong with a fact, or
// that no facts are needed to see that there is no kernel.
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

// Abstraction returns what a kernel sees. The goal's men are no more than the start's can
// have become, and the men on blocked squares are the goal's.
func (p *Proven) Abstraction() *Abstraction {
	had, has := CountMaterial(p.Start), CountMaterial(p.Goal)
	a := &Abstraction{Start: p.Start, Goal: p.Goal, Fixed: p.Blocked, Pieces: had.Pieces, Wants: has.Pieces, Captures: p.Captures, Pawns: had.Pawns}
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
	a.findFixed()
	a.findPromotions()
	return a
}

// findFixed finds the pawns that never move, and the pieces.
func (a *Abstraction) findFixed() {
	for sq := range a.Fixed.Squares() {
		m := a.Start.Board[sq]
		if m.Kind() == chess.Pawn {
			// Above and below pawns that never move others may pass only where
			// there is room: not below the second rank, not above the seventh.
			if homeRank(m.Color()).Has(sq) {
				[2]*[8]bool{&a.FixedBottom, &a.FixedTop}[m.Color()][sq.File()] = true
			}
		} else if k, ok := PieceKindOf(m, sq); ok {
			a.Keep[m.Color()][k]++
		}
	}
}

// findPromotions finds where pawns can promote. A pawn cannot leave the seventh
// rank by a square on which a man never moves; it does not get there if one
// never moves from there; and if it gives check to a king that never moves it
// will be captured.
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

// StartRank returns the rank of a pawn at the start, 0 to 7, as kernels with ranks see
// it. A pawn that can be captured en passant is captured as if it had stopped one rank
// earlier, so it starts there if it has just made its double step.
func (a *Abstraction) StartRank(sq chess.Square) int {
	if ep := a.Start.EnPassant; ep == sq^8 && !a.Fixed.Has(sq) { // e3 for e4, e6 for e5
		return ep.Rank()
	}
	return sq.Rank()
}
