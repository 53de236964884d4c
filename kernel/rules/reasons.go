package rules

import (
	"strings"
	"unicode"

	"retroproof/chess"
	"retroproof/proofs/illegal/facts"
)

// The reasons besides those that package facts has, which are seen at once.
const (
	// TooManyMen: a side has more men than at the start.
	TooManyMen facts.Reason = "TooManyMen"
	// TooManyPromotions: a side has more pawns and promoted pieces than it had pawns.
	TooManyPromotions facts.Reason = "TooManyPromotions"
	// BishopColors: a side has more bishops on squares of one colour than its bishops and its
	// missing pawns allow.
	BishopColors facts.Reason = "BishopColors"
	// LostCastling: the goal has a castling right that the start does not have.
	LostCastling facts.Reason = "LostCastling"
	// NoLastMove: no legal move leads to the position.
	NoLastMove facts.Reason = "NoLastMove"
	// PieceUnreachable: no man of the start can have become this one of the goal.
	PieceUnreachable facts.Reason = "PieceUnreachable"
	// BlockedChanged: a man that never moves and is never captured is not on its square at the
	// goal.
	BlockedChanged facts.Reason = "BlockedChanged"
	// Deadlock: as BlockedChanged, for men of which none can move first.
	Deadlock facts.Reason = "Deadlock"
	// MenUnmatched: a set of men of the goal has fewer men of the start that can have become
	// them than members.
	MenUnmatched facts.Reason = "MenUnmatched"
	// TooManyCaptures: to become the goal's men, pawns of a side need more captures than it
	// makes.
	TooManyCaptures facts.Reason = "TooManyCaptures"
	// NoFirstCapture: some pawns have left their squares by captures, and none of them can have been
	// the first to do so.
	NoFirstCapture facts.Reason = "NoFirstCapture"
	// CagedMen: some men of the goal cannot have come to their squares together, whatever all
	// other men did.
	CagedMen facts.Reason = "CagedMen"
	// MoveParity: the squares of the men determine the parity of the number of moves, and it
	// contradicts the side to move.
	MoveParity facts.Reason = "MoveParity"
	// NoKernel: no sequence of captures makes the pawns of the goal.
	NoKernel facts.Reason = "NoKernel"
	// PawnMovedBack: a pawn on the rank where its colour's pawns begin, with no such pawn on
	// its square at the start.
	PawnMovedBack facts.Reason = "PawnMovedBack"
	// PawnStructure: more pawns in the cone behind a square than at the start.
	PawnStructure facts.Reason = "PawnStructure"
	// NoExtendedKernel: sequences of captures do, but for none of them the pawns
	// can be on the ranks that it needs.
	NoExtendedKernel facts.Reason = "NoExtendedKernel"
	// LastMovesRefuted: every move that leads to the position leads from one that
	// is itself proven illegal.
	LastMovesRefuted facts.Reason = "LastMovesRefuted"
)

// Proof is what proves a reason in a certificate.
type Proof uint8

// The proofs.
const (
	ByArgument Proof = iota // of the rule's kind
	ByUnmoves               // each un-move leads to a position that is refuted itself
	ByCore                  // of the formula about the captures of pawns
)

// Rule is one way to refute a position: a reason of an illegal verdict, with all that is said of it wherever it is met.
type Rule struct {
	Reason  facts.Reason
	Kind    facts.Kind // of its argument; "" for what has no argument, but a core or un-moves
	Proof   Proof      // what proves it in a certificate
	AtSight bool       // it does not depend on the men that are missing
	Summary string     // one sentence
	Title   string     // a shorter phrase; "" for the summary
	Example string     // FEN of a position that the rule refutes; "" if others always come first
	Start   string     // FEN from which the example cannot be reached; "" is the initial position
	// Marks returns the squares and checks of a diagram to mark, given the reason in words; nil for
	// the men that the argument is about.
	Marks func(s *chess.Setup, words string) (marked chess.Bitboard, checks [][2]chess.Square)
}

