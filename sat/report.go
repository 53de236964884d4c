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
	Bits    bool     // values as the MaxSAT evaluation has them: a digit a variable
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
		r.finish(status, &Solved{Model: r.literals(ModelLiterals(r.Formula, solver.Value))})
		return status, nil
	case Unsatisfiable:
		if err := r.prove(); err != nil {
			return Unknown, err
		}
		r.finish(status, &Solved{})
		return status, nil
	}
	return Unknown, r.undecided(err)
}

// prove writes the proof, if one is wanted, and prints the remarks on it.
func (r *Report) prove() error {
	if r.WriteProof == nil {
		return nil
	}
	remarks, err := r.WriteProof()
	if err != nil {
		return err
	}
	for _, remark := range remarks {
		r.Comment("%s", remark)
	}
	return nil
}

// literals are those of a model to be printed.
func (r *Report) literals(model []int) *[]int {
	if r.NoModel {
		return nil
	}
	return &model
}

// undecided answers UNKNOWN if a limit was the reason, and nothing if anything went wrong.
func (r *Report) undecided(err error) error {
	reason, err := reasonOf(err)
	if reason != "" {
		r.finish(Unknown, &Solved{Reason: reason})
	}
	return err
}

// reasonOf returns the limit that was the reason for no answer, "" if anything went wrong, and the error that remains.
func reasonOf(err error) (string, error) {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return "time limit reached", nil
	case errors.Is(err, ErrConflictLimit):
		return "conflict limit reached", nil
	case errors.Is(err, ErrGaveUp):
		return err.Error(), nil
	case errors.Is(err, context.Canceled):
		return "interrupted", err
	case err == nil:
		err = errors.New("the solver gave no answer")
	}
	return "", err
}

// Optimize looks for a best model, and prints the cost of each that is better than those before.
func (r *Report) Optimize(ctx context.Context, m *MaxSAT) (exit int, err error) {
	m.Improved = func(cost int64) {
		if r.Object == nil {
			fmt.Fprintf(r.Out, "o %d\n", cost)
			r.Out.Flush()
		}
		r.Progress(fmt.Sprintf("solve: cost %d, at least %d", cost, m.Lower))
	}
	status, err := m.Solve(ctx)
	s := &Solved{}
	if status != Unknown {
		if err = r.prove(); err != nil {
			status = Unknown
		}
	}
	if status == Unknown {
		if s.Reason, err = reasonOf(err); s.Reason == "" {
			return 0, err
		}
	}
	if status != Unsatisfiable {
		s.Lower = &m.Lower
	}
	exit = status.ExitCode()
	if m.Model != nil {
		s.Cost, s.Model = &m.Cost, r.literals(m.Model)
		if status == Satisfiable {
			s.Status, exit = "OPTIMUM FOUND", 30
		} else {
			status, exit = Satisfiable, Satisfiable.ExitCode()
		}
	}
	r.finish(status, s)
	return exit, err
}

// Enumerate prints or counts all models. Counting is by components first.
func (r *Report) Enumerate(ctx context.Context) (Status, error) {
	w := r.Lines.weightsOf(r.Project)
	if !r.All {
		if total, ok := countComponents(ctx, r.Formula, r.Project, w); ok {
			return r.counted(ctx, w.sum(total))
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

// counted ends the answer with a sum that has been computed by itself.
func (r *Report) counted(ctx context.Context, sum *big.Rat) (status Status, err error) {
	switch {
	case sum.Sign() != 0:
		status = Satisfiable
	case !r.Lines.Weighted():
		status = Unsatisfiable
	default: // there may be models of weight 0
		if status, err = r.Solvers[0].Solve(ctx); status == Unknown {
			return Unknown, r.undecided(err)
		}
	}
	return r.enumerated(status, sum), nil
}

// enumerated ends the answer with the number of models, or their weight.
func (r *Report) enumerated(status Status, sum *big.Rat) Status {
	solved := &Solved{Type: r.kind()}
	if r.Lines.Weighted() {
		solved.Weight = sum.String()
		if sum.Sign() >= 0 {
			solved.Log10 = strings.ToLower(fmt.Sprintf("%.12g", log10(sum)))
		}
	} else {
		solved.Models = sum.RatString()
	}
	r.finish(status, solved)
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
	Log10       string  `json:"log10,omitempty"`  // of the weight
	Cost        *int64  `json:"cost,omitempty"`   // MaxSAT: of the model
	Lower       *int64  `json:"lower,omitempty"`  // MaxSAT: no model costs less
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

// finish prints the end of an answer, of which it fills in what all have. Errors of the writer show when it is flushed.
func (r *Report) finish(status Status, s *Solved) {
	took := time.Since(r.Started)
	if r.Ended != nil {
		r.Ended(status, took)
	}
	s.File, s.Solver, s.Conflicts = r.File, r.Solvers[0].Name(), r.conflicts()
	s.Variables, s.Clauses, s.Seconds = r.Formula.NumVars, r.Formula.NumClauses(), took.Seconds()
	if s.Status == "" {
		s.Status = status.String()
	}
	if r.Object != nil {
		_ = r.Object(s)
		return
	}
	if s.Conflicts != nil {
		r.Comment("conflicts %d", *s.Conflicts)
	}
	r.Comment("seconds %.3f", s.Seconds)
	if s.Lower != nil {
		r.Comment("no model costs less than %d", *s.Lower)
	}
	if s.Reason != "" {
		why := map[bool]string{true: "unknown because", false: "perhaps not the best"}[status == Unknown]
		r.Comment("%s: %s", why, strings.ReplaceAll(s.Reason, "\n", " "))
	}
	fmt.Fprintf(r.Out, "s %s\n", s.Status)
	// The lines of the model counting competition: they look like remarks but carry the answer.
	for _, line := range [][2]string{
		{"type", s.Type}, {"exact arb int", s.Models}, {"log10-estimate", s.Log10}, {"exact arb frac", s.Weight},
	} {
		if line[1] != "" {
			fmt.Fprintf(r.Out, "c s %s %s\n", line[0], line[1])
		}
	}
	switch {
	case s.Model == nil:
	case r.Bits && len(*s.Model) == s.Variables:
		r.Out.WriteString("v ")
		for _, l := range *s.Model {
			r.Out.WriteByte("01"[sign(l)])
		}
		r.Out.WriteByte('\n')
	default:
		WriteValues(r.Out, *s.Model)
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
