package main

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

	"github.com/spf13/cobra"

	"retroproof/batch"
	"retroproof/cmd/retroproof/verb"
	"retroproof/proofs/lrat"
	"retroproof/proofs/lrat/gunzip"
	"retroproof/sat"
)

// solveFlags are the options of solve.
type solveFlags struct {
	solver    string
	timeLimit time.Duration
	conflicts int64
	noModel   bool
	quiet     bool
	verbose   bool
	all       bool
	count     bool
	project   string
	json      bool
	proof     string // file
	format    string // of the proof
}

func newSolveCommand(a *verb.Env) *cobra.Command {
	var f solveFlags
	cmd := &cobra.Command{
		Use:   "solve FILE.cnf",
		Short: "Decide a formula in DIMACS CNF",
		Long: `Decide a formula in DIMACS CNF; "-" reads it from stdin.

The answer has the form of the SAT competition: a line "s SATISFIABLE",
"s UNSATISFIABLE" or "s UNKNOWN", exit code 10, 20 or 0, and after SATISFIABLE
the values of the variables in "v" lines, ended by 0. Lines that begin with "c"
are remarks. A model is checked against the formula before it is printed.

With --all, every assignment of the variables that --project names (all
variables without it) that can be extended to a model is printed, as "v" lines
ended by 0, in lexicographic order with false before true. With --count only
their number is printed, as in the model counting competition. Its lines in the
file are obeyed: "c t mc|pmc" and "c p show"; counts with weights are refused.

With --proof FILE, the solver is "native" unless --solver names "cadical". After
UNSATISFIABLE the file holds a refutation in LRAT, which any checker of that format
can verify; clauses that it does not need are left out. "native" writes the same proof
on every machine. With another answer, or if the run is interrupted, the file is
not touched.`,
		Example: `  retroproof solve --time-limit 10s formula.cnf
  retroproof solve --proof formula.lrat formula.cnf
  retroproof solve --count --project 1-19 formula.cnf`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.proof != "" && !cmd.Flags().Changed("solver") {
				f.solver = sat.Native
			}
			if f.proof == "" && cmd.Flags().Changed("proof-format") {
				return verb.Usagef("--proof-format is for --proof")
			}
			return solveFile(cmd.Context(), a, args[0], f)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.solver, "solver", sat.Embedded, "solver: "+strings.Join(sat.Names(), ", "))
	flags.DurationVar(&f.timeLimit, "time-limit", 0, "give up after this time, such as 10s or 5m")
	flags.Int64Var(&f.conflicts, "conflicts", 0, "give up after about `N` conflicts; with --all and --count, in one call of the solver")
	flags.BoolVar(&f.noModel, "no-model", false, "do not print the values of the variables")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, `do not print "c" lines`)
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "log conflicts, decisions, propagations and restarts on stderr, every second and at the end")
	flags.BoolVar(&f.all, "all", false, "print all models")
	flags.BoolVar(&f.count, "count", false, "print the number of models")
	flags.StringVar(&f.project, "project", "", "with --all and --count: only these `VARIABLES`, such as 1-19,23")
	flags.BoolVar(&f.json, "json", false, "print JSON, one object a line")
	flags.StringVar(&f.proof, "proof", "", "write a proof in LRAT to this `FILE` if there is no model")
	flags.StringVar(&f.format, "proof-format", string(sat.ProofText), "form of the proof: text, binary")
	return cmd
}

// mostProjected is the number of variables up to which --all and --count split on all of them.
const mostProjected = 1 << 16

