package answers

import (
	"errors"
	"fmt"

	chess "retroproof/chess/board"
	"retroproof/proofs/illegal/facts"
)

// Origin is which men of the start the man on a square was, in all games. So it was promoted if
// all of them are pawns, and it is an original piece if none is.
type Origin struct {
	Square   string        `json:"square"`
	From     facts.Squares `json:"from"` // it was one of these
	Blocked  []facts.Fact  `json:"blocked,omitempty"`
	Excluded []Excluded    `json:"excluded,omitempty"`
	// PromotedOn has the squares on which a pawn of From can have become the man, if it is a piece;
	// nothing is said of that if there are none.
	PromotedOn facts.Squares `json:"promoted_on,omitempty"`
}

// Excluded are men of the start that a man was not, although each can have come to its square:
// then too few men are left for others. Needs and Captures are those of facts.Count, and the
// man in question is one of Needs.
type Excluded struct {
	From     facts.Squares `json:"from"`
	Needs    facts.Squares `json:"needs"`
	Captures facts.Squares `json:"captures,omitempty"`
}

// Unmoved are men of the start that never moved in any game.
type Unmoved struct {
	Blocked []facts.Fact  `json:"blocked"`
	Stayed  facts.Squares `json:"stayed,omitempty"` // and were never captured
	Dead    facts.Squares `json:"dead,omitempty"`   // and were captured there, by a piece
}

// origin checks which men of the start a man was. Facts prove which can have come to its
// square; suppose that it was one of an excluded set. The men of the side in Needs are distinct
// men of the start, and none of them was captured; each pawn in Captures that did not stay on
// its file has captured a man of the side, and different pawns have captured different men. So
// there are no more of these than men of the start that can have been one of them.
func (c *checker) origin(claim *Claim) error {
	o := claim.Origin
	sq, err := chess.ParseSquare(o.Square)
	if err != nil {
		return because(ErrFile, "%w", err)
	}
	if c.goal.Board[sq] == chess.NoMan {
		return because(ErrFile, "no man is on %s", o.Square)
	}
	p, err := c.verified(o.Blocked)
	if err != nil {
		return err
	}
	p.Refresh()
	left := p.Sources(sq)
	for i, e := range o.Excluded {
		set := chess.Bitboard(e.From)
		if set == 0 || set&^left != 0 {
			return because(ErrClaim, "exclusion %d: from %v are not among %v", i+1, e.From.Names(), facts.Squares(left).Names())
		}
		if err := excluded(p, sq, &e); err != nil {
			return because(ErrClaim, "exclusion %d: %w", i+1, err)
		}
		left &^= set
	}
	if left == 0 || left != chess.Bitboard(o.From) {
		return because(ErrClaim, "it can have been one of %v", facts.Squares(left).Names())
	}
	if o.PromotedOn != 0 {
		if on := promotedOn(p, left, sq); on != chess.Bitboard(o.PromotedOn) {
			return because(ErrClaim, "pawns can have become it on %v", facts.Squares(on).Names())
		}
	}
	c.origins(claim.FEN)[sq] = left
	return nil
}

// promotedOn returns the squares on which pawns among some men of the start can have become a piece.
func promotedOn(p *facts.Proven, men chess.Bitboard, to chess.Square) (on chess.Bitboard) {
	if p.Goal.Board[to].Kind() == chess.Pawn {
		return 0
	}
	for from := range men.Squares() {
		if p.Start.Board[from].Kind() == chess.Pawn {
			on |= p.PromotionSquares(from, to)
		}
	}
	return on
}

// excluded checks one exclusion.
func excluded(p *facts.Proven, sq chess.Square, e *Excluded) error {
	side := p.Goal.Board[sq].Color()
	needs, captures := chess.Bitboard(e.Needs), chess.Bitboard(e.Captures)
	if !needs.Has(sq) {
		return errors.New("the man is none of the needs")
	}
	men, n, err := p.Needed(side, needs, captures, func(at chess.Square) chess.Bitboard {
		if at == sq {
			return p.Sources(at) & chess.Bitboard(e.From)
		}
		return p.Sources(at)
	})
	if err == nil && n <= men.Count() {
		err = fmt.Errorf("%d men are enough for %d needs", men.Count(), n)
	}
	return err
}

// verified returns what facts prove of the games to the position of the claim.
func (c *checker) verified(blocked []facts.Fact) (*facts.Proven, error) {
	p, err := facts.Verify(&c.start, &c.goal, blocked)
	if err != nil {
		err = because(ErrClaim, "%w", err)
	}
	return p, err
}

// unmoved checks which men never moved.
func (c *checker) unmoved(claim *Claim) error {
	u := claim.Unmoved
	p, err := c.verified(u.Blocked)
	if err != nil {
		return err
	}
	if p.Blocked != chess.Bitboard(u.Stayed) || p.Dead != chess.Bitboard(u.Dead) || p.Blocked|p.Dead == 0 {
		return because(ErrClaim, "those that stayed are on %v, and dead bishops on %v",
			facts.Squares(p.Blocked).Names(), facts.Squares(p.Dead).Names())
	}
	return nil
}
