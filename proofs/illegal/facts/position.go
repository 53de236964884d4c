package facts

import "retroproof/chess"

// What start and goal, or the goal alone, show as positions.

var initial = chess.InitialSetup()

// SameSetup reports whether two diagrams are one position: clocks apart, and en passant
// squares on which nothing can be captured.
func SameSetup(a, b *chess.Setup) bool {
	if a.Turn != b.Turn || a.Castling != b.Castling || a.Board != b.Board {
		return false
	}
	if a.EnPassant == b.EnPassant {
		return true
	}
	p, err := chess.NewPosition(*a)
	q, err2 := chess.NewPosition(*b)
	return err == nil && err2 == nil && p.Repeats(q)
}

// diagramReasons translates what chess.NewPosition finds.
var diagramReasons = map[chess.PositionReason]Reason{
	chess.BadValue:            Reason(chess.BadValue),
	chess.NoKing:              MissingKing,
	chess.TooManyKings:        TooManyKings,
	chess.PawnOnBackRank:      PawnOnLastRank,
	chess.AdjacentKings:       AdjacentKings,
	chess.OppositeCheck:       OppositeCheck, // or BothKingsInCheck
	chess.ImpossibleCastling:  CastlingAway,
	chess.ImpossibleEnPassant: EnPassantNoStep,
}

// DiagramReason returns the reason why a diagram is no position, given the error of
// [chess.NewPosition]. Every legal move leads from a position to a position.
func DiagramReason(s *chess.Setup, err error) Reason {
	e, ok := err.(*chess.PositionError)
	if !ok {
		return Reason(chess.BadValue)
	}
	r := diagramReasons[e.Reason]
	if r == OppositeCheck && s.Attackers(s.Find(chess.MakeMan(s.Turn, chess.King)), s.Turn.Other()) != 0 {
		return BothKingsInCheck
	}
	return r
}

// CheckReason asks for a last move that explains the checks. It returns "" if there is
// one, or if there is nothing to explain.
//
// One move begins two checks at the most. A man that gives check and was not
// moved did not give it before; since men on other squares than those that the
// move touched are where they were, its line was closed by the man that moved,
// on the square that it left: one line from the king passes over that square, so
// one such check. (On the square of arrival nothing opens a line: a man stands
// there.) Together with the check of the moved man that is two. En passant also
// empties the square of the captured pawn, beside the one the capturing pawn
// left. If lines over both open, they are not the rank of both, since that is one
// line and one check; then one is a file and the other a diagonal of the king,
// and he stands next to the file's square, diagonally behind or before the other,
// where the pawn that has captured gives no check, or where it stands between.
// That is two again. Castling checks with the rook alone.
//
// Which double checks a move explains the un-moves show exactly, whatever was
// captured. A test compares the rule of three with them, too.
func CheckReason(p *chess.Position) Reason {
	checkers := p.Checkers()
	switch {
	case p.EnPassant() != chess.NoSquare:
		// The last move was the double step; the predecessors differ in rights alone.
		if !hasUnmove(p, false) {
			return EnPassantCheck
		}
	case !checkers.Several():
	case checkers.WithoutFirst().Several():
		return TripleCheck
	case !hasUnmove(p, false):
		return DoubleCheck
	}
	return ""
}

// HasLastMove reports whether some move leads to a position, from whatever castling
// rights and en passant squares. From the initial position, no un-move makes more men
// than it has.
func HasLastMove(start *chess.Setup, p *chess.Position) bool { return hasUnmove(p, *start == initial) }

func hasUnmove(p *chess.Position, limit bool) bool {
	var buf [256]chess.Retraction
	return len(p.Retractions(buf[:0], chess.UnmoveOptions{MaterialLimit: limit})) != 0
}
