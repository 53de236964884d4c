package report

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"

	"retroproof/internal/answer"
	"retroproof/krk"
	"retroproof/proofs/krk/spec"
)

const notAsPublished = "  NOT AS PUBLISHED"

// rules compares the rules as sets with those of package chess.
func (c *Comparison) rules(ctx context.Context, values krk.Values) error {
	chess := krk.ChessRulebook()
	books := []*krk.Rulebook{krk.Plain().Rulebook(), chess, krk.TableRulebook(values)}
	if !c.NoSAT {
		c.Progress("models of the rules")
		var squares atomic.Int32
		circuits, err := krk.SpecCircuits().Rulebook(ctx, c.Jobs, func() {
			c.Progress(fmt.Sprintf("models of the rules: %d of 64 squares of the black king", squares.Add(1)))
		})
		if err != nil {
			return err
		}
		books = append([]*krk.Rulebook{circuits}, books...)
	}
	head := fmt.Sprintf("%-26s %10s", "", "published")
	for _, b := range books {
		head += fmt.Sprintf(" %10s", b.Name)
	}
	c.printf("%s %8s %8s", head, "missing", "surplus")
	for set := range krk.Set(krk.NumSets) {
		if err := c.set(set, books, chess); err != nil {
			return err
		}
	}
	return nil
}

// ComparedSet is a set of positions or moves as all rulebooks have it.
type ComparedSet struct {
	answer.Head `schema:"retroproof.krk.compare.set/2"`
	Set         string    `json:"set"`
	Published   int       `json:"published"`
	Counts      SetCounts `json:"counts"`
	Missing     int       `json:"missing"`
	Surplus     int       `json:"surplus"`
	Differences []string  `json:"differences"`
}

// SetCounts are the sizes of a set by rulebook: absent where one does not have it.
type SetCounts struct {
	Circuits  *int `json:"circuits,omitempty"`
	PlainCode *int `json:"plain_code,omitempty"`
	Chess     *int `json:"chess,omitempty"`
	Table     *int `json:"table,omitempty"`
}

// of returns the place of a rulebook's count.
func (s *SetCounts) of(rulebook string) **int {
	return map[string]**int{"circuits": &s.Circuits, "plain code": &s.PlainCode, "chess": &s.Chess, "table": &s.Table}[rulebook]
}

// set compares one set of all rulebooks.
func (c *Comparison) set(set krk.Set, books []*krk.Rulebook, chess *krk.Rulebook) error {
	missing, surplus := 0, 0
	var disputed []krk.Disputed
	var counts SetCounts
	line := fmt.Sprintf("%-26s %10d", set, set.Published())
	wrong := 0
	for _, b := range books {
		if !b.Has(set) {
			line += fmt.Sprintf(" %10s", "-")
			continue
		}
		n := b.Count(set)
		*counts.of(b.Name) = &n
		line += fmt.Sprintf(" %10d", n)
		if n != set.Published() {
			wrong++
		}
		if b != chess {
			d := krk.CompareSets(set, b, chess, shownDifferences)
			missing, surplus, disputed = missing+d.Missing, surplus+d.Surplus, append(disputed, d.Elements...)
		}
	}
	c.differences += missing + surplus
	line += fmt.Sprintf(" %8d %8d", missing, surplus)
	if wrong > 0 {
		c.differences++ // all may agree, but not with what is known
		line += notAsPublished
	}
	c.printf("%s", line)
	return c.Print(&ComparedSet{
		Set: set.String(), Published: set.Published(), Counts: counts, Missing: missing, Surplus: surplus, Differences: texts(c, disputed),
	})
}

// ComparedValues is the comparison of the values of all positions.
type ComparedValues struct {
	answer.Head `schema:"retroproof.krk.compare.values/2"`
	Published   ValueCounts `json:"published"`
	PlainCode   ValueCounts `json:"plain_code"`
	Table       ValueCounts `json:"table"`
	Compared    int         `json:"compared"`
	Different   int         `json:"different"`
	Differences []string    `json:"differences"` // the first ones
}

// ValueCounts are numbers of positions by value.
type ValueCounts struct {
	Won         int `json:"won"`   // White to move
	Lost        int `json:"lost"`  // Black to move
	Drawn       int `json:"drawn"` // Black to move
	LongestWin  int `json:"longest_win_plies"`
	LongestLoss int `json:"longest_loss_plies"`
}

// values compares the values of all positions.
func (c *Comparison) values(table, plain krk.Values) error {
	diffs, total := krk.CompareValues(table, plain, "table", "plain code", shownDifferences)
	c.differences += total
	known, ofPlain, ofTable := krk.PublishedValues(), plain.Count(), table.Count()
	if ofTable != known && total == 0 {
		c.differences++ // all agree, and not with what is known
	}
	before := ""
	if !c.NoSAT {
		before = fmt.Sprintf(" %10s", "-")
	}
	for _, row := range []struct {
		what  string
		count func(krk.ValueCounts) int
	}{
		{"won, White to move", func(n krk.ValueCounts) int { return n.Won[0] }},
		{"longest win, plies", func(n krk.ValueCounts) int { return n.Longest[0] }},
		{"lost, Black to move", func(n krk.ValueCounts) int { return n.Lost[1] }},
		{"drawn, Black to move", func(n krk.ValueCounts) int { return n.Drawn[1] }},
		{"longest loss, plies", func(n krk.ValueCounts) int { return n.Longest[1] }},
	} {
		after := ""
		if row.count(ofTable) != row.count(known) {
			after = notAsPublished
		}
		c.printf("%-26s %10d%s %10d %10s %10d%s", row.what, row.count(known), before, row.count(ofPlain), "-", row.count(ofTable), after)
	}
	c.printf("%-34s %10d compared, %d differences", "values of positions", spec.NumPositions, total)
	object := func(n krk.ValueCounts) ValueCounts {
		return ValueCounts{n.Won[0], n.Lost[1], n.Drawn[1], n.Longest[0], n.Longest[1]}
	}
	return c.Print(&ComparedValues{
		Published: object(known), PlainCode: object(ofPlain), Table: object(ofTable), Compared: spec.NumPositions, Different: total, Differences: texts(c, diffs),
	})
}

