package reach

import (
	"context"
	"fmt"
	"slices"

	"retroproof/encode"
	"retroproof/sat"
)

// stepHolds decides whether in a state that follows k good states in a row a bad literal does not hold, if the lemma
// holds in all of them. The lemma is a Boolean of the system's circuit over the latches.
func (s *System) stepHolds(ctx context.Context, o Options, k int, bad, lemma encode.Bool) (bool, error) {
	c := encode.NewCircuit()
	latches := c.NumInput("l", len(s.Latches))
	for t := range k + 1 {
		v := s.newView(c, latches, nil, fmt.Sprint(t))
		c.Assert(v.get(s.constraint()), v.get(lemma))
		if t == k {
			c.Assert(v.get(bad))
			break
		}
		c.Assert(v.get(s.bad()).Not())
		latches = s.next(v)
	}
	n, err := o.open()
	if err != nil {
		return false, err
	}
	defer n.Close()
	c.CNF(encode.Compact).Emit(n)
	status, err := n.Solve(ctx)
	return status == sat.Unsatisfiable, err
}

// inductionOf tries k = 1, 2, 4 and so on up to most, or without end if most is 0, with a lemma. A bad literal that
// needs a smaller k than others is not asked about again.
func (s *System) inductionOf(ctx context.Context, o Options, most int, lemma encode.Bool) (*Result, error) {
	u, err := newUnrolling(s, o)
	if err != nil {
		return nil, err
	}
	defer u.Close()
	open := slices.Clone(s.Bad)
	for k := 1; most == 0 || k <= most; k *= 2 {
		tr, err := u.bmc(ctx, k-1, o)
		if tr != nil || err != nil {
			return unsafe("bmc", tr), err
		}
		open = slices.DeleteFunc(open, func(bad encode.Bool) bool {
			if err != nil {
				return false
			}
			var holds bool
			holds, err = s.stepHolds(ctx, o, k, bad, lemma)
			return holds
		})
		if err != nil {
			return nil, err
		}
		if len(open) == 0 {
			return &Result{Verdict: Safe, Engine: "kind", Depth: k, Invariant: lemma, K: k}, nil
		}
		if err := o.turns.pass(); err != nil {
			return nil, err
		}
		o.progress(fmt.Sprintf("kind: with k = %d, %d of %d bad literals are open", k, len(open), len(s.Bad)))
	}
	return nil, nil
}

// unsafe is the result that is a trace, or nil.
func unsafe(engine string, tr *Trace) *Result {
	if tr == nil {
		return nil
	}
	return &Result{Verdict: Unsafe, Engine: engine, Depth: tr.Steps(), Trace: tr}
}
