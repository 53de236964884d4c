package sat

import (
	"context"
	"fmt"
)

// frontEnd is the common part of all adapters: it implements the protocol of Solver, checks and renumbers literals, and
// keeps the last answer. Literals behind it are +-(index+1) of the varMap.
type frontEnd struct {
	name        string
	vars        varMap
	assumptions []int // for the next Solve, as the caller gave them
	unsat       bool  // the clauses alone are unsatisfiable: that never changes again
	lasting     error // errLiteral or errClosed: every Solve from now on fails with it

	status  Status
	failed  []int
	clauses int64
	solves  int64
}

func (f *frontEnd) Name() string { return f.name }

func (f *frontEnd) Failed() []int { return f.failed }

func (f *frontEnd) Assume(lits ...int) {
	for _, l := range lits {
		f.check(l)
	}
	f.assumptions = append(f.assumptions, lits...)
}

// value is Value of a solver that has values of variables by index.
func (f *frontEnd) value(lit int, of func(index int32) bool) bool {
	if f.status != Satisfiable || !validLiteral(lit) {
		return false
	}
	i := f.vars.find(int32(max(lit, -lit)))
	return (i >= 0 && of(i)) == (lit > 0)
}

// check makes a bad literal a lasting error. AddClause and Assume return nothing, because they are called a million
// times and their callers never pass a bad literal; dropping it silently would turn a caller's bug into a wrong proof.
func (f *frontEnd) check(lit int) bool {
	if validLiteral(lit) {
		return true
	}
	if f.lasting == nil {
		f.lasting = fmt.Errorf("%s: %w %d", f.name, errLiteral, lit)
	}
	return false
}

// appendClause translates a clause and appends it, ended by 0, to dst.
func (f *frontEnd) appendClause(dst []int32, lits []int) []int32 {
	if f.lasting != nil {
		return dst
	}
	for _, l := range lits {
		if !f.check(l) {
			return dst
		}
	}
	f.clauses++
	if len(lits) == 0 {
		f.unsat = true
	}
	return append(f.vars.literals(dst, lits), 0)
}

// begin starts a Solve: it returns the assumptions, which stay valid until the next Assume, and clears the last answer.
// If done is true the answer is given without solving.
func (f *frontEnd) begin(ctx context.Context) (assumptions []int, status Status, done bool, err error) {
	assumptions = f.assumptions
	f.assumptions = f.assumptions[:0]
	f.status, f.failed = Unknown, nil
	switch {
	case f.lasting != nil:
		return nil, Unknown, true, f.lasting
	case ctx.Err() != nil:
		return nil, Unknown, true, ctx.Err()
	case f.unsat:
		f.status = Unsatisfiable
		return nil, Unsatisfiable, true, nil
	}
	f.solves++
	return assumptions, Unknown, false, nil
}

// close makes every later Solve fail.
func (f *frontEnd) close() {
	f.lasting = fmt.Errorf("%s: %w", f.name, errClosed)
	f.vars = varMap{}
	f.status, f.failed, f.assumptions = Unknown, nil, nil
}
