package strategy

import (
	"fmt"
	"io"
	"strings"

	"retroproof/internal/answer"
	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/rules"
	"retroproof/proofs/strategy/wins"
)

// Comparison compares a strategy with best play: how many moves more than necessary it takes, Black holding out as long
// as he can and White making whichever of the strategy's moves takes longest.
type Comparison struct {
	answer.Head `schema:"retroproof.strategy.compare/2"`
	About
	Moves     int `json:"moves"`      // of the strategy, from claimed positions
	BestMoves int `json:"best_moves"` // those that are best play
	// Positions from which a move or a reply leads out of the wins, or that are not won
	Failed      int      `json:"failed"`
	Differences []string `json:"differences"` // the first of them
	NotWon      int      `json:"not_won"`
	Longest     int      `json:"longest_moves"`
	BestLongest int      `json:"best_longest_moves"`
	BestNotWon  int      `json:"best_not_won"`        // positions that best play does not win
	Steps       []Excess `json:"steps"`               // by step; the last is the sum
	Histogram   []int    `json:"positions_by_excess"` // claimed positions with an excess of 0, 1, ... moves
	FEN         string   `json:"fen,omitempty"`       // the first with the most
}

// Excess is how many moves more than necessary a strategy takes, of the positions of a step.
type Excess struct {
	Step      string  `json:"step"`
	Positions int     `json:"positions"`
	Optimal   int     `json:"optimal"` // won in as few moves as by best play
	Mean      float64 `json:"mean"`
	Most      int     `json:"most"`
	sum       int     // of the excess, in moves
}

// CompareBest compares a strategy with best play in all positions that it claims: each of its moves must lead to a
// position that Black loses, each reply back to one that White wins, and its length must not be less than that of best
// play.
func CompareBest(t, best *wins.Table) *Comparison {
	f, by := best.Figures(), t.Figures()
	e := &Comparison{About: AboutOf(t.Strategy), Differences: []string{}, NotWon: by.NotWon, Longest: by.Longest(),
		BestLongest: len(f.Best), BestNotWon: f.Legal, Histogram: []int{}}
	for _, n := range f.Best {
		e.BestNotWon -= n
	}
	for i := range max(1, len(t.Steps)) {
		if len(t.Steps) > 0 || t.Force != nil {
			e.Steps = append(e.Steps, Excess{Step: stepName(t, i)})
		}
	}
	e.Steps = append(e.Steps, Excess{Step: "all"})
	var buf [64]rules.Position
	for k, p := range t.Least(true) {
		if !t.ClaimsNumber(k) {
			continue
		}
		// Every move must lead to where Black loses; of all images one is looked at.
		moves, step := t.By(buf[:0], p)
		images := t.Weight(k)
		e.Moves += len(moves) * images
		problem := ""
		for _, q := range moves {
			n, lost := losesIn(best, q)
			if !lost {
				problem = SAN(&t.Game, p, q) + saves(best, q)
			}
			e.BestMoves += images * truth(lost && n+1 == best.Best(p))
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
			note(&e.Differences, "%s: %s", FEN(&t.Game, p), problem)
			continue
		}
		// How much longer than best play it takes, by step and in all.
		over := won - least
		for len(e.Histogram) <= over {
			e.Histogram, e.FEN = append(e.Histogram, 0), FEN(&t.Game, p)
		}
		e.Histogram[over] += images
		for _, i := range []int{step, len(e.Steps) - 1} {
			c := &e.Steps[i]
			c.Positions += images
			c.Optimal += images * truth(over == 0)
			c.sum += images * over
			c.Most = max(c.Most, over)
			c.Mean = float64(c.sum) / float64(c.Positions)
		}
	}
	return e
}

// Text writes how long the strategy takes, by step.
func (c *Comparison) Text(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "\nstrategy:  %d not won, longest %d moves\nbest play: %d not won, longest %d moves\n",
		c.NotWon, c.Longest, c.BestNotWon, c.BestLongest)
	fmt.Fprintf(&b, "%d moves of the strategy, %d of them best play; %d positions from which it does not stay among "+
		"the wins\n", c.Moves, c.BestMoves, c.Failed)
	indented(&b, c.Differences)
	if c.FEN != "" {
		fmt.Fprintf(&b, "Moves beyond best play, by step:\n%-20s %9s %9s %7s %5s\n",
			"", "positions", "optimal", "mean", "most")
		for _, n := range c.Steps {
			fmt.Fprintf(&b, "%-20s %9d %9d %7.2f %5d\n", n.Step, n.Positions, n.Optimal, n.Mean, n.Most)
		}
		fmt.Fprintf(&b, "Positions by excess 0, 1, ...:\n  %s\n", strings.Trim(fmt.Sprint(c.Histogram), "[]"))
		fmt.Fprintf(&b, "The first with %d: %s\n", len(c.Histogram)-1, c.FEN)
	}
	_, err := io.WriteString(w, b.String())
	return err
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
