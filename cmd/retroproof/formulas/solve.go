package formulas

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"retroproof/batch"
	"retroproof/cmd/retroproof/verb"
	"retroproof/proofs/lrat"
	"retroproof/proofs/lrat/gunzip"
	"retroproof/sat"
)

// solveRequest is what solve is asked.
type solveRequest struct {
	File      string          `arg:"FILE.cnf"`
	Solver    string          `flag:"solver" doc:"solver: gini, native, cadical, kissat, minisat, cryptominisat5"`
	TimeLimit time.Duration   `flag:"time-limit" doc:"give up after this time, such as 10s or 5m"`
	Conflicts int64           `flag:"conflicts" of:"N" json:"conflicts,omitempty" min:"0" doc:"give up after about N conflicts; with --all and --count, in one call"`
	NoModel   bool            `flag:"no-model" json:"no_model,omitempty" doc:"do not print the values of the variables"`
	Quiet     bool            `flag:"quiet" short:"q" doc:"do not print \"c\" lines"`
	Verbose   bool            `flag:"verbose" short:"v" doc:"log conflicts, decisions, propagations and restarts on stderr, every second"`
	All       bool            `flag:"all" not:"count" json:"all,omitempty" doc:"print all models"`
	Count     bool            `flag:"count" json:"count,omitempty" doc:"print the number of models"`
	Project   string          `flag:"project" of:"VARIABLES" needs:"all,count" json:"project,omitempty" doc:"with --all and --count: only these VARIABLES, such as 1-19,23"`
	Proof     string          `flag:"proof" of:"FILE" not:"all,count" doc:"write a proof in LRAT to this FILE if there is no model"`
	Format    sat.ProofFormat `flag:"proof-format" needs:"proof" choice:"text,binary" doc:"form of the proof: text, binary"`
	Given     verb.Given
}

var solve = verb.Of(verb.Verb{
	Name: "solve", Answers: []verb.Answer{&solveAnswer{}, &modelAnswer{}}, Form: &verb.Form{Stdin: "the formula, in DIMACS CNF", Sample: "p cnf 3 3\n1 2 0\n-1 3 0\n-2 -3 0\n"},
	Complete: map[string]func() []string{"solver": sat.Names},
}, solveRequest{Solver: sat.Embedded, Format: sat.ProofText}, func(ctx context.Context, e *verb.Env, q *solveRequest) error {
	if q.Proof != "" && !q.Given("solver") {
		q.Solver = sat.Native
	}
	return solveFile(ctx, e, *q)
})

// mostProjected is the number of variables up to which --all and --count split on all of them.
const mostProjected = 1 << 16

// job is one run of solve.
type job struct {
	app     *verb.Env
	flags   solveRequest
	file    string
	formula *lrat.Formula
	project []int
	lines   sat.CountingLines
	started time.Time
	solvers []sat.Solver // for the statistics; the first one holds the formula
	prover  sat.Proving  // the solver, with --proof
	out     *bufio.Writer
	log     *slog.Logger // nil without -v
}

// check returns an error if flags do not go together, or the proof cannot be written where it shall be.
func (f *solveRequest) check() error {
	switch {
	case f.TimeLimit < 0:
		return verb.Usagef("--time-limit %v is negative", f.TimeLimit)
	case f.Proof != "" && !slices.Contains(sat.ProvingNames(), f.Solver):
		return verb.Usagef("--proof: solver %s writes no proofs (%s)", f.Solver, strings.Join(sat.ProvingNames(), ", "))
	}
	if f.Proof != "" {
		return batch.CheckTarget(f.Proof)
	}
	return nil
}

// projection returns the variables whose assignments --all and --count look at, nil for all: those of --project, else
// those that the file names.
func (f *solveRequest) projection(lines *sat.CountingLines, variables int) ([]int, error) {
	if !f.All && !f.Count {
		return nil, nil
	}
	if err := lines.End(variables); err != nil {
		return nil, err
	}
	if f.Project != "" {
		return parseVariables(f.Project, variables)
	}
	if by := lines.Weighted(); by != "" {
		return nil, verb.Usagef("%s: %s asks for a weighted count, which solve does not do; --project counts assignments", lines.Name, by)
	}
	return lines.Projection(), nil
}

