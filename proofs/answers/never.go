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

// mostStatements is the largest number of statements in a file: for each a formula is built.
const mostStatements = 4096

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
	if c.statements -= len(n.Refuted); len(n.Refuted) == 0 || c.statements < 0 {
		return because(ErrFile, "no statements, or more than %d in a file", mostStatements)
	}
	a, err := facts.NewAbstraction(&c.start, &goal, n.Blocked)
	if err != nil {
		return because(ErrClaim, "%w", err)
	}
	left := c.memory - formula.Cost(a)
	if left < 0 {
		return lrat.ErrMemory
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
