package generate

import (
	"iter"
	"math/bits"

	"retroproof/chess"
	"retroproof/retro/table"
)

// An edge leads to some positions of a word.
type edge struct {
	Word int
	Set  uint64
}

// pawnRanks has how the pawns of a colour go: the step ahead, and the ranks where they begin, stand after a double
// step, and are promoted.
var pawnRanks = [2]struct {
	ahead              int
	home, double, last uint8
}{{8, 1, 3, 7}, {-8, 6, 4, 0}}

// retract appends the positions from which a side reaches some positions of a
// word, with the other side to move, by a move that is neither a capture nor a
// promotion, and not by a leading pawn of a slice. Double steps that may be answered by a
// capture en passant are left out unless passing is set.
func retract(l *table.Layout, out []edge, b *table.Board, set uint64, side int, passing bool) []edge {
	// A move is taken back for all positions of the word at once: the inner man's within the word, by filling; another
	// man's leads to one word for each square he may come from, with the inner man's squares off his path.
	// Cost: an edge for each of these squares, some 30 of a word with queens.
	c := chess.Color(side)
	if l.Inner.Color == c {
		if from := innerFrom(l, b, set, passing); from != 0 {
			out = append(out, edge{b.Word, from})
		}
	}
	for i := range l.Outer {
		s := &l.Outer[i]
		if s.Color != c || s.Leads {
			continue
		}
		a := b.Sq[i] & 63
		off := l.Offsets(b, i)
		at := b.Word - off[a]
		switch s.Kind {
		case chess.Pawn:
			out = retractPawn(l, out, b, set, s.Color, a, at, off, passing)
		case chess.Knight:
			for from := uint64(chess.KnightAttacks(chess.Square(a))) &^ b.Occupied; from != 0; from &= from - 1 {
				t := bits.TrailingZeros64(from) & 63
				if path := set &^ (1 << t); path != 0 {
					out = append(out, edge{at + off[t], path})
				}
			}
		default: // a slider: the inner man blocks what is behind him
			for d, end := directions(s.Kind); d < end; d++ {
				r := &rays[d&7][a]
				path := set
				for _, t := range r.sq[:r.n&7] {
					bit := uint64(1) << (t & 63)
					if path &^= bit; path == 0 || b.Occupied&bit != 0 {
						break
					}
					out = append(out, edge{at + off[t&63], path})
				}
			}
		}
	}
	return retractKing(l, out, b, set, side)
}

// innerFrom returns the squares from which the inner man reaches some squares, by moves as retract has them.
func innerFrom(l *table.Layout, b *table.Board, to uint64, passing bool) uint64 {
	if l.Inner.Kind != chess.Pawn {
		return slide(l.Inner.Kind, to, ^b.Occupied)
	}
	double := doubleStepBack(l.Inner.Color, to, ^b.Occupied)
	if !passing {
		double &^= passedInner(l, b, l.Inner.Color)
	}
	return stepBack(l.Inner.Color, to, ^b.Occupied) | double
}

// retractKing is retract for the king.
func retractKing(l *table.Layout, out []edge, b *table.Board, set uint64, side int) []edge {
	steps := l.KingSteps(b, side)
	for i := range steps {
		st := &steps[i]
		bit := uint64(1) << (st.To & 63)
		path := set &^ bit
		if path == 0 || b.Occupied&bit != 0 {
			continue
		}
		out = append(out, edge{l.AfterKingStep(b, st.Pair, st.Op), st.Op.Bits(path)})
		if st.Twin {
			op := st.Op ^ table.Transpose
			out = append(out, edge{l.AfterKingStep(b, st.Pair, op), op.Bits(path)})
		}
	}
	return out
}

// retractPawn is retract for an outer pawn of a colour on a, whose word without it is at
// and with it at plus an offset.
func retractPawn(l *table.Layout, out []edge, b *table.Board, set uint64, c chess.Color, a uint8, at int, off *[64]int,
	passing bool) []edge {
	pawns := &pawnRanks[c]
	t := uint8(int(a) - pawns.ahead)
	path := set &^ (1 << (t & 63))
	if t>>3 == 0 || t>>3 == 7 || path == 0 || b.Occupied>>(t&63)&1 != 0 {
		return out
	}
	out = append(out, edge{at + off[t&63], path})
	t = uint8(int(t) - pawns.ahead)
	if t>>3 != pawns.home {
		return out
	}
	path &^= 1 << (t & 63)
	if !passing {
		path &^= passedOuter(l, b, c, a)
	}
	if path != 0 && b.Occupied>>(t&63)&1 == 0 {
		out = append(out, edge{at + off[t&63], path})
	}
	return out
}