func solveFile(ctx context.Context, a *verb.Env, f solveRequest) error {
	file := f.File
	if err := f.check(); err != nil {
		return err
	}
	var solver sat.Solver
	var prover sat.Proving
	var err error
	if f.Proof != "" {
		prover, err = sat.NewProving(f.Solver)
		solver = prover
	} else {
		solver, err = sat.New(f.Solver)
	}
	if err != nil {
		return err
	}
	defer solver.Close()
	in, err := a.Open(ctx, file)
	if err != nil {
		return err
	}
	defer in.Close()
	name := file
	if file == "-" {
		name = "<stdin>"
	}
	lines := sat.CountingLines{Name: name}
	text := gunzip.NewReader(in)
	if f.All || f.Count {
		text = io.TeeReader(text, &lines)
	}
	formula, err := lrat.ReadDIMACS(text, name)
	if err != nil {
		return err
	}
	project, err := f.projection(&lines, formula.NumVars)
	if err != nil {
		return err
	}
	if project == nil && (f.All || f.Count) && formula.NumVars > mostProjected {
		return verb.Usagef("the formula has %d variables, too many to enumerate all: name some with --project", formula.NumVars)
	}
	if f.TimeLimit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, f.TimeLimit)
		defer cancel()
	}
	if f.Conflicts > 0 {
		ctx = sat.WithConflictLimit(ctx, f.Conflicts)
	}
	j := &job{
		app: a, flags: f, file: name, formula: formula, project: project, lines: lines, started: time.Now(),
		solvers: []sat.Solver{solver}, prover: prover, out: bufio.NewWriterSize(a.Stdout, 1<<16),
		log: a.Trace(f.Verbose),
	}
	j.comment("retroproof solve %s", name)
	j.comment("solver %s", solver.Name())
	j.comment("variables %d", formula.NumVars)
	j.comment("clauses %d", formula.NumClauses())
	if remark := lines.Remark(); remark != "" && f.Project == "" {
		j.comment("%s", remark)
	}
	if err := j.out.Flush(); err != nil {
		return err
	}
	sat.AddFormula(solver, formula)
	if f.All || f.Count {
		err = j.enumerate(ctx, solver)
	} else {
		err = j.decide(ctx, solver)
	}
	if flushing := j.out.Flush(); flushing != nil {
		return flushing
	}
	return err
}

// decide asks the solver once.
func (j *job) decide(ctx context.Context, solver sat.Solver) error {
	if j.log != nil {
		ctx = sat.WithReport(ctx, verb.LogReports(j.log))
	}
	status, err := solver.Solve(ctx)
	switch status {
	case sat.Satisfiable:
		if err := sat.CheckModel(j.formula, solver.Value); err != nil {
			return fmt.Errorf("solver %s is wrong: %w", solver.Name(), err)
		}
		var model []int
		if !j.flags.NoModel {
			model = sat.ModelLiterals(j.formula, solver.Value)
		}
		j.finish(status, "", nil, model)
		return verb.Exit(status.ExitCode())
	case sat.Unsatisfiable:
		if err := j.writeProof(); err != nil {
			return err
		}
		j.finish(status, "", nil, nil)
		return verb.Exit(status.ExitCode())
	}
	return j.undecided(err)
}

// writeProof writes the proof, if one is wanted. Without it, there is no answer either.
func (j *job) writeProof() error {
	if j.prover == nil {
		return nil
	}
	var stats sat.ProofStats
	err := batch.WriteFile(j.flags.Proof, func(w io.Writer) (err error) {
		stats, err = j.prover.WriteProof(w, j.flags.Format)
		return err
	})
	if err != nil {
		return err
	}
	j.comment("proof %s, %d bytes", j.flags.Proof, stats.Bytes)
	j.comment("proof uses %d of %d clauses and %d of %d derived ones", stats.UsedClauses, stats.Clauses, stats.UsedSteps, stats.Steps)
	return nil
}

