// Package certificate writes certificates for package proofs/exact: how many games of a given
// length lead from one position to another.
//
//	games, err := certificate.Write(ctx, w, &claim, certificate.Options{})
//
// The search is simple, and uses only the arguments that the checker verifies. It is meant for
// short games.
package certificate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"retroproof/kernel/assign"
	proof "retroproof/proofs/exact"
	"retroproof/proofs/replay"
)

// ErrBudget is returned if the certificate would exceed the limits of Options.
var ErrBudget = errors.New("the budget of the certificate is used up")

// Defaults of the options.
const (
	DefaultPositions = 500_000
	DefaultBytes     = 10 << 20
)

// Options are the options of [Write]. The zero value selects the defaults.
type Options struct {
	Positions int // largest number of positions examined; 0 for DefaultPositions
	Bytes     int // largest size of the certificate in bytes; 0 for DefaultBytes
}

// Write counts the games of a claim, stores their number in claim.Games, and writes the
// certificate. The error is ErrBudget, an error about the setups, or that of the writer or the
// context.
func Write(ctx context.Context, w io.Writer, claim *proof.Claim, o Options) error {
	if o.Positions == 0 {
		o.Positions = DefaultPositions
	}
	if o.Bytes == 0 {
		o.Bytes = DefaultBytes
	}
	if claim.Plies < 0 || claim.Plies > proof.MostPlies {
		return fmt.Errorf("%d plies, want 0 to %d", claim.Plies, proof.MostPlies)
	}
	start, err := replay.ParsePlayable(claim.Start)
	if err != nil {
		return fmt.Errorf("the start: %w", err)
	}
	c := &writer{ctx: ctx, o: o, counted: map[remembered]uint64{}}
	if c.target, err = claim.Target(); err != nil {
		return err
	}
	c.bound = proof.NewBound(c.target.Goal)
	if claim.Games, err = c.count(start, claim.Plies); err != nil {
		return err
	}
	if _, err := io.WriteString(w, claim.String()); err != nil {
		return err
	}
	c.tree.WriteByte('\n')
	_, err = c.tree.WriteTo(w)
	return err
}

// writer is one certificate.
type writer struct {
	ctx     context.Context
	o       Options
	target  proof.Target
	bound   *proof.Bound
	tree    bytes.Buffer
	counted map[remembered]uint64

	costs  proof.Matrix
	assign assign.Matrix
}

// remembered identifies a position and the number of plies left.
type remembered struct {
	pos   replay.Position
	plies int
}

// count writes the tree of a position in the checker's format, and returns the number of games.
func (c *writer) count(p *replay.Position, plies int) (n uint64, err error) {
	if plies == 0 {
		if c.target.Reached(p) {
			n = 1
		}
		return n, nil
	}
	if !c.bound.Begin(p, plies) {
		return 0, nil
	}
	key := remembered{p.Key(), plies}
	if n, ok := c.counted[key]; ok {
		return n, nil
	}
	if len(c.counted) >= c.o.Positions || c.tree.Len() > c.o.Bytes {
		return 0, ErrBudget
	}
	if len(c.counted)&0xFF == 0 && c.ctx.Err() != nil {
		return 0, c.ctx.Err()
	}
	if steps := c.refute(p, plies); steps != nil {
		c.write(steps)
	} else {
		c.tree.WriteByte(proof.PlayOn)
		for _, q := range p.Moves {
			k, err := c.count(q, plies-1)
			if err != nil {
				return 0, err
			}
			if n += k; n >= 1<<53 {
				return 0, ErrBudget
			}
		}
	}
	c.counted[key] = n
	return n, nil
}

// write writes arguments.
func (c *writer) write(steps []*proof.Step) {
	c.tree.Write([]byte{proof.Refute, byte(len(steps))})
	for _, s := range steps {
		c.tree.Write([]byte{byte(s.Side), byte(len(s.Men))})
		for _, numbers := range [][]int8{s.Men, s.Places} {
			for _, n := range numbers {
				c.tree.WriteByte(byte(n))
			}
		}
	}
}

// refute returns arguments that refute a position, or nil if it finds none.
func (c *writer) refute(p *replay.Position, plies int) (steps []*proof.Step) {
	c.bound.Begin(p, plies)
	idle := 0 // consecutive sides without a new result
	for side := proof.Turn(p); idle < 2 && len(steps) < proof.MostSteps; side = 1 - side {
		s := c.solve(side)
		if s == nil {
			return nil
		}
		before := c.bound.Blocked
		refuted, ok := c.bound.Apply(&c.costs, s)
		switch {
		case !ok:
			return nil
		case refuted:
			return c.shorten(p, plies, append(steps, s))
		case c.bound.Blocked == before:
			idle++
			continue
		}
		idle = 0
		steps = append(steps, s)
	}
	return nil
}

// solve returns the optimal numbers for a side, with the squares blocked so far.
func (c *writer) solve(side int) *proof.Step {
	if !c.bound.Fill(&c.costs, side) {
		return nil
	}
	a := &c.assign
	a.N = c.costs.N
	for i := range a.N {
		for j := range a.N {
			a.Cost[i][j] = int32(c.costs.Cost[i][j])
		}
	}
	a.Solve()
	s := &proof.Step{Side: side, Men: make([]int8, a.N), Places: make([]int8, a.N)}
	for i := range a.N {
		s.Men[i], s.Places[i] = int8(a.U[i]), int8(a.V[i])
	}
	return s
}

// shorten removes steps that are not needed: the last one may hold without some of those
// before.
func (c *writer) shorten(p *replay.Position, plies int, steps []*proof.Step) []*proof.Step {
	for k := len(steps) - 2; k >= 0; k-- {
		less := append(append([]*proof.Step{}, steps[:k]...), steps[k+1:]...)
		if c.holds(p, plies, less) {
			steps = less
		}
	}
	return steps
}

// holds reports whether arguments refute a position.
func (c *writer) holds(p *replay.Position, plies int, steps []*proof.Step) (refuted bool) {
	c.bound.Begin(p, plies)
	for _, s := range steps {
		done, ok := c.bound.Apply(&c.costs, s)
		if !ok {
			return false
		}
		refuted = refuted || done
	}
	return refuted
}
