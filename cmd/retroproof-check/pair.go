package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"retroproof/proofs/drup"
	"retroproof/proofs/lrat"
	"retroproof/proofs/lrat/gunzip"
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
	var c checker
	var variables int
	var clauses int64
	err := lrat.ScanDIMACS(gunzip.NewReader(cnf.in), cnf.name, func(v int, n int64) error {
		variables, clauses = v, n
		if c = checker(lratChecker{lrat.NewChecker(v, o.memory)}); o.rup {
			c = drup.NewChecker(v, o.memory)
		}
		return nil
	}, func(clause []int32) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return c.AddClause(clause)
	})
	var syntax *lrat.SyntaxError
	switch {
	case errors.As(err, &syntax), errors.Is(err, gunzip.ErrGzip):
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
	stats, err := c.Check(ctx, gunzip.NewReader(steps.in), steps.name)
	if errors.Is(err, lrat.ErrNotStep) && !o.rup {
		err = fmt.Errorf("%w (is it DRUP, which has no ids? --rup checks that)", err)
	}
	var rejected *lrat.ProofError
	switch {
	case errors.As(err, &rejected), errors.Is(err, gunzip.ErrGzip):
		return nil, &codedError{exitNotVerified, err}
	case err != nil:
		return nil, err
	}
	return &result{
		claims: []claim{{Claim: "unsatisfiable"}},
		report: fmt.Sprintf("formula: %d variables, %d clauses; %s: %d steps, %d deletions, %d hints, %d bytes; at most %d clauses at once\n",
			variables, clauses, stats.Format, stats.Steps, stats.Deletions, stats.Hints, stats.Bytes, stats.PeakClauses),
	}, nil
}

// checker checks a proof of the clauses that it was given.
type checker interface {
	AddClause(literals []int32) error
	Check(ctx context.Context, proof io.Reader, name string) (lrat.Stats, error)
}

// lratChecker is a checker of LRAT.
type lratChecker struct{ *lrat.Checker }

func (c lratChecker) Check(ctx context.Context, proof io.Reader, name string) (lrat.Stats, error) {
	return c.LRAT(ctx, proof, name)
}