// undecided answers UNKNOWN if a limit was the reason, and nothing if anything went wrong.
func (j *job) undecided(err error) error {
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

// enumerate prints or counts all models.
func (j *job) enumerate(ctx context.Context, solver sat.Solver) error {
	e := sat.Enumeration{Solver: solver, Project: j.project}
	if j.project == nil {
		for v := 1; v <= j.formula.NumVars; v++ {
			e.Project = append(e.Project, v)
		}
		complement, err := sat.New(j.flags.Solver)
		if err != nil {
			return err
		}
		defer complement.Close()
		sat.AddComplement(complement, j.formula)
		e.Complement = complement
		j.solvers = append(j.solvers, complement)
	}
	progress := j.app.NewProgress(j.app.ProgressMode)
	defer progress.Done()
	total := new(big.Int)
	for cube, err := range sat.Enumerate(ctx, e) {
		if err != nil {
			progress.Done()
			j.comment("incomplete after %v models", total)
			return j.undecided(err)
		}
		total.Add(total, cube.Size())
		if j.flags.All && !j.flags.NoModel {
			for assignment := range cube.Assignments() {
				if err := j.assignment(assignment); err != nil {
					return err
				}
				if ctx.Err() != nil {
					return j.undecided(ctx.Err())
				}
			}
		}
		progress.Update(fmt.Sprintf("solve: %v models", total))
	}
	progress.Done()
	status := sat.Unsatisfiable
	if total.Sign() > 0 {
		status = sat.Satisfiable
	}
	j.finish(status, "", total, nil)
	return verb.Exit(status.ExitCode())
}

// solveAnswer is the answer for programs.
type solveAnswer struct {
	verb.Head `schema:"retroproof.solve/1"`
	File      string  `json:"file"`
	Solver    string  `json:"solver"`
	Status    string  `json:"status"`
	Reason    string  `json:"reason,omitempty"` // why UNKNOWN
	Variables int     `json:"variables"`
	Clauses   int     `json:"clauses"`
	Conflicts *int64  `json:"conflicts,omitempty"` // absent: the solver does not report them
	Seconds   float64 `json:"seconds"`
	Type      string  `json:"type,omitempty"`   // mc or pmc, with --all and --count
	Models    string  `json:"models,omitempty"` // decimal, with --all and --count
	Model     *[]int  `json:"model,omitempty"`  // literals
}

// modelAnswer is one of all models.
type modelAnswer struct {
	verb.Head `schema:"retroproof.solve.model/1"`
	Model     []int `json:"model"`
}

// finish prints the end of the answer. Errors of the writer show when it is flushed.
func (j *job) finish(status sat.Status, reason string, models *big.Int, model []int) {
	conflicts := int64(0)
	for _, s := range j.solvers {
		c := s.Stats().Conflicts
		if c == sat.NotKnown || conflicts == sat.NotKnown {
			conflicts = sat.NotKnown
			continue
		}
		conflicts += c
	}
	took := time.Since(j.started)
	if j.log != nil {
		for _, s := range j.solvers {
			verb.LogStats(j.log, status.String(), s.Stats(), took)
		}
	}
	seconds := took.Seconds()
	if j.app.JSON {
		r := &solveAnswer{
			File: j.file, Solver: j.solvers[0].Name(), Status: status.String(), Reason: reason,
			Variables: j.formula.NumVars, Clauses: j.formula.NumClauses(), Seconds: seconds,
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
		_ = j.app.PrintTo(j.out, r, 0)
		return
	}
	if conflicts != sat.NotKnown {
		j.comment("conflicts %d", conflicts)
	}
	j.comment("seconds %.3f", seconds)
	if reason != "" {
		j.comment("unknown because: %s", strings.ReplaceAll(reason, "\n", " "))
	}
	fmt.Fprintf(j.out, "s %v\n", status)
	if models != nil {
		// The lines of the model counting competition: they look like remarks but carry the answer.
		fmt.Fprintf(j.out, "c s type %s\nc s exact arb int %v\n", j.kind(), models)
	}
	if model != nil {
		sat.WriteValues(j.out, model)
	}
}

// kind returns the name of what is counted in the model counting competition.
func (j *job) kind() string {
	if j.project != nil || j.lines.Type == "pmc" {
		return "pmc"
	}
	return "mc"
}

// assignment prints one of all models.
func (j *job) assignment(lits []int) error {
	if j.app.JSON {
		return j.app.PrintTo(j.out, &modelAnswer{Model: lits}, 0)
	}
	return sat.WriteValues(j.out, lits)
}

func (j *job) comment(format string, args ...any) {
	if !j.flags.Quiet && !j.app.JSON {
		fmt.Fprintf(j.out, "c "+format+"\n", args...)
	}
}

// parseVariables reads a list such as "1-19,23". The empty list is nil: all variables.
func parseVariables(list string, n int) ([]int, error) {
	if list == "" {
		return nil, nil
	}
	var variables []int
	seen := map[int]bool{}
	for part := range strings.SplitSeq(list, ",") {
		from, to, isRange := strings.Cut(part, "-")
		if !isRange {
			to = from
		}
		a, err1 := strconv.Atoi(from)
		b, err2 := strconv.Atoi(to)
		if err1 != nil || err2 != nil {
			return nil, verb.Usagef("--project: %q is neither a variable nor a range such as 1-19", part)
		}
		if a < 1 || b < a || b > n {
			return nil, verb.Usagef("--project: %q is not within 1-%d, the variables of the formula", part, n)
		}
		for v := a; v <= b; v++ {
			if seen[v] {
				return nil, verb.Usagef("--project: variable %d occurs twice", v)
			}
			seen[v] = true
			variables = append(variables, v)
		}
	}
	return variables, nil
}
