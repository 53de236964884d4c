package formulas

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"retroproof/batch/progress"
	"retroproof/cmd/retroproof/verb"
	"retroproof/encode"
	"retroproof/internal/answer"
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
	Core      string          `flag:"core" of:"FILE" not:"all,count" doc:"write a minimal part without a model to this FILE, which --proof is about then"`
	MaxSAT    bool            `flag:"maxsat" not:"all,count,core" doc:"WCNF, or all clauses are soft: find the best model"`
	Bound     string          `flag:"bound" of:"FILE" not:"all,count,core" doc:"of WCNF: write to FILE that a model is better, for --proof"`
	Given     verb.Given
}

var solve = verb.Of(verb.Verb{
	Name: "solve", Answers: []verb.Answer{&sat.Solved{}, &sat.SolvedModel{}},
	Form: &verb.Form{Stdin: "the formula, in DIMACS CNF", Sample: "p cnf 3 3\n1 2 0\n-1 3 0\n-2 -3 0\n",
		Evidence: []string{"--proof", "proof.lrat"}, Input: "formula.cnf"},
}, solveRequest{Solver: sat.Native, Format: sat.ProofText}, solveFile)

// mostProjected is the number of variables up to which --all and --count split on all of them.
const mostProjected = 1 << 16

// check returns an error if flags do not go together, or the proof cannot be written where it shall be.
func (s *solveRequest) check(e *verb.Env) error {
	switch {
	case s.TimeLimit < 0:
		return verb.Usagef("--time-limit %v is negative", s.TimeLimit)
	case s.Proof != "" && !slices.Contains(sat.ProvingNames(), s.Solver):
		return verb.Usagef("--proof: solver %s writes no proofs (%s)", s.Solver, strings.Join(sat.ProvingNames(), ", "))
	}
	return e.CheckTargets(s.Proof, s.Core, s.Bound)
}

// projection returns the variables whose assignments --all and --count look at, nil for all: those of --project, else
// those that the file names.
func (s *solveRequest) projection(lines *sat.CountingLines, variables int) ([]int, error) {
	if !s.All && !s.Count {
		return nil, nil
	}
	if err := lines.End(variables); err != nil {
		return nil, err
	}
	if s.Project != "" {
		project, err := sat.ParseVariables(s.Project, variables)
		if err != nil {
			return nil, verb.Usagef("--project: %v", err)
		}
		return project, nil
	}
	return lines.Projection(), nil
}

// read reads the formula, and which variables are enumerated.
func (s *solveRequest) read(text io.Reader, lines *sat.CountingLines) (f *lrat.Formula, project []int, err error) {
	// Comments may say which variables are counted: they are read beside the formula, while it is parsed.
	if s.All || s.Count {
		text = io.TeeReader(text, lines)
	}
	if f, err = lrat.ReadDIMACS(text, lines.Name); err != nil {
		return nil, nil, err
	}
	if project, err = s.projection(lines, f.NumVars); err != nil {
		return nil, nil, err
	}
	// Enumeration takes memory for each variable and model, so that the variables are limited, not the time.
	if project == nil && (s.All || s.Count) && f.NumVars > mostProjected {
		return nil, nil, verb.Usagef("the formula has %d variables, too many to enumerate all: name some with --project",
			f.NumVars)
	}
	return f, project, nil
}

// solveFile decides a formula, enumerates its models, counts them, or looks for the best one.
func solveFile(ctx context.Context, a *verb.Env, f *solveRequest) error {
	if err := f.check(a); err != nil {
		return err
	}
	// Logging a proof costs time and memory: a solver that does is taken only where one is asked for.
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
	in, err := a.Open(ctx, f.File)
	if err != nil {
		return err
	}
	defer in.Close()
	text := bufio.NewReaderSize(gunzip.NewReader(in), 1<<16)
	name := progress.SourceName(f.File)
	lines := sat.CountingLines{Name: name}
	r := &sat.Report{
		File: name, Lines: &lines, All: f.All, Quiet: f.Quiet, NoModel: f.NoModel, Solvers: []sat.Solver{solver},
		Out: bufio.NewWriterSize(a.Stdout, 1<<16), Complement: func() (sat.Solver, error) { return sat.New(f.Solver) },
	}
	beginning, _ := text.Peek(1 << 16) // errors come again
	if f.MaxSAT || strings.Contains(name, ".wcnf") || sat.IsWCNF(beginning) {
		return f.optimize(ctx, a, text, r)
	}
	if f.Bound != "" {
		return verb.Usagef("--bound: %s is no WCNF, and --maxsat is not given", name)
	}
	if r.Formula, r.Project, err = f.read(text, &lines); err != nil {
		return err
	}
	ctx, done, err := f.begin(ctx, a, r)
	if err != nil {
		return err
	}
	defer done()
	if f.Core != "" || prover != nil {
		r.WriteProof = func() ([]string, error) { return f.writeEvidence(ctx, a, r.Formula, prover) }
	}
	sat.AddFormula(solver, r.Formula)
	decide := r.Decide
	if f.All || f.Count {
		decide = r.Enumerate
	}
	status, err := decide(ctx)
	return f.end(r, status.ExitCode(), done, err)
}

