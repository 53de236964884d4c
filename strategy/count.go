package strategy

import (
	"context"

	"retroproof/proofs/strategy/wins"
)

// Optimum finds, by going back from mate or promotion, how many moves White needs if both sides play their best, with all
// moves of chess: positions by the number of moves, 1 first; positions that are not won; and, where the strategy wins, how
// many moves more it takes at most.
func Optimum(ctx context.Context, t *wins.Table) (byMoves []int, notWon, excess int, err error) {
	best, err := bestPlay(ctx, t)
	if err != nil {
		return nil, 0, 0, err
	}
	f := best.Figures()
	for _, n := range f.Best {
		notWon -= n
	}
	for _, p := range t.Least(true) {
		if n := t.Won(p); n > 0 && t.Claims(p) {
			excess = max(excess, n-best.Best(p))
		}
	}
	return f.Best, notWon + f.Legal, excess, nil
}

// bestPlay returns a table that has best play besides the strategy.
func bestPlay(ctx context.Context, t *wins.Table) (*wins.Table, error) {
	if t.Claim.Won || t.Kept != nil {
		return t, nil
	}
	all := *t.Strategy
	all.Claim.Won = true
	return wins.New(ctx, &all)
}
