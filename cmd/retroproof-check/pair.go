package main

import (
	"context"
	"errors"
	"fmt"

	"retroproof/proofs"
)

// checkPair checks that the proof refutes the formula, which is read clause by clause: neither file is ever in memory
// as a whole.
func checkPair(ctx context.Context, cnf *file, proof string, o options) (*result, error) {
	switch {
	case o.aboutPositions() != "":
		return nil, o.notForThis()
	case cnf.File == nil && proof == "-":
		return nil, usageErrorf("only one of the files can be stdin")
	}
	var c *proofs.Checker
	var variables int
	var clauses int64
	err := proofs.ScanDIMACS(cnf.in, cnf.name, func(v int, n int64) error {
		variables, clauses = v, n
		c = proofs.NewChecker(v, o.memory)
		return nil
	}, func(clause []int32) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return c.AddClause(clause)
	})
	var syntax *proofs.SyntaxError
	switch {
	case errors.As(err, &syntax), errors.Is(err, proofs.ErrGzip):
		return nil, &codedError{exitMalformed, err}
	case err != nil:
		return nil, err
	}

	steps, err := o.open(proof)
	switch {
	case err != nil:
		return nil, err
	case steps.kind == isFolder:
		return nil, fmt.Errorf("%s is a folder", proof)
	}
	defer steps.Close()
	check := c.LRAT
	if o.rup {
		check = c.RUP
	}
	stats, err := check(ctx, steps.in, steps.name)
	var rejected *proofs.ProofError
	switch {
	case errors.As(err, &rejected), errors.Is(err, proofs.ErrGzip):
		return nil, &codedError{exitNotVerified, err}
	case err != nil:
		return nil, err
	}
	return &result{
		[]claim{{Claim: "unsatisfiable"}},
		fmt.Sprintf("formula: %d variables, %d clauses; %s: %d steps, %d deletions, %d hints, %d bytes; at most %d clauses at once\n",
			variables, clauses, stats.Format, stats.Steps, stats.Deletions, stats.Hints, stats.Bytes, stats.PeakClauses),
	}, nil
}
