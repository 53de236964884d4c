package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"retroproof/proofs/drup"
	"retroproof/proofs/lrat"
)

// checkPair checks that the proof refutes the formula, which is read clause by clause: neither file is ever in memory
// as a whole.
func checkPair(ctx context.Context, cnf, proof string, o options) (string, error) {
	in, name, err := o.open(cnf)
	if err != nil {
		return "", err
	}
	defer in.Close()
	var c checker
	var variables int
	var clauses int64
	err = lrat.ScanDIMACS(in, name, func(v int, n int64) error {
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
	case errors.As(err, &syntax), errors.Is(err, lrat.ErrGzip):
		return "", &codedError{exitMalformed, err}
	case err != nil:
		return "", err
	}

	steps, name, err := o.open(proof)
	if err != nil {
		return "", err
	}
	defer steps.Close()
	stats, err := c.Check(ctx, steps, name)
	var rejected *lrat.ProofError
	switch {
	case errors.As(err, &rejected), errors.Is(err, lrat.ErrGzip):
		return "", &codedError{exitNotVerified, err}
	case err != nil:
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "formula: %d variables, %d clauses; %s: %d steps, %d deletions, %d hints, %d bytes; at most %d clauses at once\n",
		variables, clauses, stats.Format, stats.Steps, stats.Deletions, stats.Hints, stats.Bytes, stats.PeakClauses)
	return b.String(), nil
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

// open opens a file for reading, or stdin for "-", and returns its name for messages.
func (o options) open(name string) (io.ReadCloser, string, error) {
	if name == "-" {
		return io.NopCloser(o.stdin), "<stdin>", nil
	}
	f, err := os.Open(name)
	return f, name, err
}
