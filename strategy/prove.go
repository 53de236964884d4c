package strategy

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"retroproof/encode"
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
	// CPU is the CPU time of building and solving in seconds, by Options.CPU if that is set, else
	// the wall clock's.
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
	TimeLimit time.Duration // if positive, bounds the solving of each lemma
	// CPU, if set, returns the CPU seconds used so far by the process and the solvers it has run.
	CPU func() float64
	// Decided, if set, is called with each result.
	Decided func(r *Result)
	proof   func(l lemmas.Lemma) (io.WriteCloser, error)
}

// ErrModel says that the formula of a relation with more moves than the strategy's has a model
// which is no play, while that of the strategy has none: no proof in the form that is certified.
var ErrModel = errors.New("the lemma holds, but not for the larger relation that is to prove it")

// ErrClosed says that the formula of a lemma about several moves has a model that goes on where the strategy claims nothing,
// such as after a capture. It shows that the lemma "closed" is false, and says nothing of this one.
var ErrClosed = errors.New("a play leaves the claimed positions: the lemma \"closed\" is false")

// Prove decides lemmas of a strategy, whose table is t, one after the other. An error is one of setting up or of
// writing; a lemma that could not be decided has it in its Result.
func Prove(ctx context.Context, c *lemmas.Circuits, t *wins.Table, list []lemmas.Lemma, o Options) ([]*Result, error) {
	var results []*Result
	for _, l := range list {
		r, err := proveOne(ctx, c, t, l, o)
		if err == nil && r.Verdict == Refuted && l.Loose() {
			var again *Result
			if again, err = proveOne(ctx, c, t, l.Strictly(c), o); err == nil {
				if again.CPU += r.CPU; again.Verdict == Proved {
					again.Verdict, again.Err = Undecided, ErrModel
				}
				again.Lemma, r = l, again
			}
		}
		if err != nil {
			return results, err
		}
		if results = append(results, r); o.Decided != nil {
			o.Decided(r)
		}
	}
	return results, nil
}

func proveOne(ctx context.Context, c *lemmas.Circuits, t *wins.Table, l lemmas.Lemma, o Options) (*Result, error) {
	r := &Result{Lemma: l, Conflicts: sat.NotKnown}
	if r.Err = ctx.Err(); r.Err != nil {
		return r, nil
	}
	clock := o.CPU
	if clock == nil {
		began := time.Now()
		clock = func() float64 { return time.Since(began).Seconds() }
	}
	start := clock()
	f := c.Formula(l)
	cnf := f.ByNode(encode.Compact)
	var occurs checker.Occurring
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
	cnf.Emit(s)
	if o.TimeLimit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.TimeLimit)
		defer cancel()
	}
	status, err := s.Solve(ctx)
	r.Conflicts = s.Stats().Conflicts
	switch status {
	case sat.Unsatisfiable:
		r.Verdict = Proved
		if prover != nil {
			if err := writeProof(prover, r, o); err != nil {
				return r, err
			}
		}
	case sat.Satisfiable:
		r.Verdict = Refuted
		// Variables that occur in no clause have any value.
		r.Counterexample = f.Play(func(b encode.Bool) bool {
			v := cnf.Lit(b)
			return v != 0 && occurs.Has(max(v, -v)) && s.Value(v)
		})
		if err := verifyPlay(t, r.Counterexample); err != nil && !l.Loose() {
			if !leaves(t, r.Counterexample) {
				return r, fmt.Errorf("lemma %s: the solver's model is not a play: %w", l.Key, err)
			}
			r.Verdict, r.Err, r.Counterexample = Undecided, ErrClosed, nil
		}
	default:
		r.Err = err
	}
	r.CPU = clock() - start
	return r, nil
}

// writeProof writes the refutation of a lemma's formula.
func writeProof(p *sat.Prover, r *Result, o Options) error {
	w, err := o.proof(r.Lemma)
	if err != nil {
		return err
	}
	stats, err := p.WriteProof(w, sat.ProofBinary)
	if err != nil {
		w.Close()
		return fmt.Errorf("lemma %s: writing the proof: %w", r.Lemma.Key, err)
	}
	r.proof = checker.Lemma{Key: r.Lemma.Key, Statement: r.Lemma.Statement, Variables: r.Variables, Clauses: r.Clauses, Steps: stats.UsedSteps}
	return w.Close()
}

// leaves reports whether a model is a play to a position with White to move that is not claimed, and goes on from there.
func leaves(t *wins.Table, play []rules.Position) bool {
	for k := 2; k < len(play)-1; k += 2 {
		if !t.Claims(play[k]) {
			return verifyPlay(t, play[:k+1]) == nil
		}
	}
	return false
}

// verifyPlay replays a model by the text and the rules: claimed at the start, or Black to move, White's moves by the strategy,
// Black's by the rules.
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
