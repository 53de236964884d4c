package rules

import (
	"cmp"

	"retroproof/chess"
	"retroproof/internal/answer"
	"retroproof/proofs/illegal/facts"
)

// Static rules look at a diagram alone, or compare its men with those of the
// start: no search, no un-move is followed up. They are cheap enough to filter
// millions of samples. Each rule is an argument of a few lines, which stands
// above its code.

// Static applies the static rules to a goal. The start is only used for what it
// has: men, and castling rights; nil is the initial position. It returns the
// first rule that is broken, or nil. The start itself breaks no rule: it
// is legal by definition.
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

// QuickStatic returns the first rule that a goal breaks and no words about it, or
// "" and the goal as a position. It is for filters: most samples end here.
func QuickStatic(start, goal *chess.Setup) (facts.Reason, *chess.Position) {
	if r := quickDiagram(goal); r != "" {
		return r, nil
	}
	p, err := chess.NewPosition(*goal)
	if err != nil {
		return diagramReason(goal, err), nil
	}
	if facts.SameSetup(start, goal) {
		return "", p
	}
	if r := countsReason(start, goal); r != "" {
		return r, nil
	}
	if goal.Castling&^start.Castling != 0 {
		return LostCastling, nil
	}
	return checkReason(p), p
}

// quickDiagram finds out without an error value what chess.NewPosition would
// complain of in most samples.
func quickDiagram(s *chess.Setup) facts.Reason {
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
		return facts.MissingKing
	case white.Several() || black.Several():
		return facts.TooManyKings
	case kinds[chess.Pawn]&(chess.RankSet(0)|chess.RankSet(7)) != 0:
		return facts.PawnOnLastRank
	case chess.KingAttacks(white.First())&black != 0:
		return facts.AdjacentKings
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
			return facts.BothKingsInCheck
		}
		return facts.OppositeCheck
	}
	return ""
}

// explainStatic returns the first rule that a goal breaks, in words, or nil. It
// finds what QuickStatic finds; a test sees to that.
func explainStatic(start, goal *chess.Setup) *Impossible {
	p, err := chess.NewPosition(*goal)
	if err != nil {
		return explainDiagram(goal, err)
	}
	if facts.SameSetup(start, goal) {
		return nil
	}
	return cmp.Or(Counts(start, goal), LostRights(start, goal), Checks(p))
}

// LostRights: king and rook have moved, or one is gone, and that cannot be
// undone.
func LostRights(start, goal *chess.Setup) *Impossible {
	if lost := goal.Castling &^ start.Castling; lost != 0 {
		return proven(LostCastling, "the castling right %s is gone at the start already, and rights do not come back", lost)
	}
	return nil
}

// Stays refutes a goal without a man of the start that stays.
func Stays(start, goal *chess.Setup) *Impossible {
	for sq := range start.Stay.Squares() {
		if goal.Board[sq] != start.Board[sq] {
			return changed(start, sq).by(facts.Argument{Square: sq.String()})
		}
	}
	return nil
}

// diagramReason returns the reason why a diagram is no position, given the error of
// [chess.NewPosition].
func diagramReason(s *chess.Setup, err error) facts.Reason {
	if e, ok := err.(*chess.PositionError); !ok || e.Reason == chess.BadValue {
		return facts.Reason(chess.BadValue)
	}
	return facts.DiagramReason(s)
}

// explainDiagram explains why a diagram is no position.
func explainDiagram(s *chess.Setup, err error) *Impossible {
	e, ok := err.(*chess.PositionError)
	if !ok {
		return proven(facts.Reason(chess.BadValue), "%v", err)
	}
	side := s.Turn
	switch r := diagramReason(s, err); r {
	case facts.MissingKing:
		return proven(r, "there is %s, and kings are never captured", e.Detail)
	case facts.TooManyKings:
		on := answer.List(facts.Squares(kings(s)).Names())
		return proven(r, "there are %s, on %s, and no pawn promotes to a king", e.Detail, on)
	case facts.PawnOnLastRank:
		at := e.Square
		return proven(r, "the %s pawn on %s stands on a rank where no pawn begins, and where every pawn promotes",
			s.Board[at].Color(), at)
	case facts.AdjacentKings:
		return proven(r, "the kings on %s and %s attack each other: the one that moved last moved into check",
			s.Find(chess.WhiteKing), s.Find(chess.BlackKing))
	case facts.OppositeCheck, facts.BothKingsInCheck:
		waiting := side.Other()
		theirs := s.Attackers(s.Find(chess.MakeMan(waiting, chess.King)), side)
		ours := s.Attackers(s.Find(chess.MakeMan(side, chess.King)), waiting)
		if r == facts.BothKingsInCheck {
			return proven(r, "%s is in check from %s, and %s from %s: whoever moved last left the own king in check",
				Side(side), Actors(s, ours), Side(waiting), Actors(s, theirs))
		}
		return proven(r, "it is %s's move, but %s is in check from %s and has just moved",
			Side(side), Side(waiting), Actors(s, theirs))
	case facts.CastlingAway:
		right := chess.WhiteKingside
		for !s.Castling.Has(right) || !right.Homes().Has(e.Square) {
			right <<= 1
		}
		home := initial.Board[e.Square]
		return proven(r, "the castling right %s needs a %s %s on %s, and there is none",
			right, home.Color(), home.Kind(), e.Square)
	case facts.EnPassantNoStep:
		return proven(r, "%s: no pawn can just have made a double step there", e.Detail)
	default:
		return proven(r, "%s", e.Detail)
	}
}

// checkReason returns the reason if no last move explains the checks. It is what package
// facts verifies, which has the argument; here with the un-moves of package chess.
func checkReason(p *chess.Position) facts.Reason {
	checkers := p.Checkers()
	switch {
	case p.EnPassant() != chess.NoSquare:
		// The last move was the double step; the predecessors differ in rights alone.
		if !hasUnmove(p, false) {
			return facts.EnPassantCheck
		}
	case !checkers.Several():
	case checkers.WithoutFirst().Several():
		return facts.TripleCheck
	case !hasUnmove(p, false):
		return facts.DoubleCheck
	}
	return ""
}

// hasUnmove reports whether some move leads to a position; with a limit, from no more
// men than the initial position has.
func hasUnmove(p *chess.Position, limit bool) bool {
	var buf [256]chess.Retraction
	return len(p.Retractions(buf[:0], chess.UnmoveOptions{MaterialLimit: limit})) != 0
}

// Checks refutes a position in which no last move explains the checks; it returns nil if one
// does.
func Checks(p *chess.Position) *Impossible {
	reason := checkReason(p)
	if reason == "" {
		return nil
	}
	s, king, checkers := p.Setup(), p.King(p.Turn()), p.Checkers()
	switch reason {
	case facts.TripleCheck:
		return proven(reason, "%s give check to the king on %s at once, and one move begins at most two checks",
			Actors(&s, checkers), king)
	case facts.DoubleCheck:
		return proven(reason, "%s both give check to the king on %s, and no one move begins these two checks",
			Actors(&s, checkers), king)
	}
	now := ""
	if checkers != 0 {
		now = "; now " + giveCheck(&s, checkers)
	}
	return proven(reason, "%s was in check already before the double step to %s that the en passant square %s shows%s",
		Side(p.Turn()), p.EnPassant()^8, p.EnPassant(), now)
}
