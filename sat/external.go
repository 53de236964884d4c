package sat

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"retroproof/encode"
	"slices"
	"strconv"
	"strings"
)

// program describes an external solver: how to call it and where its answer is.
type program struct {
	name       string
	args       []string               // before the name of the formula file
	limit      func(n int64) []string // arguments that limit conflicts; nil: it can't
	resultFile bool                   // the answer is written to a second file, in MiniSat's form
	notRUP     []string               // options of what a proof without RAT must not use; nil: it writes no proof
}

// programs are the external solvers, in the order in which Names lists them. Debian packages all of them.
var programs = []program{
	{name: "cadical", limit: func(n int64) []string { return []string{"-c", decimal(n)} },
		notRUP: []string{"block", "condition", "cover", "factor"}},
	{name: "kissat", limit: func(n int64) []string { return []string{"--conflicts=" + decimal(n)} }},
	{name: "minisat", resultFile: true},
	{name: "cryptominisat5", limit: func(n int64) []string { return []string{"--maxconfl", decimal(n)} }},
}

func decimal(n int64) string { return strconv.FormatInt(n, 10) }

// external runs a solver program, a new process for every Solve, on a temporary DIMACS file with the assumptions as
// unit clauses. The answer is checked as far as possible: exit code and text have to agree, and a model has to make all
// clauses and assumptions true. Only an answer "unsatisfiable" is not checked.
type external struct {
	frontEnd
	program   program
	path      string
	flat      []int32  // all clauses, each ended by 0
	model     []bool   // by index of the varMap
	conflicts int64    // NotKnown once a run did not report them
	proofArgs []string // before the formula, if a proof is wanted
	proofFile string   // where to write it; empty: none is wanted
}

func newExternal(p program, path string) *external {
	return &external{frontEnd: frontEnd{name: p.name}, program: p, path: path}
}

func (e *external) AddClause(lits []int) {
	e.flat = e.appendClause(e.flat, lits)
}

func (e *external) Solve(ctx context.Context) (Status, error) {
	assumptions, status, done, err := e.begin(ctx)
	if done {
		return status, err
	}
	e.model = nil
	status, err = e.run(ctx, e.vars.literals(nil, assumptions))
	if err != nil {
		e.model = nil
		if ctx.Err() != nil { // the program was killed: its other errors do not matter
			err = ctx.Err()
		}
		return Unknown, err
	}
	if status == Unsatisfiable {
		e.failed = slices.Clone(assumptions)
		e.unsat = len(assumptions) == 0
	}
	e.status = status
	return status, nil
}

// run does one call of the program.
func (e *external) run(ctx context.Context, units []int32) (Status, error) {
	args := append([]string(nil), e.program.args...)
	limit := conflictLimit(ctx)
	if limit > 0 {
		if e.program.limit == nil {
			return Unknown, fmt.Errorf("%s: %w", e.name, ErrNoLimitSupport)
		}
		args = append(args, e.program.limit(limit)...)
	}
	dir, err := os.MkdirTemp("", "retroproof-"+e.name+"-")
	if err != nil {
		return Unknown, err
	}
	defer os.RemoveAll(dir)
	formula, result := filepath.Join(dir, "formula.cnf"), filepath.Join(dir, "result")
	if err := e.writeFormula(formula, units); err != nil {
		return Unknown, err
	}
	args = append(append(args, e.proofArgs...), formula)
	if e.proofFile != "" {
		args = append(args, e.proofFile)
	}
	if e.program.resultFile {
		args = append(args, result)
	}

	// The model has at most 12 bytes a variable; the rest is for comments. A program that writes more is broken.
	ran, err := RunProgram(ctx, e.path, args, 1<<24+24*e.vars.len())
	if err != nil {
		return Unknown, fmt.Errorf("%s: %w", e.name, err)
	}
	e.countConflicts(ran.Output)
	answer, err := e.read(ran, result)
	if err != nil {
		return Unknown, fmt.Errorf("%s: %w%s", e.name, err, ran.Said)
	}
	switch answer.status {
	case Unknown:
		if limit > 0 {
			return Unknown, ErrConflictLimit
		}
		return Unknown, fmt.Errorf("%s: %w%s", e.name, ErrGaveUp, ran.Said)
	case Satisfiable:
		if err := checkFlat(e.flat, units, answer.model); err != nil {
			return Unknown, fmt.Errorf("%s answered %v but its model is wrong: %w", e.name, answer.status, err)
		}
		e.model = answer.model
	}
	return answer.status, nil
}

