package numbering

// Condition is one of those that a diagram must meet in order to have a number. The
// identifiers are stable: tools may compare them, and messages may change around them.
type Condition string

const (
	// BadValue: a value that is no man, or no side to move. It cannot come from a FEN.
	BadValue Condition = "BadValue"
	// Kings: a side has no king or several.
	Kings Condition = "Kings"
	// PawnRank: a pawn on the first or eighth rank.
	PawnRank Condition = "PawnRank"
	// TooManyMen: a side has more than sixteen men.
	TooManyMen Condition = "TooManyMen"
	// TooManyPromoted: a side has more than eight pawns and men that were pawns.
	TooManyPromoted Condition = "TooManyPromoted"
	// TooFewCaptures: not enough men have been captured for the number of promoted men.
	TooFewCaptures Condition = "TooFewCaptures"
	// TooFewPairs: so many promoted or unopposed pawns, given the captures, that more
	// files need opposed pawns than have them.
	TooFewPairs Condition = "TooFewPairs"
	// CastlingRight: a castling right without its king or rook at home.
	CastlingRight Condition = "CastlingRight"
	// EnPassant: an en passant square that no pawn has just passed over.
	EnPassant Condition = "EnPassant"
	// OutOfRange: an integer that is no position's.
	OutOfRange Condition = "OutOfRange"
	// Multiplicity: an index that is not below the multiplicity.
	Multiplicity Condition = "Multiplicity"
	// NoUrposition: a pair of pawns that the published ranking of urpositions cannot
	// choose.
	NoUrposition Condition = "NoUrposition"
)

// DomainError is the condition that a diagram or an integer violates.
type DomainError struct {
	Condition Condition
	Detail    string // in words: "3 white kings, want 1"
}

// Error returns the condition and the words.
func (e *DomainError) Error() string { return string(e.Condition) + ": " + e.Detail }
