package facts

import (
	"errors"
	"fmt"

	chess "retroproof/chess/board"
)

// Pawns that have left their squares by captures, none of which can have been the first of these captures.

// First is one of the pawns of NoFirstCapture: why it is not the first of them to leave its square. In a list of pawns
// that did not become pawns of the goal, it is one of these: see Exclude.
type First struct {
	Pawn string `json:"pawn"` // its square at the start
	To   string `json:"to"`   // its square at the goal
	// Count has needs, captures and men of the other side: together with the man that this pawn captures
	// first, if it is the first of the pawns to leave, they need more men of the start than there are.
	Count Count `json:"count"`
}

// squares returns where the pawn is at the start and at the goal.
func (f *First) squares() (from, to chess.Square, err error) {
	if from, err = chess.ParseSquare(f.Pawn); err == nil {
		to, err = chess.ParseSquare(f.To)
	}
	return from, to, err
}

// checkFirst verifies that each of some pawns has left its square by a capture, and that none of them was the first to
// do so. Until the first one leaves, all of them are on their squares, and in the way of the man that it captures.
// (None of them is captured itself, as each becomes a pawn of the goal.)
func (p *Proven) checkFirst(list []First) error {
	var pawns chess.Bitboard
	for i := range list {
		from, err := chess.ParseSquare(list[i].Pawn)
		if err != nil {
			return err
		}
		if pawns.Has(from) {
			return fmt.Errorf("the pawn on %s is listed twice", from)
		}
		pawns |= from.Bit()
	}
	early := p.Until(pawns)
	for i := range list {
		if err := list[i].check(p, early); err != nil {
			return fmt.Errorf("the pawn on %s: %w", list[i].Pawn, err)
		}
	}
	return nil
}

// check verifies that a pawn is not the first to leave; early is p.Until of all the pawns.
func (f *First) check(p, early *Proven) error {
	from, to, err := f.squares()
	if err != nil {
		return err
	}
	victims, ok := p.FirstVictims(early, from, to)
	if !ok {
		return fmt.Errorf("it need not have left its square by a capture, for the pawn of the goal on %s", to)
	}
	n := &f.Count
	if c, err := n.men(); err != nil || c == p.Goal.Board[to].Color() {
		return errors.New("the count is not one of men of the other side")
	}
	if chess.Bitboard(n.Captures).Has(to) {
		return errors.New("its capture is counted already")
	}
	return n.checkNeeds(p, victims, 1)
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
	if m == chess.NoMan || m.Kind() != chess.Pawn || from == to {
		return 0, false
	}
	c := m.Color()
	up := c.Forward()
	way := cones[c][to] &^ early.Blocked
	if sources, _ := p.Sources(to); sources != from.Bit() || shift(from.Bit(), up)&way != 0 {
		return 0, false
	}
	takes := chess.PawnAttacks(c, from) & way
	for i, v := range p.Start.Board {
		sq := chess.Square(i)
		if v != chess.NoMan && v.Color() != c && (early.ways[sq].promotes != 0 || early.capturable(sq, takes, -up)) {
			victims |= sq.Bit()
		}
	}
	return victims, true
}
