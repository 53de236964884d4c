package reach

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"retroproof/encode"
	"retroproof/internal/answer"
	"retroproof/proofs/aiger"
	"retroproof/proofs/reach"
)

// justice is a justice property that is being decided. It is violated by a run on which its literals, and those of
// fairness, hold again and again.
type justice struct {
	m       *aiger.Model
	n       int
	s       *System // Bad are these literals
	lasso   *System // see lassos
	values  *ternary
	watched *System // with the monitor that has shown that the property holds
}

// DecideJustice decides a justice property of a model. That it is violated is found as a run to a bad state
// of a system that remembers a state (Biere, Artho, Schuppan, "Liveness checking as safety checking", FMICS 2002), that
// it holds by a monitor that lets only so many rounds pass (Claessen, Sorensson, "A liveness checking algorithm that
// counts", FMCAD 2012), for more and more of them. An open question is an outcome with its reason.
func DecideJustice(ctx context.Context, m *aiger.Model, n int, o Options) (*Outcome, error) {
	s, err := FromModel(m, nil)
	if err != nil {
		return nil, err
	}
	if n < 0 || n >= len(m.Justice) {
		return nil, fmt.Errorf("%w: justice property %d, and it has %d", reach.ErrProperty, n, len(m.Justice))
	}
	s.Bad = slices.Concat(s.Justice[n], s.Fairness)
	j := &justice{m: m, n: n, s: s, lasso: s.lassos(), values: newTernary(s)}
	r, err := j.decide(ctx, o)
	if err == nil && r == nil {
		err = fmt.Errorf("%s: %w", o.Engine, ErrBudget)
	}
	found := &Outcome{Justice: n, System: s, Result: r}
	switch {
	case errors.Is(err, ErrBudget):
		found.Result, found.Why = &Result{Engine: string(o.Engine)}, err
	case err != nil:
		return nil, err
	case r.Verdict == Safe:
		found.System = j.watched
	default:
		var text bytes.Buffer
		if err := r.Trace.Write(&text, found.name()); err != nil {
			return nil, err
		}
		if _, _, _, err := reach.CheckLasso(m, &text); err != nil {
			return nil, fmt.Errorf("%s: a run was found that violates nothing: %w", r.Engine, err)
		}
	}
	return found, nil
}

func (j *justice) decide(ctx context.Context, o Options) (*Result, error) {
	switch o.Engine {
	case BMC:
		return j.bmc(ctx, o)
	case Auto, "":
	default:
		return j.monitor(ctx, o)
	}
	with := func(share int64, engine Engine, decide func(context.Context, Options) (*Result, error)) *runner {
		o := o
		o.Engine = engine
		return newRunner(share, o, func(o Options) (*Result, error) { return decide(ctx, o) })
	}
	simulate := func(_ context.Context, o Options) (*Result, error) {
		tr, err := newSimulation(j.lasso).search(simulationWork, o.turns)
		return j.violated("simulation", tr), err
	}
	all := []*runner{with(1, Auto, simulate), with(1, BMC, j.bmc), with(1, Induction, j.monitor), with(2, PDR, j.monitor)}
	return takeTurns(ctx, int64(j.s.Circuit.Len()), all, func() []*runner { return nil })
}

// bmc looks for the shortest run that violates the property.
func (j *justice) bmc(ctx context.Context, o Options) (*Result, error) {
	r, err := j.lasso.bmcOf(ctx, o)
	if r == nil || err != nil {
		return nil, err
	}
	return j.violated(r.Engine, r.Trace), nil
}

// monitor has an engine decide whether 0, 1, 2, 4 and so on rounds are exceeded. Of a run that does so it looks whether
// a state recurs in it: in a run of more rounds than there are states, one does.
func (j *justice) monitor(ctx context.Context, o Options) (*Result, error) {
	// The latches of each monitor are the first ones of the next, and do the same there: what cannot be reached in so many
	// steps stays so, and pdr goes on with it.
	o.kept = &[][]*blocked{}
	for k := 0; ; k = max(1, 2*k) {
		m, err := reach.Monitored(j.m, j.n, k)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrBudget, err)
		}
		s, err := FromModel(m, nil)
		if err != nil {
			return nil, err
		}
		var r *Result
		if o.Engine == Induction && o.turns != nil {
			r, err = s.inductionOf(ctx, o, autoK, s.Circuit.True)
		} else {
			r, err = decide(ctx, s, o)
		}
		if r == nil || err != nil {
			return nil, err
		}
		if r.Verdict == Safe {
			j.watched, r.Rounds = s, k
			return r, nil
		}
		if found := j.violated(r.Engine, r.Trace); found != nil {
			return found, nil
		}
		o.progress(fmt.Sprintf("%s: a run of more than %s", o.Engine, answer.Counted(k, "round", "rounds")))
	}
}

// violated cuts a run, of a system with more latches and inputs, where a state recurs and all literals have held since.
// It returns nil if there is no such state.
func (j *justice) violated(engine string, tr *Trace) *Result {
	if tr == nil {
		return nil
	}
	first := map[string]int{}         // the step, by state
	last := make([]int, len(j.s.Bad)) // 1 + the step in which the literal held
	lasso := &Trace{Initial: tr.Initial[:len(j.s.Latches)]}
	state, next := slices.Clone(lasso.Initial), slices.Clone(lasso.Initial)
	for t := 0; ; t++ {
		at, again := first[string(state)]
		if again && !slices.ContainsFunc(last, func(step int) bool { return step <= at }) {
			lasso.Loop = at
			return &Result{Verdict: Unsafe, Engine: engine, Depth: t, Trace: lasso}
		}
		if !again {
			first[string(state)] = t
		}
		if t == len(tr.Inputs) {
			return nil
		}
		inputs := tr.Inputs[t][:len(j.s.Inputs)]
		if !j.values.step(state, inputs, next) {
			return nil
		}
		for i := range last {
			if j.values.isBad(i) == One {
				last[i] = t + 1
			}
		}
		lasso.Inputs = append(lasso.Inputs, inputs)
		state, next = next, state
	}
}

// lassos returns a system that remembers a state when an input says so, and what has held since then. Bad
// is the same state once more, if all bad literals of s have held.
func (s *System) lassos() *System {
	c := s.Circuit
	w := &System{Circuit: c, Constraints: s.Constraints, Latches: slices.Clone(s.Latches)}
	save, saved := c.Input("lasso.save"), c.Input("lasso.saved")
	w.Inputs = append(slices.Clone(s.Inputs), save)
	since := c.Or(saved, save)
	w.Latches = append(w.Latches, Latch{saved, since, c.False})
	again := []encode.Bool{saved}
	for i, l := range s.Latches {
		kept := c.Input(fmt.Sprint("lasso.l", i))
		w.Latches = append(w.Latches, Latch{kept, c.Ite(saved, kept, l.Now), c.False})
		again = append(again, c.Iff(kept, l.Now))
	}
	for i, b := range s.Bad {
		seen := c.Input(fmt.Sprint("lasso.b", i))
		w.Latches = append(w.Latches, Latch{seen, c.Or(seen, c.And(since, b)), c.False})
		again = append(again, seen)
	}
	w.Bad = []encode.Bool{c.And(again...)}
	return w
}
