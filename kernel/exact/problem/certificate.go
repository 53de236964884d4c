package problem

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"retroproof/kernel/ways"
	"retroproof/proofs/answers"
	proof "retroproof/proofs/exact"
	"retroproof/proofs/replay"
)

// ErrBudget is returned if the certificate would exceed the limits of CertificateOptions.
var ErrBudget = errors.New("the budget of the certificate is used up")

// Defaults of [CertificateOptions].
const (
	DefaultPositions = 500_000
	DefaultBytes     = 10 << 20
)

// CertificateOptions are the options of [WriteCertificate]. The zero value selects the defaults.
type CertificateOptions struct {
	Positions int // largest number of positions examined; 0 for DefaultPositions
	Bytes     int // largest size of the certificate in bytes; 0 for DefaultBytes
}

// WriteCertificate counts the games of a claim, stores their number in claim.Games, and writes the certificate for
// package proofs/exact. The search is simple, and uses only the arguments that the checker verifies: it is meant for
// short games. The error is ErrBudget, an error about the setups, or that of the writer or the context.
func WriteCertificate(ctx context.Context, w io.Writer, claim *proof.Claim, o CertificateOptions) error {
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
	c.bound.Series = c.target.Series
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
	o       CertificateOptions
	target  proof.Target
	bound   *proof.Bound
	tree    bytes.Buffer
	counted map[remembered]uint64

	costs  proof.Matrix
	assign ways.Matrix
}

// remembered identifies a position and the number of plies left.
type remembered struct {
	pos   replay.Position
	plies int
}

// count writes the tree of a position in the checker's format, and returns the number of games.
func (w *writer) count(p *replay.Position, plies int) (n uint64, err error) {
	if plies == 0 {
		if w.target.Reached(p) {
			n = 1
		}
		return n, nil
	}
	if w.target.Goal != nil && !w.bound.Begin(p, plies) {
		return 0, nil
	}
	// Each position is written once, as the checker remembers it.
	key := remembered{p.Key(), plies}
	if n, ok := w.counted[key]; ok {
		return n, nil
	}
	if len(w.counted) >= w.o.Positions || w.tree.Len() > w.o.Bytes {
		return 0, ErrBudget
	}
	if len(w.counted)&0xFF == 0 && w.ctx.Err() != nil {
		return 0, w.ctx.Err()
	}
	var steps []*proof.Step
	refuted := false
	if w.target.Goal != nil { // arguments are about diagrams
		steps, refuted = w.derive(p, plies)
	}
	if refuted {
		w.write(steps)
	} else {
		w.tree.WriteByte(proof.PlayOn)
		for move, q := range p.Moves {
			if q = w.target.After(p, q, move, plies); q == nil {
				continue
			}
			k, err := w.count(q, plies-1)
			if err != nil {
				return 0, err
			}
			if n += k; n >= 1<<53 {
				return 0, ErrBudget
			}
		}
	}
	w.counted[key] = n
	return n, nil
}

// write writes arguments.
func (w *writer) write(steps []*proof.Step) {
	w.tree.Write([]byte{proof.Refute, byte(len(steps))})
	for _, s := range steps {
		w.tree.Write([]byte{byte(s.Side), byte(len(s.Men))})
		for _, numbers := range [][]int8{s.Men, s.Places} {
			for _, n := range numbers {
				w.tree.WriteByte(byte(n))
			}
		}
	}
}

// Bound returns arguments about the moves that each side needs at least in games of a length; nil if they refute that
// there is one, or find nothing.
func Bound(start, goal *replay.Position, plies int) *answers.Tempo {
	w := &writer{bound: proof.NewBound(goal)}
	if !w.bound.Begin(start, plies) {
		return nil
	}
	steps, refuted := w.derive(start, plies)
	for side := proof.White; side <= proof.Black; side++ {
		if s := w.solve(side); s != nil && len(steps) < proof.MostSteps {
			steps = append(steps, s)
		}
	}
	if refuted || w.holds(start, plies, steps) || w.bound.Least == [2]int{} {
		return nil
	}
	t := &answers.Tempo{Plies: plies, Least: w.bound.Least}
	for sq, blocked := range w.bound.Blocked {
		if blocked {
			t.Stay |= 1 << sq
		}
	}
	for _, s := range w.shorten(start, plies, steps, false) {
		t.Steps = append(t.Steps, answers.TempoStep(*s))
	}
	return t
}

// derive returns arguments about a position that the bound has been begun with: those that refute it, if refuted, or
// else those by which men are blocked.
func (w *writer) derive(p *replay.Position, plies int) (steps []*proof.Step, refuted bool) {
	idle := 0 // consecutive sides without a new result
	side := proof.White
	if !p.White() {
		side = proof.Black
	}
	for ; idle < 2 && len(steps) < proof.MostSteps; side = 1 - side {
		s := w.solve(side)
		if s == nil {
			return steps, false
		}
		before, targets := w.bound.Blocked, w.bound.Targets
		refuted, ok := w.bound.Apply(&w.costs, s)
		switch {
		case !ok:
			return steps, false
		case refuted:
			return w.shorten(p, plies, append(steps, s), true), true
		case w.bound.Blocked == before && w.bound.Targets == targets:
			idle++
			continue
		}
		idle = 0
		steps = append(steps, s)
	}
	return steps, false
}

// solve returns the optimal numbers for a side, with the squares blocked so far.
func (w *writer) solve(side int) *proof.Step {
	w.bound.Fill(&w.costs, side)
	a := &w.assign
	if a.N = w.costs.N; a.N > ways.Max {
		return nil
	}
	for i := range a.N {
		for j := range a.N {
			a.Cost[i][j] = int32(w.costs.Cost[i][j])
		}
	}
	a.Solve()
	s := &proof.Step{Side: side, Men: make([]int8, a.N), Places: make([]int8, a.N)}
	for i := range a.N {
		s.Men[i], s.Places[i] = int8(a.U[i]), int8(a.V[i])
	}
	return s
}

// shorten removes steps that are not needed for what all together have just said: a refutation, which the last one
// is, or the moves that the sides need, and the men that stay.
func (w *writer) shorten(p *replay.Position, plies int, steps []*proof.Step, refuted bool) []*proof.Step {
	least, blocked, k := w.bound.Least, w.bound.Blocked, len(steps)-1
	if refuted {
		k--
	}
	for ; k >= 0; k-- {
		less := slices.Delete(slices.Clone(steps), k, k+1)
		if w.holds(p, plies, less) == refuted && (refuted || w.bound.Least == least && w.bound.Blocked == blocked) {
			steps = less
		}
	}
	return steps
}

// holds reports whether arguments refute a position. If one does not hold, the sides need no moves.
func (w *writer) holds(p *replay.Position, plies int, steps []*proof.Step) (refuted bool) {
	w.bound.Begin(p, plies)
	for _, s := range steps {
		done, ok := w.bound.Apply(&w.costs, s)
		if !ok {
			w.bound.Least = [2]int{}
			return false
		}
		refuted = refuted || done
	}
	return refuted
}
