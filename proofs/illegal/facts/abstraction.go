package facts

import "retroproof/chess"

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

	// FixedBottom and FixedTop tell, by file, of pawns that never move: one at the
	// bottom of the column, one at its top.
	FixedBottom, FixedTop [8]bool
	// Promotes says where pawns may promote, by colour, file and direction: to
	// the left, straight on, to the right.
	Promotes [2][8][3]bool
	// Class says what bishops can do with promotion squares, by colour and file.
	Class    [2][8]SquareClass
	Specials []Special
}

// Abstract returns what a kernel sees of a start and a goal, or why counting men and
// looking at those that never move is enough to see that there is no kernel.
func Abstract(start, goal *chess.Setup) (*Abstraction, *Impossible) {
	a, refuted := countAbstraction(start, goal)
	if refuted != nil {
		return nil, refuted
	}
	b, refuted := findBlocked(start, goal)
	if refuted != nil {
		return nil, refuted
	}
	a.know(&b)
	return a, nil
}

// NewAbstraction returns what a kernel sees of a start and a goal if men never move as
// the facts say. Each fact is verified, given those before it. The start has to be a
// position; that is not looked at here. The error says what is wrong with a fact, or
// is an [*Impossible] if no facts are needed to see that there is no kernel.
func NewAbstraction(start, goal *chess.Setup, facts []Fact) (*Abstraction, error) {
	a, refuted := countAbstraction(start, goal)
	if refuted != nil {
		return nil, refuted
	}
	k, err := verifyFacts(start, goal, facts)
	if err != nil {
		return nil, err
	}
	for sq := range k.blocked.Squares() {
		if start.Board[sq] != goal.Board[sq] {
			return nil, k.changed(sq)
		}
	}
	a.know(&k.known)
	return a, nil
}

// countAbstraction only counts.
func countAbstraction(start, goal *chess.Setup) (*Abstraction, *Impossible) {
	had, has := CountMaterial(start), CountMaterial(goal)
	a := &Abstraction{Start: start, Goal: goal, Pieces: had.Pieces, Wants: has.Pieces, Pawns: had.Pawns}
	for c := chess.White; c <= chess.Black; c++ {
		a.Captures[c.Other()] = had.Men[c] - has.Men[c]
		if has.Men[c] > had.Men[c] {
			return nil, Because(TooManyMen, "%s has %d men, and had %d at the start", c, has.Men[c], had.Men[c]).by(Argument{Count: surplus(TooManyMen, &had, &has, c)})
		}
		a.Needed[c] = a.promotionsNeeded(c)
		if has.Pawns[c]+a.Needed[c] > had.Pawns[c] {
			return nil, Because(TooManyPromotions, "%s has %d pawns and needs %d promotions, and had %d pawns at the start", c, has.Pawns[c], a.Needed[c], had.Pawns[c]).by(Argument{Count: surplus(TooManyPromotions, &had, &has, c)})
		}
	}
	return a, nil
}

// know adds what follows from men that never move.
func (a *Abstraction) know(k *known) {
	a.Fixed = k.blocked
	a.findCaged()
	for sq := range k.dead.Squares() {
		// Dead bishops are captured by pieces, whenever that may be.
		m := a.Start.Board[sq]
		kind, _ := PieceKindOf(m, sq)
		a.Dead[m.Color()][kind]++
		a.Pieces[m.Color()][kind]--
		a.Captures[m.Color().Other()]--
	}
	for c := chess.White; c <= chess.Black; c++ {
		a.Needed[c] = a.promotionsNeeded(c)
	}
	a.findFixed()
	a.findPromotions()
}

// promotionsNeeded returns how many pawns have to promote, at least.
func (a *Abstraction) promotionsNeeded(c chess.Color) (n int) {
	for _, s := range a.Specials {
		if s.Color == c {
			n++
		}
	}
	for k := range NumPieceKinds {
		n += max(0, a.Wants[c][k]-a.Pieces[c][k])
	}
	return n
}

// findFixed finds the pawns that never move, and the pieces.
func (a *Abstraction) findFixed() {
	for sq := range a.Fixed.Squares() {
		m := a.Start.Board[sq]
		if m.Kind() == chess.Pawn {
			// Above and below pawns that never move others may pass only where
			// there is room: not below the second rank, not above the seventh.
			switch {
			case m.Color() == chess.White && sq.Rank() == 1:
				a.FixedBottom[sq.File()] = true
			case m.Color() == chess.Black && sq.Rank() == 6:
				a.FixedTop[sq.File()] = true
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
		before, last := 6, 7
		if c == chess.Black {
			before, last = 1, 0
		}
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
	if ep := a.Start.EnPassant; ep != chess.NoSquare && !a.Fixed.Has(sq) && ep.File() == sq.File() {
		if d := ep.Rank() - sq.Rank(); d == -1 && sq.Rank() == 3 || d == 1 && sq.Rank() == 4 {
			return ep.Rank()
		}
	}
	return sq.Rank()
}
