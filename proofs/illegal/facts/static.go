package facts

import "retroproof/chess"

// Static rules look at a diagram alone, or compare its men with those of the
// start: no search, no un-move is followed up. They are cheap enough to filter
// millions of samples. Each rule is an argument of a few lines, which stands
// above its code.

// The reasons of the static rules. [Rules] has a sentence and an example for
// each.
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
	// EnPassantCheck: the side to move was in check before the double step that
	// the en passant square tells.
	EnPassantCheck Reason = "EnPassantCheck"
	// TripleCheck: three or more men give check.
	TripleCheck Reason = "TripleCheck"
	// DoubleCheck: two men give check, and no one move does that.
	DoubleCheck Reason = "DoubleCheck"
)

// Static applies the static rules to a goal. The start is only used for what it
// has: men, and castling rights; nil is the initial position. It returns the
// first rule that is broken, or nil. The start itself breaks no rule: whoever
// declares it the start declares it legal.
func Static(start, goal *chess.Setup) *Impossible {
	start = StartOr(start)
	if r, _ := QuickStatic(start, goal); r == "" {
		return nil
	}
	return explainStatic(start, goal)
}

// initial is the start unless another one is given.
var initial = chess.InitialSetup()

// StartOr returns a start, or the initial position if it is nil. That is shared and
// must not be changed.
func StartOr(start *chess.Setup) *chess.Setup {
	if start == nil {
		return &initial
	}
	return start
}

// SameSetup reports whether two diagrams are one position: clocks apart.
func SameSetup(a, b *chess.Setup) bool {
	if a.Turn != b.Turn || a.Castling != b.Castling || a.Board != b.Board {
		return false
	}
	if a.EnPassant == b.EnPassant {
		return true
	}
	// One has a square on which nothing can be captured, the other none: the same
	// position, written by programs of different habits.
	p, err := chess.NewPosition(*a)
	q, err2 := chess.NewPosition(*b)
	return err == nil && err2 == nil && p.Repeats(q)
}

// QuickStatic returns the first rule that a goal breaks and no words about it, or
// "" and the goal as a position. It is for filters: most samples end here.
func QuickStatic(start, goal *chess.Setup) (Reason, *chess.Position) {
	if r := quickDiagram(goal); r != "" {
		return r, nil
	}
	p, err := chess.NewPosition(*goal)
	if err != nil {
		return diagramReasons[err.(*chess.PositionError).Reason], nil
	}
	if SameSetup(start, goal) {
		return "", p
	}
	if r := countsReason(start, goal); r != "" {
		return r, nil
	}
	if goal.Castling&^start.Castling != 0 {
		return LostCastling, nil
	}
	return checksReason(p), p
}

// quickDiagram finds out without an error value what chess.NewPosition would
// complain of in most samples.
func quickDiagram(s *chess.Setup) Reason {
	var kinds [chess.Pawn + 1]chess.Bitboard
	var colors [2]chess.Bitboard
	for i, m := range s.Board {
		if m != chess.NoMan {
			kinds[m.Kind()%(chess.Pawn+1)] |= chess.Square(i).Bit()
			colors[m.Color()&1] |= chess.Square(i).Bit()
		}
	}
	white, black := kinds[chess.King]&colors[chess.White], kinds[chess.King]&colors[chess.Black]
	switch {
	case white == 0 || black == 0:
		return MissingKing
	case white.Several() || black.Several():
		return TooManyKings
	case kinds[chess.Pawn]&(chess.RankSet(0)|chess.RankSet(7)) != 0:
		return PawnOnLastRank
	case chess.KingAttacks(white.First())&black != 0:
		return AdjacentKings
	}
	attacked := func(k chess.Square, by chess.Color) bool {
		occupied := colors[0] | colors[1]
		return colors[by]&(chess.KnightAttacks(k)&kinds[chess.Knight]|
			chess.PawnAttacks(by.Other(), k)&kinds[chess.Pawn]|
			chess.RookAttacks(k, occupied)&(kinds[chess.Rook]|kinds[chess.Queen])|
			chess.BishopAttacks(k, occupied)&(kinds[chess.Bishop]|kinds[chess.Queen])) != 0
	}
	kings := [2]chess.Square{white.First(), black.First()}
	if us := s.Turn & 1; attacked(kings[us.Other()], us) {
		if attacked(kings[us], us.Other()) {
			return BothKingsInCheck
		}
		return OppositeCheck
	}
	return ""
}

