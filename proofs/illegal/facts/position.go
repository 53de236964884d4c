package facts

import (
	"errors"

	chess "retroproof/chess/board"
	"retroproof/proofs/replay"
)

// What can be derived from the diagrams of start and goal, read as positions.

var initial = chess.InitialSetup()

// ParseFEN reads a diagram as [replay.ParseFEN] does. Each diagram has exactly one accepted
// text. The error is that of replay.
func ParseFEN(fen string) (chess.Setup, error) {
	p, err := replay.ParseFEN(fen)
	if err != nil {
		return chess.Setup{}, err
	}
	return Setup(p), nil
}

// Setup returns the diagram of a position of package replay.
func Setup(p *replay.Position) chess.Setup {
	s := chess.EmptySetup()
	for sq := range s.Board {
		s.Board[sq], _ = chess.ParseMan(p.At(sq)) // none on an empty square
	}
	if !p.White() {
		s.Turn = chess.Black
	}
	for i, there := range p.Castling() {
		if there {
			s.Castling |= 1 << i
		}
	}
	if at := p.Passed(); at >= 0 {
		s.EnPassant = chess.Square(at)
	}
	s.HalfmoveClock, s.FullmoveNumber = p.Clocks()
	return s
}

// position returns a diagram as a position of package replay, with clocks 0 and 1. The error
// says that no FEN describes the diagram, or why no game can be played from it.
func position(diagram *chess.Setup) (*replay.Position, error) {
	s := *diagram
	s.HalfmoveClock, s.FullmoveNumber, s.Stay = 0, 1, 0
	p := Replayed(&s)
	if Setup(p) != s {
		return nil, errUnstatable
	}
	return p, p.Playable()
}

// Replayed returns a diagram that a FEN can state as package replay has it, with clocks 0 and 1.
func Replayed(s *chess.Setup) *replay.Position {
	var board [chess.NumSquares]byte
	for sq, m := range s.Board {
		if m != chess.NoMan {
			board[sq] = m.Letter()
		}
	}
	var castling [4]bool
	for i := range castling {
		castling[i] = s.Castling.Has(1 << i)
	}
	passed := -1
	if chess.OnEnPassantRank(s.EnPassant) {
		passed = int(s.EnPassant)
	}
	return replay.New(&board, s.Turn == chess.White, castling, passed)
}

var errUnstatable = errors.New("no FEN states the diagram")

// SameSetup reports whether two diagrams are the same position, where clocks are ignored, and
// so are en passant squares on which no capture is legal.
func SameSetup(a, b *chess.Setup) bool {
	if a.Turn != b.Turn || a.Castling != b.Castling || a.Board != b.Board || a.EnPassant == b.EnPassant {
		return a.Turn == b.Turn && a.Castling == b.Castling && a.Board == b.Board
	}
	p, err := position(a)
	q, wrong := position(b)
	return err == nil && wrong == nil && p.Key() == q.Key()
}

// DiagramReason returns why a diagram cannot occur in any game, as far as the diagram alone
// shows it, or "" if it is a legal diagram. Every legal move leads from a legal diagram to a
// legal diagram.
func DiagramReason(s *chess.Setup) Reason {
	var kings [2]int
	var misplaced chess.Bitboard // pawns on the first or last rank
	for sq, m := range s.Board {
		if m.Kind() == chess.King {
			kings[m.Color()]++
		}
		if m.Kind() == chess.Pawn {
			misplaced |= chess.Square(sq).Bit() & (chess.RankSet(0) | chess.RankSet(7))
		}
	}
	us, them := s.Turn, s.Turn.Other()
	ours, theirs := s.Find(chess.MakeMan(us, chess.King)), s.Find(chess.MakeMan(them, chess.King))
	switch {
	case kings[us] == 0 || kings[them] == 0:
		return MissingKing
	case kings[us] > 1 || kings[them] > 1:
		return TooManyKings
	case misplaced != 0:
		return PawnOnLastRank
	case chess.KingAttacks(ours).Has(theirs):
		return AdjacentKings
	case s.Attackers(theirs, us) != 0 && s.Attackers(ours, them) != 0:
		return BothKingsInCheck
	case s.Attackers(theirs, us) != 0:
		return OppositeCheck
	}
	for i, path := range chess.CastlingPaths {
		for _, home := range path.Home {
			if s.Castling.Has(1<<i) && s.Board[home.Square] != home.Man {
				return CastlingAway
			}
		}
	}
	if at := s.EnPassant; at != chess.NoSquare {
		// The pawn moved from the square beyond the en passant square to the one on this side
		// of it.
		from, to := at+chess.Square(us.Forward()), at-chess.Square(us.Forward())
		if us.RelativeRank(at.Rank()) != 5 || s.Board[from] != chess.NoMan || s.Board[at] != chess.NoMan ||
			s.Board[to] != chess.MakeMan(them, chess.Pawn) {
			return EnPassantNoStep
		}
	}
	return ""
}

// checkReason returns why no last move explains the checks on the side to move, or "" if one
// does or there is nothing to explain.
//
// One move begins at most two checks. Consider a man that gives check and was not moved by the
// last move. It did not give check before, so its line to the king was obstructed by the man
// that moved, on the square that it left: men on all squares that the move did not touch are
// where they were. At most one line from the king passes over that square, so this is at most
// one check. (On the square of arrival no line opens, since a man stands there.) The moved man
// may give another check; that is two. A capture en passant also empties the square of the
// captured pawn, next to the one that the capturing pawn left. If lines over both squares open,
// they are not along their common rank, as that would be one line and one check. So one is a
// file and the other a diagonal, and the king is on a rank next to that of the two squares. The
// capturing pawn then gives no check, as it stands on one of these two ranks and attacks only
// the rank beyond. That is again two. By castling only the rook gives check.
//
// Which double checks a move explains is decided exactly by the un-moves, whatever was
// captured. A test also compares the bound of two checks with them.
func checkReason(s *chess.Setup, p *replay.Position) Reason {
	checkers := s.Attackers(s.Find(chess.MakeMan(s.Turn, chess.King)), s.Turn.Other())
	switch {
	case s.EnPassant != chess.NoSquare:
		// The last move was the double step; the possible predecessors differ only in rights.
		if !hasUnmove(p) {
			return EnPassantCheck
		}
	case !checkers.Several():
	case checkers.WithoutFirst().Several():
		return TripleCheck
	case !hasUnmove(p):
		return DoubleCheck
	}
	return ""
}

func hasUnmove(p *replay.Position) bool {
	for range p.Unmoves {
		return true
	}
	return false
}

// hasLastMove reports whether some move leads to a position, from a predecessor with any
// castling rights and en passant square. If the start is the initial position, the men of the
// predecessor are also counted.
func hasLastMove(start *chess.Setup, p *replay.Position) bool {
	had := CountMaterial(start)
	for _, q := range p.Unmoves {
		before := Setup(q)
		if has := CountMaterial(&before); *start != initial || had.CanBecome(&has) {
			return true
		}
	}
	return false
}
