package exact

import (
	"retroproof/chess"
	"retroproof/kernel/ways"
)

// newRoutes returns the ways around squares whose men never move. The squares next to these
// that they attack, and those of knights, are attacked for good: nothing can stand between.
func newRoutes(blocked chess.Bitboard, p *chess.Position) *ways.Routes {
	r := &ways.Routes{Blocked: blocked}
	for b := blocked; b != 0; b = b.WithoutFirst() {
		m := p.At(b.First())
		r.Unsafe[m.Color().Other()] |= chess.Attacks(m, b.First(), chess.AllSquares)
	}
	return r
}

// captured returns the least number of moves after which a man can be captured on a square of a set, a pawn with at
// most so many captures, also after it has promoted; ways.Forbidden if there is no way.
func captured(r *ways.Routes, m chess.Man, most int, sq chess.Square, on chess.Bitboard) int {
	from := r.Leaving(m, most, sq)
	moves := from.ToAny(on)
	if m.Kind() == chess.Pawn {
		moves = min(moves, from.ToAny(ways.LastRank(m.Color()))+1)
	}
	if m.Kind() == chess.King || moves >= ways.Far {
		return ways.Forbidden
	}
	return moves
}
