package strategy

import (
	checker "retroproof/proofs/strategy"
	"retroproof/proofs/strategy/plain"
)

// Count counts a strategy's positions with plain code.
func Count(s *plain.Strategy) *checker.Figures {
	t := plain.NewTable(s)
	t.Solve()
	f := checker.NewFigures(s)
	s.Each(true, func(p plain.Position) bool {
		f.Count(t, p)
		return true
	})
	if s.Decides {
		f.CountDrawn(s)
	}
	return f
}

// Optimum finds, by going back from mate or promotion, how many moves White needs if both sides play their best,
// with all moves of chess: positions by the number of moves, 1 first; positions that are not won;
// and, where the strategy wins, how many moves more it takes at most.
func Optimum(t *plain.Table) (byMoves []int, notWon, excess int) {
	best := plain.BestPlay(t.Strategy)
	t.Each(true, func(p plain.Position) bool {
		if !t.Legal(p) {
			return true
		}
		n := best.Won(p)
		if n == 0 {
			notWon++
			return true
		}
		for len(byMoves) < n {
			byMoves = append(byMoves, 0)
		}
		byMoves[n-1]++
		if t.Claims(p) && t.Won(p) > 0 {
			excess = max(excess, t.Won(p)-n)
		}
		return true
	})
	return byMoves, notWon, excess
}