// read takes the answer from stdout or from the result file and checks it against the exit code.
func (e *external) read(ran *ProgramRun, result string) (claim, error) {
	var a claim
	var err error
	if e.program.resultFile {
		var text []byte
		text, err = os.ReadFile(result)
		if errors.Is(err, os.ErrNotExist) && ran.Code == 0 {
			return claim{}, nil // gave up, for instance on a limit
		}
		if err == nil {
			a, err = parseMiniSat(text, e.vars.len())
		}
	} else {
		a, err = parseCompetition(ran.Output, e.vars.len())
	}
	switch {
	case !ran.Answered(): // then what it wrote does not matter
		return claim{}, fmt.Errorf("failed with exit code %d", ran.Code)
	case err != nil:
		return claim{}, err
	case a.status.ExitCode() != ran.Code:
		return claim{}, fmt.Errorf("contradicts itself: answer %v, exit code %d", a.status, ran.Code)
	}
	return a, nil
}

// writeFormula writes clauses and units as a DIMACS file.
func (e *external) writeFormula(name string, units []int32) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	w := encode.NewDIMACSWriter(file, e.vars.len(), e.clauses+int64(len(units)))
	var clause []int
	for _, l := range e.flat {
		if l != 0 {
			clause = append(clause, int(l))
			continue
		}
		w.AddClause(clause)
		clause = clause[:0]
	}
	for _, u := range units {
		w.AddClause([]int{int(u)})
	}
	err = w.Flush()
	if closing := file.Close(); err == nil {
		err = closing
	}
	return err
}

// countConflicts looks for the line of statistics that all the programs print in nearly the same form.
func (e *external) countConflicts(out []byte) {
	n := int64(NotKnown)
	for line := range bytes.Lines(out) {
		text, _ := strings.CutPrefix(string(line), "c ")
		key, value, ok := strings.Cut(text, ":")
		if !ok || strings.TrimSpace(key) != "conflicts" {
			continue
		}
		if fields := strings.Fields(value); len(fields) > 0 {
			if v, err := strconv.ParseInt(fields[0], 10, 64); err == nil && v >= 0 {
				n = v
			}
		}
	}
	if n < 0 || e.conflicts < 0 {
		e.conflicts = NotKnown
		return
	}
	e.conflicts += n
}

func (e *external) Value(lit int) bool {
	return e.value(lit, func(i int32) bool { return int(i) < len(e.model) && e.model[i] })
}

func (e *external) Stats() Stats {
	return Stats{
		Variables: int64(e.vars.len()), Clauses: e.clauses, Solves: e.solves, Conflicts: e.conflicts,
		Decisions: NotKnown, Propagations: NotKnown, Restarts: NotKnown,
	}
}

func (e *external) Close() error {
	e.close()
	e.flat, e.model = nil, nil
	return nil
}

// checkFlat checks a model, indexed by variable index, against 0-ended clauses and unit literals.
func checkFlat(flat, units []int32, model []bool) error {
	truth := func(l int32) bool {
		if l < 0 {
			return !model[-l-1]
		}
		return model[l-1]
	}
	for _, u := range units {
		if !truth(u) {
			return fmt.Errorf("%w: an assumption is false", errModel)
		}
	}
	clause, held := 1, false
	for _, l := range flat {
		switch {
		case l != 0:
			held = held || truth(l)
		case !held:
			return fmt.Errorf("%w: clause %d is false", errModel, clause)
		default:
			clause++
			held = false
		}
	}
	return nil
}
