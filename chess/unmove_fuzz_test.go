package chess

import (
	"testing"
)

// positionOfBytes makes a position of any bytes: two of flags, the kings' squares,
// and then men and their squares in pairs. It returns nil if they make none.
func positionOfBytes(data []byte) *Position {
	if len(data) < 4 {
		return nil
	}
	s := EmptySetup()
	s.Turn = Color(data[0] & 1)
	s.Castling = Castling(data[0]>>1) & AllCastling
	for i, path := range CastlingPaths {
		need := path.Home
		if s.Castling.Has(1 << i) {
			s.Board[need[0].Square], s.Board[need[1].Square] = need[0].Man, need[1].Man
		}
	}
	for i, king := range []Man{WhiteKing, BlackKing} {
		if at := Square(data[2+i] & 63); s.Find(king) == NoSquare && s.Board[at] == NoMan {
			s.Board[at] = king
		}
	}
	for rest := data[4:]; len(rest) >= 2; rest = rest[2:] {
		kind := Queen + Kind(rest[0]>>1)%5
		at := Square(rest[1] & 63)
		if s.Board[at] == NoMan && (kind != Pawn || at.Rank() > 0 && at.Rank() < 7) {
			s.Board[at] = MakeMan(Color(rest[0]&1), kind)
		}
	}
	if data[1]&8 != 0 {
		s.EnPassant = MakeSquare(int(data[1]&7), 5-3*int(s.Turn))
	}
	p, err := NewPosition(s)
	if err != nil {
		return nil
	}
	return p
}

// FuzzUnmoves wants every un-move to lead back, and every move to be found again.
func FuzzUnmoves(f *testing.F) {
	f.Add([]byte{0, 0, 0, 63, 2, 10})
	f.Add([]byte{31, 0, 4, 60, 8, 12, 9, 52, 5, 33})
	f.Add([]byte{1, 12, 6, 62, 8, 28, 9, 27, 9, 29, 0, 24})
	f.Add([]byte{7, 0, 6, 60, 2, 5, 8, 33, 9, 32, 9, 34, 8, 35})
	f.Fuzz(func(t *testing.T, data []byte) {
		p := positionOfBytes(data)
		if p == nil {
			return
		}
		for _, o := range allUnmoveOptions {
			checkUnmoves(t, p, o)
		}
		possible := p.PossibleMaterial(White) && p.PossibleMaterial(Black)
		for _, m := range p.LegalMoves(nil) {
			after := *p
			after.Make(m)
			wantUnmove(t, p, &after, m, p.Captured(m), possible)
		}
	})
}
