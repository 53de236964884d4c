package rules

import (
	"fmt"

	"retroproof/chess"
	"retroproof/proofs/illegal/facts"
)

// cageWords is the sentence for men of a cage that was searched to its end.
func (s *cageSearch) cageWords(men, zone chess.Bitboard) string {
	at := men.First()
	m := s.Goal.Board[at]
	var c *cage
	if !men.Several() && m.Kind() != chess.Pawn {
		c, _ = newCage(s.Proven, men, zone) // it was made before: there is no error
	}
	if c == nil {
		return "the men on " + SquareList(s.Goal, men) + " cannot have come there together, in whatever order and whatever all others did: going back, they are never where the start has such men"
	}
	l := lonely{cageSearch: s, cage: c, man: m}
	l.follow(at)
	where := squareNames(l.been)
	if n := l.been.Count(); n > mostNamed {
		where = fmt.Sprintf("%d squares", n)
	}
	words := fmt.Sprintf("the %s %s on %s cannot have come there, whatever all others did: going back, it can only have been on %s, and it did not begin there",
		m.Color(), m.Kind(), at, where)
	if why := l.reasons(); len(why) > 0 {
		words += "; of the men that never moved, " + wordList(why)
	}
	return words
}

// mostNamed is the largest number of squares that a sentence names.
const mostNamed = 12

// lonely is a cage of one man, a piece or a king: where it can have been, and what kept it from
// other squares.
type lonely struct {
	*cageSearch
	cage *cage
	man  chess.Man

	been  chess.Bitboard // squares of states, but for those that are guarded
	piece chess.Bitboard // those on which it was not a pawn
	walls chess.Bitboard // men that never moved, in its way

	guarded, guards chess.Bitboard // of a king: squares, and men that never moved and attack them
	checks          chess.Bitboard // squares from which it would have checked a king that never moved
}

// follow visits the states of the cage, of which there are few: all squares twice, as a piece
// and as a pawn, with the numbers of captures.
func (l *lonely) follow(at chess.Square) {
	seen := map[cageState]bool{l.cage.Goal: true}
	todo := []cageState{l.cage.Goal}
	var steps []cageStep
	for len(todo) > 0 {
		state := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		l.been |= state.At[0].Bit()
		if state.Pawns == 0 {
			l.piece |= state.At[0].Bit()
		}
		steps = l.cage.Before(steps[:0], &state)
		for i := range steps {
			if before := steps[i].Before; !seen[before] {
				seen[before] = true
				todo = append(todo, before)
			}
		}
	}
	// A king has never gone to a square that men attack that never moved. Still there is a state, if
	// no step leads further back.
	if l.man.Kind() == chess.King {
		for sq := range (l.been &^ at.Bit()).Squares() {
			if l.attackers(sq) != 0 {
				l.been &^= sq.Bit()
			}
		}
	}
	for sq := range (l.piece & l.been).Squares() {
		l.look(sq)
	}
	if l.checks != 0 {
		l.walls &^= l.blockedKing() // said once
	}
}

// look finds what kept the man from coming to a square where it can have been.
func (l *lonely) look(at chess.Square) {
	from := chess.Attacks(l.man, at, l.Blocked)
	l.walls |= from & l.Blocked
	for sq := range (from &^ l.Blocked &^ l.been).Squares() {
		if guards := l.attackers(sq); l.man.Kind() == chess.King && guards != 0 {
			l.guarded |= sq.Bit()
			l.guards |= guards
		} else if king := l.blockedKing(); l.man.Kind() != chess.King && chess.Attacks(l.man, sq, ^chess.Between(sq, at))&king != 0 {
			l.checks |= sq.Bit()
		}
	}
}

// attackers returns the men of the other side that never moved and attack a square whatever
// stands between.
func (l *lonely) attackers(at chess.Square) (set chess.Bitboard) {
	for sq := range l.Blocked.Squares() {
		if m := l.Start.Board[sq]; m.Color() != l.man.Color() && chess.Attacks(m, sq, ^chess.NoSquares).Has(at) {
			set |= sq.Bit()
		}
	}
	return set
}

// blockedKing returns the square of the other side's king if he never moved.
func (l *lonely) blockedKing() chess.Bitboard {
	king := l.Start.Find(chess.MakeMan(l.man.Color().Other(), chess.King))
	return king.Bit() & l.Blocked
}

// reasons are clauses about men that never moved.
func (l *lonely) reasons() (words []string) {
	if l.walls != 0 {
		words = append(words, SquareList(l.Start, l.walls)+verb(l.walls, " stands", " stand")+" in its way")
	}
	if l.guarded != 0 {
		words = append(words, SquareList(l.Start, l.guards)+verb(l.guards, " guards ", " guard ")+squareNames(l.guarded))
	}
	if l.checks != 0 {
		words = append(words, SquareList(l.Start, l.blockedKing())+" would have been in check from "+alternatives(facts.Squares(l.checks).Names())+" before the move from there")
	}
	return words
}

// verb returns a verb for one man or for several.
func verb(men chess.Bitboard, one, several string) string {
	if men.Several() {
		return several
	}
	return one
}

// squareNames writes "a8, b8 and c8".
func squareNames(set chess.Bitboard) string { return wordList(facts.Squares(set).Names()) }
