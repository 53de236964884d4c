package cpi

import (
	"retroproof/chess"
	"retroproof/count"
	"retroproof/count/wide"
)

// letter is what can stand on a square, in the order of the definition; the kings
// have their squares before.
type letter uint8

const (
	emptyLetter letter = 10
	numLetters  letter = 11
)

// letterMen has the men of the letters.
var letterMen = [numLetters]chess.Man{
	chess.WhitePawn, chess.WhiteQueen, chess.WhiteRook, chess.WhiteBishop, chess.WhiteKnight,
	chess.BlackPawn, chess.BlackQueen, chess.BlackRook, chess.BlackBishop, chess.BlackKnight,
	chess.NoMan,
}

// letterOf is the inverse, indexed by chess.Man.
var letterOf = func() (l [chess.NumMen]letter) {
	for i, m := range letterMen {
		l[m] = letter(i)
	}
	return l
}()

// pawnLetter returns the letter of a colour's pawn.
func pawnLetter(c chess.Color) letter { return letter(c) * 5 }

// word is what is left to put on the squares that are left: a word whose letters are
// known, but for the order.
type word struct {
	ways wide.Uint // words there are
	zone int       // squares left on which pawns can stand
	rest int       // letters left that are no pawns: as many squares are for these
	men  int       // letters left but for the empty squares
	n    [numLetters]int
}

// newWord returns the word of the free men of two armies, given by colour, on so
// many pawn squares and others.
func newWord(white, black count.Army, zone, rest int) word {
	w := word{zone: zone, rest: rest}
	w.n = [numLetters]int{
		white.Pawns, white.Queens, white.Rooks, white.Bishops, white.Knights,
		black.Pawns, black.Queens, black.Rooks, black.Bishops, black.Knights,
	}
	pieces := white.Pieces() + black.Pieces()
	w.men = pieces + white.Pawns + black.Pawns
	w.n[emptyLetter] = rest - pieces
	return w
}

// A square of the pawns' is a pawn's square with a chance of pawns/zone, and the men
// on squares that are not are a word by itself. So of all ways a letter has n/rest on
// the back ranks, elsewhere n/zone if it is a pawn, and otherwise
// (zone-pawns)/zone * n/rest.

// shares sets the shares that the letters have of the ways, in parts of all, which is
// returned.
func (w *word) shares(zone bool, part *[numLetters]int) (all int) {
	if !zone {
		*part = w.n
		part[pawnLetter(chess.White)], part[pawnLetter(chess.Black)] = 0, 0
		return w.rest
	}
	const wp, bp = 0, 5
	pawn := max(w.rest, 1) // with no other letters left the square is a pawn's
	other := w.zone - w.n[wp] - w.n[bp]
	for i, n := range w.n {
		part[i] = n * other
	}
	part[wp], part[bp] = w.n[wp]*pawn, w.n[bp]*pawn
	return w.zone * pawn
}

// take puts a letter on the next square, which leaves so many ways.
func (w *word) take(l letter, zone bool, ways wide.Uint) {
	w.ways = ways
	w.n[l]--
	if zone {
		w.zone--
	}
	if l != emptyLetter {
		w.men--
	}
	if l != pawnLetter(chess.White) && l != pawnLetter(chess.Black) {
		w.rest--
	}
}

// next takes the letter that the r-th way, from 0 on, has on the next square, and
// makes r the number among those ways.
func (w *word) next(r *wide.Uint, zone bool) letter {
	var part [numLetters]int
	all := w.shares(zone, &part)
	// A float tells the letter, but for ways near the bounds.
	want := int(r.Float() / w.ways.Float() * float64(all))
	l, below := letter(0), 0
	for l < emptyLetter && below+part[l] <= want {
		below += part[l]
		l++
	}
	for {
		ways := w.ways.MulDiv(uint64(part[l]), uint64(all))
		var before wide.Uint
		if l == emptyLetter {
			before = w.ways.Sub(ways)
		} else if below != 0 {
			before = w.ways.MulDiv(uint64(below), uint64(all))
		}
		switch {
		case r.Less(before):
			l--
			below -= part[l]
		case !r.Less(before.Add(ways)):
			below += part[l]
			l++
		default:
			*r = r.Sub(before)
			w.take(l, zone, ways)
			return l
		}
	}
}

// before takes a letter and returns how many ways have one before it instead.
func (w *word) before(l letter, zone bool) (before wide.Uint) {
	var part [numLetters]int
	all := w.shares(zone, &part)
	below := 0
	for i := range l {
		below += part[i]
	}
	ways := w.ways.MulDiv(uint64(part[l]), uint64(all))
	if l == emptyLetter {
		before = w.ways.Sub(ways)
	} else if below != 0 {
		before = w.ways.MulDiv(uint64(below), uint64(all))
	}
	w.take(l, zone, ways)
	return before
}

// share returns the ways that have a letter on the next square.
func (w *word) share(l letter, zone bool) wide.Uint {
	if w.ways.IsZero() {
		return wide.Uint{}
	}
	var part [numLetters]int
	all := w.shares(zone, &part)
	return w.ways.MulDiv(uint64(part[l]), uint64(all))
}
