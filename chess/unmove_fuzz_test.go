package chess

import (
	"slices"
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

// TestUnmovesTampered changes un-moves in every part: what is then not in the
// list does not lead to the position.
func TestUnmovesTampered(t *testing.T) {
	random := splitmix64(3)
	tampered := 0
	for range 300 {
		p := wildPosition(&random)
		for _, reading := range []EnPassantReading{EnPassantLegal, EnPassantField} {
			all := p.Unmoves(nil, UnmoveOptions{EnPassant: reading})
			if len(all) == 0 {
				continue
			}
			in := make(map[Unmove]bool)
			for _, u := range all {
				in[u] = true
			}
			for range 50 {
				u := all[random.pick(len(all))]
				switch random.pick(6) {
				case 0:
					u.Castling ^= 1 << random.pick(4)
				case 1:
					u.EnPassant = MakeSquare(random.pick(8), 5-3*int(p.turn.Other()))
				case 2:
					u.EnPassant = NoSquare
				case 3:
					u.Captured = MakeMan(p.turn, [...]Kind{NoKind, Queen, Rook, Bishop, Knight, Pawn}[random.pick(6)])
				case 4:
					if from := Square(random.pick(64)); p.board[from] == NoMan {
						u.Move = u.Move&^63 | Move(from)
					}
				case 5:
					u.Move = u.Move&^(7<<12) | Move(random.pick(7))<<12
				}
				leads := retractable(p, u) && plays(p, u, reading)
				if leads != in[u] {
					t.Fatalf("%v, reading %d: %v: leads here: %v, among the un-moves: %v", p, reading, u, leads, in[u])
				}
				if !leads {
					tampered++
				}
			}
		}
	}
	if tampered < 5000 {
		t.Errorf("only %d un-moves were wrong", tampered)
	}
}

// retractable reports whether there is room to take the move back at all.
func retractable(p *Position, u Unmove) bool {
	m, on := u.Move, p.board[u.Move.To()]
	if on == NoMan || on.Color() == p.turn || p.board[m.From()] != NoMan {
		return false
	}
	switch {
	case m.IsCastling():
		rook := rookMoves[m.To()]
		return rook != rookMove{} && on.Kind() == King && u.Captured == NoMan &&
			p.board[rook.to] == MakeMan(on.Color(), Rook) && p.board[rook.from] == NoMan
	case m.IsEnPassant():
		at := m.To() ^ 8
		return on.Kind() == Pawn && u.Captured.Kind() == Pawn && (p.board[at] == NoMan) && at != m.From()
	case m.Promotion() != NoKind:
		return on.Kind() == m.Promotion()
	}
	return true
}

// plays reports whether what the un-move leads to is a position, has the move,
// and comes back by it.
func plays(p *Position, u Unmove, reading EnPassantReading) bool {
	q := p.Before(u)
	fresh, err := NewPosition(q.Setup())
	if err != nil || fresh.Captured(u.Move) != u.Captured || !slices.Contains(fresh.LegalMoves(nil), u.Move) {
		return false
	}
	if reading == EnPassantLegal && fresh.enPassant != fresh.capturable {
		return false
	}
	fresh.Make(u.Move)
	return leadsTo(fresh, p, reading)
}
