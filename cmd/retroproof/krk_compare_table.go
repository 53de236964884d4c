package main

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"

	"retroproof/krk"
	"retroproof/krk/spec"
)

const notAsPublished = "  NOT AS PUBLISHED"

// rules compares the rules as sets with those of package chess.
func (c *comparison) rules(ctx context.Context, values krk.Values) error {
	chess := krk.ChessRulebook()
	books := []*krk.Rulebook{krk.Plain().Rulebook(), chess, krk.TableRulebook(values)}
	if !c.flags.noSAT {
		c.progress.Update("models of the rules")
		var squares atomic.Int32
		circuits, err := krk.SpecCircuits().Rulebook(ctx, c.flags.jobs, func() {
			c.progress.Update(fmt.Sprintf("models of the rules: %d of 64 squares of the black king", squares.Add(1)))
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

// set compares one set of all rulebooks.
func (c *comparison) set(set krk.Set, books []*krk.Rulebook, chess *krk.Rulebook) error {
	missing, surplus := 0, 0
	var disputed []krk.Disputed
	counts := map[string]int{}
	line := fmt.Sprintf("%-26s %10d", set, set.Published())
	wrong := 0
	for _, b := range books {
		if !b.Has(set) {
			line += fmt.Sprintf(" %10s", "-")
			continue
		}
		n := b.Count(set)
		counts[b.Name] = n
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
	return c.object(map[string]any{"schema": "retroproof.krk.compare.set/1", "set": set.String(), "published": set.Published(),
		"counts": counts, "missing": missing, "surplus": surplus, "differences": texts(c, disputed)})
}

// values compares the values of all positions.
func (c *comparison) values(table, plain krk.Values) error {
	diffs, total := krk.CompareValues(table, plain, "table", "plain code", shownDifferences)
	c.differences += total
	known, ofPlain, ofTable := krk.PublishedValues(), plain.Count(), table.Count()
	if ofTable != known && total == 0 {
		c.differences++ // all agree, and not with what is known
	}
	before := ""
	if !c.flags.noSAT {
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
	object := func(n krk.ValueCounts) map[string]int {
		return map[string]int{"won": n.Won[0], "lost": n.Lost[1], "drawn": n.Drawn[1], "longest_win_plies": n.Longest[0], "longest_loss_plies": n.Longest[1]}
	}
	return c.object(map[string]any{"schema": "retroproof.krk.compare.values/1", "published": object(known), "plain code": object(ofPlain), "table": object(ofTable),
		"compared": spec.NumPositions, "different": total, "differences": texts(c, diffs)})
}

// strategy holds the strategy against the tablebase.
func (c *comparison) strategy(relation *krk.Relation, values krk.Values) error {
	c.progress.Update("the strategy against the tablebase")
	e := relation.CompareWithTable(values, shownDifferences)
	c.differences += e.Failed
	all := e.ByStep[spec.NoStep]
	c.printf("\n%-34s %10d compared, %d lead out of the wins", "moves of the strategy", e.Moves, e.Failed)
	failures := texts(c, e.Failures)
	c.printf("%d of them are best play. Moves to mate beyond best play, by step:", e.Best)
	c.printf("%-16s %9s %9s %7s %5s", "", "positions", "optimal", "mean", "most")
	steps := []any{}
	for i := range spec.NumSteps {
		step, name := krk.Step((i+1)%spec.NumSteps), "all"
		if step != spec.NoStep {
			name = step.String()
		}
		n := e.ByStep[step]
		c.printf("%-16s %9d %9d %7.2f %5d", name, n.Positions, n.Optimal, n.Mean(), n.Most)
		steps = append(steps, map[string]any{"step": name, "positions": n.Positions, "optimal": n.Optimal, "mean": n.Mean(), "most": n.Most})
	}
	c.printf("Positions by excess 0, 1, ...:\n  %s", strings.Trim(fmt.Sprint(e.Histogram), "[]"))
	c.printf("The first with %d: %s", all.Most, krk.FEN(e.MostAt))
	return c.object(map[string]any{"schema": "retroproof.krk.compare.strategy/1", "moves": e.Moves, "best_moves": e.Best,
		"failed": e.Failed, "differences": failures, "steps": steps, "positions_by_excess": e.Histogram,
		"mean": all.Mean(), "most": all.Most, "fen": krk.FEN(e.MostAt)})
}

// lemmas compares the verdicts of SAT and plain code.
func (c *comparison) lemmas(ctx context.Context, relation *krk.Relation) error {
	lemmas := append(spec.Lemmas(), spec.Controls()...)
	formulas := 0
	for _, l := range lemmas {
		formulas += max(1, len(l.Parts()))
	}
	c.progress.Update("lemmas by SAT")
	var done atomic.Int32
	results, err := krk.Prove(ctx, lemmas, krk.Options{
		Jobs: c.flags.jobs, Encoding: spec.DefaultEncoding(), Reading: c.reading, Parts: true,
		Finished: func(r *krk.Result) {
			c.progress.Update(fmt.Sprintf("lemmas by SAT: %d of %d formulas", done.Add(1), formulas))
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
		o := map[string]any{"schema": "retroproof.krk.compare.lemma/1", "lemma": r.Lemma.Key, "verdict": r.Verdict.String(), "native": a.Native.String(),
			"refutations": len(a.Refutations), "agree": a.Problem == ""}
		if a.Problem != "" {
			o["problem"] = a.Problem
		}
		if len(r.Counterexample) > 0 {
			o["fen"] = krk.FEN(r.Counterexample[0])
		}
		if err := c.object(o); err != nil {
			return err
		}
	}
	return nil
}
