package krk

import (
	"context"
	"errors"
	"slices"

	"retroproof/strategy"
)

// ErrPart is why a part of a lemma is undecided whose formula has a model that need not be a play:
// that says nothing about the lemma, whose own formula decides it.
var ErrPart = errors.New("this part does not help to prove the lemma")

// Result is what came of one lemma.
type Result struct {
	Lemma Lemma
	*strategy.Result
	// Rests are the keys of the other formulas on which the verdict rests, for a lemma proved by parts.
	Rests []string
}

// Prove decides the given lemmas; decided, if set, is called with the results in their order, each as soon as it and
// all before it are known. The results are in the order of lemmas, the parts of a lemma before it, if they are wanted:
// if they do not prove it, its own formula decides. An error is one of setting up or of writing formulas; a lemma that
// could not be decided, by a budget or a failing solver, has it in its Result.
func Prove(ctx context.Context, list []Lemma, parts bool, o strategy.Options, decided func(r *Result)) (
	results []*Result, err error) {
	formulas := list
	if parts {
		formulas = withParts(list)
	}
	known := map[string]strategy.Verdict{}
	var failed error
	o.Decided = func(x *strategy.Result) {
		l := formulas[len(results)]
		r := &Result{Lemma: l, Result: x}
		if l.Composed {
			whole := list[slices.IndexFunc(list, func(w Lemma) bool { return w.Key == l.Key })]
			rests, proved := []string{}, x.Verdict == strategy.Proved
			for _, p := range whole.Parts[:len(whole.Parts)-1] {
				rests, proved = append(rests, p.Key), proved && known[p.Key] == strategy.Proved
			}
			switch r.Rests = rests; {
			case proved:
			case ctx.Err() != nil: // the last formula alone proves nothing
				x.Verdict, x.Err = strategy.Undecided, ctx.Err()
			default:
				r.Lemma, r.Rests = whole, nil
				if r.Result, err = decide(ctx, whole, o); err != nil {
					failed = errors.Join(failed, err)
				}
			}
		}
		known[l.Key] = r.Verdict
		if results = append(results, r); decided != nil {
			decided(r)
		}
	}
	_, err = strategy.InOrder(len(formulas), o,
		func(i int) (*strategy.Result, error) { return decide(ctx, formulas[i], o) })
	return results, errors.Join(err, failed)
}

// decide decides one formula.
func decide(ctx context.Context, l Lemma, o strategy.Options) (*strategy.Result, error) {
	r, err := strategy.Decide(ctx, l.Circuits, l.Table, l.Lemma, o)
	if r.Verdict == strategy.Refuted && (l.Composed || l.Loose()) {
		r.Verdict, r.Err, r.Counterexample = strategy.Undecided, ErrPart, nil
	}
	return r, err
}

// withParts returns lemmas, each once, with their parts before them; the last part of a lemma has its key and stands
// for it.
func withParts(list []Lemma) (formulas []Lemma) {
	for _, l := range list {
		parts := l.Parts
		if parts == nil {
			parts = []Lemma{l}
		}
		for _, p := range parts {
			if !slices.ContainsFunc(formulas, func(f Lemma) bool { return f.Key == p.Key }) {
				formulas = append(formulas, p)
			}
		}
	}
	return formulas
}
