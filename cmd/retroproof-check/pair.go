package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"retroproof/proofs"
)

// checkPair checks that the proof refutes the formula, which is read clause by clause: neither file is ever in memory
// as a whole.
func checkPair(ctx context.Context, cnf, proof string, o options) (string, error) {
	in, name, err := o.open(cnf)
	if err != nil {
		return "", err
	}
	defer in.Close()
	var c *proofs.Checker
	var variables int
	var clauses int64
	err = proofs.ScanDIMACS(in, name, func(v int, n int64) error {
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
		return "", &codedError{exitMalformed, err}
	case err != nil:
		return "", err
	}

	steps, name, err := o.open(proof)
	if err != nil {
		return "", err
	}
	defer steps.Close()
	check := c.LRAT
	if o.rup {
		check = c.RUP
	}
	stats, err := check(ctx, steps, name)
	var rejected *proofs.ProofError
	switch {
	case errors.As(err, &rejected), errors.Is(err, proofs.ErrGzip):
		return "", &codedError{exitNotVerified, err}
	case err != nil:
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "formula: %d variables, %d clauses; %s: %d steps, %d deletions, %d hints, %d bytes; at most %d clauses at once\n",
		variables, clauses, stats.Format, stats.Steps, stats.Deletions, stats.Hints, stats.Bytes, stats.PeakClauses)
	return b.String(), nil
}

// open opens a file for reading, or stdin for "-", and returns its name for messages.
func (o options) open(name string) (io.ReadCloser, string, error) {
	if name == "-" {
		return io.NopCloser(o.stdin), "<stdin>", nil
	}
	f, err := os.Open(name)
	return f, name, err
}
