package randomgames

import (
	"math/rand/v2"

	"retroproof/chess"
)

// Jam is a game in which an edge of the board is likely to become tight: a piece comes to a square, and
// pawns come to the ones beside it, while pawns pass, capture and promote.
type Jam struct {
	Start                   *chess.Setup
	square, stay, side, all chess.Bitboard // where the piece comes; the pawn at home; the squares beside; those around
}

// NewJam returns a start.
func NewJam(r *rand.Rand) *Jam {
	j := &Jam{}
	j.Start = compose(r, func(c *composed) {
		// The edge is the a-file with White's pawn on b2, or on b3; mirrored it is any other one.
		c.put(100, chess.WhiteKing, "h4", "g3", "f5", "h1")
		c.put(100, chess.BlackKing, "h8", "g7", "f8", "e3")
		rank := 2 + c.IntN(2)
		if rank == 2 || c.IntN(3) == 0 {
			c.put(90, chess.WhitePawn, "b2")
		} else {
			c.put(90, chess.WhitePawn, "b3")
		}
		c.put(60, chess.WhitePawn, "a2", "a2", "c3", "a3", "c2", "c4")
		c.put(20, chess.WhitePawn, "b3", "a5", "c4")
		c.put(20, chess.WhitePawn, "a7", "b7", "e7")
		c.put(70, chess.BlackPawn, "a3", "a4", "c5", "b5", "b6", "a5", "c4")
		c.put(50, chess.BlackPawn, "a3", "a4", "a5", "b5", "c5", "b7", "a7")
		c.put(30, chess.BlackPawn, "a2", "c2", "d2", "a3")
		c.put(50, c.either(chess.Bishop), "a3", "c5", "d6", "c1", "e7", "b4", "a4", "c6")
		c.put(30, c.either(chess.Bishop), "a3", "a4", "b5", "c6", "d7", "c5")
		c.put(30, c.either(chess.Knight), "a3", "b4", "c4", "b5", "a4")
		c.put(30, c.either(chess.Rook), "a1", "a3", "b4", "a8")
		c.put(10, c.either(chess.Queen), "a3", "b4", "d5")
		j.square, j.stay, j.all = chess.MakeSquare(0, rank).Bit(), chess.MakeSquare(1, 1).Bit(), 0x070707070700
		j.side = chess.MakeSquare(1, rank-1).Bit() | chess.MakeSquare(1, rank+1).Bit()
	}, &j.square, &j.stay, &j.side, &j.all)
	return j
}

// Move returns a legal move.
func (j *Jam) Move(r *rand.Rand, p *chess.Position) (m chess.Move, ok bool) {
	var buf [256]chess.Move
	moves := p.LegalMoves(buf[:0])
	piece := func(sq chess.Square) bool { return p.At(sq) != chess.NoMan && p.At(sq).Kind() != chess.Pawn }
	// Weights are by what has been seen to make an edge tight: the piece comes first, then the pawns beside it.
	waits := piece(j.square.First()) // for pawns beside it
	weight := func(m chess.Move) int {
		pawn := p.At(m.From()).Kind() == chess.Pawn
		switch k := m.Promotion(); {
		case j.stay.Has(m.From()):
			return 0
		// What has come there rather stays.
		case j.square.Has(m.From()) && !pawn, j.side.Has(m.From()) && pawn:
			return 1
		case j.square.Has(m.To()) && !pawn, j.side.Has(m.To()) && pawn && (waits || j.square.Has(m.From())):
			return 60
		case k == chess.Bishop, k == chess.Queen:
			return 40
		case pawn && j.all.Has(m.To()):
			return 12
		case j.all.Has(m.To()):
			return 6
		}
		return 2
	}
	return choose(r, moves, weight)
}
