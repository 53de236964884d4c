package krk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"retroproof/encode"
	"retroproof/krk/spec"
	"retroproof/sat"
)

// Verdict is the outcome for a lemma.
type Verdict int

// The verdicts. The zero value claims nothing.
const (
	Undecided Verdict = iota
	Proved            // the lemma's formula, its negation, has no model
	Refuted           // it has one: a counterexample
)

var verdictNames = [...]string{"unknown", "proved", "refuted"}

func (v Verdict) String() string { return verdictNames[v] }

// ErrPart is why a part of a lemma is undecided whose formula has a model that need not be a play:
// that says nothing about the lemma, whose own formula decides it.
var ErrPart = errors.New("this part does not help to prove the lemma")

// Result is what came of one lemma.
type Result struct {
	Lemma     spec.Lemma
	Verdict   Verdict
	Err       error // why Undecided
	Variables int   // of the formula
	Clauses   int
	Conflicts int64 // of the solver; sat.NotKnown if it does not count them
	Build     time.Duration
	Solve     time.Duration // wall clock
	// CPU is the CPU time of solving in seconds, by Options.CPU if that is
	// set and lemmas run one at a time. Else it is the wall clock's, which
	// bounds it, as the embedded solver runs on one thread.
	CPU float64
	// Counterexample is the play that refutes the lemma, checked against the
	// plain code; for a control, the play that satisfies it.
	Counterexample []Position
	Steps          []Step // of White's moves in it
	// Parts are the results of the other formulas on which the verdict rests,
	// for a lemma proved by parts.
	Parts []*Result
}

// AsExpected reports whether a lemma is proved, or a control satisfiable.
func (r *Result) AsExpected() bool {
	if r.Lemma.Satisfiable {
		return r.Verdict == Refuted
	}
	return r.Verdict == Proved
}

// MoveText describes move i of the counterexample: its number, the move, and
// a white move's step.
func (r *Result) MoveText(i int) string {
	p, q := r.Counterexample[i], r.Counterexample[i+1]
	if !p.White() {
		return fmt.Sprintf("%d... %s", i/2+1, SAN(p, q))
	}
	return fmt.Sprintf("%d. %s (%s)", i/2+1, SAN(p, q), r.Steps[i/2])
}

// Options are the options of Prove.
type Options struct {
	Solver string // a name for sat.New; "" is the embedded one
	Jobs   int    // lemmas at a time; less than 1 is 1
	// TimeLimit, if positive, bounds the solving of each lemma.
	TimeLimit time.Duration
	Encoding  spec.Encoding
	Reading   Reading
	// Parts proves lemmas by parts (spec.Lemma.Parts) where they have some. If
	// that fails, the lemma's own formula decides.
	Parts bool
	// Formula, if set, is called with every formula before it is solved. The
	// writer's clauses are the solver's, one by one.
	Formula func(l spec.Lemma) (io.WriteCloser, error)
	// CPU, if set, returns the CPU seconds used so far by the process and the
	// solvers it has run.
	CPU func() float64
	// Started, Report and Finished, if set, are called as lemmas run, from
	// several goroutines if Jobs is more than 1; Report many times a second, with
	// the solver's figures until then, if it is an embedded one.
	Started  func(l spec.Lemma, variables, clauses int)
	Report   func(l spec.Lemma, s sat.Stats)
	Finished func(r *Result)
	// Decided, if set, is called with the results in their order, each as soon
	// as it and all before it are known, from the goroutine of Prove.
	Decided func(r *Result)
}

// Prove decides the given lemmas. The results are in the order of lemmas, the
// parts of a lemma before it. An error is one of setting up or of writing
// formulas; a lemma that could not be decided, by a budget or a failing
// solver, has it in its Result.
func Prove(ctx context.Context, lemmas []spec.Lemma, o Options) ([]*Result, error) {
	formulas := lemmas
	if o.Parts {
		formulas = withParts(lemmas)
	}
	results := make([]*Result, len(formulas))
	index := map[string]int{} // by key
	for i, l := range formulas {
		index[l.Key] = i
	}
	whole := map[string]spec.Lemma{} // of those by parts
	for _, l := range lemmas {
		whole[l.Key] = l
	}
	jobs := begin(ctx, formulas, o)
	defer jobs.wait()
	for i, l := range formulas {
		r, err := jobs.result(i)
		results[i] = r
		if err != nil {
			return results, err
		}
		if l.Composed {
			lemma := whole[l.Key]
			parts := lemma.Parts()
			for _, p := range parts[:len(parts)-1] {
				r.Parts = append(r.Parts, results[index[p.Key]])
			}
			failed := func(p *Result) bool { return p.Verdict != Proved }
			switch {
			case !slices.ContainsFunc(r.Parts, failed) && !failed(r):
			case ctx.Err() == nil:
				jobs.wait() // one at a time, for the CPU time
				if results[i], err = proveOne(ctx, lemma, o); err != nil {
					return results, err
				}
			case r.Verdict == Proved: // the last formula alone proves nothing
				r.Verdict, r.Err = Undecided, ctx.Err()
			}
		}
		if o.Decided != nil {
			o.Decided(results[i])
		}
	}
	return results, nil
}

