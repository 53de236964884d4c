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
	t := &Table{Strategy: s}
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
	var open []Position
	t.Each(true, func(p Position) bool {
		if t.Claims(p) {
			open = append(open, p)
		}
		return true
	})
	for moves := uint16(1); ; moves++ {
		var won, left []Position
		for _, p := range open {
			if t.wins(p, best) {
				won = append(won, p)
			} else {
				left = append(left, p)
			}
		}
		for _, p := range won {
			t.won[t.Index(p)] = moves
		}
		if open = left; len(won) == 0 {
			return
		}
	}
}

// wins reports whether all moves, or the best one, lead to mate or to won positions only.
func (t *Table) wins(p Position, best bool) bool {
	var buf [64]Position
	moves, step := t.By(buf[:0], p)
	if step == NoStep {
		return false
	}
	for _, q := range moves {
		if t.winsAfter(q) == best {
			return best
		}
	}
	return !best
}

// winsAfter reports whether q is mate, or all replies lead to won positions.
func (t *Table) winsAfter(q Position) bool {
	var buf [8]Position
	replies := t.Replies(buf[:0], q)
	if len(replies) == 0 {
		return t.Lost(q)
	}
	for _, r := range replies {
		if r.BK == r.M || t.won[t.Index(r)] == 0 {
			return false
		}
	}
	return true
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
