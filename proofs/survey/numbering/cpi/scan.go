package cpi

import (
	"math/bits"

	chess "retroproof/chess/board"
	"retroproof/proofs/survey/numbering"
)

// board is the men on squares in the order of the definition.
type board [64]chess.Man

// scan goes over the free squares of a position, kings and all that comes before in
// the order being known.
type scan struct {
	l       *layout
	squares uint64 // still to be looked at
	pawn    letter // the mover's
	// ordinary is the ways left: with en passant, while both squares beside the fixed
	// pawn can have the capturer, those with the capturer on one of them, and then
	// both has those with capturers on both.
	ordinary, both word
	pending        bool
}

// newScan returns the scan for armies of mover and other and squares of the kings. A
// capturer that is certain is put on the board.
func (l *layout) newScan(army [2]numbering.Army, kings [2]int, on *board) scan {
	s := scan{l: l, pawn: pawnLetter(l.turn)}
	s.squares = l.free &^ (1<<kings[0] | 1<<kings[1])
	zone := l.pawnSquares()
	for _, k := range kings {
		if l.kinds[k] != backRank && l.kinds[k] != fixedSquare {
			zone--
		}
	}
	pawns := army[0].Pawns + army[1].Pawns
	rest := l.pieceSquares(pawns)
	for side := range army {
		army[side].Rooks -= l.fixedRooks(side)
	}
	army[1].Pawns -= l.fixedPawns()
	white, black := &army[0], &army[1]
	if l.turn == chess.Black {
		white, black = black, white
	}
	pieces := army[0].Pieces()
	orders := func(a numbering.Army) uint64 { return numbering.Multinomial(a.Queens, a.Rooks, a.Bishops, a.Knights) }
	factor := numbering.Of(numbering.Choose(rest, pieces)).Mul(numbering.Choose(rest-pieces, army[1].Pieces())).
		Mul(orders(army[0])).Mul(orders(army[1]))
	if l.enPassant == 0 {
		s.ordinary = newWord(*white, *black, zone, rest)
		s.ordinary.ways = factor.Mul(numbering.Choose(zone, army[0].Pawns)).Mul(
			numbering.Choose(zone-army[0].Pawns, army[1].Pawns))
		return s
	}
	// The squares where the capturer may stand.
	var capturers []int
	for _, at := range l.capture {
		if at >= 0 && int(at) != kings[0] && int(at) != kings[1] {
			capturers = append(capturers, int(at))
		}
	}
	left := numbering.Choose(zone-army[0].Pawns, army[1].Pawns)
	army[0].Pawns--
	s.ordinary = newWord(*white, *black, zone-1, rest)
	s.ordinary.ways = factor.Mul(numbering.Choose(zone-1, army[0].Pawns)).Mul(left)
	if len(capturers) == 1 {
		s.capturer(capturers[0], on)
		return s
	}
	s.pending = true
	if army[0].Pawns > 0 {
		army[0].Pawns--
		s.both = newWord(*white, *black, zone-2, rest)
		s.both.ways = factor.Mul(numbering.Choose(zone-2, army[0].Pawns)).Mul(left)
	}
	return s
}

// capturer fixes a pawn.
func (s *scan) capturer(at int, on *board) {
	s.squares &^= 1 << at
	on[at] = letterMen[s.pawn]
	s.pending = false
}

// write puts the men of the r-th way, from 0 on, on the board.
func (s *scan) write(r numbering.Uint, on *board) {
	for s.squares != 0 {
		at := bits.TrailingZeros64(s.squares)
		s.squares &= s.squares - 1
		zone := at >= 8 && at < 56
		switch {
		case !s.pending:
			if s.ordinary.men == 0 {
				return
			}
			on[at] = letterMen[s.ordinary.next(&r, zone)]
		case at == int(s.l.capture[0]):
			s.writeLeft(&r, on)
		default:
			on[at] = letterMen[s.nextPending(&r, zone)]
		}
	}
}

// pendingShare returns the ways to have a letter on the next square, while a
// capturer may stand on one or both of two squares further on.
func (s *scan) pendingShare(l letter, zone bool) numbering.Uint {
	one := s.ordinary.waysOf(l, zone)
	return one.Add(one).Sub(s.both.waysOf(l, zone))
}

// takePending puts a letter on the next square.
func (s *scan) takePending(l letter, zone bool) {
	s.ordinary.take(l, zone, s.ordinary.waysOf(l, zone))
	if ways := s.both.waysOf(l, zone); ways.IsZero() {
		s.both = word{}
	} else {
		s.both.take(l, zone, ways)
	}
}

func (s *scan) nextPending(r *numbering.Uint, zone bool) letter {
	for l := letter(0); ; l++ {
		ways := s.pendingShare(l, zone)
		if r.Less(ways) || l == emptyLetter {
			s.takePending(l, zone)
			return l
		}
		*r = r.Sub(ways)
	}
}

// leftShare returns the ways to have a letter on the square of the left capturer. If
// that is the mover's pawn, the right square is one like others; otherwise the
// capturer stands there.
func (s *scan) leftShare(l letter) numbering.Uint {
	if l == s.pawn {
		return s.ordinary.ways
	}
	return s.ordinary.waysOf(l, true)
}

// takeLeft puts a letter on the square of the left capturer.
func (s *scan) takeLeft(l letter, on *board) {
	if l == s.pawn {
		s.capturer(int(s.l.capture[0]), on)
		return
	}
	on[s.l.capture[0]] = letterMen[l]
	s.ordinary.take(l, true, s.ordinary.waysOf(l, true))
	s.capturer(int(s.l.capture[1]), on)
}

func (s *scan) writeLeft(r *numbering.Uint, on *board) {
	for l := letter(0); ; l++ {
		ways := s.leftShare(l)
		if r.Less(ways) || l == emptyLetter {
			s.takeLeft(l, on)
			return
		}
		*r = r.Sub(ways)
	}
}

// read returns the number of the way that has the men on the board.
func (s *scan) read(on *board) (r numbering.Uint) {
	for s.squares != 0 {
		at := bits.TrailingZeros64(s.squares)
		s.squares &= s.squares - 1
		zone := at >= 8 && at < 56
		l := letterOf[on[at]]
		switch {
		case !s.pending:
			if s.ordinary.men == 0 {
				return r
			}
			r = r.Add(s.ordinary.before(l, zone))
		case at == int(s.l.capture[0]):
			for i := range l {
				r = r.Add(s.leftShare(i))
			}
			s.takeLeft(l, on)
		default:
			for i := range l {
				r = r.Add(s.pendingShare(i, zone))
			}
			s.takePending(l, zone)
		}
	}
	return r
}
