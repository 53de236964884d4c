package kernel

import (
	"fmt"
	"strings"

	"retroproof/chess"
)

// Static rules look at a diagram alone, or compare its men with those of the
// start: no search, no un-move is followed up. They are cheap enough to filter
// millions of samples. Each rule is an argument of a few lines, which stands
// above its code.

// The reasons of the static rules. [Rules] has a sentence and an example for
// each.
const (
	// MissingKing: a side without a king.
	MissingKing Reason = "MissingKing"
	// TooManyKings: a side with several kings.
	TooManyKings Reason = "TooManyKings"
	// PawnOnLastRank: a pawn on the first or the eighth rank.
	PawnOnLastRank Reason = "PawnOnLastRank"
	// AdjacentKings: the kings attack each other.
	AdjacentKings Reason = "AdjacentKings"
	// BothKingsInCheck: each side is in check.
	BothKingsInCheck Reason = "BothKingsInCheck"
	// OppositeCheck: the side that has just moved is in check.
	OppositeCheck Reason = "OppositeCheck"
	// CastlingAway: a castling right, and its king or rook is not at home.
	CastlingAway Reason = "CastlingAway"
	// EnPassantNoStep: an en passant square that no pawn has just passed over.
	EnPassantNoStep Reason = "EnPassantNoStep"
	// EnPassantCheck: the side to move was in check before the double step that
	// the en passant square tells.
	EnPassantCheck Reason = "EnPassantCheck"
	// BishopColors: more bishops on squares of one colour than the pawns that are
	// missing can have become.
	BishopColors Reason = "BishopColors"
	// TripleCheck: three or more men give check.
	TripleCheck Reason = "TripleCheck"
	// DoubleCheck: two men give check, and no one move does that.
	DoubleCheck Reason = "DoubleCheck"
)

// Static applies the static rules to a goal. The start is only used for what it
// has: men, and castling rights; nil is the initial position. It returns the
// first rule that is broken, or nil. The start itself breaks no rule: whoever
// declares it the start declares it legal.
func Static(start, goal *chess.Setup) *Impossible {
	_, refuted := static(startOr(start), goal)
	return refuted
}

// initial is the start unless another one is given.
var initial = chess.InitialSetup()

func startOr(start *chess.Setup) *chess.Setup {
	if start == nil {
		return &initial
	}
	return start
}

// static is Static. It also returns the position of a goal that breaks no rule.
func static(start, goal *chess.Setup) (*chess.Position, *Impossible) {
	p, err := chess.NewPosition(*goal)
	if err != nil {
		return nil, refuteDiagram(goal, err)
	}
	if sameSetup(start, goal) {
		return p, nil
	}
	if refuted := checkCounts(start, goal); refuted != nil {
		return nil, refuted
	}
	if lost := goal.Castling &^ start.Castling; lost != 0 {
		return nil, impossible(LostCastling, "the castling right %s is gone at the start already, and rights do not come back", lost)
	}
	if refuted := checkChecks(p); refuted != nil {
		return nil, refuted
	}
	return p, nil
}

// sameSetup reports whether two diagrams are one position: clocks apart.
func sameSetup(a, b *chess.Setup) bool {
	if a.Turn != b.Turn || a.Castling != b.Castling || a.Board != b.Board {
		return false
	}
	if a.EnPassant == b.EnPassant {
		return true
	}
	// One has a square on which nothing can be captured, the other none: the same
	// position, written by programs of different habits.
	p, err := chess.NewPosition(*a)
	q, err2 := chess.NewPosition(*b)
	return err == nil && err2 == nil && p.Repeats(q)
}

