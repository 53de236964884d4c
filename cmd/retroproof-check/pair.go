package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"

	"retroproof/proofs/aiger"
	"retroproof/proofs/drup"
	"retroproof/proofs/folder"
	"retroproof/proofs/lrat"
	"retroproof/proofs/lrat/gunzip"
	"retroproof/proofs/reach"
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
		c = lratChecker{lrat.NewChecker(v, o.memory)}
		if o.rup = o.rup || withoutHints(proof, n); o.rup {
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
		err = fmt.Errorf("%w (is it DRAT, which has no ids? --rup checks that)", err)
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
		report: fmt.Sprintf("formula: %d variables, %d clauses; %s: %d steps, %d deletions, %d hints, %d bytes; at most "+
			"%d clauses at once\n",
			variables, clauses, stats.Format, stats.Steps, stats.Deletions, stats.Hints, stats.Bytes, stats.PeakClauses),
	}, nil
}

// withoutHints reports whether a proof is DRAT and no LRAT, by its first steps, for a formula of so many clauses. Of
// pipes, which are read once, it does not know.
func withoutHints(proof string, clauses int64) bool {
	if info, err := os.Stat(proof); proof == "-" || err != nil || !info.Mode().IsRegular() {
		return false
	}
	f, err := folder.OpenFile(proof, folder.Links)
	if err != nil {
		return false
	}
	defer f.Close()
	head, _ := io.ReadAll(io.LimitReader(gunzip.NewReader(f), 1<<16))
	return !begins(head, true, clauses) && begins(head, false, clauses)
}

// begins reports whether a text begins like a proof with hints, or like one without: by its first steps, of which the
// last may be cut off.
//
// In binary form steps of one may look like steps of the other; ids, which increase, soon tell them apart.
func begins(head []byte, hints bool, last int64) bool {
	r := lrat.NewReader(bytes.NewReader(head), "", hints)
	for n := range 16 {
		step, err := r.Step()
		lists := 1
		switch {
		case step == lrat.End:
			lists = 0
		case hints && step == lrat.Add:
			if lists = 2; r.ID <= last {
				return false
			}
			last = r.ID
		}
		for number := int64(0); lists > 0 && err == nil; {
			if number, err = r.Number(""); number == 0 {
				lists--
			}
		}
		if err == nil {
			err = r.EndStep()
		}
		if err != nil || step == lrat.End {
			return n > 0 && (err == nil || errors.Is(err, lrat.ErrTruncated) && len(head) == 1<<16)
		}
	}
	return true
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

// checkRun checks a model and a run of it to a bad state, or one that violates a justice property, as its second line
// says.
func checkRun(f *file, witness string, o options) (*result, error) {
	switch {
	case o.aboutPositions() != "":
		return nil, o.notForThis()
	case o.rup:
		return nil, usageErrorf("--rup is for a formula and its proof")
	}
	h := sha256.New()
	m, err := aiger.Read(io.TeeReader(f.in, h), f.name, o.memory)
	if err != nil {
		return nil, reachError(f.name, err)
	}
	in, err := o.open(witness)
	switch {
	case err != nil:
		return nil, err
	case in.kind == isFolder:
		return nil, fmt.Errorf("%s is a folder", witness)
	}
	defer in.Close()
	report := &reach.Report{
		Verdict: reach.Unsafe, Model: f.name, SHA256: hex.EncodeToString(h.Sum(nil)),
		Inputs: len(m.Inputs), Latches: len(m.Latches), Gates: len(m.Ands),
	}
	text := bufio.NewReader(gunzip.NewReader(in.in))
	if head, _ := text.Peek(3); string(head) == "1\nj" {
		report.Verdict = reach.Violated
		report.Justice, report.Steps, report.Loop, err = reach.CheckLasso(m, text)
	} else {
		var all []int
		for i := range m.Properties() {
			all = append(all, i)
		}
		report.Bad, report.Steps, err = reach.CheckTrace(m, all, text)
	}
	if err != nil {
		return nil, reachError(in.name, err)
	}
	return &result{claims: []claim{{Claim: report.Verdict, Text: report.Claim()}}, report: report.String()}, nil
}
