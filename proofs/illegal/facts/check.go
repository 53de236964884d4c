package facts

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	chess "retroproof/chess/board"
)

// kinds has for every kind of argument the fields that it may have, and what is checked when its facts have been
// verified. Goals that are no position come to NoPosition alone.
var kinds = map[Kind]struct {
	fields string
	verify func(*Argument, *Proven) error
}{
	NoPosition: {"", (*Argument).checkNoPosition},
	Rights:     {"", (*Argument).checkRights},
	Unmatched:  {"Blocked Count Without Past", (*Argument).checkUnmatched},
	Priced:     {"Blocked Count", (*Argument).checkWorth},
	Deadlocked: {"Blocked Square", (*Argument).checkDeadlock},
	Parity:     {"Blocked Groups", (*Argument).checkParity},
	ClosedSet:  {"Blocked States", (*Argument).checkClosed},
}

// Check returns nil only if an argument proves that no sequence of legal moves leads from a
// start to a goal; otherwise the error says what is wrong with the argument. Facts, squares
// and men are taken from the argument and verified one by one; there is no search for
// them. The start must be a position, but need not be reachable from
// the initial one. The empty sequence of moves leads from the start to itself.
func Check(start, goal *chess.Setup, a *Argument) error {
	if a == nil {
		return errors.New("there is no argument")
	}
	if _, err := position(start); err != nil {
		return fmt.Errorf("the start is no position: %w", err)
	}
	if SameSetup(start, goal) {
		return errors.New("the goal is the start")
	}
	// Fields are looked at before anything is concluded: what a kind does not need could hide a mistake.
	kind, ok := kinds[a.Kind]
	if !ok {
		return fmt.Errorf("%.50q is no kind of argument", a.Kind)
	}
	for v, i := reflect.ValueOf(*a), 1; i < v.NumField(); i++ {
		if name := v.Type().Field(i).Name; !v.Field(i).IsZero() && !strings.Contains(kind.fields, name) {
			return fmt.Errorf("%s does not take %s", a.Kind, strings.ToLower(name))
		}
	}
	switch _, err := position(goal); {
	case err == errUnstatable:
		return fmt.Errorf("the goal: %w", err)
	case err != nil && a.Kind != NoPosition:
		return fmt.Errorf("the goal is no position: %w, and %s is not about that", err, a.Kind)
	case err != nil:
		return nil // every legal move leads from one position to another
	}
	p, err := Verify(start, goal, a.Blocked)
	if err != nil {
		return err
	}
	p.Refresh()
	return kind.verify(a, p)
}

// notTrue returns the error of an argument that does not hold, or nil if it does.
func (a *Argument) notTrue(proven bool) error {
	if !proven {
		return fmt.Errorf("%s does not follow", a.Kind)
	}
	return nil
}

// checkNoPosition: a game comes to a legal diagram other than the start by a move, so that there is an un-move.
func (a *Argument) checkNoPosition(p *Proven) error {
	at, err := position(p.Goal)
	return a.notTrue(err == nil && !hasLastMove(p.Start, at))
}

// checkRights: a castling right that is lost does not return.
func (a *Argument) checkRights(p *Proven) error {
	return a.notTrue(p.Goal.Castling&^p.Start.Castling != 0)
}

// checkDeadlock: the man never moves and is never captured, so the goal has it too.
func (a *Argument) checkDeadlock(p *Proven) error {
	sq, err := chess.ParseSquare(a.Square)
	if err != nil {
		return err
	}
	return a.notTrue(p.Blocked.Has(sq) && p.Start.Board[sq] != p.Goal.Board[sq])
}

// checkUnmatched counts, when pawns are excluded as sources, and where pieces go past certain pawns.
func (a *Argument) checkUnmatched(p *Proven) error {
	if err := p.Exclude(a.Without); err != nil {
		return err
	}
	if err := p.GoPast(chess.Bitboard(a.Past)); err != nil {
		return err
	}
	return a.Count.checkNeeds(p)
}

// checkParity compares the number of moves with the sides to move.
func (a *Argument) checkParity(p *Proven) error {
	odd, ok := p.Parity(a.Groups)
	return a.notTrue(ok && odd == (p.Start.Turn == p.Goal.Turn))
}

// color returns the side that is counted, or an error if there is no count, or Side is not the name of one.
func (c *Count) color() (chess.Color, error) {
	for side := chess.White; side <= chess.Black; side++ {
		if c != nil && c.Side == side.String() {
			return side, nil
		}
	}
	return 0, errors.New("no count of men of a side")
}

// checkNeeds counts the men of a side that the goal needs, see [Proven.Needed]. There cannot be more of them than men
// of the start that can have been one of them.
func (c *Count) checkNeeds(p *Proven) error {
	side, err := c.color()
	if err != nil {
		return err
	}
	if len(c.Worth)+len(c.Price) > 0 {
		return errors.New("men are counted, and have no worth or price")
	}
	men, needs, err := p.Needed(side, chess.Bitboard(c.Needs), chess.Bitboard(c.Captures), p.Sources)
	switch {
	case err != nil:
		return err
	case men != chess.Bitboard(c.Men):
		return fmt.Errorf("the men that will do are those on %v, not on %v", Squares(men).Names(), c.Men.Names())
	case needs <= men.Count():
		return fmt.Errorf("%d men are enough for %d needs", men.Count(), needs)
	}
	return nil
}

// Needed returns how many different men of a side have to have been at the start, and which can have been one of them,
// for those on some squares at the goal, whose sources are given, and for those that its pawns of the other side on
// some squares have captured. A pawn that has captured nothing stayed on its file. So at most as many of these pawns
// have captured nothing as the start had pawns on their files that can have become them.
func (p *Proven) Needed(side chess.Color, needs, captures chess.Bitboard, sources func(chess.Square) chess.Bitboard) (
	men chess.Bitboard, least int, err error) {
	for sq := range needs.Squares() {
		if m := p.Goal.Board[sq]; m == chess.NoMan || m.Color() != side {
			return 0, 0, fmt.Errorf("no %s man is on %s at the goal", side, sq)
		}
		men |= sources(sq)
	}
	var straight chess.Bitboard
	for sq := range captures.Squares() {
		if p.Goal.Board[sq] != chess.MakeMan(side.Other(), chess.Pawn) {
			return 0, 0, fmt.Errorf("no %s pawn is on %s at the goal", side.Other(), sq)
		}
		victims, own := p.Victims(sq)
		men |= victims
		straight |= own
	}
	return men, needs.Count() + captures.Count() - straight.Count(), nil
}
