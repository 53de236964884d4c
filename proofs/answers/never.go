package answers

import (
	"bytes"
	"errors"

	"retroproof/proofs/illegal/facts"
	"retroproof/proofs/illegal/formula"
	"retroproof/proofs/lrat"
)

// Never are statements that are true of no game to a position, each with the proof that the
// formula of the kernel question with it has no model.
type Never struct {
	Blocked []facts.Fact `json:"blocked,omitempty"` // on which the formula rests
	Encoder string       `json:"encoder"`           // formula.Version
	Refuted []Refuted    `json:"refuted"`
}

// mostFormulas is how much the formulas of a file may take, all together, in bytes by
// formula.Cost. It bounds the time: each is built and loaded, however short its proof is.
const mostFormulas = 4 << 30

// Refuted is a statement with its refutation.
type Refuted struct {
	formula.Statement
	Proof []byte `json:"proof"` // binary LRAT
}

// never checks statements. Every game to the position of which one is true would be a model of
// its formula.
func (c *checker) never(claim *Claim) error {
	goal, err := c.goal(claim)
	if err != nil {
		return err
	}
	n := claim.Never
	if n.Encoder != formula.Version {
		return because(ErrFile, "formulas of %.50q, and this checker has %q", n.Encoder, formula.Version)
	}
	if len(n.Refuted) == 0 {
		return because(ErrFile, "no statements")
	}
	a, err := facts.NewAbstraction(&c.start, &goal, n.Blocked)
	if err != nil {
		return because(ErrClaim, "%w", err)
	}
	cost := formula.Cost(a)
	left := c.memory - cost
	if left < 0 {
		return lrat.ErrMemory
	}
	if c.formulas -= cost * int64(len(n.Refuted)); c.formulas < 0 {
		return because(ErrFile, "too many statements: their formulas take more than %d bytes in this file", int64(mostFormulas))
	}
	for i := range n.Refuted {
		r := &n.Refuted[i]
		cnf, err := formula.NewWith(a, &r.Statement)
		if err != nil {
			return because(ErrFile, "%w", err)
		}
		check := lrat.NewChecker(cnf.NumVars(), left)
		load := lrat.Loader{Checker: check}
		cnf.Emit(&load)
		if load.Err != nil {
			return load.Err
		}
		_, err = check.BinaryLRAT(c.ctx, bytes.NewReader(r.Proof), "proof")
		switch {
		case errors.Is(err, lrat.ErrMemory), err != nil && c.ctx.Err() != nil:
			return err
		case err != nil:
			return because(ErrClaim, "statement %d, %s: %w", i+1, r.Kind, err)
		}
	}
	return nil
}
