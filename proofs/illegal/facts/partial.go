package facts

import (
	"errors"
	"fmt"
	"strings"

	chess "retroproof/chess/board"
)

// Closed sets: a list of partial positions that covers the goal, that no move back leaves, and
// none of which agrees with the start. Then no game leads from the start to the goal.
//
// A partial position says of a position P of a game to the goal what is certain of it, and it
// stands for P if all that it says is true: the side to move; each known man on its square; and
// upper bounds: see Allowance. A known man is a man and a square, and need not be one of the goal.
// So b stands for all that a stands for if Covers says so; the goal itself is stood for by whole;
// and of any legal move from P' to P, if a stands for P, something that Before lists stands for P'
// (the step lemma: see there). Hence, going back along a game to the goal, each of its positions
// is stood for by one of the list; one that stands for the start agrees with it, and there is none.
//
// Nothing has to be proven of how the list was found.

// Allowance is what a side may have or have done in a position at most: kinds of pieces stand
// for captures of such pieces that it has made before, dead bishops left out.
type Allowance = PieceKind

// The other allowances. If it is certain how many pieces of each kind a side has captured, those are
// its captures; otherwise all are of any man.
const (
	AnyMan    Allowance = NumPieceKinds + iota // captures of any man
	LostPawns                                  // pawns of its own that it has lost or promoted before
	Others                                     // 1: men but the known, the blocked and the dead; 0: it has none

	numAllowances
)

// Partial is a partial position.
type Partial struct {
	Board [chess.NumSquares]chess.Man // the known men, none of them blocked
	Known chess.Bitboard              // their squares
	Turn  chess.Color                 // the side to move
	May   [2][numAllowances]uint8     // by side
}

// Put adds a known man.
func (p *Partial) Put(m chess.Man, sq chess.Square) {
	p.Board[sq] = m
	p.Known |= sq.Bit()
}

// Lift takes a known man off its square.
func (p *Partial) Lift(sq chess.Square) {
	p.Board[sq] = chess.NoMan
	p.Known &^= sq.Bit()
}

// Forget makes men on some squares unknown. Then their side has others.
func (p *Partial) Forget(set chess.Bitboard) {
	for sq := range (p.Known & set).Squares() {
		p.May[p.Board[sq].Color()][Others] = 1
		p.Lift(sq)
	}
}

// ForgetCaptured makes a captured man unknown that is known before the last move, and not after it, and
// forgets that the bounds are lower: all but that a capture by a pawn counts, if counted.
func (p *Partial) ForgetCaptured(after *Partial, counted bool) {
	for sq := range p.Known.Squares() {
		m := p.Board[sq]
		switch {
		case m == after.Board[sq]:
		case m.Color() == after.Turn:
			p.Forget(sq.Bit())
			p.May[after.Turn][LostPawns] = after.May[after.Turn][LostPawns]
		case m.Kind() != chess.Pawn || !counted:
			copy(p.May[p.Turn][:AnyMan+1], after.May[p.Turn][:AnyMan+1])
		}
	}
}

// Captures returns how many captures a side has made at most.
func (p *Partial) Captures(c chess.Color) (n int) {
	for _, k := range p.May[c][:AnyMan+1] {
		n += int(k)
	}
	return n
}

// Covers reports whether b says nothing but what a says, so that it stands for all positions that a
// stands for: fewer known men, where the sides of the missing ones may have others, and no lower bound.
func (p *Partial) Covers(a *Partial) bool {
	if p.Turn != a.Turn || p.Known&^a.Known != 0 {
		return false
	}
	for c := range p.May {
		for k, n := range p.May[c] {
			if n < a.May[c][k] {
				return false
			}
		}
	}
	for sq := range a.Known.Squares() {
		m := a.Board[sq]
		if p.Board[sq] != m && (p.Known.Has(sq) || p.May[m.Color()][Others] == 0) {
			return false
		}
	}
	return true
}

