package strategy

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"retroproof/encode"
	"retroproof/proofs/folder"
	checker "retroproof/proofs/strategy"
	"retroproof/proofs/strategy/lemmas"
	"retroproof/proofs/strategy/rules"
	"retroproof/proofs/strategy/wins"
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

// String returns the verdict's name in JSON and tables.
func (v Verdict) String() string { return [...]string{"unknown", "proved", "refuted"}[v] }

// Result is what came of one lemma.
type Result struct {
	Lemma     lemmas.Lemma
	Verdict   Verdict
	Err       error // why Undecided
	Variables int   // that occur in the formula
	Clauses   int
	Conflicts int64 // of the solver; sat.NotKnown if it does not count them
	Build     time.Duration
	Solve     time.Duration // wall clock
	// CPU is the CPU time of building and solving in seconds, by Options.CPU if that is set and one lemma is decided at a
	// time, else the wall clock's.
	CPU float64
	// Counterexample is the play that refutes the lemma, verified by the text and the rules; for a control,
	// the play that satisfies it.
	Counterexample []rules.Position
	proof          checker.Lemma
}

// AsExpected reports whether a lemma is proved, or a control has a model.
func (r *Result) AsExpected() bool {
	if r.Lemma.Satisfiable {
		return r.Verdict == Refuted
	}
	return r.Verdict == Proved
}

// Options are the options of Prove.
type Options struct {
	Solver    string        // a name for sat.New; "" is the embedded one
	Jobs      int           // lemmas at a time; less than 1 is 1
	TimeLimit time.Duration // if positive, bounds the solving of each lemma
	Method    encode.Method // of writing clauses; certificates have encode.Compact
	// CPU, if set, returns the CPU seconds used so far by the process and the solvers it has run.
	CPU func() float64
	// Formula, if set, is called with every lemma before it is decided: its formula is written to what it returns.
	Formula func(l lemmas.Lemma) (io.WriteCloser, error)
	// Started, Report and Finished, if set, are called as lemmas run, from several goroutines if Jobs is more than 1;
	// Report many times a second, with the solver's figures until then, if it is an embedded one.
	Started  func(l lemmas.Lemma, variables, clauses int)
	Report   func(l lemmas.Lemma, s sat.Stats)
	Finished func(r *Result)
	// Decided, if set, is called with each result, in their order, from the goroutine of Prove.
	Decided func(r *Result)
	proof   func(key string, write func(io.Writer) error) (folder.File, error)
}

// ErrModel says that the formula of a relation with more moves than the strategy's has a model
// which is no play, while that of the strategy has none: no proof in the form that is certified.
var ErrModel = errors.New("the lemma holds, but not for the larger relation that is to prove it")

// ErrClosed says that the formula of a lemma about several moves has a model that continues where the strategy claims
// nothing, such as after a capture. It shows that the lemma "closed" is false, and says nothing of this one.
var ErrClosed = errors.New("a play leaves the claimed positions: the lemma \"closed\" is false")

// Prove decides lemmas of a strategy, whose table is t. An error is one of setting up or of writing; a lemma that could
// not be decided has it in its Result.
func Prove(ctx context.Context, c *lemmas.Circuits, t *wins.Table, list []lemmas.Lemma, o Options) ([]*Result, error) {
	table := func() (*wins.Table, error) { return t, nil }
	return InOrder(len(list), o, func(i int) (*Result, error) {
		l := list[i]
		r, err := Decide(ctx, c, table, l, o)
		if err != nil || r.Verdict != Refuted || !l.Loose() {
			return r, err
		}
		again, err := Decide(ctx, c, table, l.Strictly(), o)
		if err != nil {
			return r, err
		}
		if again.CPU += r.CPU; again.Verdict == Proved {
			again.Verdict, again.Err = Undecided, ErrModel
		}
		again.Lemma = l
		return again, nil
	})
}

