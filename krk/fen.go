package krk

import (
	"fmt"

	"retroproof/chess"
	"retroproof/proofs/krk/spec"
)

// Setup returns the position as a diagram. After the capture of the rook the
// black king stands alone on its square.
func Setup(p Position) chess.Setup {
	s := chess.EmptySetup()
	s.Board[p.R()] = chess.WhiteRook
	s.Board[p.WK()] = chess.WhiteKing
	s.Board[p.BK()] = chess.BlackKing
	s.Turn = chess.Black
	if p.White() {
		s.Turn = chess.White
	}
	return s
}

// FEN returns the position in Forsyth-Edwards notation.
func FEN(p Position) string { return Setup(p).FEN() }

// PositionError says why a diagram is not a legal KRK position.
type PositionError struct {
	fen    string
	reason reason
	detail string
}

// reason is a stable identifier of why a diagram is not a legal KRK position.
type reason string

// The reasons.
const (
	wrongMen      reason = "WrongMen"      // other men than white king, white rook, black king
	rookLost      reason = "RookLost"      // the rook is missing
	castlingRight reason = "CastlingRight" // castling is not part of the endgame
	enPassant     reason = "EnPassant"     // there are no pawns
	adjacentKings reason = "KingsAdjacent" // the kings stand side by side
	blackInCheck  reason = "InCheck"       // White to move could take the king
)

func (e *PositionError) Error() string {
	return fmt.Sprintf("%q is not a KRK position: %s", e.fen, e.detail)
}

// ParseFEN reads a legal KRK position. Errors are *chess.FENError (not a FEN)
// or *PositionError (not a legal position of this endgame).
func ParseFEN(fen string) (Position, error) {
	s, err := chess.ParseFEN(fen)
	if err != nil {
		return 0, err
	}
	bad := func(r reason, format string, args ...any) (Position, error) {
		return 0, &PositionError{fen, r, fmt.Sprintf(format, args...)}
	}
	for _, m := range s.Men() {
		switch m.Man {
		case chess.WhiteKing, chess.WhiteRook, chess.BlackKing:
		default:
			return bad(wrongMen, "found %s %s on %s, want white king, white rook and black king only",
				m.Man.Color(), m.Man.Kind(), m.Square)
		}
	}
	if s.Count(chess.WhiteRook) == 0 && s.Count(chess.WhiteKing) == 1 && s.Count(chess.BlackKing) == 1 {
		return bad(rookLost, "the white rook is missing: the game is already drawn")
	}
	for _, m := range []chess.Man{chess.WhiteKing, chess.BlackKing, chess.WhiteRook} {
		if n := s.Count(m); n != 1 {
			return bad(wrongMen, "found %d of %s %s, want 1", n, m.Color(), m.Kind())
		}
	}
	if s.Castling != chess.NoCastling {
		return bad(castlingRight, "castling rights %q, want - (castling is not part of the endgame)", s.Castling)
	}
	if s.EnPassant != chess.NoSquare {
		return bad(enPassant, "en passant square %s, want - (there are no pawns)", s.EnPassant)
	}
	wk, bk, r := s.Find(chess.WhiteKing), s.Find(chess.BlackKing), s.Find(chess.WhiteRook)
	p := spec.Pack(Square(wk), Square(bk), Square(r), s.Turn == chess.White)
	switch {
	case kingReach[wk].has(Square(bk)):
		return bad(adjacentKings, "the kings stand side by side on %s and %s", wk, bk)
	case p.White() && check(p):
		return bad(blackInCheck, "White is to move, but the rook on %s attacks the black king on %s", r, bk)
	}
	return p, nil
}
