package replay

import "fmt"

// Reason says why a game is refused. The identifiers are stable: tools may compare
// them, and messages may change around them.
type Reason string

// The reasons.
const (
	// BadFEN: the text is no FEN with six fields, or not as it is printed.
	BadFEN Reason = "BadFEN"
	// BadStart: no game can be played from the start.
	BadStart Reason = "BadStart"
	// NotAMove: the text is no move, whatever the position, as in "Nf9".
	NotAMove Reason = "NotAMove"
	// IllegalMove: no legal move of the position fits the text.
	IllegalMove Reason = "IllegalMove"
	// AmbiguousMove: several legal moves do.
	AmbiguousMove Reason = "AmbiguousMove"
	// FalseSign: a "+" where there is no check, or a "#" where there is no mate.
	FalseSign Reason = "FalseSign"
	// GameOver: a move after the game has ended by the rule of 75 moves.
	GameOver Reason = "GameOver"
	// OtherBoard: the game does not end with the goal's men on their squares.
	OtherBoard Reason = "OtherBoard"
	// OtherTurn: the game does not end with the goal's side to move.
	OtherTurn Reason = "OtherTurn"
	// OtherCastling: the game ends with other castling rights than the goal's.
	OtherCastling Reason = "OtherCastling"
	// OtherEnPassant: the last move is not the double step that the goal has; or it
	// is one, and the goal has none, though the pawn can be captured en passant.
	OtherEnPassant Reason = "OtherEnPassant"
)

// Error is the error of this package.
type Error struct {
	Ply    int    // the number of the move from 1; 0 if the error is about no move
	Move   string // its text
	Reason Reason
	Detail string // in words
}

// Error names the move and says what is wrong:
//
//	ply 3, Nd2: ambiguous: knights on b1 and f3 can go there
func (e *Error) Error() string {
	if e.Ply > 0 {
		return fmt.Sprintf("ply %d, %.20q: %s", e.Ply, e.Move, e.Detail)
	}
	return e.Detail
}

func fail(r Reason, format string, args ...any) *Error {
	return &Error{Reason: r, Detail: fmt.Sprintf(format, args...)}
}
