package cpi

import (
	chess "retroproof/chess/board"
	"retroproof/proofs/survey/numbering"
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
	ways numbering.Uint // words there are
	zone int            // squares left on which pawns can stand
	rest int            // letters left that are no pawns: as many squares are for these
	men  int            // letters left but for the empty squares
	n    [numLetters]int
}

// newWord returns the word of the free men of two armies, given by colour, on so
// many pawn squares and others.
func newWord(white, black numbering.Army, zone, rest int) word {
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

// A square on which pawns can stand has one with a chance of pawns/zone, and the men on
// squares without a pawn are a word by itself. So of all ways a letter has n/rest on the
// back ranks; elsewhere n/zone if it is a pawn, and (zone-pawns)/zone * n/rest if not.

const (
	whitePawn letter = 0
	blackPawn letter = 5
)

// scale is what makes numbers of letters into shares of the ways on the next square, in
// parts of all.
type scale struct{ pawn, other, all int }

func (w *word) scale(zone bool) scale {
	if !zone {
		return scale{0, 1, w.rest}
	}
	rest := max(w.rest, 1) // with no other letters left the square has a pawn
	return scale{rest, w.zone - w.n[whitePawn] - w.n[blackPawn], w.zone * rest}
}

// part returns the share of a letter.
func (w *word) part(s scale, l letter) int {
	if l == whitePawn || l == blackPawn {
		return w.n[l] * s.pawn
	}
	return w.n[l] * s.other
}

// below returns the share of the letters before one together.
func (w *word) below(s scale, l letter) int {
	others, pawns := 0, 0
	for _, n := range w.n[:l] {
		others += n
	}
	if l > whitePawn {
		pawns = w.n[whitePawn]
	}
	if l > blackPawn {
		pawns += w.n[blackPawn]
	}
	return (others-pawns)*s.other + pawns*s.pawn
}

// share returns the ways of a share.
func (w *word) share(s scale, part int) numbering.Uint {
	return w.ways.MulDiv(uint64(part), uint64(s.all))
}

// take places a letter on the next square, after which the given number of ways is left.
func (w *word) take(l letter, zone bool, ways numbering.Uint) {
	w.ways = ways
	w.n[l]--
	if zone {
		w.zone--
	}
	if l != emptyLetter {
		w.men--
	}
	if l != whitePawn && l != blackPawn {
		w.rest--
	}
}

// next takes the letter that the r-th way, from 0 on, has on the next square, and
// makes r the number among those ways.
func (w *word) next(r *numbering.Uint, zone bool) letter {
	s := w.scale(zone)
	// A float estimate determines the letter, except near the bounds. Most squares are empty.
	want := int(r.Float() / w.ways.Float() * float64(s.all))
	l, below := emptyLetter, s.all-w.part(s, emptyLetter)
	if want < below {
		l, below = 0, 0
		for l < emptyLetter {
			part := w.part(s, l)
			if below+part > want {
				break
			}
			below += part
			l++
		}
	}
	for {
		ways := w.share(s, w.part(s, l))
		var before numbering.Uint
		if l == emptyLetter {
			before = w.ways.Sub(ways)
		} else if below != 0 {
			before = w.share(s, below)
		}
		switch {
		case r.Less(before):
			l--
			below -= w.part(s, l)
		case !r.Less(before.Add(ways)):
			below += w.part(s, l)
			l++
		default:
			*r = r.Sub(before)
			w.take(l, zone, ways)
			return l
		}
	}
}

// before takes a letter and returns how many ways have one before it instead.
func (w *word) before(l letter, zone bool) (before numbering.Uint) {
	s := w.scale(zone)
	ways := w.share(s, w.part(s, l))
	if l == emptyLetter {
		before = w.ways.Sub(ways)
	} else if below := w.below(s, l); below != 0 {
		before = w.share(s, below)
	}
	w.take(l, zone, ways)
	return before
}

// waysOf returns the ways that have a letter on the next square.
func (w *word) waysOf(l letter, zone bool) numbering.Uint {
	if w.ways.IsZero() {
		return numbering.Uint{}
	}
	s := w.scale(zone)
	return w.share(s, w.part(s, l))
}
