package ask

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"retroproof/chess"
	"retroproof/kernel"
)

// Decider decides the positions of a question that is asked elsewhere, as AskRetract does: each once, with what is
// known of the others.
type Decider struct {
	memory *memory
	asked  []*state // that were not illegal when they were asked about
}

// NewDecider returns a Decider. It decides at most o.Questions positions, and those that a glance refutes; 0 is
// DefaultLimit.
func NewDecider(o Options) (*Decider, error) {
	o.Positions = cmp.Or(o.Positions, RetractPositions)
	m, err := newMemory(&o, cmp.Or(o.Questions, DefaultLimit), retractGames)
	return &Decider{memory: m}, err
}

// Harder goes on with all positions that were asked about and are open, with the budgets of a question about last
// moves.
func (d *Decider) Harder(ctx context.Context) error {
	return d.memory.later(ctx, [][]*state{d.asked}, func() bool { return false })
}

// Decide says whether games lead to a position; it is open beyond the limit.
func (d *Decider) Decide(ctx context.Context, p *chess.Position) (Verdict, error) {
	s, isNew := d.memory.find(p)
	if isNew {
		err := d.memory.first(ctx, s, false)
		if err != nil {
			delete(d.memory.states, s.Setup)
		}
		if errors.Is(err, errLimit) {
			return Open, nil
		} else if err != nil {
			return Open, fmt.Errorf("%s: %w", s.Setup.FEN(), err)
		}
		if s.Verdict != kernel.Illegal {
			d.asked = append(d.asked, s)
		}
	}
	switch s.Verdict {
	case kernel.Legal:
		return Possible, nil
	case kernel.Illegal:
		return Impossible, nil
	}
	return Open, nil
}

// Ordinary reports whether games begin with the men of the initial position.
func (d *Decider) Ordinary() bool { return d.memory.start == chess.InitialSetup() }
