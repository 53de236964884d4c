package facts

import (
	"errors"
	"fmt"
	"strings"

	"retroproof/chess"
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

// Allowance is what a side may have or have done in a position, at the most: kinds of pieces stand
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
func (a *Partial) Put(m chess.Man, sq chess.Square) {
	a.Board[sq] = m
	a.Known |= sq.Bit()
}

// Lift takes a known man off its square.
func (a *Partial) Lift(sq chess.Square) {
	a.Board[sq] = chess.NoMan
	a.Known &^= sq.Bit()
}

// Covers reports whether b says nothing but what a says, so that it stands for all positions that a
// stands for: fewer known men, where the sides of the missing ones may have others, and no lower bound.
func (b *Partial) Covers(a *Partial) bool {
	if b.Turn != a.Turn || b.Known&^a.Known != 0 {
		return false
	}
	for c := range b.May {
		for k, n := range b.May[c] {
			if n < a.May[c][k] {
				return false
			}
		}
	}
	for sq := range a.Known.Squares() {
		m := a.Board[sq]
		if b.Board[sq] != m && (b.Known.Has(sq) || b.May[m.Color()][Others] == 0) {
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
		if Promotions(&had.Pieces[c], &has.Pieces[c]) != lost {
			by[AnyMan] = uint8(max(0, p.PawnCaptures(chess.Color(1-c))))
			continue
		}
		for k := range NumPieceKinds {
			by[k] = uint8(max(0, had.Pieces[c][k]-has.Pieces[c][k]))
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

// MostPartial is the largest number of partial positions of an argument: comparing each with each
// must not take forever.
const MostPartial = 1 << 12

// checkClosed verifies that partial positions are a closed set.
func (p *Proven) checkClosed(texts []string) error {
	if len(texts) > MostPartial {
		return fmt.Errorf("%d states, more than %d", len(texts), MostPartial)
	}
	list := make([]Partial, len(texts))
	for i, text := range texts {
		var err error
		if list[i], err = ParsePartial(text); err != nil {
			return fmt.Errorf("the state %q: %w", text, err)
		}
		if i > 0 && text <= texts[i-1] {
			return fmt.Errorf("the state %q does not come after %q", text, texts[i-1])
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
		return fmt.Errorf("no state covers the goal, %q", goal.String())
	}
	var before []Partial
	for i := range list {
		if p.Agrees(&list[i]) {
			return fmt.Errorf("the start agrees with the state %q", texts[i])
		}
		before = p.Before(before[:0], &list[i])
		for j := range before {
			if !covered(&before[j]) {
				return fmt.Errorf("a move back from the state %q leads to %q, which no state covers", texts[i], before[j].String())
			}
		}
	}
	return nil
}

// allowanceLetters has the letter of each allowance.
const allowanceLetters = "QRDLN+P*"

// String returns the text of a partial position: the side to move; for White and for Black, a letter
// for each thing allowed, "-" if nothing is; and the known men with their squares, from a1 to h8,
// "-" if there are none.
func (a *Partial) String() string {
	b := []byte{a.Turn.Letter()}
	for c := range a.May {
		b = append(b, ' ')
		for k, n := range a.May[c] {
			b = append(b, strings.Repeat(allowanceLetters[k:k+1], int(n))...)
		}
		if b[len(b)-1] == ' ' {
			b = append(b, '-')
		}
	}
	b = append(b, ' ')
	for sq := range a.Known.Squares() {
		b = append(append(b, a.Board[sq].Letter()), sq.String()...)
	}
	if a.Known == 0 {
		b = append(b, '-')
	}
	return string(b)
}

// ParsePartial reads a text that String has written.
func ParsePartial(text string) (a Partial, err error) {
	fields := strings.Split(text, " ")
	if len(fields) != 4 || len(text) > longestPartial {
		return a, errors.New("not the side to move, what White may, what Black may, and men")
	}
	if fields[0] == "b" {
		a.Turn = chess.Black
	}
	for c := range a.May {
		for _, letter := range []byte(fields[1+c]) {
			if k := strings.IndexByte(allowanceLetters, letter); k >= 0 {
				a.May[c][k]++
			}
		}
	}
	for men := fields[3]; len(men) >= 3; men = men[3:] {
		m, ok := chess.ParseMan(men[0])
		sq, err := chess.ParseSquare(men[1:3])
		if !ok || err != nil {
			break
		}
		a.Put(m, sq)
	}
	if is := a.String(); is != text {
		err = fmt.Errorf("it reads as %q", is)
	}
	return a, err
}

// longestPartial is more than the length of a partial position's text: of few men, few captures.
const longestPartial = 255
