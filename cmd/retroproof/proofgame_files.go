package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"time"
)

// The passes of a list: the output of each is the input of the next. Which are
// complete is told by their names; a pass in the making is called PREFIXnn.part.

// mostPasses bounds their number, as two digits do.
const mostPasses = 100

func (r *proofgameRun) passName(n int) string { return fmt.Sprintf("%s%02d", r.prefix, n) }

// passes makes all passes that are not there yet.
func (r *proofgameRun) passes(ctx context.Context) error {
	last, err := r.lastPass()
	if err != nil {
		return err
	}
	began := time.Now()
	for n := 0; n < mostPasses; n++ {
		p := &pass{proofgameRun: r, name: r.passName(n), source: r.file, first: n == 0, began: began}
		if n > 0 {
			p.source = r.passName(n - 1)
		}
		if n <= last {
			err = p.recount(ctx)
		} else {
			err = p.toFile(ctx)
		}
		if err != nil {
			return err
		}
		if n >= last && p.counts[isUnknown] == 0 {
			if err := r.writeGames(ctx, p.name); err != nil {
				return err
			}
			return p.counts.exit()
		}
	}
	return withCode(exitUndecided, fmt.Errorf("%s: positions are left after %d passes", r.passName(mostPasses-1), mostPasses))
}

// lastPass returns the number of the last pass that is complete, -1 if none is.
func (r *proofgameRun) lastPass() (int, error) {
	for n := range mostPasses {
		switch _, err := os.Stat(r.passName(n)); {
		case os.IsNotExist(err):
			if n > 0 {
				fmt.Fprintf(r.app.stderr, "retroproof: %s is complete, going on\n", r.passName(n-1))
			}
			return n - 1, nil
		case err != nil:
			return 0, withCode(exitIO, err)
		}
	}
	return mostPasses - 1, nil
}

// openList opens a list.
func (r *proofgameRun) openList(ctx context.Context, name string) (*listReader, io.Closer, error) {
	in, err := r.app.open(ctx, name)
	if err != nil {
		return nil, nil, err
	}
	return &listReader{r: bufio.NewReaderSize(in, 1<<16)}, in, nil
}

// toFile makes a pass, or goes on with one.
func (p *pass) toFile(ctx context.Context) error {
	p.progress = p.app.newListProgress(ctx, p.source, "lines")
	defer p.progress.Done()
	in, closer, err := p.openList(ctx, p.source)
	if err != nil {
		return err
	}
	defer closer.Close()
	part, err := openPartFile(p.name)
	if err != nil {
		return err
	}
	defer part.Close()
	seen := 0
	n, err := part.resume(in, sourceName(p.source), func(answer string, line numberedLine) (bool, error) {
		if seen++; !p.same(answer, line) {
			return false, part.otherAnswer(seen, sourceName(p.source), line)
		}
		return true, nil
	})
	if err != nil {
		return err
	}
	if n > 0 {
		fmt.Fprintf(p.app.stderr, "retroproof: %s has %d answers, going on\n", part.Name(), n)
	}
	p.progress.skip(n)
	if err := p.run(ctx, in, part); err != nil {
		part.interrupted(p.app, err)
		return err
	}
	if err := part.finish(); err != nil {
		return err
	}
	p.progress.Done()
	if p.app.progressMode != progressNone {
		fmt.Fprintf(p.app.stderr, "retroproof: %v\n", p)
	}
	return nil
}

// recount compares a pass that is there with what it was made of.
func (p *pass) recount(ctx context.Context) error {
	in, closer, err := p.openList(ctx, p.source)
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
		answer, noAnswer := answers.next()
		line, noLine := in.next()
		switch {
		case noAnswer == io.EOF && noLine == io.EOF:
			return nil
		case noAnswer != nil && noAnswer != io.EOF:
			return withCode(exitIO, noAnswer)
		case noLine != nil && noLine != io.EOF:
			return withCode(exitIO, noLine)
		case noAnswer != nil || noLine != nil || !p.same(answer.text, line):
			return withCode(exitMalformed, fmt.Errorf("%s, line %d: not the answer to %s in this format; remove it to start again, or choose another -o", p.name, answers.line, sourceName(p.source)))
		}
	}
}

// writeGames writes the games of a pass as PGN.
func (r *proofgameRun) writeGames(ctx context.Context, name string) error {
	games, err := createPGN(r.pgn)
	if games == nil || err != nil {
		return err
	}
	in, closer, err := r.openList(ctx, name)
	if err != nil {
		games.Discard()
		return err
	}
	defer closer.Close()
	for {
		line, err := in.next()
		if err == io.EOF {
			return games.Close()
		}
		if err == nil {
			if l, bad := parseListLine(line.text); bad == nil && r.state(&l) == isLegal {
				err = games.add(&r.start, l.setup.FEN(), l.game)
			}
		}
		if err != nil {
			games.Discard()
			return err
		}
	}
}
