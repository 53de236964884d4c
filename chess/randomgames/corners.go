package randomgames

import (
	"math/rand/v2"

	"retroproof/chess"
)

// CornerStart returns a start with a corner behind pawns at home, pieces that come and go before a
// pawn moves and not after, and pawns of the other side that are about to promote there. stay is a
// pawn without which the corner is open, and near are the squares around.
func CornerStart(r *rand.Rand) (start *chess.Setup, stay, near chess.Bitboard) {
	stay, near = chess.MakeSquare(2, 1).Bit(), 0x0f0f0f0f0f
	start = compose(r, func(c *composed) {
		// The corner is White's, on the left; mirrored it is any other one.
		c.put(100, chess.WhiteKing, "h4", "g3", "f5")
		c.put(100, chess.BlackKing, "h8", "g7", "f8")
		c.s.Board[chess.MakeSquare(2, 1)] = chess.WhitePawn
		c.put(90, chess.WhitePawn, "b2")
		c.put(35, chess.WhitePawn, "a2", "a2", "a3")
		c.put(90, chess.BlackPawn, "a2", "a3", "a3", "a4", "b4", "c3")
		c.put(50, chess.BlackPawn, "a3", "a4", "a5", "b4", "d3")
		c.put(10, chess.BlackPawn, "b2", "b3", "d2")
		c.put(60, chess.WhiteKnight, "a1", "b3", "a5", "c5", "d4", "d2")
		c.put(30, chess.BlackKnight, "a1", "b3", "a5", "c5", "d4", "d2", "a3", "c3")
		c.put(30, chess.WhiteBishop, "a1", "b1", "b3", "c4", "d3", "d4", "e5")
		c.put(20, chess.BlackBishop, "b1", "a2", "c4", "d4", "c3", "a3")
		c.put(20, c.either(chess.Rook), "a1", "b1", "c1", "a8", "d5")
		c.put(15, c.either(chess.Queen), "a1", "b1", "c3", "d5")
	}, &stay, &near)
	return start, stay, near
}

// composed is a start that is being made of men on squares by name.
type composed struct {
	*rand.Rand
	s chess.Setup
}

// put puts a man, so many times in a hundred, on one of some squares, unless another one is there.
func (c *composed) put(percent int, m chess.Man, squares ...string) {
	if c.IntN(100) >= percent {
		return
	}
	if sq, err := chess.ParseSquare(squares[c.IntN(len(squares))]); err == nil && c.s.Board[sq] == chess.NoMan {
		c.s.Board[sq] = m
	}
}

// either returns a man of any colour.
func (c *composed) either(k chess.Kind) chess.Man { return chess.MakeMan(chess.Color(c.IntN(2)), k) }

// compose returns a start on which a function has put men, mirrored in any way, and mirrors sets of squares with it.
func compose(r *rand.Rand, men func(c *composed), sets ...*chess.Bitboard) *chess.Setup {
	for {
		c := composed{r, chess.Setup{EnPassant: chess.NoSquare, FullmoveNumber: 1, Turn: chess.Color(r.IntN(2))}}
		men(&c)
		files, sides := r.IntN(2) == 0, r.IntN(2) == 0
		s := mirrored(&c.s, files, sides)
		if p, err := chess.NewPosition(s); err == nil && p.HasLegalMove() {
			for _, set := range sets {
				*set = mirroredSet(*set, files, sides)
			}
			return &s
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
		m |= mirroredSquare(sq, files, sides).Bit()
	}
	return m
}

func mirroredSquare(sq chess.Square, files, sides bool) chess.Square {
	if files {
		sq ^= 7
	}
	if sides {
		sq ^= 56
	}
	return sq
}

// mirrored returns a diagram with the files the other way round, and with the sides exchanged.
func mirrored(s *chess.Setup, files, sides bool) chess.Setup {
	m := *s
	for sq, man := range s.Board {
		if sides && man != chess.NoMan {
			man = chess.MakeMan(man.Color().Other(), man.Kind())
		}
		m.Board[mirroredSquare(chess.Square(sq), files, sides)] = man
	}
	return m
}
