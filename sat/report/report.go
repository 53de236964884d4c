// Package report answers what solvers are asked, in the forms of the SAT and the model counting competitions, or as JSON.
package report

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"

	"retroproof/internal/answer"
	"retroproof/proofs/lrat"
	"retroproof/sat"
)

// Report solves a formula, and reports what comes of it.
type Report struct {
	File    string // the formula's, for messages
	Formula *lrat.Formula
	Project []int // the variables whose assignments are counted or listed; nil for all
	Lines   *sat.CountingLines
	All     bool         // models are listed
	Quiet   bool         // no remarks
	NoModel bool         // no values of variables
	Solvers []sat.Solver // the first one holds the formula
	Started time.Time

	// Complement makes a second solver for counting over all variables.
	Complement func() (sat.Solver, error)
	// WriteProof, if not nil, writes the proof that there is no model. It returns remarks.
	WriteProof func() (remarks []string, err error)
	Progress   func(text string)
	Ended      func(status sat.Status, took time.Duration) // if not nil, gets the end

	Out    *bufio.Writer
	Object func(answer.Answer) error // prints an object; nil for text
}

// Decide asks the solver once.
func (j *Report) Decide(ctx context.Context) (sat.Status, error) {
	solver := j.Solvers[0]
	status, err := solver.Solve(ctx)
	switch status {
	case sat.Satisfiable:
		if err := sat.CheckModel(j.Formula, solver.Value); err != nil {
			return sat.Unknown, fmt.Errorf("solver %s is wrong: %w", solver.Name(), err)
		}
		var model []int
		if !j.NoModel {
			model = sat.ModelLiterals(j.Formula, solver.Value)
		}
		j.finish(status, "", nil, model)
		return status, nil
	case sat.Unsatisfiable:
		if j.WriteProof != nil {
			remarks, err := j.WriteProof()
			if err != nil {
				return sat.Unknown, err
			}
			for _, r := range remarks {
				j.Comment("%s", r)
			}
		}
		j.finish(status, "", nil, nil)
		return status, nil
	}
	return sat.Unknown, j.undecided(err)
}

// undecided answers UNKNOWN if a limit was the reason, and nothing if anything went wrong.
func (j *Report) undecided(err error) error {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		j.finish(sat.Unknown, "time limit reached", nil, nil)
		return nil
	case errors.Is(err, sat.ErrConflictLimit):
		j.finish(sat.Unknown, "conflict limit reached", nil, nil)
		return nil
	case errors.Is(err, sat.ErrGaveUp):
		j.finish(sat.Unknown, err.Error(), nil, nil)
		return nil
	case errors.Is(err, context.Canceled):
		j.finish(sat.Unknown, "interrupted", nil, nil)
		return err
	case err == nil:
		err = errors.New("the solver gave no answer")
	}
	return err
}

// Enumerate prints or counts all models.
func (j *Report) Enumerate(ctx context.Context) (sat.Status, error) {
	solver := j.Solvers[0]
	e := sat.Enumeration{Solver: solver, Project: j.Project}
	if j.Project == nil {
		for v := 1; v <= j.Formula.NumVars; v++ {
			e.Project = append(e.Project, v)
		}
		complement, err := j.Complement()
		if err != nil {
			return sat.Unknown, err
		}
		defer complement.Close()
		sat.AddComplement(complement, j.Formula)
		e.Complement = complement
		j.Solvers = append(j.Solvers, complement)
	}
	total := new(big.Int)
	for cube, err := range sat.Enumerate(ctx, e) {
		if err != nil {
			j.Comment("incomplete after %v models", total)
			return sat.Unknown, j.undecided(err)
		}
		total.Add(total, cube.Size())
		if j.All && !j.NoModel {
			for assignment := range cube.Assignments() {
				if err := j.assignment(assignment); err != nil {
					return sat.Unknown, err
				}
				if ctx.Err() != nil {
					return sat.Unknown, j.undecided(ctx.Err())
				}
			}
		}
		j.Progress(fmt.Sprintf("solve: %v models", total))
	}
	status := sat.Unsatisfiable
	if total.Sign() > 0 {
		status = sat.Satisfiable
	}
	j.finish(status, "", total, nil)
	return status, nil
}

// Solved is the answer for programs.
type Solved struct {
	answer.Head `schema:"retroproof.solve/1"`
	File        string  `json:"file"`
	Solver      string  `json:"solver"`
	Status      string  `json:"status"`
	Reason      string  `json:"reason,omitempty"` // why UNKNOWN
	Variables   int     `json:"variables"`
	Clauses     int     `json:"clauses"`
	Conflicts   *int64  `json:"conflicts,omitempty"` // absent: the solver does not report them
	Seconds     float64 `json:"seconds"`
	Type        string  `json:"type,omitempty"`   // mc or pmc, with --all and --count
	Models      string  `json:"models,omitempty"` // decimal, with --all and --count
	Model       *[]int  `json:"model,omitempty"`  // literals
}

// Model is one of all models.
type Model struct {
	answer.Head `schema:"retroproof.solve.model/1"`
	Model       []int `json:"model"`
}

// finish prints the end of the answer. Errors of the writer show when it is flushed.
func (j *Report) finish(status sat.Status, reason string, models *big.Int, model []int) {
	conflicts := int64(0)
	for _, s := range j.Solvers {
		c := s.Stats().Conflicts
		if c == sat.NotKnown || conflicts == sat.NotKnown {
			conflicts = sat.NotKnown
			continue
		}
		conflicts += c
	}
	took := time.Since(j.Started)
	if j.Ended != nil {
		j.Ended(status, took)
	}
	seconds := took.Seconds()
	if j.Object != nil {
		r := &Solved{
			File: j.File, Solver: j.Solvers[0].Name(), Status: status.String(), Reason: reason,
			Variables: j.Formula.NumVars, Clauses: j.Formula.NumClauses(), Seconds: seconds,
		}
		if conflicts != sat.NotKnown {
			r.Conflicts = &conflicts
		}
		if models != nil {
			r.Type, r.Models = j.kind(), models.String()
		}
		if model != nil {
			r.Model = &model
		}
		_ = j.Object(r)
		return
	}
	if conflicts != sat.NotKnown {
		j.Comment("conflicts %d", conflicts)
	}
	j.Comment("seconds %.3f", seconds)
	if reason != "" {
		j.Comment("unknown because: %s", strings.ReplaceAll(reason, "\n", " "))
	}
	fmt.Fprintf(j.Out, "s %v\n", status)
	if models != nil {
		// The lines of the model counting competition: they look like remarks but carry the answer.
		fmt.Fprintf(j.Out, "c s type %s\nc s exact arb int %v\n", j.kind(), models)
	}
	if model != nil {
		sat.WriteValues(j.Out, model)
	}
}

// kind returns the name of what is counted in the model counting competition.
func (j *Report) kind() string {
	if j.Project != nil || j.Lines.Type == "pmc" {
		return "pmc"
	}
	return "mc"
}

// assignment prints one of all models.
func (j *Report) assignment(lits []int) error {
	if j.Object != nil {
		return j.Object(&Model{Model: lits})
	}
	return sat.WriteValues(j.Out, lits)
}

// Comment prints a remark.
func (j *Report) Comment(format string, args ...any) {
	if !j.Quiet && j.Object == nil {
		fmt.Fprintf(j.Out, "c "+format+"\n", args...)
	}
}
