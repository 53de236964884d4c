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

// become returns the least number of moves, and of captures, with which a man becomes a man of the goal, a pawn with at
// most so many captures; ways.Forbidden if there is no way.
func become(r *ways.Routes, m chess.Man, most int, sq chess.Square, want chess.Man,
	to chess.Square) (moves, takes int) {
	switch {
	case m == want && m.Kind() == chess.Pawn:
		moves, takes = r.PawnTo(m.Color(), most, to).To(sq), ways.FileDistance(sq, to)
	case m == want:
		moves = r.To(want, to).To(sq)
	case m.Kind() == chess.Pawn && want.Kind() != chess.King:
		return r.Promotion(m.Color(), most, sq, r.To(want, to))
	default:
		moves = ways.Far
	}
	if moves == ways.Far {
		return ways.Forbidden, 0
	}
	return moves, takes
}

// captured returns the least number of moves after which a man can be captured on a square of a set, a pawn with at
// most so many captures, also after it has promoted; ways.Far if there is no way.
func captured(r *ways.Routes, m chess.Man, most int, sq chess.Square, on chess.Bitboard) int {
	switch m.Kind() {
	case chess.King:
		return ways.Far
	case chess.Pawn:
		from := r.PawnFrom(m.Color(), most, sq)
		return min(from.ToAny(on), from.ToAny(ways.LastRank(m.Color()))+1)
	}
	return r.From(m, sq).ToAny(on)
}
