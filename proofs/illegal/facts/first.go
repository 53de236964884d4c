package facts

import (
	"errors"
	"fmt"

	chess "retroproof/chess/board"
)

// Pawns that have left their squares by captures, none of which can have been the first of these captures.

// checkFirst verifies that each of some pawns has left its square by a capture, and that none of them was the first to
// do so. Until the first one leaves, all of them are on their squares, and in the way of the man that it captures.
// (None of them is captured itself, as each becomes a pawn of the goal.)
func (a *Argument) checkFirst(p *Proven) error {
	var pawns chess.Bitboard
	for i := range a.First {
		from, _, err := a.First[i].squares()
		if err != nil || pawns.Has(from) {
			return fmt.Errorf("the pawn on %s is listed twice, or on no square (%v)", a.First[i].Pawn, err)
		}
		pawns |= from.Bit()
	}
	if pawns == 0 {
		return errors.New("no pawns")
	}
	early := p.Until(pawns)
	for i := range a.First {
		f := &a.First[i]
		from, to, _ := f.squares()
		victims, ok := p.FirstVictims(early, from, to)
		if !ok {
			return fmt.Errorf("the pawn on %s need not have left its square by a capture, for the pawn on %s", from, to)
		}
		c, err := f.Count.color()
		if err != nil || c == p.Goal.Board[to].Color() || chess.Bitboard(f.Count.Captures).Has(to) {
			return fmt.Errorf("the pawn on %s: no count of men of the other side, or one with its own capture", from)
		}
		if err := f.Count.checkNeeds(p, victims, 1); err != nil {
			return fmt.Errorf("the pawn on %s: %w", from, err)
		}
	}
	return nil
}

// Until returns what is known of the time until the first of some pawns of the start has left its square or was
// captured: they are in the way as men that never move are. Of the result, only FirstVictims may be asked.
func (p *Proven) Until(pawns chess.Bitboard) *Proven {
	early := *p
	early.Blocked |= pawns
	early.Refresh()
	return &early
}

// FirstVictims returns the men of the start that a pawn can have captured with its first move, if it was the first to
// leave of the pawns of early, which Until has returned. It is false unless the pawn of the start is the only one that
// can have become the pawn of the goal on another square, and has to leave by a capture: the square ahead is none from
// which it gets there, or is not empty until then.
func (p *Proven) FirstVictims(early *Proven, from, to chess.Square) (victims chess.Bitboard, ok bool) {
	m := p.Goal.Board[to]
	if m.Kind() != chess.Pawn || from == to {
		return 0, false
	}
	c := m.Color()
	up := c.Forward()
	way := cones[c][to] &^ early.Blocked
	if p.Sources(to) != from.Bit() || shift(from.Bit(), up)&way != 0 {
		return 0, false
	}
	takes := chess.PawnAttacks(c, from) & way
	for i, v := range p.Start.Board {
		sq := chess.Square(i)
		if v != chess.NoMan && v.Color() != c && (early.promotes(sq) || early.capturable(sq, takes, -up)) {
			victims |= sq.Bit()
		}
	}
	return victims, true
}