// begin limits the search, and prints what is known before it, which may take hours.
func (s *solveRequest) begin(ctx context.Context, a *verb.Env, r *sat.Report) (context.Context, func(), error) {
	progress := a.NewProgress()
	done := progress.Done
	if s.TimeLimit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.TimeLimit)
		done = func() { progress.Done(); cancel() }
	}
	if s.Conflicts > 0 {
		ctx = sat.WithConflictLimit(ctx, s.Conflicts)
	}
	r.Started, r.Progress = time.Now(), progress.Update
	if a.JSON {
		r.Object = func(o answer.Answer) error { return a.PrintTo(r.Out, o, 0) }
	}
	if log := a.Trace(s.Verbose); log != nil {
		if !s.All && !s.Count {
			ctx = sat.WithReport(ctx, verb.LogReports(log))
		}
		r.Ended = func(status sat.Status, took time.Duration) {
			for _, solver := range r.Solvers {
				verb.LogStats(log, status.String(), solver.Stats(), took)
			}
		}
	}
	r.Comment("retroproof solve %s", r.File)
	r.Comment("solver %s", r.Solvers[0].Name())
	r.Comment("variables %d", r.Formula.NumVars)
	r.Comment("clauses %d", r.Formula.NumClauses())
	if remark := r.Lines.Remark(); remark != "" && s.Project == "" {
		r.Comment("%s", remark)
	}
	return ctx, done, r.Out.Flush()
}

// end prints what is left, and makes the error that is the exit code.
func (s *solveRequest) end(r *sat.Report, exit int, done func(), err error) error {
	done()
	if flushing := r.Out.Flush(); flushing != nil {
		return flushing
	}
	if err != nil {
		return err
	}
	return verb.Exit(exit)
}

// optimize looks for the best model.
func (s *solveRequest) optimize(ctx context.Context, a *verb.Env, text io.Reader, r *sat.Report) error {
	switch {
	case s.All || s.Count || s.Core != "":
		return verb.Usagef("%s is WCNF: --all, --count and --core are for CNF", r.File)
	case s.Proof != "" && s.Bound == "":
		return verb.Usagef("%s is WCNF: --proof needs --bound, whose formula it is about", r.File)
	}
	solver, err := sat.New(s.Solver)
	if err != nil {
		return err
	}
	defer solver.Close()
	w, err := sat.ReadWCNF(text, r.File)
	if err != nil {
		return err
	}
	r.Formula, r.Solvers, r.Bits = &w.Formula, []sat.Solver{solver}, !w.Older
	ctx, done, err := s.begin(ctx, a, r)
	if err != nil {
		return err
	}
	defer done()
	m := sat.NewMaxSAT(w, solver)
	if s.Bound != "" {
		r.WriteProof = func() ([]string, error) {
			bound, err := m.Bound()
			if err != nil {
				return nil, err
			}
			remark := fmt.Sprintf("bound %s, %d clauses", s.Bound, bound.NumClauses())
			return s.writeFormula(ctx, a, s.Bound, bound, remark)
		}
	}
	exit, err := r.Optimize(ctx, m)
	return s.end(r, exit, done, err)
}

// writeEvidence writes the proof, or a minimal part of the formula without a model, and the proof of that if one is
// wanted.
func (s *solveRequest) writeEvidence(
	ctx context.Context, e *verb.Env, formula *lrat.Formula, prover sat.Proving,
) (remarks []string, err error) {
	if s.Core == "" {
		return s.writeProof(e, prover)
	}
	numbers, err := sat.Core(ctx, formula)
	if err != nil {
		return nil, err
	}
	core := &lrat.Formula{NumVars: formula.NumVars}
	for _, i := range numbers {
		if err := core.AddClause(formula.Clause(i)...); err != nil {
			return nil, err
		}
	}
	remark := fmt.Sprintf("core %s, %d of %d clauses", s.Core, len(numbers), formula.NumClauses())
	return s.writeFormula(ctx, e, s.Core, core, remark)
}

// writeFormula writes a formula without a model, and the proof of that if one is wanted.
func (s *solveRequest) writeFormula(
	ctx context.Context, e *verb.Env, name string, f *lrat.Formula, remark string,
) (remarks []string, err error) {
	err = e.WriteFile(name, func(w io.Writer) error {
		d := encode.NewDIMACSWriter(w, f.NumVars, int64(f.NumClauses()))
		sat.AddFormula(d, f)
		return d.Flush()
	})
	if err != nil || s.Proof == "" {
		return []string{remark}, err
	}
	again, err := sat.NewProving(s.Solver)
	if err != nil {
		return nil, err
	}
	defer again.Close()
	sat.AddFormula(again, f)
	if status, err := again.Solve(ctx); status != sat.Unsatisfiable {
		return nil, fmt.Errorf("the formula in %s: %v: %w", name, status, err)
	}
	more, err := s.writeProof(e, again)
	return append([]string{remark}, more...), err
}

// writeProof writes the proof, without which there is no answer either, and returns remarks about it.
func (s *solveRequest) writeProof(e *verb.Env, prover sat.Proving) (remarks []string, err error) {
	var stats sat.ProofStats
	err = e.WriteFile(s.Proof, func(w io.Writer) (err error) {
		stats, err = prover.WriteProof(w, s.Format)
		return err
	})
	return []string{
		fmt.Sprintf("proof %s, %d bytes", s.Proof, stats.Bytes),
		fmt.Sprintf("proof uses %d of %d clauses and %d of %d derived ones",
			stats.UsedClauses, stats.Clauses, stats.UsedSteps, stats.Steps),
	}, err
}
