package kernel

import (
	"fmt"

	"retroproof/chess"
)

// pieceKind is a kind of piece as kernels count them: bishops by the colour of
// their squares.
type pieceKind uint8

const (
	queen pieceKind = iota
	rook
	darkBishop
	lightBishop
	knight

	numPieceKinds
)

// pieceKindOf returns the kind of a man on a square, and whether it is one of
// the five.
func pieceKindOf(m chess.Man, s chess.Square) (pieceKind, bool) {
	switch m.Kind() {
	case chess.Queen:
		return queen, true
	case chess.Rook:
		return rook, true
	case chess.Bishop:
		if s.Dark() {
			return darkBishop, true
		}
		return lightBishop, true
	case chess.Knight:
		return knight, true
	}
	return 0, false
}

// problem is a start, a goal, and what the search for kernels needs to know of
// them.
type problem struct {
	start, goal   *chess.Setup
	blocked       blocked
	from, to      [8]column
	pieces, wants [2][numPieceKinds]int // at the start, at the goal
	keep          [2][numPieceKinds]int // of those at the start, that never move and are at the goal
	captures      [2]int                // by colour of the capturing side
	pawns         [2]int                // at the start
	needed        [2]int                // promotions, at least
	goalCount     [8][2]int             // pawns at the goal, by file and colour

	// fixed pawns, by file: one at the bottom of the column, one at its top.
	fixedBottom, fixedTop [8]bool
	// promotes says where pawns may promote, by colour, file and direction: to
	// the left, straight on, to the right.
	promotes [2][8][3]bool
	// class says what bishops can do with promotion squares.
	class    [2][8]squareClass
	specials []special

	off rules // for tests

	// finish has, by file and column of at most maxShort pawns, what promoted
	// gives, 16*white+black, with forbidden promotions taken into account; -1 if
	// the column is not complete.
	finish [8][2 << maxShort]int16
}

const maxShort = 7

// mostMen is how many men a side has at most.
const mostMen = 16

// newProblem returns the problem of a start and a goal. The error is an
// [*Impossible] if counting men is enough to see that there is no way.
func newProblem(start, goal *chess.Setup) (*problem, error) {
	p := &problem{start: start, goal: goal}
	var men [2][2]int
	for i, s := range []*chess.Setup{start, goal} {
		for sq, m := range s.Board {
			if m == chess.NoMan {
				continue
			}
			c := m.Color()
			men[i][c]++
			if k, ok := pieceKindOf(m, chess.Square(sq)); ok {
				if i == 0 {
					p.pieces[c][k]++
				} else {
					p.wants[c][k]++
				}
			} else if i == 0 && m.Kind() == chess.Pawn {
				p.pawns[c]++
			}
		}
	}
	p.from, p.to = columnsOf(start), columnsOf(goal)
	for f, c := range p.to {
		p.goalCount[f] = c.count()
	}
	for c := chess.White; c <= chess.Black; c++ {
		p.captures[c.Other()] = men[0][c] - men[1][c]
		if men[0][c] > mostMen {
			return nil, impossible(TooManyMen, "%s has %d men at the start, and never more than %d", c, men[0][c], mostMen)
		}
		if men[1][c] > men[0][c] {
			return nil, impossible(TooManyMen, "%s has %d men, and had %d at the start", c, men[1][c], men[0][c])
		}
		pawns := 0
		for _, n := range p.goalCount {
			pawns += n[c]
		}
		p.needed[c] = p.promotionsNeeded(c)
		if pawns+p.needed[c] > p.pawns[c] {
			return nil, impossible(TooManyPromotions, "%s has %d pawns and needs %d promotions, and had %d pawns at the start", c, pawns, p.needed[c], p.pawns[c])
		}
	}
	var err error
	if p.blocked, err = findBlocked(start, goal); err != nil {
		return nil, err
	}
	p.findCaged()
	for c := range 2 {
		// Dead bishops are captured by pieces, whenever that may be.
		for k, n := range p.blocked.dead[c] {
			p.pieces[c][k] -= n
			p.captures[1-c] -= n
		}
		p.needed[c] = p.promotionsNeeded(chess.Color(c))
	}
	p.findFixed()
	p.findPromotions()
	for f := range 8 {
		for i := range p.finish[f] {
			p.finish[f][i] = -1
			if i > 0 {
				p.finish[f][i] = p.finished(f, column(i))
			}
		}
	}
	return p, nil
}