// Rules has all rules, in the order in which they are tried.
var Rules = []Rule{
	{
		Reason:  facts.MissingKing,
		Kind:    facts.NoPosition,
		AtSight: true,
		Summary: "A side has no king.",
		Example: "8/8/8/8/8/8/8/K7 w - - 0 1",
	},
	{
		Reason:  facts.TooManyKings,
		Kind:    facts.NoPosition,
		AtSight: true,
		Marks:   severalKings,
		Summary: "A side has several kings.",
		Example: "k7/8/8/8/8/8/8/K1K5 w - - 0 1",
	},
	{
		Reason:  facts.PawnOnLastRank,
		Kind:    facts.NoPosition,
		AtSight: true,
		Marks:   lastRankPawns,
		Summary: "A pawn stands on the first or the eighth rank.",
		Example: "k6P/8/8/8/8/8/8/K7 w - - 0 1",
	},
	{
		Reason:  facts.AdjacentKings,
		Kind:    facts.NoPosition,
		AtSight: true,
		Marks:   bothKings,
		Summary: "The kings attack each other.",
		Example: "8/8/8/3k4/3K4/8/8/8 w - - 0 1",
	},
	{
		Reason:  facts.BothKingsInCheck,
		Kind:    facts.NoPosition,
		AtSight: true,
		Marks:   bothChecks,
		Summary: "Both sides are in check.",
		Example: "4k3/4R3/8/8/8/8/4r3/4K3 w - - 0 1",
	},
	{
		Reason:  facts.OppositeCheck,
		Kind:    facts.NoPosition,
		AtSight: true,
		Marks:   checkOnWaiting,
		Summary: "The side that has just moved is in check.",
		Example: "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
	},
	{
		Reason:  facts.CastlingAway,
		Kind:    facts.NoPosition,
		AtSight: true,
		Marks:   named,
		Summary: "There is a castling right, and its king or rook is not at home.",
		Example: "4k3/8/8/8/8/8/8/4K2N w K - 0 1",
	},
	{
		Reason:  facts.EnPassantNoStep,
		Kind:    facts.NoPosition,
		AtSight: true,
		Marks:   named,
		Summary: "There is an en passant square, and no pawn can just have passed over it.",
		Example: "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
	},
	{
		Reason:  TooManyMen,
		Kind:    facts.Unmatched,
		Summary: "A side has more men than at the start.",
		Example: "4k3/8/8/8/8/PPPPPPPP/PP6/4K1N1 w - - 0 1",
		Start:   "4k3/8/8/8/8/8/PPPPPPPP/4K1N1 w - - 0 1",
	},
	{
		Reason:  TooManyPromotions,
		Kind:    facts.Unmatched,
		Summary: "Pawns, and pieces that were pawns, are more than the pawns there were.",
		Example: "4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1",
	},
	{
		Reason:  BishopColors,
		Kind:    facts.Unmatched,
		Summary: "Bishops on squares of one colour are more than the missing pawns can have become.",
		Example: "4k3/8/8/8/8/8/PPPPPPPP/B1B1K3 w - - 0 1",
	},
	{
		Reason:  LostCastling,
		Kind:    facts.Rights,
		AtSight: true,
		Marks:   named,
		Summary: "There is a castling right that the start does not have.",
		Example: "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
		Start:   "4k3/8/8/8/8/8/8/4K2R b - - 0 1",
	},
	{
		Reason:  facts.EnPassantCheck,
		Kind:    facts.NoPosition,
		AtSight: true,
		Marks:   checksOnMover,
		Summary: "The side to move was in check before the double step that the en passant square shows.",
		Example: "8/7k/8/8/3pP3/8/8/1B2K3 b - e3 0 1",
	},
	{
		Reason:  facts.TripleCheck,
		Kind:    facts.NoPosition,
		AtSight: true,
		Marks:   checksOnMover,
		Summary: "Three men or more give check.",
		Example: "4k3/8/5N2/1B6/8/8/8/4RK2 b - - 0 1",
	},
	{
		Reason:  facts.DoubleCheck,
		Kind:    facts.NoPosition,
		AtSight: true,
		Marks:   checksOnMover,
		Summary: "Two men give check, and no one move begins both checks.",
		Example: "4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1",
	},
	{
		Reason:  NoLastMove,
		Kind:    facts.NoPosition,
		Proof:   ByUnmoves,
		AtSight: true,
		Marks:   checksOnMover,
		Summary: "No move leads to the position.",
		Example: "rnbqkbnr/ppp1pppp/2Bp4/1Q6/4P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 1",
	},
	{
		Reason:  PieceUnreachable,
		Kind:    facts.Unmatched,
		Summary: "No man of the start can have become this one of the goal.",
		Title:   "a man cannot have come to its square",
		Example: "rnbqkbnr/1ppppppp/8/8/2B5/8/1PPPPPPP/RNBQKBNR w KQ - 0 1",
	},
	{
		Reason:  BlockedChanged,
		Kind:    facts.Deadlocked,
		Summary: "A man that never moves is another one, or gone, at the goal.",
	},
	{
		Reason:  Deadlock,
		Kind:    facts.Deadlocked,
		Summary: "No capture is left, and men that can only move after one another have moved.",
		Example: "1k6/1Pb4b/1P6/8/8/8/8/4K3 w - - 0 1",
		Start:   "1k6/bP5b/1P6/8/8/8/8/4K3 w - - 0 1",
	},
	{
		Reason:  MenUnmatched,
		Kind:    facts.Unmatched,
		Summary: "Some men of the goal, or captures that pawns have made, have too few men of the start between them.",
		Title:   "too few men for some to have come from, or for captures that were made",
		Example: "rnbqk1nr/pppppp1p/6p1/8/8/7P/PPPPPP1P/RNBQKBNR w KQkq - 0 1",
	},
	{
		Reason:  TooManyCaptures,
		Kind:    facts.Priced,
		Summary: "To become the men of the goal, pawns of a side need more captures than it makes.",
		Title:   "pawns need more captures than were made",
		Example: "r1bqkb1r/pppppppp/8/8/2P3P1/8/1PPPPPP1/RNBQKBNR b KQkq - 0 1",
	},
	{
		Reason:  NoFirstCapture,
		Kind:    facts.ClosedSet,
		Summary: "Some pawns left their squares by captures, and none of them can have been the first to do so.",
		Title:   "pawns that have captured stood in each other's way",
		Example: "rnbqk1nr/pppppp1p/7p/8/8/P7/P1PPPPPP/RN1QKBNR w KQkq - 0 1",
	},
	{
		Reason:  CagedMen,
		Kind:    facts.ClosedSet,
		Summary: "Some men cannot have come to where they stand together, in whatever order.",
		Title:   "some men cannot have come there together",
		Example: "4k1b1/5pp1/6p1/8/8/8/8/4K3 b - - 0 1",
	},
	{
		Reason:  MoveParity,
		Kind:    facts.Parity,
		Summary: "Only men that cannot lose a tempo have moved, and it is the wrong side's move.",
		Example: "rnbqkbnr/1ppppppp/p7/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	},
	{
		Reason:  NoKernel,
		Proof:   ByCore,
		Summary: "No sequence of captures makes the pawns of the goal.",
		Title:   "no captures make these pawns",
		Example: "rnbqk1nr/ppppp1pp/8/8/8/2P5/PP1PPNPP/RNBQKBNR w KQkq - 0 1",
	},
	{
		Reason:  PawnMovedBack,
		Kind:    facts.Unmatched,
		Summary: "A pawn is on its first square, where none was at the start.",
	},
	{
		Reason:  PawnStructure,
		Kind:    facts.Unmatched,
		Summary: "More pawns are ahead of a square than were behind it.",
	},
	{
		Reason:  NoExtendedKernel,
		Proof:   ByCore,
		Summary: "For no sequence of captures that makes the pawns of the goal they can be on the ranks that it needs.",
		Title:   "no captures on ranks that fit make these pawns",
		Example: "rnbqkbnr/1ppppppp/8/8/8/1P2P3/PpPP1PPP/RNBQK1NR w KQkq - 0 1",
	},
	{
		Reason:  LastMovesRefuted,
		Proof:   ByUnmoves,
		Marks:   checksOnMover,
		Summary: "Every move that leads to the position leads from one that is itself proven illegal.",
		Title:   "every last move leads from an illegal position",
		Example: "4k3/8/8/1pP5/B7/1P6/8/4K3 w - b6 0 1",
	},
}

// ByReason returns the rule with a reason, or one that has the reason alone.
func ByReason(r facts.Reason) *Rule {
	for i := range Rules {
		if Rules[i].Reason == r {
			return &Rules[i]
		}
	}
	return &Rule{Reason: r, Kind: facts.NoPosition, AtSight: r == facts.Reason(chess.BadValue), Title: string(r)}
}

// Shortly is the reason as a phrase: the title, or the summary without its full stop and capital letter.
func (r *Rule) Shortly() string {
	if r.Title != "" {
		return r.Title
	}
	words := []rune(strings.TrimSuffix(r.Summary, "."))
	words[0] = unicode.ToLower(words[0])
	return string(words)
}
