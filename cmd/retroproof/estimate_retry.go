package main

import (
	"bufio"
	"context"
	"fmt"
	"os"

	"retroproof/proofs/survey"
)

// retry tries the undecided positions of a chunk again, if the budget has grown. Only
// games are sought: the evidence stays as it is.
func (r *surveyRun) retry(ctx context.Context, number int) error {
	chunk := r.manifest.Chunks[number]
	if _, unknown := chunk.Counts.Tally().Totals(); unknown == 0 || chunk.GameStates == r.options.Game.States {
		return nil
	}
	name := survey.VerdictsName(number)
	in, err := os.Open(r.path(name))
	if err != nil {
		return withCode(exitIO, err)
	}
	defer in.Close()
	out, err := createFile(r.path(name) + survey.ReadySuffix)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(out)
	chunk.Counts = survey.NewCounts()
	err = (&inOrder[*drawItem]{
		in: &listReader{r: bufio.NewReader(in)}, jobs: r.jobs, most: 1,
		answer: func(ctx context.Context, line numberedLine) *drawItem {
			item := r.again(ctx, line)
			if item.failed != nil && ctx.Err() == nil {
				item.failed = fmt.Errorf("%s:%d: %w", name, line.number, item.failed)
			}
			return item
		},
		write: func(items []*drawItem) error {
			for _, item := range items {
				if item.failed != nil {
					return item.failed
				}
				if err := chunk.Counts.Add(item.line); err != nil {
					return err
				}
				w.Write(item.line.Text()) // its error is that of Flush
			}
			r.progress.say(fmt.Sprintf("%s: trying undecided positions again, %d of %d draws", name, chunk.Counts.Total(), chunk.Draws))
			return r.cpu.write()
		},
	}).run(ctx)
	if err == nil {
		err = withCode(exitIO, w.Flush())
	}
	if err != nil {
		out.Discard()
		return err
	}
	if err := out.Close(); err != nil {
		return err
	}
	if chunk.Verdicts, err = r.listReady(name); err != nil {
		return err
	}
	chunk.GameStates = r.options.Game.States
	r.manifest.Chunks[number] = chunk
	return r.commit()
}

// again returns a line as it is, or with a new verdict if it is undecided.
func (r *surveyRun) again(ctx context.Context, line numberedLine) *drawItem {
	l, err := survey.ParseLine([]byte(line.text + "\n"))
	if err != nil {
		return &drawItem{failed: withCode(exitMalformed, err)}
	}
	if l.Verdict != survey.Unknown || l.Uncertified != "" {
		return &drawItem{line: l}
	}
	item := r.decide(ctx, l.Draw, nil)
	if item.failed == nil && item.line.Verdict == survey.Illegal {
		item.failed = fmt.Errorf("draw %d is illegal, and was undecided with the same budget", l.Draw)
	}
	return item
}
