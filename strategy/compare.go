package strategy

import (
	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/rules"
	"retroproof/proofs/strategy/wins"
)

// Excess compares a strategy with best play: how many moves more than necessary it takes, Black holding out as long as
// he can and White making whichever of the strategy's moves takes longest.
type Excess struct {
	Steps     []ExcessCount // by step; the last is the sum
	Histogram []int         // Histogram[n]: claimed positions with an excess of n moves
	MostAt    rules.Position
	Moves     int      // of the strategy, from claimed positions
	Best      int      // those that are best play
	Failed    int      // positions from which a move or a reply leads out of the wins, or that are not won
	Failures  []string // the first of them
	BestBy    []int    // positions that best play wins, by the number of moves, 1 first
	BestNot   int      // positions that it does not win
}

// ExcessCount summarizes a set of positions.
type ExcessCount struct {
	Step      string
	Positions int
	Optimal   int // won in as few moves as by best play
	sum, Most int // of the excess, in moves
}

// Mean returns the mean excess.
func (c ExcessCount) Mean() float64 { return float64(c.sum) / float64(max(1, c.Positions)) }

// CompareBest compares a strategy with best play in all positions that it claims: each of its moves must lead to a
// position that Black loses, each reply back to one that White wins, and its length must not be less than that of best
// play.
func CompareBest(t, best *wins.Table) *Excess {
	f := best.Figures()
	e := &Excess{BestBy: f.Best, BestNot: f.Legal, Failures: []string{}, Histogram: []int{}}
	for _, n := range f.Best {
		e.BestNot -= n
	}
	for i := range max(1, len(t.Steps)) {
		if len(t.Steps) > 0 || t.Force != nil {
			e.Steps = append(e.Steps, ExcessCount{Step: stepName(t, i)})
		}
	}
	e.Steps = append(e.Steps, ExcessCount{Step: "all"})
	var buf [64]rules.Position
	for _, p := range t.Least(true) {
		if !t.Claims(p) {
			continue
		}
		moves, step := t.By(buf[:0], p)
		images := Weight(t, p)
		e.Moves += len(moves) * images
		problem := ""
		for _, q := range moves {
			n, lost := losesIn(best, q)
			if !lost {
				problem = SAN(&t.Game, p, q) + saves(best, q)
			}
			e.Best += images * truth(lost && n+1 == best.Best(p))
		}
		won, least := t.Won(p), best.Best(p)
		switch {
		case step == core.NoStep:
			problem = "no step has a move"
		case problem != "":
		case won == 0:
			problem = "the strategy does not always win"
		case least == 0 || won < least:
			problem = "the strategy wins in fewer moves than best play"
		}
		if problem != "" {
			e.Failed += images
			note(&e.Failures, "%s: %s", FEN(&t.Game, p), problem)
			continue
		}
		over := won - least
		for len(e.Histogram) <= over {
			e.Histogram, e.MostAt = append(e.Histogram, 0), p
		}
		e.Histogram[over] += images
		for _, i := range []int{step, len(e.Steps) - 1} {
			c := &e.Steps[i]
			c.Positions += images
			c.Optimal += images * truth(over == 0)
			c.sum += images * over
			c.Most = max(c.Most, over)
		}
	}
	return e
}

// saves says how Black saves himself in q.
func saves(best *wins.Table, q rules.Position) string {
	for _, r := range best.Game.Moves(nil, q) {
		if best.Captured(&r) {
			return " " + SAN(&best.Game, q, r) + ": a man is lost"
		}
		if best.Best(r) == 0 {
			return " " + SAN(&best.Game, q, r) + ": best play does not win"
		}
	}
	return ": stalemate"
}

// Weight returns how many different images a position has.
func Weight(t *wins.Table, p rules.Position) int {
	images, same := t.Images(p), 0
	for _, q := range images {
		same += truth(q == p)
	}
	return len(images) / same
}
