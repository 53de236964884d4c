package proofgames

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"retroproof/batch"
	"retroproof/batch/poslist"
	"retroproof/batch/progress"
)

// The passes of a list: the output of each is the input of the next. A name
// without suffix is that of a complete pass; an unfinished one is called PREFIXnn.part.

// mostPasses bounds their number, as two digits do.
const mostPasses = 100

func (l *List) passName(n int) string { return fmt.Sprintf("%s%02d", l.Out, n) }

// passes makes all passes that are not there yet.
func (l *List) passes(ctx context.Context) (*Counts, error) {
	last, err := l.lastPass()
	if err != nil {
		return nil, err
	}
	began := time.Now()
	for n := 0; n < mostPasses; n++ {
		p := &pass{List: l, name: l.passName(n), source: l.File, first: n == 0, began: began}
		if n > 0 {
			p.source = l.passName(n - 1)
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
			if err := l.writeGames(ctx, p.name); err != nil {
				return nil, err
			}
			return &p.counts, nil
		}
	}
	return nil, &Error{Text: fmt.Sprintf("%s: positions are left after %d passes", l.passName(mostPasses-1), mostPasses),
		Undecided: true}
}

// lastPass returns the number of the last pass that is complete, -1 if none is.
func (l *List) lastPass() (int, error) {
	for n := range mostPasses {
		switch _, err := os.Stat(l.passName(n)); {
		case os.IsNotExist(err):
			if n > 0 {
				fmt.Fprintf(l.Stderr, "retroproof: %s is complete, going on\n", l.passName(n-1))
			}
			return n - 1, nil
		case err != nil:
			return 0, err
		}
	}
	return mostPasses - 1, nil
}

// openList opens a list.
func (l *List) openList(ctx context.Context, name string) (*batch.Reader, io.Closer, error) {
	in, err := l.Open(ctx, name)
	if err != nil {
		return nil, nil, err
	}
	return l.Positions(in), in, nil
}

// openSource opens what a pass reads: the first one the list, or a part of it.
func (p *pass) openSource(ctx context.Context) (*batch.Reader, io.Closer, error) {
	in, closer, err := p.openList(ctx, p.source)
	if err == nil && p.first {
		p.only(in)
	}
	return in, closer, err
}

// toFile makes a pass, or goes on with one.
func (p *pass) toFile(ctx context.Context) error {
	source := p.source
	if p.first {
		source = p.Counted
	}
	p.progress = p.Progress(ctx, source, "lines")
	defer p.progress.Done()
	in, closer, err := p.openSource(ctx)
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
	in, closer, err := p.openSource(ctx)
	if err != nil {
		return err
	}
	defer closer.Close()
	answers, file, err := p.openList(ctx, p.name)
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
			return &Error{Text: fmt.Sprintf("%s, line %d: not the answer to %s in this format; remove it to start again, or "+
				"choose another -o", p.name, answers.Number(), progress.SourceName(p.source))}
		}
	}
}

// writeGames writes the games of a pass as PGN.
func (l *List) writeGames(ctx context.Context, name string) error {
	games, err := CreatePGN(l.PGN)
	if games == nil || err != nil {
		return err
	}
	in, closer, err := l.openList(ctx, name)
	if err != nil {
		games.Discard()
		return err
	}
	defer closer.Close()
	for {
		line, err := in.Next()
		if err == io.EOF {
			return games.Close()
		}
		if err == nil {
			if at, bad := poslist.Parse(line); bad == nil && stateOf(&at, l.Options.Refute.Start) == legal {
				err = games.Add(&l.Start, at.Setup.FEN(), at.Game)
			}
		}
		if err != nil {
			games.Discard()
			return err
		}
	}
}
