package report

import (
	"fmt"
	"io"
	"strings"

	"retroproof/internal/answer"
	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/wins"
	"retroproof/strategy"
)

// ComparedCircuits says that the circuits of lemmas agree with the rules of chess and the strategy's text, or why there
// are none.
type ComparedCircuits struct {
	answer.Head `schema:"retroproof.strategy.compare.circuits/1"`
	About
	Agree  bool   `json:"agree"`
	Reason string `json:"reason,omitempty"`
}

// Text writes a line.
func (c *ComparedCircuits) Text(w io.Writer) (err error) {
	if c.Agree {
		_, err = fmt.Fprintf(w, "%s on %s: circuits agree with the rules of chess and the strategy's text on all placements of the men\n", c.Strategy, c.Board)
	} else {
		_, err = fmt.Fprintf(w, "%s on %s: no circuits: %s\n", c.Strategy, c.Board, c.Reason)
	}
	return err
}

// ComparedRules is the comparison of rules and values with package chess and the tablebase.
type ComparedRules struct {
	answer.Head `schema:"retroproof.strategy.compare.rules/1"`
	About
	Reason      string             `json:"reason,omitempty"` // why there is no tablebase
	Counts      []strategy.Account `json:"counts"`
	Compared    int                `json:"compared"`
	Different   int                `json:"different"`
	Differences []string           `json:"differences"` // the first ones
}

// RulesOf makes the answer of a comparison, or of why there is none.
func RulesOf(s *core.Strategy, n *strategy.Accounts, err error) *ComparedRules {
	if err != nil {
		return &ComparedRules{About: AboutOf(s), Reason: err.Error(), Counts: []strategy.Account{}, Differences: []string{}}
	}
	return &ComparedRules{About: AboutOf(s), Counts: n.Counts, Compared: n.Compared, Different: n.Different, Differences: n.Differences}
}

// Text writes a table.
func (c *ComparedRules) Text(w io.Writer) error {
	var b strings.Builder
	if c.Reason != "" {
		fmt.Fprintf(&b, "tablebase: %s\n", c.Reason)
	} else {
		fmt.Fprintf(&b, "\n%-20s %9s  %9s\n", "", "the rules", "tablebase")
		for _, n := range c.Counts {
			fmt.Fprintf(&b, "%-20s %9d  %9d\n", n.Name, n.Rules, n.Tablebase)
		}
		fmt.Fprintf(&b, "%d positions compared, %d differ\n", c.Compared, c.Different)
	}
	return lines(w, &b, c.Differences)
}

