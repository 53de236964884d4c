package sat

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"slices"
	"strings"

	"retroproof/sat/cdcl"
)

// Status is the answer of a solver.
type Status = cdcl.Status

// The three answers. The zero value claims nothing.
const (
	Unknown       = cdcl.Unknown
	Satisfiable   = cdcl.Satisfiable
	Unsatisfiable = cdcl.Unsatisfiable
)

// Errors that come with Unknown. A cancelled context is reported as the context's own error.
var (
	ErrConflictLimit  = cdcl.ErrConflictLimit
	ErrNoLimitSupport = errors.New("solver cannot limit conflicts")
	ErrGaveUp         = errors.New("solver gave up")
	errLiteral        = errors.New("invalid literal")
	errClosed         = errors.New("solver is closed")
	ErrUnknownSolver  = errors.New("unknown solver")
)

// A Solver decides formulas in conjunctive normal form, given clause by clause, possibly many times with clauses
// added in between. Literals are DIMACS numbers: a variable is 1 or more, its negation is negative; variables need
// no declaration. A Solver is for one goroutine at a time.
type Solver interface {
	// Name returns the name under which New made the solver.
	Name() string

	// AddClause adds a clause for good. The empty clause makes the formula unsatisfiable. The slice may be reused.
	// After a literal that is 0 or beyond 32 bits every later Solve returns Unknown with an error.
	AddClause(lits []int)

	// Assume makes the literals hold during the next Solve, and only then.
	Assume(lits ...int)

	// Solve decides the formula under the assumptions. Unknown always comes with an error that says why; Satisfiable
	// and Unsatisfiable never come with one. After Unknown the solver can be used again, unless the error is lasting.
	Solve(ctx context.Context) (Status, error)

	// Value returns the truth of a literal in the model that the last Solve found; it is meaningful from a
	// Satisfiable answer until the next Solve. A variable that no clause and no assumption mentions is false.
	Value(lit int) bool

	// Failed returns, after Unsatisfiable, some of the assumptions that are inconsistent with the formula together,
	// not necessarily a smallest set. It is empty if the formula is unsatisfiable by itself.
	Failed() []int

	// Stats returns totals over the life of the solver.
	Stats() Stats

	// Close releases what the solver holds. It may be called twice.
	Close() error
}

// NotKnown is the value of a figure in Stats that the solver does not provide.
const NotKnown = -1

// Stats are a solver's figures, totals since it was made; NotKnown where it does not provide them.
type Stats struct {
	Variables    int64 // variables that occur in clauses or assumptions
	Clauses      int64 // clauses added
	Solves       int64 // calls of Solve that reached the solver
	Conflicts    int64
	Decisions    int64
	Propagations int64
	Restarts     int64
}

type limitKey struct{}

// WithConflictLimit returns a context that makes each Solve stop with ErrConflictLimit once it has met about n
// conflicts. The native solver stops at the same conflict on every run and machine, unlike with a time limit. Gini is
// looked at every 20,000 propagations or so, and goes on for longer where the machine is busy. n < 1 means no limit. A
// solver that can't be limited answers ErrNoLimitSupport.
func WithConflictLimit(ctx context.Context, n int64) context.Context {
	return context.WithValue(ctx, limitKey{}, n)
}

// conflictLimit returns the limit that the context carries, 0 for none.
func conflictLimit(ctx context.Context) int64 {
	n, _ := ctx.Value(limitKey{}).(int64)
	return max(n, 0)
}

type reportKey struct{}

// WithReport returns a context that makes each Solve call report now and then, many times a second, with the solver's
// figures until then. The embedded solvers do so, external programs do not. The search is the same as without. report
// is called by one goroutine of a Solve at a time.
func WithReport(ctx context.Context, report func(Stats)) context.Context {
	return context.WithValue(ctx, reportKey{}, report)
}

// reportOf returns the function that the context carries, nil for none.
func reportOf(ctx context.Context) func(Stats) {
	report, _ := ctx.Value(reportKey{}).(func(Stats))
	return report
}

// Embedded is the name of the solver that is always there.
const Embedded = "gini"

// New makes a solver: "gini", the embedded one, for which "" is short, "native", embedded as well, which NewProver
// makes log its proof, or one of the programs that Names lists, which must be on PATH. An unknown name is
// ErrUnknownSolver; a known one that is not installed wraps exec.ErrNotFound.
func New(name string) (Solver, error) {
	if name == "" || name == Embedded {
		return newGini(), nil
	}
	if name == Native {
		return newNative(), nil
	}
	for _, p := range programs {
		if p.name != name {
			continue
		}
		path, err := exec.LookPath(p.name)
		if err != nil {
			return nil, notFound(name, runtime.GOOS)
		}
		return newExternal(p, path), nil
	}
	return nil, fmt.Errorf("%w %q (%s)", ErrUnknownSolver, name, knownSolvers())
}

// notFound is the error about an external solver that this system does not have, or, if it is WebAssembly, cannot have.
func notFound(name, system string) error {
	if system == "js" || system == "wasip1" {
		return fmt.Errorf("solver %s is not available, as WebAssembly runs no other programs: %w (%s)",
			name, exec.ErrNotFound, knownSolvers())
	}
	return fmt.Errorf("solver %s is not on PATH: %w (%s)", name, exec.ErrNotFound, knownSolvers())
}

// Names returns the names that New knows, the embedded solvers first.
func Names() []string {
	names := []string{Embedded, Native}
	for _, p := range programs {
		names = append(names, p.name)
	}
	return names
}

// available returns those of Names that New can make here and now.
func available() []string {
	return slices.DeleteFunc(Names(), func(name string) bool {
		if name == Embedded || name == Native {
			return false
		}
		_, err := exec.LookPath(name)
		return err != nil
	})
}

func knownSolvers() string {
	return "known: " + strings.Join(Names(), ", ") + "; available here: " + strings.Join(available(), ", ")
}