// Whole returns the partial position in which all men of the goal are known.
//
// A side has lost n pawns. If as many pieces of its goal must have been pawns, counting alone, then
// all of the n have promoted and none of these pieces was captured. So it is certain what the other
// side has captured: the start's pieces of each kind that are missing at the goal.
func (p *Proven) Whole() Partial {
	a := Partial{Turn: p.Goal.Turn}
	for i, m := range p.Goal.Board {
		if sq := chess.Square(i); m != chess.NoMan && !p.Blocked.Has(sq) {
			a.Put(m, sq)
		}
	}
	had, has := CountMaterial(p.Start), CountMaterial(p.Goal)
	for sq := range p.Dead.Squares() {
		m := p.Start.Board[sq]
		k, _ := PieceKindOf(m, sq)
		had.Pieces[m.Color()][k]--
	}
	for c := range a.May {
		lost := had.Pawns[c] - has.Pawns[c]
		a.May[c][LostPawns] = uint8(max(0, lost))
		by := &a.May[1-c]
		by[AnyMan] = uint8(max(0, p.PawnCaptures(chess.Color(1-c))))
		if Promotions(&had.Pieces[c], &has.Pieces[c]) == lost {
			by[AnyMan] = 0
			for k := range NumPieceKinds {
				by[k] = uint8(max(0, had.Pieces[c][k]-has.Pieces[c][k]))
			}
		}
	}
	return a
}

// Agrees reports whether a partial position stands for the start, as far as men and turn say.
func (p *Proven) Agrees(a *Partial) bool {
	for i, m := range p.Start.Board {
		sq := chess.Square(i)
		switch {
		case a.Known.Has(sq) && a.Board[sq] != m:
			return false
		case m != chess.NoMan && a.May[m.Color()][Others] == 0 && !(a.Known | p.Blocked | p.Dead).Has(sq):
			return false
		}
	}
	return a.Turn == p.Start.Turn
}

// State is a partial position in an argument.
type State struct {
	FEN   string               `json:"fen"` // the known men, and the side to move: the first two fields of a FEN
	White [numAllowances]uint8 `json:"white"`
	Black [numAllowances]uint8 `json:"black"`
}

// State returns the form of a partial position in an argument.
func (p *Partial) State() State {
	s := chess.Setup{Board: p.Board, Turn: p.Turn, EnPassant: chess.NoSquare}
	return State{strings.TrimSuffix(Replayed(&s).FEN(), noRights), p.May[chess.White], p.May[chess.Black]}
}

// Partial returns the partial position.
func (s *State) Partial() (a Partial, err error) {
	men, err := ParseFEN(s.FEN + noRights)
	a = Partial{Turn: men.Turn, May: [2][numAllowances]uint8{s.White, s.Black}}
	for i, m := range men.Board {
		if m != chess.NoMan {
			a.Put(m, chess.Square(i))
		}
	}
	return a, err
}

// noRights are the other fields of a State's FEN.
const noRights = " - - 0 1"

// MostStates is the largest number of states of an argument: comparing each with each must not take
// forever.
const MostStates = 1 << 12

// checkClosed verifies that states are a closed set.
func (a *Argument) checkClosed(p *Proven) error {
	states := a.States
	if len(states) > MostStates {
		return fmt.Errorf("%d states, more than %d", len(states), MostStates)
	}
	list := make([]Partial, len(states))
	for i := range states {
		var err error
		if list[i], err = states[i].Partial(); err != nil {
			return fmt.Errorf("state %d: %w", i, err)
		}
	}
	covered := func(a *Partial) bool {
		for i := range list {
			if list[i].Covers(a) {
				return true
			}
		}
		return false
	}
	if goal := p.Whole(); !covered(&goal) {
		return errors.New("no state covers the goal")
	}
	var before []Partial
	for i := range list {
		if p.Agrees(&list[i]) {
			return fmt.Errorf("the start agrees with state %d, %v", i, states[i])
		}
		before = p.Before(before[:0], &list[i])
		for j := range before {
			if !covered(&before[j]) {
				return fmt.Errorf("a move back from state %d, %v, leads to %v, which no state covers",
					i, states[i], before[j].State())
			}
		}
	}
	return nil
}