// promotionsNeeded returns how many pawns have to promote, at least.
func (p *problem) promotionsNeeded(c chess.Color) (n int) {
	for _, s := range p.specials {
		if s.color == c {
			n++
		}
	}
	for k := range numPieceKinds {
		n += max(0, p.wants[c][k]-p.pieces[c][k])
	}
	return n
}

// findFixed finds the pawns that never move, and the pieces.
func (p *problem) findFixed() {
	for sq := range p.blocked.squares.Squares() {
		m := p.start.Board[sq]
		if m.Kind() == chess.Pawn {
			// Above and below pawns that never move others may pass only where
			// there is room: not below the second rank, not above the seventh.
			switch {
			case m.Color() == chess.White && sq.Rank() == 1:
				p.fixedBottom[sq.File()] = true
			case m.Color() == chess.Black && sq.Rank() == 6:
				p.fixedTop[sq.File()] = true
			}
		} else if k, ok := pieceKindOf(m, sq); ok {
			p.keep[m.Color()][k]++
		}
	}
}

// findPromotions finds where pawns can promote. A pawn cannot leave the seventh
// rank by a square on which a man never moves; it does not get there if one
// never moves from there; and if it gives check to a king that never moves it
// will be captured.
func (p *problem) findPromotions() {
	fixed := p.blocked.squares
	for c := chess.White; c <= chess.Black; c++ {
		before, last := 6, 7
		if c == chess.Black {
			before, last = 1, 0
		}
		king := chess.NoSquare
		for sq := range fixed.Squares() {
			if p.start.Board[sq] == chess.MakeMan(c.Other(), chess.King) {
				king = sq
			}
		}
		for f := range 8 {
			sq := chess.MakeSquare(f, before)
			if fixed.Has(sq) || king != chess.NoSquare && chess.PawnAttacks(c, sq).Has(king) {
				continue
			}
			for d := range 3 {
				if to := chess.MakeSquare(f+d-1, last); to != chess.NoSquare && !fixed.Has(to) {
					p.promotes[c][f][d] = true
				}
			}
		}
	}
}

// finished is what finish holds.
func (p *problem) finished(f int, c column) int16 {
	n, ok := c.promoted(p.to[f])
	if !ok || n[chess.White] > 0 && !p.promotes[chess.White][f][1] || n[chess.Black] > 0 && !p.promotes[chess.Black][f][1] {
		return -1
	}
	return int16(n[chess.White]<<4 | n[chess.Black])
}

// complete returns how many pawns of a column promote to make it the goal's,
// and whether that is possible.
func (p *problem) complete(f int, c column) (white, black int, ok bool) {
	var n int16
	if int(c) < len(p.finish[f]) {
		n = p.finish[f][c]
	} else {
		n = p.finished(f, c)
	}
	return int(n >> 4), int(n & 15), n >= 0
}

// lightPromotion reports whether pawns of a colour promote on a light square of
// a file.
func lightPromotion(c chess.Color, f int) bool { return (f+int(c))%2 == 0 }

// Reason is why a position is impossible. The identifiers are stable.
type Reason string

// The reasons that counting gives.
const (
	// TooManyMen: a side has more men than at the start.
	TooManyMen Reason = "TooManyMen"
	// TooManyPromotions: pawns and promoted pieces are more than the pawns there
	// were.
	TooManyPromotions Reason = "TooManyPromotions"
)

// Impossible is why a goal cannot be reached.
type Impossible struct {
	Reason Reason
	Detail string // a sentence without its full stop
}

// Error returns the sentence.
func (e *Impossible) Error() string { return e.Detail }

func impossible(r Reason, format string, args ...any) *Impossible {
	return &Impossible{r, fmt.Sprintf(format, args...)}
}
