package facts

// Reason is the identifier of a reason for which a position cannot be reached. The identifiers
// are stable.
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
	// NoLastMove: no legal move leads to the position.
	NoLastMove Reason = "NoLastMove"
)

// Reasons that compare the men, rights and pawns of start and goal.
const (
	// LostCastling: the goal has a castling right that the start does not have.
	LostCastling Reason = "LostCastling"
	// TooManyMen: a side has more men than at the start.
	TooManyMen Reason = "TooManyMen"
	// TooManyPromotions: a side has more pawns and promoted pieces than it had pawns.
	TooManyPromotions Reason = "TooManyPromotions"
	// BishopColors: a side has more bishops on squares of one colour than its bishops and its
	// missing pawns allow.
	BishopColors Reason = "BishopColors"
	// PawnMovedBack: a pawn on the rank where its colour's pawns begin, with no such pawn on
	// its square at the start.
	PawnMovedBack Reason = "PawnMovedBack"
	// PawnStructure: more pawns in the cone behind a square than at the start.
	PawnStructure Reason = "PawnStructure"
)

// Reasons that follow from facts about men that never move.
const (
	// PieceUnreachable: no man of the start can have become this one of the goal.
	PieceUnreachable Reason = "PieceUnreachable"
	// BlockedChanged: a man that never moves and is never captured is not on its square at the
	// goal.
	BlockedChanged Reason = "BlockedChanged"
	// Deadlock: as BlockedChanged, for men of which none can move first.
	Deadlock Reason = "Deadlock"
	// MenUnmatched: a set of men of the goal has fewer men of the start that can have become
	// them than members.
	MenUnmatched Reason = "MenUnmatched"
	// TooManyCaptures: to become the goal's men, pawns of a side need more captures than it
	// makes.
	TooManyCaptures Reason = "TooManyCaptures"
	// NoFirstCapture: some pawns have left their squares by captures, and none of them can have been
	// the first to do so.
	NoFirstCapture Reason = "NoFirstCapture"
	// ClosedSet: going back from the goal, what can be known of the positions of a game never agrees
	// with the start.
	ClosedSet Reason = "ClosedSet"
	// MoveParity: the squares of the men determine the parity of the number of moves, and it
	// contradicts the side to move.
	MoveParity Reason = "MoveParity"
)