// InOrder decides so many lemmas, Options.Jobs at a time, and returns the results in order, up to the first error,
// after which no other lemma is begun.
func InOrder(n int, o Options, decide func(i int) (*Result, error)) (results []*Result, err error) {
	type outcome struct {
		r   *Result
		err error
	}
	done, next := make([]chan outcome, n), make(chan int, n)
	for i := range n {
		done[i] = make(chan outcome, 1)
		next <- i
	}
	close(next)
	var workers sync.WaitGroup
	defer workers.Wait()
	for range max(1, min(o.Jobs, n)) {
		workers.Go(func() {
			for i := range next {
				r, err := decide(i)
				if err != nil {
					for range next { // is not begun: whoever asks comes to the error first
					}
				}
				done[i] <- outcome{r, err}
			}
		})
	}
	for i := range n {
		x := <-done[i]
		if x.err != nil {
			return results, x.err
		}
		if results = append(results, x.r); o.Decided != nil {
			o.Decided(x.r)
		}
	}
	return results, nil
}

// Decide decides a lemma of a strategy, whose table is asked for if its formula has a model.
func Decide(ctx context.Context, c *lemmas.Circuits, table func() (*wins.Table, error), l lemmas.Lemma,
	o Options) (*Result, error) {
	r := &Result{Lemma: l, Conflicts: sat.NotKnown}
	defer func() {
		if o.Finished != nil {
			o.Finished(r)
		}
	}()
	if r.Err = ctx.Err(); r.Err != nil {
		return r, nil
	}
	began, clock := time.Now(), o.CPU
	if clock == nil || o.Jobs > 1 {
		clock = func() float64 { return time.Since(began).Seconds() }
	}
	start := clock()
	f := c.Formula(l)
	cnf := f.ByNode(o.Method)
	if o.Formula != nil { // no gaps between the numbers of variables
		cnf = f.CNF(o.Method)
	}
	var occurs Occurring
	cnf.Emit(&occurs)
	r.Variables, r.Clauses = occurs.Count, cnf.NumClauses()
	var s sat.Solver
	var prover *sat.Prover
	var err error
	if o.proof != nil {
		prover = sat.NewProver()
		s = prover
	} else if s, err = sat.New(o.Solver); err != nil {
		return r, err
	}
	defer s.Close()
	sat.EliminateEarly(s)
	if err := load(s, cnf, l, o); err != nil {
		return r, err
	}
	r.Build = time.Since(began)
	if o.Started != nil {
		o.Started(l, r.Variables, r.Clauses)
	}
	if o.Report != nil {
		ctx = sat.WithReport(ctx, func(s sat.Stats) { o.Report(l, s) })
	}
	if o.TimeLimit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.TimeLimit)
		defer cancel()
	}
	status, err := s.Solve(ctx)
	r.Solve = time.Since(began) - r.Build
	r.Conflicts = s.Stats().Conflicts
	switch status {
	case sat.Unsatisfiable:
		r.Verdict = Proved
		if prover != nil {
			if err := writeProof(prover, cnf, occurs.Variables(), r, o); err != nil {
				return r, err
			}
		}
	case sat.Satisfiable:
		r.Verdict = Refuted
		if l.Free {
			break
		}
		// Variables that occur in no clause have any value.
		r.Counterexample = f.Play(func(b encode.Bool) bool {
			v := cnf.Lit(b)
			return v != 0 && occurs.Has(max(v, -v)) && s.Value(v)
		})
		if err := r.verify(table); err != nil {
			return r, err
		}
	default:
		r.Err = err
	}
	r.CPU = clock() - start
	return r, nil
}

// verify replays a counterexample.
func (r *Result) verify(table func() (*wins.Table, error)) error {
	t, err := table()
	if err != nil || r.Lemma.Loose() {
		return err
	}
	if err := verifyPlay(t, r.Counterexample); err != nil {
		if !leaves(t, r.Counterexample) {
			return fmt.Errorf("lemma %s: the solver's model is not a play: %w", r.Lemma.Key, err)
		}
		r.Verdict, r.Err, r.Counterexample = Undecided, ErrClosed, nil
	}
	return nil
}

