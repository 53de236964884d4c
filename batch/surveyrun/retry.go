package surveyrun

import (
	"bufio"
	"context"
	"fmt"
	"os"

	"retroproof/batch"
	"retroproof/proofs/survey"
)

// retry tries the undecided positions of a chunk again, if the budget has grown. Only games are sought: the evidence
// stays as it is.
func (f *Folder) retry(ctx context.Context, number int, p Progress) error {
	chunk := f.Manifest.Chunks[number]
	states := f.options.Game.States
	if _, unknown := chunk.Counts.Tally().Totals(); unknown == 0 || chunk.GameStates == states {
		return nil
	}
	name := survey.VerdictsName(number)
	in, err := os.Open(f.path(name))
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := batch.Create(f.path(name) + survey.ReadySuffix)
	if err != nil {
		return err
	}
	chunk.Counts = survey.NewCounts()
	err = (&batch.Job[*decided]{
		In: batch.NewReader(in), Jobs: f.jobs,
		Answer: func(ctx context.Context, line batch.Line) *decided { return f.again(ctx, name, line) },
		Write: func(w *bufio.Writer, items []*decided) error {
			for _, item := range items {
				if item.failed != nil {
					return item.failed
				}
				if err := chunk.Counts.Add(item.line); err != nil {
					return err
				}
				w.Write(item.line.Text()) // its error is that of the flush
			}
			p.Say(fmt.Sprintf("%s: trying undecided positions again, %d of %d draws", name, chunk.Counts.Total(), chunk.Draws))
			return f.cpu.Write()
		},
	}).Run(ctx, out)
	if err != nil {
		out.Discard()
		return err
	}
	if err := out.Close(); err != nil {
		return err
	}
	if chunk.Verdicts, err = readyFile(f.dir, name); err != nil {
		return err
	}
	chunk.GameStates = states
	f.Manifest.Chunks[number] = chunk
	return f.commit()
}

// again returns a line as it is, or with a new verdict if it is undecided.
func (f *Folder) again(ctx context.Context, name string, line batch.Line) *decided {
	l, err := survey.ParseLine([]byte(line.Text + "\n"))
	if err != nil {
		return &decided{failed: &DamagedError{name, line.Number, err, ""}}
	}
	if l.Verdict != survey.Unknown || l.Uncertified != "" {
		return &decided{line: l}
	}
	item := f.decide(ctx, l.Draw, nil)
	if item.failed == nil && item.line.Verdict == survey.Illegal {
		item.failed = fmt.Errorf("draw %d is illegal, and was undecided with the same budget", l.Draw)
	}
	if item.failed != nil && ctx.Err() == nil {
		item.failed = fmt.Errorf("%s:%d: %w", name, line.Number, item.failed)
	}
	return item
}
