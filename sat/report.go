package sat

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
)

// Report solves a formula, and reports what comes of it, in the forms of the SAT and the model counting competitions,
// or as JSON.
type Report struct {
	File    string // the formula's, for messages
	Formula *lrat.Formula
	Project []int // the variables whose assignments are counted or listed; nil for all
	Lines   *CountingLines
	All     bool     // models are listed
	Quiet   bool     // no remarks
	NoModel bool     // no values of variables
	Solvers []Solver // the first one holds the formula
	Started time.Time

	// Complement makes a second solver for counting over all variables.
	Complement func() (Solver, error)
	// WriteProof, if not nil, writes the proof that there is no model. It returns remarks.
	WriteProof func() (remarks []string, err error)
	Progress   func(text string)
	Ended      func(status Status, took time.Duration) // if not nil, gets the end

	Out    *bufio.Writer
	Object func(answer.Answer) error // prints an object; nil for text
}

// Decide asks the solver once.
func (r *Report) Decide(ctx context.Context) (Status, error) {
	solver := r.Solvers[0]
	status, err := solver.Solve(ctx)
	switch status {
	case Satisfiable:
		if err := CheckModel(r.Formula, solver.Value); err != nil {
			return Unknown, fmt.Errorf("solver %s is wrong: %w", solver.Name(), err)
		}
		var model []int
		if !r.NoModel {
			model = ModelLiterals(r.Formula, solver.Value)
		}
		r.finish(status, "", nil, model)
		return status, nil
	case Unsatisfiable:
		if r.WriteProof != nil {
			remarks, err := r.WriteProof()
			if err != nil {
				return Unknown, err
			}
			for _, remark := range remarks {
				r.Comment("%s", remark)
			}
		}
		r.finish(status, "", nil, nil)
		return status, nil
	}
	return Unknown, r.undecided(err)
}

// undecided answers UNKNOWN if a limit was the reason, and nothing if anything went wrong.
func (r *Report) undecided(err error) error {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		r.finish(Unknown, "time limit reached", nil, nil)
		return nil
	case errors.Is(err, ErrConflictLimit):
		r.finish(Unknown, "conflict limit reached", nil, nil)
		return nil
	case errors.Is(err, ErrGaveUp):
		r.finish(Unknown, err.Error(), nil, nil)
		return nil
	case errors.Is(err, context.Canceled):
		r.finish(Unknown, "interrupted", nil, nil)
		return err
	case err == nil:
		err = errors.New("the solver gave no answer")
	}
	return err
}

// Enumerate prints or counts all models. Counting is by components first.
func (r *Report) Enumerate(ctx context.Context) (Status, error) {
	w := r.Lines.weightsOf(r.Project)
	if !r.All {
		if total, ok := countComponents(ctx, r.Formula, r.Project, w); ok {
			status := Satisfiable
			if total.Sign() == 0 {
				status = Unsatisfiable
			}
			if total.Sign() == 0 && r.Lines.Weighted() { // there may be models of weight 0
				var err error
				if status, err = r.Solvers[0].Solve(ctx); status == Unknown {
					return Unknown, r.undecided(err)
				}
			}
			return r.enumerated(status, w.sum(total)), nil
		}
	}
	solver := r.Solvers[0]
	e := Enumeration{Solver: solver, Project: r.Project}
	if r.Project == nil {
		for v := 1; v <= r.Formula.NumVars; v++ {
			e.Project = append(e.Project, v)
		}
		complement, err := r.Complement()
		if err != nil {
			return Unknown, err
		}
		defer complement.Close()
		AddComplement(complement, r.Formula)
		e.Complement = complement
		r.Solvers = append(r.Solvers, complement)
	}
	total, sum, status := new(big.Int), new(big.Int), Unsatisfiable
	for cube, err := range Enumerate(ctx, e) {
		if err != nil {
			r.Comment("incomplete after %v models", total)
			return Unknown, r.undecided(err)
		}
		status = Satisfiable
		total.Add(total, cube.Size())
		sum.Add(sum, w.ofCube(cube))
		if r.All && !r.NoModel {
			for assignment := range cube.Assignments() {
				if err := r.assignment(assignment); err != nil {
					return Unknown, err
				}
				if ctx.Err() != nil {
					return Unknown, r.undecided(ctx.Err())
				}
			}
		}
		r.Progress(fmt.Sprintf("solve: %v models", total))
	}
	return r.enumerated(status, w.sum(sum)), nil
}

