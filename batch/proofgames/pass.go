package proofgames

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
	"retroproof/chess"
	"retroproof/kernel/resolve"
)

// List is a list of positions for which games are sought.
type List struct {
	*console.Console
	File    string              // the list; "-" for stdin
	Only    func(*batch.Reader) // the lines that are answered; nil for all
	Counted string              // the file whose lines progress counts; "-" for none
	Out     string              // what the names of all passes begin with; "" for one pass, to stdout
	Retry   bool                // the first pass begins again with positions that were given up, or are on their way
	Jobs    int
	JSON    bool
	PGN     string // the file for games; "" for none
	Options resolve.Options
	Start   chess.Setup

	games *PGNFile // to which games are written when they are printed
}

// Error is a reason for which passes end before all is answered.
type Error struct {
	Text      string
	Undecided bool // positions are left
}

func (e *Error) Error() string { return e.Text }

// Run makes one pass, or all, and counts the lines of the last one.
func (r *List) Run(ctx context.Context) (*Counts, error) {
	if r.Out != "" {
		return r.passes(ctx)
	}
	return r.onePass(ctx)
}

func (r *List) only(list *batch.Reader) {
	if r.Only != nil {
		r.Only(list)
	}
}

// pass is one pass over a list.
type pass struct {
	*List
	name     string // what is written, for progress
	source   string // what is read
	first    bool   // of the run: what is wrong with lines is reported, and --retry means this one
	began    time.Time
	progress *progress.List
	counts   Counts
}

// Counts are lines by state.
type Counts [passes.States]int

// add counts a line.
func (c *Counts) add(a *passes.Answer) {
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
		if err := p.games.Add(&p.Start, item.Setup.FEN(), item.Game); err != nil {
			return err
		}
	}
	w.WriteString(item.text)
	return w.WriteByte('\n')
}

// onePass makes one pass, to stdout.
func (r *List) onePass(ctx context.Context) (*Counts, error) {
	progress := r.Progress(ctx, r.Counted, "lines")
	defer progress.Done()
	in, err := r.Open(ctx, r.File)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	if r.games, err = CreatePGN(r.PGN); err != nil {
		return nil, err
	}
	p := &pass{List: r, name: "pass", source: r.File, first: true, began: time.Now(), progress: progress}
	list := batch.NewReader(in)
	r.only(list)
	if err := p.job(list).Run(ctx, r.Stdout); err != nil {
		r.games.Discard()
		return nil, err
	}
	if err := r.games.Close(); err != nil {
		return nil, err
	}
	return &p.counts, nil
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
	before.State = passes.StateOf(&l, p.Options.Refute.Start)
	if p.first && asked.HasGame {
		before.NotGame = p.Options.Given(&asked.Setup, asked.Game) // was reported, and still decides the exit code
	}
	p.counts.add(before)
	return true, nil
}