// ComparedStrategy is the comparison of the strategy with the tablebase.
type ComparedStrategy struct {
	answer.Head `schema:"retroproof.krk.compare.strategy/1"`
	Moves       int      `json:"moves"`
	Best        int      `json:"best_moves"`
	Failed      int      `json:"failed"`
	Differences []string `json:"differences"` // the first ones
	Steps       []Excess `json:"steps"`
	Histogram   []int    `json:"positions_by_excess"` // by excess 0, 1, ...
	Mean        float64  `json:"mean"`
	Most        int      `json:"most"`
	FEN         string   `json:"fen"` // the first with the most
}

// Excess is how many moves more than necessary the strategy takes, of the positions
// of a step.
type Excess struct {
	Step      string  `json:"step"`
	Positions int     `json:"positions"`
	Optimal   int     `json:"optimal"`
	Mean      float64 `json:"mean"`
	Most      int     `json:"most"`
}

// strategy holds the strategy against the tablebase.
func (c *Comparison) strategy(relation *krk.Relation, values krk.Values) error {
	c.Progress("the strategy against the tablebase")
	e := relation.CompareWithTable(values, shownDifferences)
	c.differences += e.Failed
	all := e.ByStep[spec.NoStep]
	c.printf("\n%-34s %10d compared, %d lead out of the wins", "moves of the strategy", e.Moves, e.Failed)
	failures := texts(c, e.Failures)
	c.printf("%d of them are best play. Moves to mate beyond best play, by step:", e.Best)
	c.printf("%-16s %9s %9s %7s %5s", "", "positions", "optimal", "mean", "most")
	steps := []Excess{}
	for i := range spec.NumSteps {
		step, name := krk.Step((i+1)%spec.NumSteps), "all"
		if step != spec.NoStep {
			name = step.String()
		}
		n := e.ByStep[step]
		c.printf("%-16s %9d %9d %7.2f %5d", name, n.Positions, n.Optimal, n.Mean(), n.Most)
		steps = append(steps, Excess{name, n.Positions, n.Optimal, n.Mean(), n.Most})
	}
	c.printf("Positions by excess 0, 1, ...:\n  %s", strings.Trim(fmt.Sprint(e.Histogram), "[]"))
	c.printf("The first with %d: %s", all.Most, krk.FEN(e.MostAt))
	return c.Print(&ComparedStrategy{
		Moves: e.Moves, Best: e.Best, Failed: e.Failed, Differences: failures, Steps: steps, Histogram: e.Histogram,
		Mean: all.Mean(), Most: all.Most, FEN: krk.FEN(e.MostAt),
	})
}

// ComparedLemma is the comparison of the two verdicts on a lemma or control.
type ComparedLemma struct {
	answer.Head `schema:"retroproof.krk.compare.lemma/1"`
	Lemma       string `json:"lemma"`
	Verdict     string `json:"verdict"` // by SAT
	Native      string `json:"native"`  // by plain code
	Refutations int    `json:"refutations"`
	Agree       bool   `json:"agree"`
	Problem     string `json:"problem,omitempty"`
	FEN         string `json:"fen,omitempty"` // where the counterexample begins
}

// lemmas compares the verdicts of SAT and plain code.
func (c *Comparison) lemmas(ctx context.Context, relation *krk.Relation) error {
	lemmas := append(spec.Lemmas(), spec.Controls()...)
	formulas := 0
	for _, l := range lemmas {
		formulas += max(1, len(l.Parts()))
	}
	c.Progress("lemmas by SAT")
	var done atomic.Int32
	results, err := krk.Prove(ctx, lemmas, krk.Options{
		Jobs: c.Jobs, Encoding: spec.DefaultEncoding(), Reading: c.Reading, Parts: true,
		Finished: func(r *krk.Result) {
			c.Progress(fmt.Sprintf("lemmas by SAT: %d of %d formulas", done.Add(1), formulas))
		},
	})
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return err
	}
	agreements, err := relation.CompareVerdicts(lemmas, results)
	if err != nil {
		return err
	}
	c.printf("\n%-15s %-8s %-10s %9s  %s", "lemma, control", "SAT", "plain code", "positions", "agree")
	for _, a := range agreements {
		r, agree := a.Result, "yes"
		if a.Problem != "" {
			c.differences++
			agree = "NO: " + a.Problem
		}
		c.printf("%-15s %-8s %-10s %9d  %s", r.Lemma.Key, r.Verdict, a.Native, len(a.Refutations), agree)
		o := &ComparedLemma{Lemma: r.Lemma.Key, Verdict: r.Verdict.String(), Native: a.Native.String(),
			Refutations: len(a.Refutations), Agree: a.Problem == "", Problem: a.Problem}
		if len(r.Counterexample) > 0 {
			o.FEN = krk.FEN(r.Counterexample[0])
		}
		if err := c.Print(o); err != nil {
			return err
		}
	}
	return nil
}
