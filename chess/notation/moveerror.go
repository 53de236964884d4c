package notation

import (
	"fmt"

	"retroproof/chess"
)

// MoveReason says what is wrong with the text of a move. The identifiers are
// stable: tools may compare them, and messages may change around them.
type MoveReason string

// The reasons.
const (
	// NotAMove: the text is no move in the notation, whatever the position, as
	// in "Nf9".
	NotAMove MoveReason = "NotAMove"
	// IllegalMove: a move, but not a legal one in the position.
	IllegalMove MoveReason = "IllegalMove"
	// AmbiguousMove: several legal moves fit, as in "Nd2" for knights on b1 and
	// f3.
	AmbiguousMove MoveReason = "AmbiguousMove"
)

// MoveError is the error of [ParseSAN] and [ParseUCI].
type MoveError struct {
	Text   string // the whole text that was parsed
	Reason MoveReason
	Detail string // what is wrong, in words: "no knight can go to d2"
}

// Error quotes the text and says what is wrong:
//
//	move "Nd2": ambiguous, Nbd2 or Nfd2
func (e *MoveError) Error() string {
	return fmt.Sprintf("move %s: %s", chess.Quote(e.Text), e.Detail)
}