// load gives a lemma's clauses to a solver and, if Options.Formula is set, to a file.
func load(s sat.Solver, cnf *encode.CNF, l lemmas.Lemma, o Options) error {
	if o.Formula == nil {
		cnf.Emit(s)
		return nil
	}
	w, err := o.Formula(l)
	if err != nil {
		return err
	}
	file := cnf.DIMACS(w, "the negation of lemma "+l.Key, l.Statement, "unsatisfiable if and only if the lemma holds")
	cnf.Emit(s, file)
	return errors.Join(file.Flush(), w.Close())
}

// writeProof writes the variables of a lemma's formula, the clauses that its refutation uses, and the refutation.
func writeProof(p *sat.Prover, cnf *encode.CNF, variables []int, r *Result, o Options) error {
	head, last := binary.AppendUvarint(nil, uint64(len(variables))), 0
	for _, v := range variables {
		head, last = binary.AppendUvarint(head, uint64(v-last)), v
	}
	file, err := o.proof(r.Lemma.Key, func(w io.Writer) error {
		_, err := w.Write(head)
		var stats sat.ProofStats
		if err == nil {
			stats, err = p.WriteCore(w, func(add func([]int)) { cnf.Emit(sink(add)) })
		}
		if err != nil {
			return fmt.Errorf("lemma %s: writing the proof: %w", r.Lemma.Key, err)
		}
		r.proof = checker.Lemma{Key: r.Lemma.Key, Statement: r.Lemma.Statement, Clauses: stats.UsedClauses,
			Steps: stats.UsedSteps}
		return nil
	})
	r.proof.Proof = file
	return err
}

// sink is an encode.Sink.
type sink func(clause []int)

// AddClause implements encode.Sink.
func (s sink) AddClause(clause []int) { s(clause) }

// Occurring finds the variables that occur in a formula.
type Occurring struct {
	seen  []bool
	Count int
}

// Has reports whether a variable occurs.
func (o *Occurring) Has(v int) bool { return v < len(o.seen) && o.seen[v] }

// Variables returns those that occur.
func (o *Occurring) Variables() (list []int) {
	for v, is := range o.seen {
		if is {
			list = append(list, v)
		}
	}
	return list
}

// AddClause implements encode.Sink.
func (o *Occurring) AddClause(lits []int) {
	for _, l := range lits {
		v := max(l, -l)
		if v >= len(o.seen) {
			o.seen = append(o.seen, make([]bool, v+1)...)
		}
		if !o.seen[v] {
			o.seen[v] = true
			o.Count++
		}
	}
}

// leaves reports whether a model is a play to a position with White to move that is not claimed, and goes on from
// there.
func leaves(t *wins.Table, play []rules.Position) bool {
	for k := 2; k < len(play)-1; k += 2 {
		if !t.Claims(play[k]) {
			return verifyPlay(t, play[:k+1]) == nil
		}
	}
	return false
}

// verifyPlay replays a model by the text and the rules: claimed at the start, or Black to move, White's moves by the
// strategy, Black's by the rules.
func verifyPlay(t *wins.Table, play []rules.Position) error {
	switch {
	case len(play) > 0 && (t.Claims(play[0]) || !play[0].White && t.Place(play[0]) >= 0):
	default:
		return errors.New("it does not begin in a claimed position, nor in a legal one with Black to move")
	}
	for i, p := range play[:len(play)-1] {
		var to []rules.Position
		if p.White {
			to, _ = t.By(nil, p)
		} else {
			to = t.Game.Moves(nil, p)
		}
		if !slices.Contains(to, play[i+1]) {
			return fmt.Errorf("%s does not follow %s", t.Describe(play[i+1]), t.Describe(p))
		}
	}
	return nil
}
