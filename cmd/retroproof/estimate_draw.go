package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	"retroproof/chess"
	"retroproof/kernel"
	"retroproof/kernel/certify"
	"retroproof/kernel/resolve"
	"retroproof/proofs/survey"
	"retroproof/proofs/survey/sample"
)

// drawNumbers reads as the numbers of draws, one a line.
type drawNumbers struct {
	next, end uint64
	rest      []byte
}

// Read implements io.Reader.
func (d *drawNumbers) Read(p []byte) (int, error) {
	if len(d.rest) == 0 {
		if d.next == d.end {
			return 0, io.EOF
		}
		d.rest = append(strconv.AppendUint(d.rest, d.next, 10), '\n')
		d.next++
	}
	n := copy(p, d.rest)
	d.rest = d.rest[n:]
	return n, nil
}

// drawItem is a draw with its verdict.
type drawItem struct {
	line        *survey.Line
	certificate *certify.Certificate // of an illegal position
	failed      error
}

// draw returns the line of a draw, without verdict.
func (r *surveyRun) draw(number uint64) *survey.Line {
	d := sample.Draw(r.manifest.Scheme, r.manifest.Seed, number)
	return survey.NewLine(r.manifest.Scheme, number, &d)
}

// decide gives a draw its verdict; with a certifier, illegal is only what has a proof.
func (r *surveyRun) decide(ctx context.Context, number uint64, c *certify.Certifier) *drawItem {
	item := &drawItem{line: r.draw(number)}
	l := item.line
	goal, err := chess.ParseFEN(l.FEN)
	if err != nil {
		item.failed = fmt.Errorf("draw %d: %w", number, err)
		return item
	}
	a, err := resolve.Position(ctx, &goal, r.options)
	if err != nil {
		item.failed = err
		return item
	}
	switch a.Verdict {
	case kernel.Legal:
		l.SetGame(string(a.Reason), a.Game)
	case kernel.Illegal:
		item.failed = r.prove(ctx, item, &a, c)
	default:
		l.States = r.options.Game.States
	}
	return item
}

// prove calls a position illegal, with its certificate if these are kept.
func (r *surveyRun) prove(ctx context.Context, item *drawItem, a *resolve.Answer, c *certify.Certifier) (err error) {
	l := item.line
	if c != nil {
		item.certificate, err = c.Certify(ctx, &a.Decision)
		if errors.Is(err, certify.ErrBudget) {
			l.Uncertified = string(a.Reason)
			return nil
		}
		if err != nil {
			return err
		}
	}
	l.Verdict, l.Reason = survey.Illegal, string(a.Reason)
	return nil
}

// tally is what progress shows of the verdicts so far, those of a chunk in the making
// included.
func (r *surveyRun) tally(chunk *survey.Counts) string {
	all := chunk.Tally()
	legal, unknown := all.Totals()
	before, beforeUnknown := r.manifest.Counts.Tally().Totals()
	return fmt.Sprintf("%d illegal, %d legal, %d unknown", r.manifest.Counts.Illegal+all.Illegal, before+legal, beforeUnknown+unknown)
}