// job is one run of solve.
type job struct {
	app     *verb.Env
	flags   solveFlags
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
func (f *solveFlags) check() error {
	switch {
	case f.timeLimit < 0:
		return verb.Usagef("--time-limit %v is negative", f.timeLimit)
	case f.conflicts < 0:
		return verb.Usagef("--conflicts %d is negative", f.conflicts)
	case f.all && f.count:
		return verb.Usagef("--all and --count exclude each other")
	case f.project != "" && !f.all && !f.count:
		return verb.Usagef("--project is for --all and --count")
	case f.proof != "" && (f.all || f.count):
		return verb.Usagef("--proof is not for --all and --count")
	case f.proof != "" && !slices.Contains(sat.ProvingNames(), f.solver):
		return verb.Usagef("--proof: solver %s writes no proofs (%s)", f.solver, strings.Join(sat.ProvingNames(), ", "))
	case f.proof != "" && f.format != string(sat.ProofText) && f.format != string(sat.ProofBinary):
		return verb.Usagef("--proof-format %q, expected %s or %s", f.format, sat.ProofText, sat.ProofBinary)
	}
	if f.proof != "" {
		return batch.CheckTarget(f.proof)
	}
	return nil
}

// projection returns the variables whose assignments --all and --count look at, nil for all: those of --project, else
// those that the file names.
func (f *solveFlags) projection(lines *sat.CountingLines, variables int) ([]int, error) {
	if !f.all && !f.count {
		return nil, nil
	}
	if err := lines.End(variables); err != nil {
		return nil, err
	}
	if f.project != "" {
		return parseVariables(f.project, variables)
	}
	if by := lines.Weighted(); by != "" {
		return nil, verb.Usagef("%s: %s asks for a weighted count, which solve does not do; --project counts assignments", lines.Name, by)
	}
	return lines.Projection(), nil
}

func solveFile(ctx context.Context, a *verb.Env, file string, f solveFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	var solver sat.Solver
	var prover sat.Proving
	var err error
	if f.proof != "" {
		prover, err = sat.NewProving(f.solver)
		solver = prover
	} else {
		solver, err = sat.New(f.solver)
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
	if f.all || f.count {
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
	if project == nil && (f.all || f.count) && formula.NumVars > mostProjected {
		return verb.Usagef("the formula has %d variables, too many to enumerate all: name some with --project", formula.NumVars)
	}
	if f.timeLimit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, f.timeLimit)
		defer cancel()
	}
	if f.conflicts > 0 {
		ctx = sat.WithConflictLimit(ctx, f.conflicts)
	}
	j := &job{
		app: a, flags: f, file: name, formula: formula, project: project, lines: lines, started: time.Now(),
		solvers: []sat.Solver{solver}, prover: prover, out: bufio.NewWriterSize(a.Stdout, 1<<16),
		log: a.Trace(f.verbose),
	}
	j.comment("retroproof solve %s", name)
	j.comment("solver %s", solver.Name())
	j.comment("variables %d", formula.NumVars)
	j.comment("clauses %d", formula.NumClauses())
	if remark := lines.Remark(); remark != "" && f.project == "" {
		j.comment("%s", remark)
	}
	if err := j.out.Flush(); err != nil {
		return err
	}
	sat.AddFormula(solver, formula)
	if f.all || f.count {
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
		if !j.flags.noModel {
			model = j.model(solver)
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
	err := batch.WriteFile(j.flags.proof, func(w io.Writer) (err error) {
		stats, err = j.prover.WriteProof(w, sat.ProofFormat(j.flags.format))
		return err
	})
	if err != nil {
		return err
	}
	j.comment("proof %s, %d bytes", j.flags.proof, stats.Bytes)
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
		complement, err := sat.New(j.flags.solver)
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
		if j.flags.all && !j.flags.noModel {
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

// model returns the literals that are true, in the order of their variables. All variables are listed, unless the
// header names far more than the clauses use, and the list would be unreasonably long.
func (j *job) model(solver sat.Solver) []int {
	f := j.formula
	var variables []int
	if f.NumVars <= 4*f.NumLiterals()+1<<20 {
		for v := 1; v <= f.NumVars; v++ {
			variables = append(variables, v)
		}
	} else {
		for i := range f.NumClauses() {
			for _, l := range f.Clause(i) {
				variables = append(variables, max(int(l), -int(l)))
			}
		}
		slices.Sort(variables)
		variables = slices.Compact(variables)
	}
	for i, v := range variables {
		if !solver.Value(v) {
			variables[i] = -v
		}
	}
	if variables == nil {
		variables = []int{} // in JSON an empty model, not the absence of one
	}
	return variables
}

// result is the JSON form of the answer.
type result struct {
	Schema    string  `json:"schema"`
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

// assignmentLine is the JSON form of one of all models.
type assignmentLine struct {
	Schema string `json:"schema"`
	Model  []int  `json:"model"`
}

// The names of the JSON forms; they change when a field changes its meaning.
const (
	solveSchema      = "retroproof.solve/1"
	assignmentSchema = "retroproof.solve.model/1"
)

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
	if j.flags.json {
		r := result{
			Schema: solveSchema, File: j.file, Solver: j.solvers[0].Name(), Status: status.String(), Reason: reason,
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
		fmt.Fprintln(j.out, verb.JSON(r))
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
		writeValues(j.out, model)
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
	if j.flags.json {
		_, err := fmt.Fprintln(j.out, verb.JSON(assignmentLine{assignmentSchema, lits}))
		return err
	}
	return writeValues(j.out, lits)
}

func (j *job) comment(format string, args ...any) {
	if !j.flags.quiet && !j.flags.json {
		fmt.Fprintf(j.out, "c "+format+"\n", args...)
	}
}

// writeValues writes literals as "v" lines of at most 78 columns, ended by 0.
func writeValues(w io.Writer, lits []int) error {
	line := []byte("v")
	var number []byte
	put := func(l int) error {
		number = strconv.AppendInt(number[:0], int64(l), 10)
		if len(line)+1+len(number) > 78 {
			if _, err := w.Write(append(line, '\n')); err != nil {
				return err
			}
			line = append(line[:0], 'v')
		}
		line = append(append(line, ' '), number...)
		return nil
	}
	for _, l := range lits {
		if err := put(l); err != nil {
			return err
		}
	}
	if err := put(0); err != nil {
		return err
	}
	_, err := w.Write(append(line, '\n'))
	return err
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