// enumerated ends the answer with the number of models, or their weight.
func (r *Report) enumerated(status Status, sum *big.Rat) Status {
	r.finish(status, "", sum, nil)
	return status
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
	Type        string  `json:"type,omitempty"`   // mc, wmc, pmc or pwmc, with --all and --count
	Models      string  `json:"models,omitempty"` // decimal, with --all and --count
	Weight      string  `json:"weight,omitempty"` // a fraction, instead of models
	Model       *[]int  `json:"model,omitempty"`  // literals
}

// SolvedModel is one of all models.
type SolvedModel struct {
	answer.Head `schema:"retroproof.solve.model/1"`
	Model       []int `json:"model"`
}

// conflicts returns those of all solvers, nil if one of them does not say.
func (r *Report) conflicts() *int64 {
	sum := int64(0)
	for _, s := range r.Solvers {
		c := s.Stats().Conflicts
		if c == NotKnown {
			return nil
		}
		sum += c
	}
	return &sum
}

// finish prints the end of the answer. Errors of the writer show when it is flushed.
func (r *Report) finish(status Status, reason string, sum *big.Rat, model []int) {
	took := time.Since(r.Started)
	if r.Ended != nil {
		r.Ended(status, took)
	}
	solved := &Solved{
		File: r.File, Solver: r.Solvers[0].Name(), Status: status.String(), Reason: reason, Conflicts: r.conflicts(),
		Variables: r.Formula.NumVars, Clauses: r.Formula.NumClauses(), Seconds: took.Seconds(),
	}
	if model != nil {
		solved.Model = &model
	}
	switch {
	case sum != nil && r.Lines.Weighted():
		solved.Type, solved.Weight = r.kind(), sum.String()
	case sum != nil:
		solved.Type, solved.Models = r.kind(), sum.RatString()
	}
	if r.Object != nil {
		_ = r.Object(solved)
		return
	}
	if solved.Conflicts != nil {
		r.Comment("conflicts %d", *solved.Conflicts)
	}
	r.Comment("seconds %.3f", solved.Seconds)
	if reason != "" {
		r.Comment("unknown because: %s", strings.ReplaceAll(reason, "\n", " "))
	}
	fmt.Fprintf(r.Out, "s %v\n", status)
	// The lines of the model counting competition: they look like remarks but carry the answer.
	if sum != nil {
		fmt.Fprintf(r.Out, "c s type %s\n", solved.Type)
	}
	if solved.Models != "" {
		fmt.Fprintf(r.Out, "c s exact arb int %s\n", solved.Models)
	}
	if solved.Weight != "" {
		if sum.Sign() >= 0 {
			fmt.Fprintf(r.Out, "c s log10-estimate %s\n", strings.ToLower(fmt.Sprintf("%.12g", log10(sum))))
		}
		fmt.Fprintf(r.Out, "c s exact arb frac %s\n", solved.Weight)
	}
	if model != nil {
		WriteValues(r.Out, model)
	}
}

// kind returns the name of what is counted in the model counting competition.
func (r *Report) kind() string {
	kind := "mc"
	if r.Lines.Weighted() {
		kind = "wmc"
	}
	if r.Project != nil || strings.HasPrefix(r.Lines.Type, "p") {
		kind = "p" + kind
	}
	return kind
}

// assignment prints one of all models.
func (r *Report) assignment(lits []int) error {
	if r.Object != nil {
		return r.Object(&SolvedModel{Model: lits})
	}
	return WriteValues(r.Out, lits)
}

// Comment prints a remark.
func (r *Report) Comment(format string, args ...any) {
	if !r.Quiet && r.Object == nil {
		fmt.Fprintf(r.Out, "c "+format+"\n", args...)
	}
}
