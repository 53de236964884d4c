package answers

import (
	"errors"

	"retroproof/proofs/illegal/core"
	"retroproof/proofs/illegal/facts"
	"retroproof/proofs/limits"
)

// Never are statements that are true of no game to a position, each with the core that refutes the kernel question
// with it.
type Never struct {
	Blocked []facts.Fact `json:"blocked,omitempty"` // on which clauses rest
	Encoder string       `json:"encoder"`           // core.Version
	Refuted []Refuted    `json:"refuted"`
}

// Refuted is a statement with its refutation.
type Refuted struct {
	core.Statement
	Core []byte `json:"core"` // its file
}

// never checks statements. Every game to the position of which one is true would make all clauses of its core true.
func (c *checker) never(claim *Claim) error {
	n := claim.Never
	if n.Encoder != core.Version {
		return because(ErrFile, "clauses of %.50q, and this checker has %q", n.Encoder, core.Version)
	}
	if len(n.Refuted) == 0 {
		return because(ErrFile, "no statements")
	}
	a, err := facts.NewAbstraction(&c.start, &c.goal, n.Blocked)
	if err != nil {
		return because(ErrClaim, "%w", err)
	}
	for i := range n.Refuted {
		r := &n.Refuted[i]
		q := core.New(a)
		if err := q.Assume(&r.Statement); err != nil {
			return because(ErrFile, "%w", err)
		}
		one, err := q.Read(r.Core, c.memory)
		if err == nil {
			one.Limit = c.visits
			var stats core.Stats
			stats, err = one.Check(c.ctx, nil)
			c.visits -= stats.Visits
		}
		switch {
		case errors.Is(err, limits.ErrMemory), errors.Is(err, core.ErrVisits), err != nil && c.ctx.Err() != nil:
			return err
		case err != nil:
			return because(ErrClaim, "statement %d, %s: %w", i+1, r.Kind, err)
		}
	}
	return nil
}