// refuteDiagram explains why a diagram is no position. Every legal move leads
// from a position to a position, so what is none cannot arise.
func refuteDiagram(s *chess.Setup, err error) *Impossible {
	e, ok := err.(*chess.PositionError)
	if !ok {
		return impossible(Reason(chess.BadValue), "%v", err)
	}
	side := s.Turn
	switch e.Reason {
	case chess.NoKing:
		return impossible(MissingKing, "there is %s, and kings are never captured", e.Detail)
	case chess.TooManyKings:
		return impossible(TooManyKings, "there are %s, and no pawn becomes a king", e.Detail)
	case chess.PawnOnBackRank:
		at := e.Square
		return impossible(PawnOnLastRank, "the %s pawn on %s stands where no pawn begins, and where one becomes a piece", s.Board[at].Color(), at)
	case chess.AdjacentKings:
		return impossible(AdjacentKings, "the kings on %s and %s attack each other: the one that moved last moved into check",
			s.Find(chess.WhiteKing), s.Find(chess.BlackKing))
	case chess.OppositeCheck:
		waiting := side.Other()
		theirs := attackersOf(s, s.Find(chess.MakeMan(waiting, chess.King)), side)
		ours := attackersOf(s, s.Find(chess.MakeMan(side, chess.King)), waiting)
		if ours != 0 {
			return impossible(BothKingsInCheck, "%s is in check from %s and %s from %s: whoever moved last left the own king in check",
				capital(side), squareList(s, ours), waiting, squareList(s, theirs))
		}
		return impossible(OppositeCheck, "it is %s's move, but %s is in check from %s and has just moved", capital(side), waiting, squareList(s, theirs))
	case chess.ImpossibleCastling:
		return impossible(CastlingAway, "the %s: neither can have moved if castling is still allowed", e.Detail)
	case chess.ImpossibleEnPassant:
		return impossible(EnPassantNoStep, "%s: no pawn can just have made a double step there", e.Detail)
	}
	return impossible(Reason(e.Reason), "%s", e.Detail)
}

// capital returns "White" or "Black".
func capital(c chess.Color) string {
	if c == chess.White {
		return "White"
	}
	return "Black"
}

// attackersOf returns the men of a colour that attack a square.
func attackersOf(s *chess.Setup, at chess.Square, by chess.Color) (from chess.Bitboard) {
	var occupied chess.Bitboard
	for sq, m := range s.Board {
		if m != chess.NoMan {
			occupied |= chess.Square(sq).Bit()
		}
	}
	for sq, m := range s.Board {
		if m != chess.NoMan && m.Color() == by && chess.Attacks(m, chess.Square(sq), occupied).Has(at) {
			from |= chess.Square(sq).Bit()
		}
	}
	return from
}

// squareList names the men on a set of squares: "Qe4 and Nf6".
func squareList(s *chess.Setup, set chess.Bitboard) string {
	var names []string
	for sq := range set.Squares() {
		name := sq.String()
		if k := s.Board[sq].Kind(); k != chess.Pawn && k != chess.NoKind {
			name = string(k.Letter()) + name
		}
		names = append(names, name)
	}
	return wordList(names)
}

// wordList joins words as a sentence does.
func wordList(words []string) string {
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
	return strings.Join(words, "")
}

// material is how many men of each kind there are, by colour.
type material struct {
	pieces [2][numPieceKinds]int
	pawns  [2]int
	men    [2]int // kings included
}

func countMaterial(s *chess.Setup) (m material) {
	for sq, man := range s.Board {
		if man == chess.NoMan {
			continue
		}
		c := man.Color()
		m.men[c]++
		if k, ok := pieceKindOf(man, chess.Square(sq)); ok {
			m.pieces[c][k]++
		} else if man.Kind() == chess.Pawn {
			m.pawns[c]++
		}
	}
	return m
}

var initialMaterial = countMaterial(&initial)

