package facts

import chess "retroproof/chess/board"

// Reason is the name of a reason for which a position cannot be reached, as it is printed. The names are stable. Those
// here are of what is seen at once: labels of surveys have them.
type Reason string

// Reasons that the diagram alone shows.
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
	// CastlingAway: a castling right whose king or rook is not on its home square.
	CastlingAway Reason = "CastlingAway"
	// EnPassantNoStep: an en passant square that no pawn can just have passed over.
	EnPassantNoStep Reason = "EnPassantNoStep"
)

// Reasons that follow from the un-moves of a position.
const (
	// EnPassantCheck: the side to move was in check before the double step that
	// the en passant square shows.
	EnPassantCheck Reason = "EnPassantCheck"
	// TripleCheck: three or more men give check.
	TripleCheck Reason = "TripleCheck"
	// DoubleCheck: two men give check, and no single move explains both checks.
	DoubleCheck Reason = "DoubleCheck"
)

// AtSight returns why no game leads to a diagram other than the start, as far as the diagram and its checks show it, or
// "".
func AtSight(s *chess.Setup) Reason {
	p, err := position(s)
	switch {
	case err == errUnstatable:
		return ""
	case err != nil:
		return DiagramReason(s)
	}
	return checkReason(s, p)
}

// Kind says what an argument proves, and how. The identifiers are stable.
type Kind string

// The kinds of arguments.
const (
	// NoPosition: the goal is no legal diagram, or no legal move leads to it.
	NoPosition Kind = "no-position"
	// Rights: the goal has a castling right that the start does not have.
	Rights Kind = "rights"
	// Unmatched: a set of men of the goal has fewer men of the start that can have become them
	// than members.
	Unmatched Kind = "unmatched"
	// Priced: to become the goal's men, pawns of a side need more captures than it makes.
	Priced Kind = "price"
	// Deadlocked: a man that never moves and is never captured is not on its square at the goal.
	Deadlocked Kind = "deadlock"
	// Parity: the squares of the men determine the parity of the number of moves, and it
	// contradicts the side to move.
	Parity Kind = "parity"
	// ClosedSet: going back from the goal, what can be known of the positions of a game never agrees
	// with the start.
	ClosedSet Kind = "closed-set"
)
