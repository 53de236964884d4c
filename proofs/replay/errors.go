package replay

import "fmt"

// Reason is the identifier of a reason for which a game is rejected. The identifiers are
// stable: programs may compare them. The texts of messages may change.
type Reason string

// The reasons.
const (
	// BadFEN: the text is not a FEN with six fields in the form that Position.FEN writes.
	BadFEN Reason = "BadFEN"
	// BadStart: no game can be played from the start.
	BadStart Reason = "BadStart"
	// NotAMove: the text is not a move in any position, as "g1f9".
	NotAMove Reason = "NotAMove"
	// IllegalMove: the move is not legal in the position.
	IllegalMove Reason = "IllegalMove"
	// GameOver: a move after the game has ended by the rule of 75 moves.
	GameOver Reason = "GameOver"
	// NotAllowed: a move that Options.Allows leaves out.
	NotAllowed Reason = "NotAllowed"
	// OtherBoard: the game does not end with the goal's men on their squares.
	OtherBoard Reason = "OtherBoard"
	// OtherTurn: the game does not end with the goal's side to move.
	OtherTurn Reason = "OtherTurn"
	// OtherCastling: the game ends with other castling rights than the goal's.
	OtherCastling Reason = "OtherCastling"
	// OtherEnPassant: the goal has an en passant square, and the last move is not the double
	// step over it; or the goal has none, and a capture en passant is legal.
	OtherEnPassant Reason = "OtherEnPassant"
)

// Error is the error of this package.
type Error struct {
	Ply    int    // number of the move from 1; 0 if the error is not about a move
	Move   string // text of the move
	Reason Reason
	Detail string // explanation
}

// Error names the move and says what is wrong:
//
//	ply 3, "e4e6": no legal move in rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
func (e *Error) Error() string {
	if e.Ply > 0 {
		return fmt.Sprintf("ply %d, %.20q: %s", e.Ply, e.Move, e.Detail)
	}
	return e.Detail
}

func fail(r Reason, format string, args ...any) *Error {
	return &Error{Reason: r, Detail: fmt.Sprintf(format, args...)}
}
