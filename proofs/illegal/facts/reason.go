package facts

// Reason is why a position is impossible. The identifiers are stable.
type Reason string

// Reasons that a diagram shows by itself.
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
)

// Reasons that follow from the un-moves of a position.
const (
	// EnPassantCheck: the side to move was in check before the double step that
	// the en passant square shows.
	EnPassantCheck Reason = "EnPassantCheck"
	// TripleCheck: three or more men give check.
	TripleCheck Reason = "TripleCheck"
	// DoubleCheck: two men give check, and no one move does that.
	DoubleCheck Reason = "DoubleCheck"
	// NoLastMove: no move leads to the position at all.
	NoLastMove Reason = "NoLastMove"
)

// Reasons that compare the men, rights and pawns of start and goal.
const (
	// LostCastling: a castling right that the start does not have.
	LostCastling Reason = "LostCastling"
	// TooManyMen: a side has more men than at the start.
	TooManyMen Reason = "TooManyMen"
	// TooManyPromotions: pawns and promoted pieces are more than the pawns there
	// were.
	TooManyPromotions Reason = "TooManyPromotions"
	// BishopColors: more bishops on squares of one colour than the pawns that are
	// missing can have become.
	BishopColors Reason = "BishopColors"
	// PawnMovedBack: a pawn on its first square that was not there at the start.
	PawnMovedBack Reason = "PawnMovedBack"
	// PawnStructure: more pawns in the cone behind a square than ever were in it.
	PawnStructure Reason = "PawnStructure"
)

// Reasons that follow from facts about men that never move.
const (
	// PieceUnreachable: no man of the start can have become this one of the goal.
	PieceUnreachable Reason = "PieceUnreachable"
	// BlockedChanged: a man that never moves is another one, or gone, at the goal.
	BlockedChanged Reason = "BlockedChanged"
	// Deadlock: the same, of men that can only move after one another.
	Deadlock Reason = "Deadlock"
	// MenUnmatched: some men of the goal have too few men of the start between
	// them that can have become them.
	MenUnmatched Reason = "MenUnmatched"
	// CagedMen: some men of the goal cannot have come to where they stand together,
	// whatever all others did.
	CagedMen Reason = "CagedMen"
	// MoveParity: the squares of the men show whether an even or odd number of
	// moves was made, and the side to move is the other one.
	MoveParity Reason = "MoveParity"
)
