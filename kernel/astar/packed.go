package astar

import (
	"errors"

	"retroproof/chess"
)

// packed is a position without its clocks, in 24 bytes: two positions are the same by the
// rule of repetition if and only if they are equal. The men on the occupied squares
// follow from a1 on in four bits each. The four codes that no man has encode the castling
// rights, the en passant square and the side to move.
type packed struct {
	occupied chess.Bitboard
	men      [2]uint64
}

// The other codes. A rook with its right to castle, a pawn that can be captured en
// passant, and Black's king if Black is to move.
const (
	doubleStepped   = 0
	whiteCastling   = 7
	blackKingToMove = 8
	blackCastling   = 15
)

// maxMen is the number of men that a packed position has room for.
const maxMen = 32

// errTooManyMen is the error of searches from positions with more men.
var errTooManyMen = errors.New("more than 32 men at the start")

// hash mixes a packed position and a seed.
func (p *packed) hash(seed uint64) uint64 {
	h := seed
	for _, w := range [...]uint64{uint64(p.occupied), p.men[0], p.men[1]} {
		// A round of splitmix64 (Steele, Lea and Flood, 2014) each.
		h += w + 0x9E3779B97F4A7C15
		h = (h ^ h>>30) * 0xBF58476D1CE4E5B9
		h = (h ^ h>>27) * 0x94D049BB133111EB
		h ^= h >> 31
	}
	return h
}

// pack packs a position of at most 32 men.
func pack(p *chess.Position) packed {
	k := packed{occupied: p.Occupied()}
	rooks := p.Castling().Homes() & p.Kind(chess.Rook)
	passed := chess.NoSquares
	if ep := p.CapturableEnPassant(); ep != chess.NoSquare {
		passed = (ep ^ 8).Bit()
	}
	n := 0
	for b := k.occupied; b != 0; b = b.WithoutFirst() {
		sq := b.First()
		m := p.At(sq)
		code := uint64(m)
		switch {
		case rooks.Has(sq):
			code = whiteCastling
			if m.Color() == chess.Black {
				code = blackCastling
			}
		case passed.Has(sq):
			code = doubleStepped
		case m == chess.BlackKing && p.Turn() == chess.Black:
			code = blackKingToMove
		}
		k.men[n>>4&1] |= code << (n & 15 * 4)
		n++
	}
	return k
}

// unpack returns the position.
func (p *packed) unpack() *chess.Position {
	s := chess.EmptySetup()
	n := 0
	for b := p.occupied; b != 0; b = b.WithoutFirst() {
		sq := b.First() & 63
		m := chess.Man(p.men[n>>4&1] >> (n & 15 * 4) & 15)
		n++
		switch m {
		case doubleStepped:
			m, s.EnPassant = chess.WhitePawn, sq^8
			if sq.Rank() == 4 {
				m = chess.BlackPawn
			}
		case whiteCastling:
			m = chess.WhiteRook
			s.Castling |= rightOfRook(sq)
		case blackCastling:
			m = chess.BlackRook
			s.Castling |= rightOfRook(sq)
		case blackKingToMove:
			m, s.Turn = chess.BlackKing, chess.Black
		}
		s.Board[sq] = m
	}
	pos, err := chess.NewPosition(s)
	if err != nil {
		panic(err) // only positions are packed
	}
	return pos
}

// rightOfRook returns the right of a rook that has never moved.
func rightOfRook(sq chess.Square) chess.Castling {
	for i := range chess.CastlingPaths {
		if chess.CastlingPaths[i].Home[1].Square == sq {
			return 1 << i
		}
	}
	return chess.NoCastling
}
