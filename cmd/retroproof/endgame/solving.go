package endgame

import (
	"io"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"retroproof/batch"
	"retroproof/cmd/retroproof/verb"
	"retroproof/proofs/strategy/lemmas"
	"retroproof/sat"
	"retroproof/strategy"
)

// solvingRequest is how lemmas are decided.
type solvingRequest struct {
	Solver    string        `flag:"solver" not:"certify" doc:"solver: gini, native, cadical, kissat, minisat, cryptominisat5"`
	Jobs      int           `flag:"jobs" min:"1" doc:"lemmas to run at a time"`
	Verbose   bool          `flag:"verbose" short:"v" doc:"log lemmas and what solvers do on stderr, every second, instead of progress"`
	DIMACS    string        `flag:"dimacs" of:"DIR" not:"certify" doc:"write each formula to DIR/lemma-N.cnf"`
	TimeLimit time.Duration `flag:"time-limit" min:"0" doc:"give up on a lemma after this time, such as 30s"`
}

var natively = solvingRequest{Solver: sat.Native, Jobs: runtime.NumCPU()}

// options are those of the flags; the error is that there is no such solver.
func (r *solvingRequest) options() (strategy.Options, error) {
	s, err := sat.New(r.Solver)
	if err != nil {
		return strategy.Options{}, err
	}
	return strategy.Options{Solver: r.Solver, Jobs: r.Jobs, TimeLimit: r.TimeLimit, CPU: batch.CPUSeconds}, s.Close()
}

// writes has formulas written to the folder that is asked for.
func (r *solvingRequest) writes(o *strategy.Options) error {
	if r.DIMACS == "" {
		return nil
	}
	o.Formula = func(l lemmas.Lemma) (io.WriteCloser, error) {
		return batch.Create(filepath.Join(r.DIMACS, "lemma-"+l.Key+".cnf"))
	}
	return os.MkdirAll(r.DIMACS, 0o777)
}

// watch shows which lemmas run, or logs it. The returned function ends it.
func (r *solvingRequest) watch(e *verb.Env, o *strategy.Options) (stop func()) {
	if log := e.Trace(r.Verbose); log != nil {
		strategy.Log(log, o, verb.LogReports)
		return func() {}
	}
	progress := e.NewProgress(e.ProgressMode)
	end := strategy.Watch(o, progress.Update)
	return func() {
		end()
		progress.Done()
	}
}