// checkCounts compares the men of a goal with those of the start. Men do not
// come into being; a piece more than there was of its kind was a pawn. A bishop
// never leaves the squares of its colour, so bishops are counted by colours.
func checkCounts(start, goal *chess.Setup) *Impossible {
	had := initialMaterial
	if start != &initial {
		had = countMaterial(start)
	}
	has := countMaterial(goal)
	for c := chess.White; c <= chess.Black; c++ {
		if has.men[c] > had.men[c] {
			return impossible(TooManyMen, "%s has %d men, and had %d at the start", capital(c), has.men[c], had.men[c])
		}
		needed := 0
		var promoted []string
		for k, n := range has.pieces[c] {
			if more := n - had.pieces[c][k]; more > 0 {
				needed += more
			}
		}
		if has.pawns[c]+needed <= had.pawns[c] {
			continue
		}
		for k, n := range has.pieces[c] {
			if more := n - had.pieces[c][k]; more > 0 {
				promoted = append(promoted, fmt.Sprintf("%d %s", more, pieceKind(k).plural(more)))
			}
		}
		bishops := max(0, has.pieces[c][darkBishop]+has.pieces[c][lightBishop]-had.pieces[c][darkBishop]-had.pieces[c][lightBishop])
		colourless := bishops
		for _, k := range []pieceKind{queen, rook, knight} {
			colourless += max(0, has.pieces[c][k]-had.pieces[c][k])
		}
		why := fmt.Sprintf("%s needs promotions for %s", capital(c), wordList(promoted))
		if needed == 0 {
			why = capital(c) + " needs no promotion"
		}
		reason := TooManyPromotions
		if has.pawns[c]+colourless <= had.pawns[c] {
			reason = BishopColors
			why += ", bishops never changing the colour of their squares"
		}
		return impossible(reason, "%s, and has %d pawns besides: %d pawns were there at the start", why, has.pawns[c], had.pawns[c])
	}
	return nil
}

var pieceKindNames = [numPieceKinds]string{"queen", "rook", "bishop on dark squares", "bishop on light squares", "knight"}

// plural returns the name of so many pieces.
func (k pieceKind) plural(n int) string {
	name := pieceKindNames[k]
	if n == 1 {
		return name
	}
	first, rest, more := strings.Cut(name, " ")
	if more {
		return first + "s " + rest
	}
	return first + "s"
}

// checkChecks asks for a last move that explains the checks.
//
// One move begins two checks at the most. A man that gives check and was not
// moved did not give it before; since men on other squares than those that the
// move touched are where they were, its line was closed by the man that moved,
// on the square that it left: one line from the king passes over that square, so
// one such check. (On the square of arrival nothing opens a line: a man stands
// there.) Together with the check of the moved man that is two. En passant also
// empties the square of the captured pawn, beside the one the capturing pawn
// left. If lines over both open, they are not the rank of both, since that is one
// line and one check; then one is a file and the other a diagonal of the king,
// and he stands next to the file's square, diagonally behind or before the other,
// where the pawn that has captured gives no check, or where it stands between.
// That is two again. Castling checks with the rook alone.
//
// Which double checks a move explains the un-moves tell exactly, whatever was
// captured. A test compares the rule of three with them, too.
func checkChecks(p *chess.Position) *Impossible {
	checkers := p.Checkers()
	if p.EnPassant() != chess.NoSquare {
		// The last move is known: the men as they were, and who attacked the king.
		// The king was attacked then by what attacks him now and is not the pawn
		// or on a line that the pawn closed, or by what the pawn now hides.
		if checkers == 0 && !lineThrough(p, p.EnPassant()^8) {
			return nil // nothing was closed by the pawn, and nothing gives check
		}
		if len(p.Retractions(nil, chess.UnmoveOptions{})) == 0 {
			s := p.Setup()
			return impossible(EnPassantCheck, "%s was in check already before the double step to %s, which the en passant square %s tells%s",
				capital(p.Turn()), p.EnPassant()^8, p.EnPassant(), checkNow(&s, checkers))
		}
		return nil
	}
	if !checkers.Several() {
		return nil
	}
	s := p.Setup()
	king := p.King(p.Turn())
	if checkers.WithoutFirst().Several() {
		return impossible(TripleCheck, "%s give check to the king on %s at once, and one move begins two checks at the most", squareList(&s, checkers), king)
	}
	var buf [64]chess.Retraction
	if len(p.Retractions(buf[:0], chess.UnmoveOptions{})) == 0 {
		return impossible(DoubleCheck, "%s both give check to the king on %s, and no one move begins these two checks", squareList(&s, checkers), king)
	}
	return nil
}

// lineThrough reports whether a square is on a line with the king of the side to
// move.
func lineThrough(p *chess.Position, s chess.Square) bool {
	return chess.Line(p.King(p.Turn()), s) != 0
}

func checkNow(s *chess.Setup, checkers chess.Bitboard) string {
	if checkers == 0 {
		return ""
	}
	return "; now " + squareList(s, checkers) + " give check"
}