// withParts returns lemmas, each once, with their parts before them; the last part
// of a lemma has its key and stands for it.
func withParts(lemmas []spec.Lemma) (formulas []spec.Lemma) {
	for _, l := range lemmas {
		parts := l.Parts()
		if parts == nil {
			parts = []spec.Lemma{l}
		}
		for _, p := range parts {
			if !slices.ContainsFunc(formulas, func(f spec.Lemma) bool { return f.Key == p.Key }) {
				formulas = append(formulas, p)
			}
		}
	}
	return formulas
}

// proofJobs decide formulas, each by itself.
type proofJobs struct {
	results []*Result
	errs    []error
	done    []chan struct{}
	workers sync.WaitGroup
}

// begin has formulas decided, Options.Jobs at a time.
func begin(ctx context.Context, formulas []spec.Lemma, o Options) *proofJobs {
	n := len(formulas)
	j := &proofJobs{results: make([]*Result, n), errs: make([]error, n), done: make([]chan struct{}, n)}
	next := make(chan int, n)
	for i := range j.done {
		j.done[i] = make(chan struct{})
	}
	for i := range formulas { // in this order, so that rows come soon
		next <- i
	}
	close(next)
	for range max(1, min(o.Jobs, n)) {
		j.workers.Go(func() {
			for i := range next {
				j.results[i], j.errs[i] = proveOne(ctx, formulas[i], o)
				close(j.done[i])
			}
		})
	}
	return j
}

// result waits for a formula.
func (j *proofJobs) result(i int) (*Result, error) {
	<-j.done[i]
	return j.results[i], j.errs[i]
}

// wait waits for all.
func (j *proofJobs) wait() { j.workers.Wait() }

func proveOne(ctx context.Context, l spec.Lemma, o Options) (*Result, error) {
	r := &Result{Lemma: l, Conflicts: sat.NotKnown}
	defer func() {
		if o.Finished != nil {
			o.Finished(r)
		}
	}()
	if r.Err = ctx.Err(); r.Err != nil {
		return r, nil
	}
	start := time.Now()
	f := l.Formula(o.Encoding, o.Reading)
	cnf := f.CNF()
	r.Variables, r.Clauses = cnf.NumVars, cnf.NumClauses()
	s, err := sat.New(o.Solver)
	if err != nil {
		return r, err
	}
	defer s.Close()
	sat.EliminateEarly(s)
	if err := load(s, cnf, l, o); err != nil {
		return r, err
	}
	r.Build = time.Since(start)
	if o.Started != nil {
		o.Started(l, r.Variables, r.Clauses)
	}
	if o.TimeLimit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.TimeLimit)
		defer cancel()
	}
	if o.Report != nil {
		ctx = sat.WithReport(ctx, func(s sat.Stats) { o.Report(l, s) })
	}
	cpu := 0.0
	if o.CPU != nil {
		cpu = o.CPU()
	}
	start = time.Now()
	status, err := s.Solve(ctx)
	r.Solve = time.Since(start)
	r.CPU = r.Solve.Seconds()
	if o.CPU != nil && o.Jobs <= 1 {
		r.CPU = o.CPU() - cpu
	}
	r.Conflicts = s.Stats().Conflicts
	switch status {
	case sat.Unsatisfiable:
		r.Verdict = Proved
	case sat.Satisfiable:
		if l.Composed || l.Loose {
			r.Err = ErrPart
			return r, nil
		}
		r.Verdict = Refuted
		r.Counterexample = f.Play(func(b encode.Bool) bool { return s.Value(cnf.Lit(b)) })
		if r.Steps, err = checkPlay(r.Counterexample, l.In(o.Reading)); err != nil {
			return r, fmt.Errorf("lemma %s: the solver's model is not a play: %w", l.Key, err)
		}
	default:
		r.Err = err
	}
	return r, nil
}

// load gives a lemma's clauses to a solver and, if Options.Formula is set, to a file.
func load(s sat.Solver, cnf *encode.CNF, l spec.Lemma, o Options) error {
	if o.Formula == nil {
		cnf.Emit(s)
		return nil
	}
	w, err := o.Formula(l)
	if err != nil {
		return err
	}
	file := cnf.DIMACS(w, comments(l, o)...)
	cnf.Emit(s, file)
	if err := file.Flush(); err != nil {
		w.Close()
		return err
	}
	return w.Close()
}

// comments describe a lemma's formula in its DIMACS file.
func comments(l spec.Lemma, o Options) []string {
	return []string{
		fmt.Sprintf("retroproof krk: the negation of Lemma %s (%s)", l.Key, l.Name),
		l.Statement,
		fmt.Sprintf("coordinates %s, symmetry broken: %t", o.Encoding.Rep, o.Encoding.Symmetry),
		"unsatisfiable if and only if the lemma holds",
	}
}

// checkPlay replays a model by the plain code: legal at the start, White's
// moves by the strategy, Black's by the rules. It returns White's steps.
func checkPlay(play []Position, rd Reading) ([]Step, error) {
	if len(play) == 0 || !play[0].White() || !isLegal(play[0]) {
		return nil, fmt.Errorf("it does not begin in a legal position with White to move")
	}
	var steps []Step
	for i := range len(play) - 1 {
		p, q := play[i], play[i+1]
		var to []Position
		if p.White() {
			var s Step
			to, s = StrategyMoves(nil, p, &rd)
			steps = append(steps, s)
		} else {
			to = BlackMoves(nil, p)
		}
		if !slices.Contains(to, q) {
			return steps, fmt.Errorf("%s does not follow %s", FEN(q), FEN(p))
		}
	}
	return steps, nil
}
