package chess

import "fmt"

// PositionReason says why a diagram cannot be played on from. The identifiers
// are stable: tools may compare them, and messages may change around them.
type PositionReason string

// The reasons, in the order in which they are looked for.
const (
	// BadValue: a value that no FEN can state, such as a negative clock or a
	// Man that is none. It cannot come from ParseFEN.
	BadValue PositionReason = "BadValue"
	// NoKing: a side has no king.
	NoKing PositionReason = "NoKing"
	// TooManyKings: a side has more than one king.
	TooManyKings PositionReason = "TooManyKings"
	// PawnOnBackRank: a pawn on the first or the eighth rank.
	PawnOnBackRank PositionReason = "PawnOnBackRank"
	// AdjacentKings: the kings attack each other.
	AdjacentKings PositionReason = "AdjacentKings"
	// OppositeCheck: the side that is not to move is in check.
	OppositeCheck PositionReason = "OppositeCheck"
	// ImpossibleCastling: a castling right without the king or the rook at home.
	ImpossibleCastling PositionReason = "ImpossibleCastling"
	// ImpossibleEnPassant: the square on the wrong rank for the side to move,
	// no pawn before it, or a man on it or behind it.
	ImpossibleEnPassant PositionReason = "ImpossibleEnPassant"
)

// PositionError is the error of [NewPosition]: the first reason, in the order
// above, why a diagram is no position.
type PositionError struct {
	Setup  Setup
	Reason PositionReason
	Square Square // a square concerned, or NoSquare
	Detail string // what is wrong, in words: "no white king"
}

// Error says what is wrong, and quotes the diagram:
//
//	not a playable position: no white king: "4k3/8/8/8/8/8/8/8 w - - 0 1"
func (e *PositionError) Error() string {
	return fmt.Sprintf("not a playable position: %s: %q", e.Detail, e.Setup.FEN())
}

// checkValues returns an error if a field has a value that means nothing.
func checkValues(s Setup) error {
	fail := func(at Square, format string, args ...any) error {
		return &PositionError{s, BadValue, at, fmt.Sprintf(format, args...)}
	}
	for i, m := range s.Board {
		if m != NoMan && (m.Kind() == NoKind || m.Kind() > Pawn || m.Color() > Black) {
			return fail(Square(i), "man %d on %v", m, Square(i))
		}
	}
	switch {
	case s.Turn > Black:
		return fail(NoSquare, "side to move %d", s.Turn)
	case s.Castling&^AllCastling != 0:
		return fail(NoSquare, "castling rights %#x", uint8(s.Castling))
	case s.EnPassant > NoSquare:
		return fail(NoSquare, "en passant square %d", uint8(s.EnPassant))
	case s.HalfmoveClock < 0 || s.FullmoveNumber < 0:
		return fail(NoSquare, "a clock below 0")
	}
	return nil
}

// check returns an error if the men, placed as the diagram s has them, make no
// position.
func (p *Position) check(s Setup) error {
	fail := func(reason PositionReason, at Square, format string, args ...any) error {
		return &PositionError{s, reason, at, fmt.Sprintf(format, args...)}
	}
	for c := White; c <= Black; c++ {
		if p.Men(MakeMan(c, King)) == 0 {
			return fail(NoKing, NoSquare, "no %v king", c)
		}
	}
	for c := White; c <= Black; c++ {
		if kings := p.Men(MakeMan(c, King)); kings.Several() {
			return fail(TooManyKings, kings.WithoutFirst().First(), "%d %v kings", kings.Count(), c)
		}
	}
	if pawns := p.Kind(Pawn) & (rank1 | rank8); pawns != 0 {
		at := pawns.First()
		return fail(PawnOnBackRank, at, "pawn on %v", at)
	}
	us, them := p.turn, p.turn.Other()
	if KingAttacks(p.King(us)).Has(p.King(them)) {
		return fail(AdjacentKings, p.King(them), "kings on %v and %v", p.King(White), p.King(Black))
	}
	if checkers := p.Attackers(p.King(them), us); checkers != 0 {
		at := checkers.First()
		return fail(OppositeCheck, at, "%v to move gives check with %v", us, Placed{Man: p.board[at], Square: at})
	}
	for i := range CastlingPaths {
		for _, home := range CastlingPaths[i].Home {
			if p.castling.Has(1<<i) && p.board[home.Square] != home.Man {
				return fail(ImpossibleCastling, home.Square, "castling right %c without %v", castlingLetters[i], home)
			}
		}
	}
	return p.checkEnPassant(fail)
}

// checkEnPassant checks the en passant square: the pawn that passed over it, and
// that it came from two ranks away.
func (p *Position) checkEnPassant(fail func(PositionReason, Square, string, ...any) error) error {
	at := p.enPassant
	if at == NoSquare {
		return nil
	}
	pawn := MakeMan(p.turn.Other(), Pawn)
	if p.turn.RelativeRank(at.Rank()) != 5 {
		return fail(ImpossibleEnPassant, at, "en passant on %v with %v to move", at, p.turn)
	}
	toward := 1 - 2*int(p.turn) // the way that the side to move goes
	from := MakeSquare(at.File(), at.Rank()+toward)
	to := MakeSquare(at.File(), at.Rank()-toward)
	switch {
	case p.board[to] != pawn:
		return fail(ImpossibleEnPassant, to, "en passant on %v without %v", at, Placed{Man: pawn, Square: to})
	case p.board[at] != NoMan:
		return fail(ImpossibleEnPassant, at, "en passant on %v with a man there", at)
	case p.board[from] != NoMan:
		return fail(ImpossibleEnPassant, from, "en passant on %v with a man on %v", at, from)
	}
	return nil
}
