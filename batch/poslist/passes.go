package poslist

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"retroproof/batch"
	"retroproof/batch/progress"
	"retroproof/chess"
)

// Games is a list of positions for which games are sought, a pass at a time. The output of each pass is the input of
// the next. A name without suffix is that of a complete pass; an unfinished one is called PREFIXnn.part.
type Games struct {
	Work
	Out   string // what the names of all passes begin with; "" for one pass, to stdout
	Retry bool   // the first pass begins again with positions that were given up, or are on their way
	JSON  bool
	PGN   string // the file for games; "" for none
	Start chess.Setup

	games *PGNFile // to which games are written when they are printed
}

// PassError is a reason for which passes end before all is answered.
type PassError struct {
	Text      string
	Undecided bool // positions are left
}

func (e *PassError) Error() string { return e.Text }

// pass is one pass over a list.
type pass struct {
	*Games
	name     string // what is written, for progress
	source   string // what is read
	first    bool   // of the run: what is wrong with lines is reported, and --retry means this one
	began    time.Time
	progress *progress.List
	counts   Counts
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
func (p *pass) job(in *batch.Reader) *batch.Job[*attempt] {
	return &batch.Job[*attempt]{
		In: in, Jobs: p.Jobs, Interactive: p.source == "-", Answered: p.progress.Add,
		Answer: func(ctx context.Context, line batch.Line) *attempt {
			return p.answer(ctx, line, p.Retry && p.first)
		},
		Write: func(w *bufio.Writer, items []*attempt) error {
			for _, it := range items {
				if it.failure != nil {
					return it.failure
				}
				p.counts.add(&it.item)
				if it.state == legal {
					if err := p.games.Add(&p.Start, it.Setup.FEN(), it.Game); err != nil {
						return err
					}
				}
				if err := p.write(w, &it.item, p.source, p.first); err != nil {
					return err
				}
			}
			p.progress.Say(p.String())
			return nil
		},
	}
}

// same says whether an answer that an earlier run has written is the one to a line,
// and counts it.
func (p *pass) same(answer string, line batch.Line) (bool, error) {
	before := &item{state: malformed}
	asked, err := Parse(line)
	if err != nil {
		if answer != p.malformed(line, err) {
			return false, batch.ErrOtherAnswer
		}
		p.counts.add(before)
		return true, nil
	}
	l, err := Parse(batch.Line{Text: answer})
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

// Run makes one pass, or all, and counts the lines of the last one.
func (g *Games) Run(ctx context.Context) (*Counts, error) {
	if g.Out != "" {
		return g.passes(ctx)
	}
	return g.onePass(ctx)
}

// onePass makes one pass, to stdout.
func (g *Games) onePass(ctx context.Context) (*Counts, error) {
	bar := g.start(ctx, g.In, false)
	defer bar.Done()
	list, in, err := g.open(ctx, g.In, false)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	if g.games, err = CreatePGN(g.PGN); err != nil {
		return nil, err
	}
	p := &pass{Games: g, name: "pass", source: g.In, first: true, began: time.Now(), progress: bar}
	if err := p.job(list).Run(ctx, g.Stdout); err != nil {
		g.games.Discard()
		return nil, err
	}
	if err := g.games.Close(); err != nil {
		return nil, err
	}
	return &p.counts, nil
}

// mostPasses bounds their number, as two digits do.
const mostPasses = 100

func (g *Games) passName(n int) string { return fmt.Sprintf("%s%02d", g.Out, n) }

// passes makes all passes that are not there yet.
func (g *Games) passes(ctx context.Context) (*Counts, error) {
	last, err := g.lastPass()
	if err != nil {
		return nil, err
	}
	began := time.Now()
	for n := 0; n < mostPasses; n++ {
		p := &pass{Games: g, name: g.passName(n), source: g.In, first: n == 0, began: began}
		if n > 0 {
			p.source = g.passName(n - 1)
		}
		if n <= last {
			err = p.recount(ctx)
		} else {
			err = p.toFile(ctx)
		}
		if err != nil {
			return nil, err
		}
		if n >= last && p.counts[unknown] == 0 {
			if err := g.writeGames(ctx, p.name); err != nil {
				return nil, err
			}
			return &p.counts, nil
		}
	}
	return nil, &PassError{Undecided: true,
		Text: fmt.Sprintf("%s: positions are left after %d passes", g.passName(mostPasses-1), mostPasses)}
}

// lastPass returns the number of the last pass that is complete, -1 if none is.
func (g *Games) lastPass() (int, error) {
	for n := range mostPasses {
		switch _, err := os.Stat(g.passName(n)); {
		case os.IsNotExist(err):
			if n > 0 {
				fmt.Fprintf(g.Stderr, "retroproof: %s is complete, going on\n", g.passName(n-1))
			}
			return n - 1, nil
		case err != nil:
			return 0, err
		}
	}
	return mostPasses - 1, nil
}

// toFile makes a pass, or goes on with one.
func (p *pass) toFile(ctx context.Context) error {
	p.progress = p.start(ctx, p.source, !p.first)
	defer p.progress.Done()
	in, closer, err := p.open(ctx, p.source, !p.first)
	if err != nil {
		return err
	}
	defer closer.Close()
	if err := progress.ToFile(ctx, p.Console, p.job(in), batch.File{Name: p.name, Source: progress.SourceName(p.source),
		Same: p.same}, p.progress); err != nil {
		return err
	}
	p.progress.Done()
	if !p.Quiet {
		fmt.Fprintf(p.Stderr, "retroproof: %v\n", p)
	}
	return nil
}

// recount compares a pass that is there with what it was made of.
func (p *pass) recount(ctx context.Context) error {
	in, closer, err := p.open(ctx, p.source, !p.first)
	if err != nil {
		return err
	}
	defer closer.Close()
	answers, file, err := p.open(ctx, p.name, true)
	if err != nil {
		return err
	}
	defer file.Close()
	for {
		answer, noAnswer := answers.Next()
		line, noLine := in.Next()
		same := noAnswer == nil && noLine == nil
		if same {
			same, _ = p.same(answer.Text, line)
		}
		switch {
		case noAnswer == io.EOF && noLine == io.EOF:
			return nil
		case noAnswer != nil && noAnswer != io.EOF:
			return noAnswer
		case noLine != nil && noLine != io.EOF:
			return noLine
		case !same:
			return &PassError{Text: fmt.Sprintf("%s, line %d: not the answer to %s in this format; remove it to start again, "+
				"or choose another -o", p.name, answers.Number(), progress.SourceName(p.source))}
		}
	}
}

// writeGames writes the games of a pass as PGN.
func (g *Games) writeGames(ctx context.Context, name string) error {
	games, err := CreatePGN(g.PGN)
	if games == nil || err != nil {
		return err
	}
	in, closer, err := g.open(ctx, name, true)
	if err != nil {
		games.Discard()
		return err
	}
	defer closer.Close()
	for line, err := range in.Lines() {
		if err == nil {
			if at, bad := Parse(line); bad == nil && stateOf(&at, g.Options.Refute.Start) == legal {
				err = games.Add(&g.Start, at.Setup.FEN(), at.Game)
			}
		}
		if err != nil {
			games.Discard()
			return err
		}
	}
	return games.Close()
}
