package survey

import (
	"context"
	"errors"
	"fmt"

	"retroproof/proofs/illegal/facts"
)

// Label is what the first phase of two-phase sampling says of a draw: a byte of a file of labels.
type Label byte

// The labels of draws that are not decided in the first phase.
const (
	LikelyLegal   Label = '+'
	LikelyIllegal Label = '-'
)

// static has the labels of draws that are illegal for a reason that can be checked at once, without any more evidence.
var static = map[Label]facts.Reason{
	'A': facts.AdjacentKings, 'B': facts.BothKingsInCheck, 'D': facts.DoubleCheck,
	'E': facts.EnPassantCheck, 'O': facts.OppositeCheck, 'T': facts.TripleCheck,
}

// StaticLabel returns the label of draws that are illegal for a reason; ok is false if there is none.
func StaticLabel(r facts.Reason) (l Label, ok bool) {
	for l, reason := range static {
		if reason == r {
			return l, true
		}
	}
	return 0, false
}

// Reason returns why a draw with the label is illegal, or "" if it need not be.
func (l Label) Reason() facts.Reason { return static[l] }

// AddLabel counts a label of a draw. The error is about an unknown one.
func (c *Counts) AddLabel(l Label, multiplicity int) error {
	switch {
	case l.Reason() != "":
		c.Illegal++
		return nil
	case l == LikelyLegal:
		c.addLikelyLegal(multiplicity, 1)
	case l != LikelyIllegal:
		return errors.New("there is no such label")
	}
	c.Unknown[multiplicity]++
	return nil
}

// checkLabels checks the labels of a unit, of which each that says that its draw is illegal is verified, unless sums
// alone are wanted. It finds the draws that were chosen.
func (c *unitChecker) checkLabels(ctx context.Context) error {
	for c.read < c.unit.Draws {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		b, err := c.lines.ReadByte()
		if err != nil {
			return &Error{File: c.unit.Verdicts.Name, Err: fmt.Errorf("%w: %w", ErrFile, err)}
		}
		number, label := c.unit.draw(c.read), Label(b)
		c.read++
		var d Drawn
		if !c.o.SumsOnly {
			d = Draw(c.pack.Scheme, c.pack.Seed, number)
		}
		if reason := label.Reason(); reason != "" && !c.o.SumsOnly {
			if is := facts.AtSight(&d.Setup); is != reason {
				return c.wrongLabel(number, label, fmt.Errorf("the draw shows %q, not %s", is, reason))
			}
			c.report.Static[string(reason)]++
		}
		if err := c.counts.AddLabel(label, d.Multiplicity); err != nil {
			return c.wrongLabel(number, label, err)
		}
		c.picker.next(label, func() (uint64, int) { return number, Draw(c.pack.Scheme, c.pack.Seed, number).Multiplicity })
	}
	c.report.chosen = c.picker.found
	return nil
}

// wrongLabel returns an error about the label of a draw.
func (c *unitChecker) wrongLabel(draw uint64, l Label, err error) error {
	return &Error{File: c.unit.Verdicts.Name, Err: fmt.Errorf("%w: %q of draw %d: %.500w", ErrLabel, byte(l), draw, err)}
}
