package randomgames

import (
	"math/rand/v2"

	"retroproof/chess"
)

// CornerStart returns a start with a corner behind pawns at home, pieces that come and go before a
// pawn moves and not after, and pawns of the other side that are about to promote there. stay is a
// pawn without which the corner is open, and near are the squares around.
func CornerStart(r *rand.Rand) (start *chess.Setup, stay, near chess.Bitboard) {
	for {
		s := chess.Setup{EnPassant: chess.NoSquare, FullmoveNumber: 1, Turn: chess.Color(r.IntN(2))}
		put := func(m chess.Man, name string) {
			if sq, err := chess.ParseSquare(name); err == nil && s.Board[sq] == chess.NoMan {
				s.Board[sq] = m
			}
		}
		some := func(percent int, m chess.Man, squares ...string) {
			if r.IntN(100) < percent {
				put(m, squares[r.IntN(len(squares))])
			}
		}
		// The corner is White's, on the left; mirrored it is any other one.
		some(100, chess.WhiteKing, "h4", "g3", "f5")
		some(100, chess.BlackKing, "h8", "g7", "f8")
		put(chess.WhitePawn, "c2")
		stay = chess.MakeSquare(2, 1).Bit()
		some(90, chess.WhitePawn, "b2")
		some(35, chess.WhitePawn, "a2", "a2", "a3")
		some(90, chess.BlackPawn, "a2", "a3", "a3", "a4", "b4", "c3")
		some(50, chess.BlackPawn, "a3", "a4", "a5", "b4", "d3")
		some(10, chess.BlackPawn, "b2", "b3", "d2")
		some(60, chess.WhiteKnight, "a1", "b3", "a5", "c5", "d4", "d2")
		some(30, chess.BlackKnight, "a1", "b3", "a5", "c5", "d4", "d2", "a3", "c3")
		some(30, chess.WhiteBishop, "a1", "b1", "b3", "c4", "d3", "d4", "e5")
		some(20, chess.BlackBishop, "b1", "a2", "c4", "d4", "c3", "a3")
		some(20, chess.MakeMan(chess.Color(r.IntN(2)), chess.Rook), "a1", "b1", "c1", "a8", "d5")
		some(15, chess.MakeMan(chess.Color(r.IntN(2)), chess.Queen), "a1", "b1", "c3", "d5")
		files, sides := r.IntN(2) == 0, r.IntN(2) == 0
		s, stay = mirrored(&s, files, sides), mirroredSet(stay, files, sides)
		near = mirroredSet(0x0f0f0f0f0f, files, sides)
		if p, err := chess.NewPosition(s); err == nil && p.HasLegalMove() {
			return &s, stay, near
		}
	}
}

// CornerMove returns a legal move: rather promotions and moves near some squares, and not those of a
// pawn that is to stay.
func CornerMove(r *rand.Rand, p *chess.Position, stay, near chess.Bitboard) (chess.Move, bool) {
	var buf [256]chess.Move
	moves := p.LegalMoves(buf[:0])
	weight := func(m chess.Move) int {
		switch k := m.Promotion(); {
		case stay.Has(m.From()):
			return 0
		case k == chess.Bishop || k == chess.Knight:
			return 40
		case k != chess.NoKind:
			return 4
		case near.Has(m.To()):
			return 8
		case p.At(m.From()).Kind() == chess.King:
			return 2
		}
		return 1
	}
	return choose(r, moves, weight)
}

// mirroredSet mirrors squares as mirrored does.
func mirroredSet(set chess.Bitboard, files, sides bool) (m chess.Bitboard) {
	for sq := range set.Squares() {
		if files {
			sq ^= 7
		}
		if sides {
			sq ^= 56
		}
		m |= sq.Bit()
	}
	return m
}

// mirrored returns a diagram with the files the other way round, and with the sides exchanged.
func mirrored(s *chess.Setup, files, sides bool) chess.Setup {
	m := *s
	for sq := range chess.Square(chess.NumSquares) {
		to, man := sq, s.Board[sq]
		if files {
			to ^= 7
		}
		if sides {
			to ^= 56
			if man != chess.NoMan {
				man = chess.MakeMan(man.Color().Other(), man.Kind())
			}
		}
		m.Board[to] = man
	}
	return m
}
