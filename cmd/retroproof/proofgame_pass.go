package main

import (
	"bufio"
	"context"
	"fmt"
	"retroproof/batch"
	"retroproof/batch/poslist"
	"strings"
	"time"
)

// pass is one pass over a list.
type pass struct {
	*proofgameRun
	name     string // what is written, for progress
	source   string // what is read
	first    bool   // of the run: what is wrong with lines is told, and --retry means this one
	began    time.Time
	progress *listProgress
	counts   passCounts
}

// passCounts is what progress tells.
type passCounts [isMalformed + 1]int

// add counts a line.
func (c *passCounts) add(item *passItem) {
	c[item.state]++
	if item.notGame != nil {
		c[isMalformed]++ // as well: somebody has to look at the list
	}
}

func (p *pass) String() string {
	c := &p.counts
	text := fmt.Sprintf("%s: legal: %d unknown: %d fail: %d illegal: %d time: %.1f", p.name, c[isLegal], c[isUnknown], c[isFail], c[isIllegal], time.Since(p.began).Seconds())
	if c[isMalformed] > 0 {
		text += fmt.Sprintf(" malformed: %d", c[isMalformed])
	}
	return text
}

// exit is the exit code of a run that ends with these counts.
func (c *passCounts) exit() error {
	switch {
	case c[isMalformed] > 0:
		return silentExit(exitMalformed)
	case c[isUnknown]+c[isFail] > 0:
		return silentExit(exitUndecided)
	}
	return nil
}

// job answers the lines of a list.
func (p *pass) job(in *batch.Reader) *batch.Job[*passItem] {
	return &batch.Job[*passItem]{
		In: in, Jobs: p.jobs, Interactive: p.source == "-", Answered: p.progress.Add,
		Answer: func(ctx context.Context, line batch.Line) *passItem {
			return p.passLine(ctx, line, p.retry && p.first)
		},
		Write: func(w *bufio.Writer, items []*passItem) error {
			for _, item := range items {
				if item.failed != nil {
					return item.failed
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
	p.counts.add(item)
	if p.first && item.bad != nil {
		p.app.complain(fmt.Errorf("%s:%d: %w", sourceName(p.source), item.number, item.bad))
	}
	if item.notGame != nil {
		p.app.complain(fmt.Errorf("%s:%d: the game is none and does not count: %w", sourceName(p.source), item.number, item.notGame))
	}
	if item.state == isLegal {
		if err := p.games.add(&p.start, item.fen, item.game); err != nil {
			return err
		}
	}
	w.WriteString(item.answer)
	return w.WriteByte('\n')
}

// onePass makes one pass, to stdout.
func (r *proofgameRun) onePass(ctx context.Context) error {
	progress := r.app.newListProgress(ctx, r.file, "lines")
	defer progress.Done()
	in, err := r.app.open(ctx, r.file)
	if err != nil {
		return err
	}
	defer in.Close()
	if r.games, err = createPGN(r.pgn); err != nil {
		return err
	}
	p := &pass{proofgameRun: r, name: "pass", source: r.file, first: true, began: time.Now(), progress: progress}
	if err := p.job(batch.NewReader(in)).Run(ctx, r.app.stdout); err != nil {
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
	item := &passItem{number: line.Number}
	asked, err := poslist.Parse(line)
	if err != nil {
		if answer != p.malformed(line, err) {
			return false, batch.ErrOtherAnswer
		}
		item.state = isMalformed
		p.counts.add(item)
		return true, nil
	}
	l, err := poslist.Parse(batch.Line{Text: answer})
	if err != nil || l.Setup != asked.Setup || strings.HasPrefix(answer, "{") != p.json {
		return false, batch.ErrOtherAnswer
	}
	item.state = p.state(&l)
	if p.first && asked.HasGame {
		item.notGame = p.options.Given(&asked.Setup, asked.Game) // was reported, and still decides the exit code
	}
	p.counts.add(item)
	return true, nil
}
