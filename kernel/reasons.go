package kernel

import (
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
)

// Rule describes one way to refute a position: a reason of an illegal verdict.
type Rule struct {
	Reason  facts.Reason
	Summary string // one sentence
	Example string // FEN of a position that the rule refutes
	Start   string // FEN from which the example cannot be reached; "" is the initial position
}

// Rules returns all rules, in the order in which Decide tries them.
func Rules() []Rule {
	return []Rule{
		{facts.MissingKing, "A side has no king.", "8/8/8/8/8/8/8/K7 w - - 0 1", ""},
		{facts.TooManyKings, "A side has several kings.", "k7/8/8/8/8/8/8/K1K5 w - - 0 1", ""},
		{facts.PawnOnLastRank, "A pawn stands on the first or the eighth rank.", "k6P/8/8/8/8/8/8/K7 w - - 0 1", ""},
		{facts.AdjacentKings, "The kings attack each other.", "8/8/8/3k4/3K4/8/8/8 w - - 0 1", ""},
		{facts.BothKingsInCheck, "Both sides are in check.", "4k3/4R3/8/8/8/8/4r3/4K3 w - - 0 1", ""},
		{facts.OppositeCheck, "The side that has just moved is in check.", "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", ""},
		{facts.CastlingAway, "There is a castling right, and its king or rook is not at home.", "4k3/8/8/8/8/8/8/4K2N w K - 0 1", ""},
		{facts.EnPassantNoStep, "There is an en passant square, and no pawn can just have passed over it.", "4k3/8/8/8/8/8/8/4K3 w - e6 0 1", ""},
		{facts.TooManyMen, "A side has more men than at the start.", "4k3/8/8/8/8/PPPPPPPP/PP6/4K1N1 w - - 0 1", "4k3/8/8/8/8/8/PPPPPPPP/4K1N1 w - - 0 1"},
		{facts.TooManyPromotions, "Pawns, and pieces that were pawns, are more than the pawns there were.", "4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1", ""},
		{facts.BishopColors, "Bishops on squares of one colour are more than the missing pawns can have become.", "4k3/8/8/8/8/8/PPPPPPPP/B1B1K3 w - - 0 1", ""},
		{facts.LostCastling, "There is a castling right that the start does not have.", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R b - - 0 1"},
		{facts.EnPassantCheck, "The side to move was in check before the double step that the en passant square shows.", "8/7k/8/8/3pP3/8/8/1B2K3 b - e3 0 1", ""},
		{facts.TripleCheck, "Three men or more give check.", "4k3/8/5N2/1B6/8/8/8/4RK2 b - - 0 1", ""},
		{facts.DoubleCheck, "Two men give check, and no one move begins both checks.", "4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1", ""},
		{facts.NoLastMove, "No move leads to the position.", "rnbqkbnr/ppp1pppp/2Bp4/1Q6/4P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 1", ""},
		{facts.PieceUnreachable, "No man of the start can have become this one of the goal.", "rnbqkbnr/1ppppppp/8/8/2B5/8/1PPPPPPP/RNBQKBNR w KQ - 0 1", ""},
		{facts.BlockedChanged, "A man that never moves is another one, or gone, at the goal.", "", ""},
		{facts.Deadlock, "No capture is left, and men that can only move after one another have moved.", "1k6/1Pb4b/1P6/8/8/8/8/4K3 w - - 0 1", "1k6/bP5b/1P6/8/8/8/8/4K3 w - - 0 1"},
		{facts.MenUnmatched, "Some men of the goal, or captures that pawns have made, have too few men of the start between them.", "rnbqk1nr/pppppp1p/6p1/8/8/7P/PPPPPP1P/RNBQKBNR w KQkq - 0 1", ""},
		{facts.TooManyCaptures, "To become the men of the goal, pawns of a side need more captures than it makes.", "r1bqkb1r/pppppppp/8/8/2P3P1/8/1PPPPPP1/RNBQKBNR b KQkq - 0 1", ""},
		{facts.NoFirstCapture, "Some pawns left their squares by captures, and none of them can have been the first to do so.", "rnbqk1nr/pppppp1p/7p/8/8/P7/P1PPPPPP/RN1QKBNR w KQkq - 0 1", ""},
		{rules.CagedMen, "Some men cannot have come to where they stand together, in whatever order.", "4k1b1/5pp1/6p1/8/8/8/8/4K3 b - - 0 1", ""},
		{facts.MoveParity, "Only men that cannot lose a tempo have moved, and it is the wrong side's move.", "rnbqkbnr/1ppppppp/p7/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", ""},
		{rules.NoKernel, "No sequence of captures makes the pawns of the goal.", "rnbqk1nr/ppppp1pp/8/8/8/2P5/PP1PPNPP/RNBQKBNR w KQkq - 0 1", ""},
		{facts.PawnMovedBack, "A pawn is on its first square, where none was at the start.", "", ""},
		{facts.PawnStructure, "More pawns are ahead of a square than were behind it.", "", ""},
		{rules.NoExtendedKernel, "For no sequence of captures that makes the pawns of the goal they can be on the ranks that it needs.", "rnbqkbnr/1ppppppp/8/8/8/1P2P3/PpPP1PPP/RNBQK1NR w KQkq - 0 1", ""},
		{rules.LastMovesRefuted, "Every move that leads to the position leads from one that is itself proven illegal.", "4k3/8/8/1pP5/B7/1P6/8/4K3 w - b6 0 1", ""},
	}
}