// diagramReasons translates what chess.NewPosition finds. Every legal move leads
// from a position to a position, so what is none cannot arise.
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

// explainStatic returns the first rule that a goal breaks, in words, or nil. It
// finds what QuickStatic finds; a test sees to that.
func explainStatic(start, goal *chess.Setup) *Impossible {
	p, err := chess.NewPosition(*goal)
	if err != nil {
		return explainDiagram(goal, err)
	}
	if SameSetup(start, goal) {
		return nil
	}
	if refuted := Counts(start, goal); refuted != nil {
		return refuted
	}
	if refuted := LostRights(start, goal); refuted != nil {
		return refuted
	}
	return Checks(p)
}

// LostRights: king and rook have moved, or one is gone, and that cannot be
// undone.
func LostRights(start, goal *chess.Setup) *Impossible {
	if lost := goal.Castling &^ start.Castling; lost != 0 {
		return proven(LostCastling, "the castling right %s is gone at the start already, and rights do not come back", lost)
	}
	return nil
}

// explainDiagram explains why a diagram is no position.
func explainDiagram(s *chess.Setup, err error) *Impossible {
	e, ok := err.(*chess.PositionError)
	if !ok {
		return proven(Reason(chess.BadValue), "%v", err)
	}
	side := s.Turn
	switch r := diagramReasons[e.Reason]; r {
	case MissingKing:
		return proven(r, "there is %s, and kings are never captured", e.Detail)
	case TooManyKings:
		return proven(r, "there are %s, and no pawn becomes a king", e.Detail)
	case PawnOnLastRank:
		at := e.Square
		return proven(r, "the %s pawn on %s stands where no pawn begins, and where one becomes a piece", s.Board[at].Color(), at)
	case AdjacentKings:
		return proven(r, "the kings on %s and %s attack each other: the one that moved last moved into check",
			s.Find(chess.WhiteKing), s.Find(chess.BlackKing))
	case OppositeCheck:
		waiting := side.Other()
		theirs := s.Attackers(s.Find(chess.MakeMan(waiting, chess.King)), side)
		ours := s.Attackers(s.Find(chess.MakeMan(side, chess.King)), waiting)
		if ours != 0 {
			return proven(BothKingsInCheck, "%s is in check from %s and %s from %s: whoever moved last left the own king in check",
				Capital(side), SquareList(s, ours), Capital(waiting), SquareList(s, theirs))
		}
		return proven(r, "it is %s's move, but %s is in check from %s and has just moved", Capital(side), Capital(waiting), SquareList(s, theirs))
	case CastlingAway:
		return proven(r, "the %s: neither can have moved if castling is still allowed", e.Detail)
	case EnPassantNoStep:
		return proven(r, "%s: no pawn can just have made a double step there", e.Detail)
	default:
		return proven(r, "%s", e.Detail)
	}
}

// Checks asks for a last move that explains the checks.
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
// Which double checks a move explains the un-moves tell exactly, whatever was
// captured. A test compares the rule of three with them, too.
func Checks(p *chess.Position) *Impossible {
	reason := checksReason(p)
	if reason == "" {
		return nil
	}
	s, king, checkers := p.Setup(), p.King(p.Turn()), p.Checkers()
	switch reason {
	case TripleCheck:
		return proven(reason, "%s give check to the king on %s at once, and one move begins two checks at the most", SquareList(&s, checkers), king)
	case DoubleCheck:
		return proven(reason, "%s both give check to the king on %s, and no one move begins these two checks", SquareList(&s, checkers), king)
	}
	now := ""
	if checkers.Several() {
		now = "; now " + SquareList(&s, checkers) + " give check"
	} else if checkers != 0 {
		now = "; now " + SquareList(&s, checkers) + " gives check"
	}
	return proven(reason, "%s was in check already before the double step to %s that the en passant square %s tells%s",
		Capital(p.Turn()), p.EnPassant()^8, p.EnPassant(), now)
}

// checksReason is Checks without words.
func checksReason(p *chess.Position) Reason {
	checkers := p.Checkers()
	var buf [256]chess.Retraction
	switch {
	case p.EnPassant() != chess.NoSquare:
		// The last move is known, and one predecessor up to rights.
		if len(p.Retractions(buf[:0], chess.UnmoveOptions{})) == 0 {
			return EnPassantCheck
		}
	case !checkers.Several():
	case checkers.WithoutFirst().Several():
		return TripleCheck
	case len(p.Retractions(buf[:0], chess.UnmoveOptions{})) == 0:
		return DoubleCheck
	}
	return ""
}
