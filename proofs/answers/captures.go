package answers

import (
	"reflect"

	chess "retroproof/chess/board"
	"retroproof/proofs/illegal/facts"
)

// Captures is what a side has captured, in all games. It follows from the claims of KindOrigin before
// it, on the same position, which must be there for all men of the position.
type Captures struct {
	Side  string         `json:"side"`            // "white" or "black"
	Men   int            `json:"men"`             // how many men it has captured
	Pawns []PawnCaptures `json:"pawns,omitempty"` // its pawns that have captured, by their squares from a1 to h8
	Taken facts.Squares  `json:"taken,omitempty"` // men of the start, of the other side, that were captured
}

// PawnCaptures is what a pawn has captured at least. If all pawns together need as many captures
// as their side has made, each has made just these, and On has for each of them, in their order, the
// squares to which it can have gone.
type PawnCaptures struct {
	Square string          `json:"square"`
	Least  int             `json:"least"`
	On     []facts.Squares `json:"on,omitempty"`
}

// origins are the men of the start that the men of one position can have been, by their squares; 0
// where no claim has said it.
type origins struct {
	fen string
	of  [chess.NumSquares]chess.Bitboard
}

// origins returns what claims say of the men of a position. That of one position is kept.
func (c *checker) origins(fen string) *[chess.NumSquares]chess.Bitboard {
	if c.men == nil || c.men.fen != fen {
		c.men = &origins{fen: fen}
	}
	return &c.men.of
}

// captures computes what a side has captured, and compares. A man that is not at the goal was
// captured by the other side. A pawn goes to the next file whenever it captures, and never else.
func (c *checker) captures(claim *Claim) error {
	of := c.origins(claim.FEN)
	for sq, m := range c.goal.Board {
		if m != chess.NoMan && of[sq] == 0 {
			return because(ErrClaim, "no claim before tells where the man on %s came from", chess.Square(sq))
		}
	}
	side := chess.White
	if claim.Captures.Side == chess.Black.String() {
		side = chess.Black
	}
	if is := CapturesOf(&c.start, &c.goal, side, of); !reflect.DeepEqual(*claim.Captures, is) {
		return because(ErrClaim, "it follows that %+v", is)
	}
	return nil
}

// CapturesOf returns what follows for the captures of a side from where the men of the goal came from:
// of has the men of the start that each can have been.
func CapturesOf(start, goal *chess.Setup, side chess.Color, of *[chess.NumSquares]chess.Bitboard) Captures {
	r := Captures{Side: side.String()}
	var survive chess.Bitboard
	total := 0
	for sq, m := range goal.Board {
		survive |= of[sq]
		if m != chess.NoMan && m.Color() != side {
			r.Men--
		}
		if m != chess.MakeMan(side, chess.Pawn) {
			continue
		}
		at := chess.Square(sq)
		least := 7
		for from := range of[sq].Squares() {
			least = min(least, files(from, at))
		}
		if total += least; least > 0 {
			r.Pawns = append(r.Pawns, PawnCaptures{Square: at.String(), Least: least})
		}
	}
	for sq, m := range start.Board {
		if m == chess.NoMan || m.Color() == side {
			continue
		}
		r.Men++
		if from := chess.Square(sq).Bit(); survive&from == 0 {
			r.Taken |= facts.Squares(from)
		}
	}
	if total != r.Men {
		return r
	}
	for i := range r.Pawns {
		p := &r.Pawns[i]
		at, _ := chess.ParseSquare(p.Square)
		p.On = make([]facts.Squares, p.Least)
		for from := range of[at].Squares() {
			if files(from, at) == p.Least {
				takes(p.On, side, from, at)
			}
		}
	}
	return r
}

// files returns how many files are between two squares.
func files(from, to chess.Square) int { return max(from.File()-to.File(), to.File()-from.File()) }

// takes adds the squares to which a pawn goes by its captures, if it has made just those that
// bring it from a square to another one: all go the same way, and each goes a rank forward.
func takes(on []facts.Squares, side chess.Color, from, to chess.Square) {
	step := 1
	if to.File() < from.File() {
		step = -1
	}
	first, last := side.RelativeRank(from.Rank()), side.RelativeRank(to.Rank())
	for i := range on {
		for rank := first + i + 1; rank <= last-(len(on)-1-i); rank++ {
			on[i] |= facts.Squares(chess.MakeSquare(from.File()+step*(i+1), side.RelativeRank(rank)).Bit())
		}
	}
}