// lines writes a text and the first differences below it.
func lines(w io.Writer, b *strings.Builder, differences []string) error {
	for _, d := range differences {
		fmt.Fprintf(b, "    %s\n", d)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Comparison compares a strategy with best play.
type Comparison struct {
	answer.Head `schema:"retroproof.strategy.compare/2"`
	About
	Moves       int      `json:"moves"`
	BestMoves   int      `json:"best_moves"`
	Failed      int      `json:"failed"`
	Differences []string `json:"differences"` // the first ones
	NotWon      int      `json:"not_won"`
	Longest     int      `json:"longest_moves"`
	BestLongest int      `json:"best_longest_moves"`
	BestNotWon  int      `json:"best_not_won"`
	Steps       []Excess `json:"steps"`
	Histogram   []int    `json:"positions_by_excess"` // by excess 0, 1, ...
	FEN         string   `json:"fen,omitempty"`       // the first with the most
}

// Excess is how many moves more than necessary a strategy takes, of the positions of a step.
type Excess struct {
	Step      string  `json:"step"`
	Positions int     `json:"positions"`
	Optimal   int     `json:"optimal"`
	Mean      float64 `json:"mean"`
	Most      int     `json:"most"`
}

// ComparisonOf makes the answer of a comparison with best play.
func ComparisonOf(t *wins.Table, e *strategy.Excess) *Comparison {
	f := t.Figures()
	a := &Comparison{
		About: AboutOf(t.Strategy), Moves: e.Moves, BestMoves: e.Best, Failed: e.Failed, Differences: e.Failures, NotWon: f.NotWon, Longest: f.Longest(),
		BestLongest: len(e.BestBy), BestNotWon: e.BestNot, Histogram: e.Histogram,
	}
	for _, n := range e.Steps {
		a.Steps = append(a.Steps, Excess{n.Step, n.Positions, n.Optimal, n.Mean(), n.Most})
	}
	if len(e.Histogram) > 0 {
		a.FEN = strategy.FEN(&t.Game, e.MostAt)
	}
	return a
}

// Text writes how long the strategy takes, by step.
func (c *Comparison) Text(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "\nstrategy:  %d not won, longest %d moves\nbest play: %d not won, longest %d moves\n", c.NotWon, c.Longest, c.BestNotWon, c.BestLongest)
	fmt.Fprintf(&b, "%d moves of the strategy, %d of them best play; %d positions from which it does not stay among the wins\n", c.Moves, c.BestMoves, c.Failed)
	if err := lines(w, &b, c.Differences); err != nil || c.FEN == "" {
		return err
	}
	b.Reset()
	fmt.Fprintf(&b, "Moves beyond best play, by step:\n%-20s %9s %9s %7s %5s\n", "", "positions", "optimal", "mean", "most")
	for _, n := range c.Steps {
		fmt.Fprintf(&b, "%-20s %9d %9d %7.2f %5d\n", n.Step, n.Positions, n.Optimal, n.Mean, n.Most)
	}
	fmt.Fprintf(&b, "Positions by excess 0, 1, ...:\n  %s\n", strings.Trim(fmt.Sprint(c.Histogram), "[]"))
	fmt.Fprintf(&b, "The first with %d: %s\n", len(c.Histogram)-1, c.FEN)
	return lines(w, &b, nil)
}

// ComparedLemma is the comparison of the two verdicts on a lemma or control.
type ComparedLemma struct {
	answer.Head `schema:"retroproof.strategy.compare.lemma/1"`
	About
	Lemma      string `json:"lemma"`
	Verdict    string `json:"verdict"`              // by SAT
	Exhaustion string `json:"exhaustion"`           // by trying all plays
	Violations *int   `json:"violations,omitempty"` // positions, one of each set of images
	Agree      bool   `json:"agree"`
	Problem    string `json:"problem,omitempty"`
	FEN        string `json:"fen,omitempty"` // where the counterexample begins
}

// LemmaOf makes the answer about a lemma.
func LemmaOf(s *core.Strategy, g *strategy.Agreement) *ComparedLemma {
	r := g.Result
	a := &ComparedLemma{About: AboutOf(s), Lemma: r.Lemma.Key, Verdict: r.Verdict.String(), Exhaustion: g.Exhaustion.String(), Agree: g.Problem == "", Problem: g.Problem}
	if g.Exhaustion != strategy.Undecided {
		n := len(g.Violations)
		a.Violations = &n
	}
	if len(r.Counterexample) > 0 {
		a.FEN = strategy.FEN(&s.Game, r.Counterexample[0])
	}
	return a
}

// LemmaHead is the head of the table of lemmas.
var LemmaHead = fmt.Sprintf("\n%-16s %-8s %-10s %10s  %s\n", "lemma, control", "SAT", "exhaustion", "violations", "agree")

// Text writes a row.
func (c *ComparedLemma) Text(w io.Writer) error {
	n, agree := "-", "yes"
	if c.Violations != nil {
		n = fmt.Sprint(*c.Violations)
	}
	if !c.Agree {
		agree = "NO: " + c.Problem
	}
	_, err := fmt.Fprintf(w, "%-16s %-8s %-10s %10s  %s\n", c.Lemma, c.Verdict, c.Exhaustion, n, agree)
	return err
}
