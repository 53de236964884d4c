package plain

// Table has a strategy's moves in all positions that it claims, and how long it takes to mate.
type Table struct {
	*Strategy
	step  []int8   // by number; NoStep where the position is not claimed
	first []uint32 // by number, and one more: where its moves begin
	moves []uint32 // the number of the square that the man moves to, and 1<<31 if it is the king's
	won   []uint16 // by number: the greatest number of moves to mate; 0 if the strategy does not win
}

const kingMoves = 1 << 31

// NewTable makes the table of a strategy.
func NewTable(s *Strategy) *Table {
	n := s.Size() * s.Size() * s.Size()
	t := &Table{Strategy: s, step: make([]int8, 0, n), first: make([]uint32, 0, n+1), moves: make([]uint32, 0, n)}
	var buf [64]Position
	s.Each(true, func(p Position) bool {
		t.first = append(t.first, uint32(len(t.moves)))
		if !s.Claims(p) {
			t.step = append(t.step, NoStep)
			return true
		}
		moves, step := s.Moves(buf[:0], p)
		t.step = append(t.step, int8(step))
		for _, q := range moves {
			to := uint32(s.Number(q.M))
			if q.WK != p.WK {
				to = uint32(s.Number(q.WK)) | kingMoves
			}
			t.moves = append(t.moves, to)
		}
		return true
	})
	t.first = append(t.first, uint32(len(t.moves)))
	return t
}

// Index numbers positions in the order of Each.
func (b Board) Index(p Position) int {
	n := b.Size()
	return (b.Number(p.BK)*n+b.Number(p.M))*n + b.Number(p.WK)
}

// By returns the strategy's moves in a claimed position and the step that they are by.
func (t *Table) By(dst []Position, p Position) ([]Position, int) {
	i := t.Index(p)
	for _, to := range t.moves[t.first[i]:t.first[i+1]] {
		q := p
		q.White = false
		if to&kingMoves != 0 {
			q.WK = t.Square(int(to &^ kingMoves))
		} else {
			q.M = t.Square(int(to))
		}
		dst = append(dst, q)
	}
	return dst, int(t.step[i])
}

// Solve finds out, by going back from mate, in which claimed positions the strategy wins whichever
// of its moves White plays, and how long that takes at most.
func (t *Table) Solve() { t.solve(false) }

// SolveBest is Solve for the best of the strategy's moves in place of the worst.
func (t *Table) SolveBest() { t.solve(true) }

func (t *Table) solve(best bool) {
	t.won = make([]uint16, len(t.step))
	type waiting struct {
		Position
		on int // index of a position that has to be won before; -1 if none is known
	}
	var open []waiting
	t.Each(true, func(p Position) bool {
		if t.Claims(p) {
			open = append(open, waiting{p, -1})
		}
		return true
	})
	for moves := uint16(1); ; moves++ {
		var won []int
		left := open[:0]
		for _, p := range open {
			wins := false
			if p.on < 0 || t.won[p.on] > 0 {
				wins, p.on = t.wins(p.Position, best)
			}
			if wins {
				won = append(won, t.Index(p.Position))
			} else {
				left = append(left, p)
			}
		}
		for _, i := range won {
			t.won[i] = moves
		}
		if open = left; len(won) == 0 {
			return
		}
	}
}

// wins reports whether all moves, or the best one, lead to mate or to won positions only. If not all do, on is the index
// of a position that has to be won before, p's own if p never is.
func (t *Table) wins(p Position, best bool) (wins bool, on int) {
	var buf [64]Position
	moves, step := t.By(buf[:0], p)
	if step == NoStep {
		return false, t.Index(p)
	}
	for _, q := range moves {
		if wins, on := t.winsAfter(q); wins == best {
			if on < 0 {
				on = t.Index(p)
			}
			return best, on
		}
	}
	return !best, -1
}

// winsAfter reports whether q is mate, or all replies lead to won positions; if not, on is the index of a reply that does
// not, -1 if none ever will.
func (t *Table) winsAfter(q Position) (wins bool, on int) {
	var buf [8]Position
	replies := t.Replies(buf[:0], q)
	if len(replies) == 0 {
		return t.Lost(q), -1
	}
	for _, r := range replies {
		if r.BK == r.M {
			return false, -1
		}
		if i := t.Index(r); t.won[i] == 0 {
			return false, i
		}
	}
	return true, -1
}

// BestPlay returns the solved table of the same game with all moves of chess in place of a strategy.
func BestPlay(s *Strategy) *Table {
	all := *s
	all.Steps = []Step{{Name: "any move", Allows: func(_, _ Position) (bool, int) { return true, 0 }}}
	all.Claimed = everywhere
	t := NewTable(&all)
	t.SolveBest()
	return t
}

// Won returns the greatest number of White's moves to mate from a claimed position, after Solve; 0
// if the strategy does not win.
func (t *Table) Won(p Position) int { return int(t.won[t.Index(p)]) }