// Stuck returns those positions of a set in which a side has no move to a target,
// captures, promotions and moves of the leading pawns of a slice apart. The targets are sets of positions with the
// other side to move, by word. Double steps that may be answered by a capture en passant
// are left out if passing is set.
func Stuck(l *table.Layout, b *table.Board, target []uint64, set uint64, side int, passing bool) uint64 {
	// The idea is that of retract, forwards: positions with a move to a target go out of the set, those with the inner
	// man's moves first, because these are in the same word.
	// Cost: a word is read for each destination of another man, and none when the set is empty.
	c := chess.Color(side)
	if l.Inner.Color == c {
		if open := target[b.Word]; open != 0 {
			if set &^= innerFrom(l, b, open, !passing); set == 0 {
				return 0
			}
		}
	}
	if set = stuckKing(l, b, target, set, side); set == 0 {
		return 0
	}
	for i := range l.Outer {
		s := &l.Outer[i]
		if s.Color != c || s.Leads {
			continue
		}
		a := b.Sq[i] & 63
		off := l.Offsets(b, i)
		at := b.Word - off[a]
		switch s.Kind {
		case chess.Pawn:
			set = stuckPawn(l, b, target, set, s.Color, a, at, off, passing)
		case chess.Knight:
			for to := uint64(chess.KnightAttacks(chess.Square(a))) &^ b.Occupied; to != 0; to &= to - 1 {
				set &^= target[at+off[bits.TrailingZeros64(to)&63]]
			}
		default: // a slider: a target is reached only where the inner man is not on the path
			for d, end := directions(s.Kind); d < end; d++ {
				r := &rays[d&7][a]
				path := set
				for _, t := range r.sq[:r.n&7] {
					bit := uint64(1) << (t & 63)
					if path &^= bit; path == 0 || b.Occupied&bit != 0 {
						break
					}
					free := target[at+off[t&63]] & path
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

// stuckKing is Stuck for the king.
func stuckKing(l *table.Layout, b *table.Board, target []uint64, set uint64, side int) uint64 {
	steps := l.KingSteps(b, side)
	for i := range steps {
		st := &steps[i]
		bit := uint64(1) << (st.To & 63)
		if b.Occupied&bit != 0 || set&^bit == 0 {
			continue
		}
		open := target[l.AfterKingStep(b, st.Pair, st.Op)]
		if open == 0 {
			continue
		}
		if set &^= st.Op.Inverse().Bits(open) &^ bit; set == 0 {
			return 0
		}
	}
	return set
}

// stuckPawn is Stuck for an outer pawn; see retractPawn.
func stuckPawn(l *table.Layout, b *table.Board, target []uint64, set uint64, c chess.Color, a uint8, at int,
	off *[64]int, passing bool) uint64 {
	pawns := &pawnRanks[c]
	t := uint8(int(a)+pawns.ahead) & 63
	if t>>3 == pawns.last || b.Occupied>>t&1 != 0 {
		return set
	}
	stays := set & (1 << t) // the inner man in front
	set &^= stays
	if a>>3 == pawns.home {
		if u := uint8(int(t)+pawns.ahead) & 63; b.Occupied>>u&1 == 0 {
			free := target[at+off[u]] &^ (1 << u)
			if passing {
				free &^= passedOuter(l, b, c, u)
			}
			set &^= free
		}
	}
	return set&^target[at+off[t]] | stays
}

// passedOuter returns the squares of the inner man with which a double step of
// an outer pawn to a square allows, pins apart, a capture en passant.
func passedOuter(l *table.Layout, b *table.Board, c chess.Color, to uint8) uint64 {
	near := beside(to)
	for i := range l.Outer {
		if s := &l.Outer[i]; s.Kind == chess.Pawn && s.Color != c && near>>(b.Sq[i]&63)&1 != 0 {
			return ^uint64(0)
		}
	}
	if l.Inner.Kind == chess.Pawn && l.Inner.Color != c {
		return near
	}
	return 0
}

// passedInner returns the squares from which a double step of the inner pawn
// allows, pins apart, a capture en passant.
func passedInner(l *table.Layout, b *table.Board, c chess.Color) (from uint64) {
	pawns := &pawnRanks[c]
	for i := range l.Outer {
		if s := &l.Outer[i]; s.Kind == chess.Pawn && s.Color != c && b.Sq[i]>>3 == pawns.double {
			from |= bits.RotateLeft64(beside(b.Sq[i]), -2*pawns.ahead)
		}
	}
	return from
}

// A passingStep is a double step that may be answered by a capture en passant,
// pins apart.
type passingStep struct {
	From         uint8 // the inner man's square before the step
	Word         int   // the word after it
	Inner        uint8 // the inner man's square after it
	Pawn, Passed uint8 // the square that the pawn steps to and the one it passes over
}

// passingSteps yields those double steps of a side that lead from some positions
// of a word to targets: sets of positions with the other side to move, by word. Leading pawns of
// a slice are left out.
func passingSteps(l *table.Layout, b *table.Board, from uint64, target []uint64, side int) iter.Seq[passingStep] {
	return func(yield func(passingStep) bool) {
		c := chess.Color(side)
		home, ahead := pawnRanks[c].home, pawnRanks[c].ahead
		for i := range l.Outer {
			s := &l.Outer[i]
			if s.Color != c || s.Kind != chess.Pawn || s.Leads || b.Sq[i]>>3 != home {
				continue
			}
			one, two := uint8(int(b.Sq[i])+ahead), uint8(int(b.Sq[i])+2*ahead)
			if (b.Occupied>>one|b.Occupied>>two)&1 != 0 {
				continue
			}
			off := l.Offsets(b, i)
			word := b.Word - off[b.Sq[i]] + off[two]
			set := from & target[word] & passedOuter(l, b, c, two) &^ (1<<one | 1<<two)
			for ; set != 0; set &= set - 1 {
				sq := uint8(bits.TrailingZeros64(set))
				if !yield(passingStep{sq, word, sq, two, one}) {
					return
				}
			}
		}
		if l.Inner.Color == c && l.Inner.Kind == chess.Pawn {
			set := from & passedInner(l, b, c) & doubleStepBack(c, target[b.Word], ^b.Occupied)
			for ; set != 0; set &= set - 1 {
				sq := bits.TrailingZeros64(set)
				two := uint8(sq + 2*ahead)
				if !yield(passingStep{uint8(sq), b.Word, two, two, uint8(sq + ahead)}) {
					return
				}
			}
		}
	}
}
