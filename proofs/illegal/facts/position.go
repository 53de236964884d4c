package facts

import (
	"errors"
	"strconv"
	"strings"

	"retroproof/chess"
	"retroproof/proofs/replay"
)

// What start and goal, or the goal alone, show as positions.

var initial = chess.InitialSetup()

// ParseFEN reads a diagram as [replay.ParseFEN] reads it: there is one text for it.
func ParseFEN(fen string) (chess.Setup, error) {
	p, err := replay.ParseFEN(fen)
	if err != nil {
		return chess.Setup{}, err
	}
	return Setup(p), nil
}

// Setup returns the diagram of a position of package replay, by its text.
func Setup(p *replay.Position) chess.Setup {
	s := chess.EmptySetup()
	fields := strings.Split(p.FEN(), " ")
	file, rank := 0, 7
	for _, c := range []byte(fields[0]) {
		if m, ok := chess.ParseMan(c); ok {
			s.Board[chess.MakeSquare(file, rank)] = m
			file++
		} else if c == '/' {
			file, rank = 0, rank-1
		} else {
			file += int(c - '0')
		}
	}
	if fields[1] == "b" {
		s.Turn = chess.Black
	}
	for right := chess.WhiteKingside; right <= chess.BlackQueenside; right <<= 1 {
		if strings.Contains(fields[2], right.String()) {
			s.Castling |= right
		}
	}
	if sq, err := chess.ParseSquare(fields[3]); err == nil {
		s.EnPassant = sq
	}
	s.HalfmoveClock, _ = strconv.Atoi(fields[4])
	s.FullmoveNumber, _ = strconv.Atoi(fields[5])
	return s
}

// replayed returns a diagram as package replay has it, clocks apart. The error says that
// the diagram has a value that no FEN states.
func replayed(s chess.Setup) (*replay.Position, error) {
	s.HalfmoveClock, s.FullmoveNumber = 0, 1
	p, err := replay.ParseFEN(s.FEN())
	if err == nil && Setup(p) != s {
		err = errors.New("no FEN states the diagram")
	}
	return p, err
}

// SameSetup reports whether two diagrams are one position: clocks apart, and en passant
// squares on which nothing can be captured.
func SameSetup(a, b *chess.Setup) bool {
	if a.Turn != b.Turn || a.Castling != b.Castling || a.Board != b.Board {
		return false
	}
	return a.EnPassant == b.EnPassant || passesInVain(a) && passesInVain(b)
}

// passesInVain reports whether a diagram is a position in which no capture en passant is
// legal.
func passesInVain(s *chess.Setup) bool {
	p, err := replayed(*s)
	return err == nil && DiagramReason(s) == "" && !p.Passable()
}

// DiagramReason returns why a diagram is no position, or "" if it is one. Every legal move
// leads from a position to a position.
func DiagramReason(s *chess.Setup) Reason {
	var kings [2]int
	var misplaced chess.Bitboard // pawns on the first and last rank
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
		// The pawn came from beyond the square, and stands on this side of it.
		from, to := at+chess.Square(us.Forward()), at-chess.Square(us.Forward())
		if us.RelativeRank(at.Rank()) != 5 || s.Board[from] != chess.NoMan || s.Board[at] != chess.NoMan || s.Board[to] != chess.MakeMan(them, chess.Pawn) {
			return EnPassantNoStep
		}
	}
	return ""
}

// checkReason asks for a last move that explains the checks. It returns "" if there is
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
func checkReason(s *chess.Setup, p *replay.Position) Reason {
	checkers := s.Attackers(s.Find(chess.MakeMan(s.Turn, chess.King)), s.Turn.Other())
	switch {
	case s.EnPassant != chess.NoSquare:
		// The last move was the double step; the predecessors differ in rights alone.
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

// hasLastMove reports whether some move leads to a position, from whatever castling rights
// and en passant squares. From the initial position, men are counted in the position before
// it, too.
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
