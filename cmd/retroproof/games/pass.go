package games

import (
	"bufio"
	"context"
	"fmt"
	"strings"
	"time"

	"retroproof/batch"
	"retroproof/batch/console"
	"retroproof/batch/passes"
	"retroproof/batch/poslist"
	"retroproof/batch/progress"
	"retroproof/cmd/retroproof/verb"
)

// pass is one pass over a list.
type pass struct {
	*run
	name     string // what is written, for progress
	source   string // what is read
	first    bool   // of the run: what is wrong with lines is reported, and --retry means this one
	began    time.Time
	progress *progress.List
	counts   passCounts
}

// passCounts are the lines by state.
type passCounts [passes.States]int

// add counts a line.
func (c *passCounts) add(a *passes.Answer) {
	c[a.State]++
	if a.NotGame != nil {
		c[passes.Malformed]++ // as well, for the exit code
	}
}

func (p *pass) String() string {
	c := &p.counts
	text := fmt.Sprintf("%s: legal: %d unknown: %d fail: %d illegal: %d time: %.1f", p.name, c[passes.Legal], c[passes.Unknown], c[passes.Failed], c[passes.Illegal], time.Since(p.began).Seconds())
	if c[passes.Malformed] > 0 {
		text += fmt.Sprintf(" malformed: %d", c[passes.Malformed])
	}
	return text
}

// exit is the exit code of a run that ends with these counts.
func (c *passCounts) exit() error {
	switch {
	case c[passes.Malformed] > 0:
		return verb.Exit(verb.ExitMalformed)
	case c[passes.Unknown]+c[passes.Failed] > 0:
		return verb.Exit(verb.ExitUndecided)
	}
	return nil
}

// job answers the lines of a list.
func (p *pass) job(in *batch.Reader) *batch.Job[*passItem] {
	return &batch.Job[*passItem]{
		In: in, Jobs: p.Jobs, Interactive: p.source == "-", Answered: p.progress.Add,
		Answer: func(ctx context.Context, line batch.Line) *passItem {
			return p.passLine(ctx, line, p.Retry && p.first)
		},
		Write: func(w *bufio.Writer, items []*passItem) error {
			for _, item := range items {
				if item.Failure != nil {
					return item.Failure
				}
				if err := p.write(w, item); err != nil {
					return err
				}
			}
			p.progress.Say(p.String())
			return nil
		},
	}
}

// write writes an answer and counts it.
func (p *pass) write(w *bufio.Writer, item *passItem) error {
	p.counts.add(item.Answer)
	if p.first && item.Bad != nil {
		p.Complain(fmt.Errorf("%s:%d: %w", console.SourceName(p.source), item.number, item.Bad))
	}
	if item.NotGame != nil {
		p.Complain(fmt.Errorf("%s:%d: the game does not count: %w", console.SourceName(p.source), item.number, item.NotGame))
	}
	if item.State == passes.Legal {
		if err := p.games.add(&p.start, item.Setup.FEN(), item.Game); err != nil {
			return err
		}
	}
	w.WriteString(item.text)
	return w.WriteByte('\n')
}

// onePass makes one pass, to stdout.
func (r *run) onePass(ctx context.Context) error {
	progress := r.NewListProgress(ctx, r.ListPart.Counted(r.File), "lines")
	defer progress.Done()
	in, err := r.Open(ctx, r.File)
	if err != nil {
		return err
	}
	defer in.Close()
	if r.games, err = createPGN(r.PGN); err != nil {
		return err
	}
	p := &pass{run: r, name: "pass", source: r.File, first: true, began: time.Now(), progress: progress}
	list := batch.NewReader(in)
	r.ListPart.Only(list)
	if err := p.job(list).Run(ctx, r.Stdout); err != nil {
		r.games.Discard()
		return err
	}
	if err := r.games.Close(); err != nil {
		return err
	}
	return p.counts.exit()
}

// same says whether an answer that an earlier run has written is the one to a line,
// and counts it.
func (p *pass) same(answer string, line batch.Line) (bool, error) {
	before := &passes.Answer{}
	asked, err := poslist.Parse(line)
	if err != nil {
		if answer != p.malformed(line, err) {
			return false, batch.ErrOtherAnswer
		}
		before.State = passes.Malformed
		p.counts.add(before)
		return true, nil
	}
	l, err := poslist.Parse(batch.Line{Text: answer})
	if err != nil || l.Setup != asked.Setup || strings.HasPrefix(answer, "{") != p.JSON {
		return false, batch.ErrOtherAnswer
	}
	before.State = passes.StateOf(&l, p.options.Refute.Start)
	if p.first && asked.HasGame {
		before.NotGame = p.options.Given(&asked.Setup, asked.Game) // was reported, and still decides the exit code
	}
	p.counts.add(before)
	return true, nil
}
