package retro

import (
	"math/bits"
	"retroproof/chess"
)

// edge is a set of positions of a word.
type Edge struct {
	word int
	set  uint64
}

// retract finds where a side may have come from by a move that is neither a
// capture nor a promotion, from positions with the other side to move. A double
// step that allows an en passant capture is left out unless passing is set.
func Retract(l *Layout, out []Edge, b *Board, set uint64, side int, passing bool) []Edge {
	c := chess.Color(side)
	if l.inner.color == c {
		var from uint64
		if l.inner.kind == chess.Pawn {
			double := doubleStepBack(c, set, ^b.occupied)
			if !passing {
				double &^= passedInner(l, b, c)
			}
			from = stepBack(c, set, ^b.occupied) | double
		} else {
			from = slide(l.inner.kind, set, ^b.occupied)
		}
		if from != 0 {
			out = append(out, Edge{b.word, from})
		}
	}
	for i := range l.outer {
		s := &l.outer[i]
		if s.color != c {
			continue
		}
		a := b.sq[i] & 63
		at := b.word - s.off[a]
		switch s.kind {
		case chess.Pawn:
			out = retractPawn(l, out, b, set, s, a, at, passing)
		case chess.Knight:
			for from := uint64(chess.KnightAttacks(chess.Square(a))) &^ b.occupied; from != 0; from &= from - 1 {
				t := bits.TrailingZeros64(from) & 63
				if path := set &^ (1 << t); path != 0 {
					out = append(out, Edge{at + s.off[t], path})
				}
			}
		default:
			for d, end := directions(s.kind); d < end; d++ {
				r := &rays[d&7][a]
				path := set
				for _, t := range r.sq[:r.n&7] {
					bit := uint64(1) << (t & 63)
					if path &^= bit; path == 0 || b.occupied&bit != 0 {
						break
					}
					out = append(out, Edge{at + s.off[t&63], path})
				}
			}
		}
	}
	steps := l.KingSteps(b, side)
	for i := range steps {
		st := &steps[i]
		bit := uint64(1) << (st.to & 63)
		path := set &^ bit
		if path == 0 || b.occupied&bit != 0 {
			continue
		}
		out = append(out, Edge{l.AfterKingStep(b, st.pair, st.op), st.op.Bits(path)})
		if st.twin {
			op := st.op ^ Transpose
			out = append(out, Edge{l.AfterKingStep(b, st.pair, op), op.Bits(path)})
		}
	}
	return out
}

// retractPawn is retract for an outer pawn on a, whose word without it is at.
func retractPawn(l *Layout, out []Edge, b *Board, set uint64, s *Slot, a uint8, at int, passing bool) []Edge {
	back, home := -8, uint8(1)
	if s.color == chess.Black {
		back, home = 8, 6
	}
	t := uint8(int(a) + back)
	path := set &^ (1 << (t & 63))
	if t>>3 == 0 || t>>3 == 7 || path == 0 || b.occupied>>(t&63)&1 != 0 {
		return out
	}
	out = append(out, Edge{at + s.off[t&63], path})
	t = uint8(int(t) + back)
	if t>>3 != home {
		return out
	}
	path &^= 1 << (t & 63)
	if !passing {
		path &^= passedOuter(l, b, s.color, a)
	}
	if path != 0 && b.occupied>>(t&63)&1 == 0 {
		out = append(out, Edge{at + s.off[t&63], path})
	}
	return out
}

// stuck returns those positions of a set in which a side has no move, captures
// and promotions apart, that leads to an open position. A double step that allows
// an en passant capture is no such move if passing is set: it has to be looked
// at by itself.
func Stuck(l *Layout, b *Board, target []uint64, set uint64, side int, passing bool) uint64 {
	c := chess.Color(side)
	if l.inner.color == c {
		if open := target[b.word]; open != 0 {
			if l.inner.kind == chess.Pawn {
				double := doubleStepBack(c, open, ^b.occupied)
				if passing {
					double &^= passedInner(l, b, c)
				}
				set &^= stepBack(c, open, ^b.occupied) | double
			} else {
				set &^= slide(l.inner.kind, open, ^b.occupied)
			}
			if set == 0 {
				return 0
			}
		}
	}
	steps := l.KingSteps(b, side)
	for i := range steps {
		st := &steps[i]
		bit := uint64(1) << (st.to & 63)
		if b.occupied&bit != 0 || set&^bit == 0 {
			continue
		}
		open := target[l.AfterKingStep(b, st.pair, st.op)]
		if open == 0 {
			continue
		}
		if set &^= st.op.Inverse().Bits(open) &^ bit; set == 0 {
			return 0
		}
	}
	for i := range l.outer {
		s := &l.outer[i]
		if s.color != c {
			continue
		}
		a := b.sq[i] & 63
		at := b.word - s.off[a]
		switch s.kind {
		case chess.Pawn:
			set = stuckPawn(l, b, target, set, s, a, at, passing)
		case chess.Knight:
			for to := uint64(chess.KnightAttacks(chess.Square(a))) &^ b.occupied; to != 0; to &= to - 1 {
				set &^= target[at+s.off[bits.TrailingZeros64(to)&63]]
			}
		default:
			for d, end := directions(s.kind); d < end; d++ {
				r := &rays[d&7][a]
				path := set
				for _, t := range r.sq[:r.n&7] {
					bit := uint64(1) << (t & 63)
					if path &^= bit; path == 0 || b.occupied&bit != 0 {
						break
					}
					free := target[at+s.off[t&63]] & path
					set &^= free
					path &^= free
				}
			}
		}
		if set == 0 {
			return 0
		}
	}
	return set
}

// stuckPawn is stuck for an outer pawn.
func stuckPawn(l *Layout, b *Board, target []uint64, set uint64, s *Slot, a uint8, at int, passing bool) uint64 {
	ahead, home, last := 8, uint8(1), uint8(7)
	if s.color == chess.Black {
		ahead, home, last = -8, 6, 0
	}
	t := uint8(int(a)+ahead) & 63
	if t>>3 == last || b.occupied>>t&1 != 0 {
		return set
	}
	stays := set & (1 << t) // the inner man in front
	set &^= stays
	if a>>3 == home {
		if u := uint8(int(t)+ahead) & 63; b.occupied>>u&1 == 0 {
			free := target[at+s.off[u]] &^ (1 << u)
			if passing {
				free &^= passedOuter(l, b, s.color, u)
			}
			set &^= free
		}
	}
	return set&^target[at+s.off[t]] | stays
}

// passedOuter returns the squares of the inner man with which a double step of
// an outer pawn to a square allows, pins apart, a capture en passant.
func passedOuter(l *Layout, b *Board, c chess.Color, to uint8) uint64 {
	near := beside(to)
	for i := range l.outer {
		if s := &l.outer[i]; s.kind == chess.Pawn && s.color != c && near>>(b.sq[i]&63)&1 != 0 {
			return ^uint64(0)
		}
	}
	if l.inner.kind == chess.Pawn && l.inner.color != c {
		return near
	}
	return 0
}

// passedInner returns the squares from which a double step of the inner pawn
// allows, pins apart, a capture en passant.
func passedInner(l *Layout, b *Board, c chess.Color) (from uint64) {
	rank, back := uint8(3), 16
	if c == chess.Black {
		rank, back = 4, -16
	}
	for i := range l.outer {
		if s := &l.outer[i]; s.kind == chess.Pawn && s.color != c && b.sq[i]>>3 == rank {
			from |= bits.RotateLeft64(beside(b.sq[i]), -back)
		}
	}
	return from
}
