package proofgames

import (
	"bufio"
	"context"
	"fmt"
	"strings"
	"time"

	"retroproof/batch"
	"retroproof/batch/poslist"
	"retroproof/batch/progress"
	"retroproof/chess"
	"retroproof/kernel/resolve"
)

// List is a list of positions for which games are sought.
type List struct {
	*progress.Console
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
func (l *List) Run(ctx context.Context) (*Counts, error) {
	if l.Out != "" {
		return l.passes(ctx)
	}
	return l.onePass(ctx)
}

func (l *List) only(list *batch.Reader) {
	if l.Only != nil {
		l.Only(list)
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
type Counts [states]int

// Malformed returns the number of lines that are no position, or whose game is none.
func (c *Counts) Malformed() int { return c[malformed] }

// Undecided returns the number of positions without a verdict, given up or not.
func (c *Counts) Undecided() int { return c[unknown] + c[failed] }

// add counts a line.
func (c *Counts) add(a *attempt) {
	c[a.state]++
	if a.notGame != nil {
		c[malformed]++ // as well, for the exit code
	}
}

func (p *pass) String() string {
	c := &p.counts
	text := fmt.Sprintf("%s: legal: %d unknown: %d fail: %d illegal: %d time: %.1f",
		p.name, c[legal], c[unknown], c[failed], c[illegal], time.Since(p.began).Seconds())
	if c[malformed] > 0 {
		text += fmt.Sprintf(" malformed: %d", c[malformed])
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
				if item.failure != nil {
					return item.failure
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
	p.counts.add(item.attempt)
	if p.first && item.bad != nil {
		p.Complain(fmt.Errorf("%s:%d: %w", progress.SourceName(p.source), item.number, item.bad))
	}
	if item.notGame != nil {
		p.Complain(fmt.Errorf("%s:%d: the game does not count: %w", progress.SourceName(p.source), item.number, item.notGame))
	}
	if item.state == legal {
		if err := p.games.Add(&p.Start, item.Setup.FEN(), item.Game); err != nil {
			return err
		}
	}
	w.WriteString(item.text)
	return w.WriteByte('\n')
}

// onePass makes one pass, to stdout.
func (l *List) onePass(ctx context.Context) (*Counts, error) {
	bar := l.Progress(ctx, l.Counted, "lines")
	defer bar.Done()
	in, err := l.Open(ctx, l.File)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	if l.games, err = CreatePGN(l.PGN); err != nil {
		return nil, err
	}
	p := &pass{List: l, name: "pass", source: l.File, first: true, began: time.Now(), progress: bar}
	list := l.Positions(in)
	l.only(list)
	if err := p.job(list).Run(ctx, l.Stdout); err != nil {
		l.games.Discard()
		return nil, err
	}
	if err := l.games.Close(); err != nil {
		return nil, err
	}
	return &p.counts, nil
}

// same says whether an answer that an earlier run has written is the one to a line,
// and counts it.
func (p *pass) same(answer string, line batch.Line) (bool, error) {
	before := &attempt{}
	asked, err := poslist.Parse(line)
	if err != nil {
		if answer != p.malformed(line, err) {
			return false, batch.ErrOtherAnswer
		}
		before.state = malformed
		p.counts.add(before)
		return true, nil
	}
	l, err := poslist.Parse(batch.Line{Text: answer})
	if err != nil || l.Setup != asked.Setup || strings.HasPrefix(answer, "{") != p.JSON {
		return false, batch.ErrOtherAnswer
	}
	before.state = stateOf(&l, p.Options.Refute.Start)
	if p.first && asked.HasGame {
		before.notGame = p.Options.Given(&asked.Setup, asked.Game) // was reported, and still decides the exit code
	}
	p.counts.add(before)
	return true, nil
}
