package krk

import (
	"fmt"
	"slices"

	"retroproof/proofs/krk/spec"
)

// Agreement compares what SAT and the plain code say about a lemma or control.
type Agreement struct {
	Result      *Result    // by SAT
	Native      Verdict    // by exhaustion
	Refutations []Position // from which some play refutes the lemma
	Problem     string     // what does not agree; "" if all does
}

// CompareVerdicts decides lemmas that SAT has decided (Prove) once more, by
// exhaustion of the relation, and compares the verdicts. A counterexample has to
// begin in a position from which exhaustion finds one, too.
func (r *Relation) CompareVerdicts(lemmas []spec.Lemma, results []*Result) ([]Agreement, error) {
	agreements := make([]Agreement, len(lemmas))
	for i, l := range lemmas {
		at := slices.IndexFunc(results, func(res *Result) bool { return res.Lemma.Key == l.Key })
		if at < 0 {
			return nil, fmt.Errorf("lemma %s has not been decided by SAT", l.Key)
		}
		refutations, err := r.Refutations(l.Key)
		if err != nil {
			return nil, err
		}
		agreements[i] = compareVerdict(results[at], refutations)
	}
	return agreements, nil
}

func compareVerdict(res *Result, refutations []Position) Agreement {
	a := Agreement{Result: res, Native: Proved, Refutations: refutations}
	if len(refutations) > 0 {
		a.Native = Refuted
	}
	switch {
	case res.Verdict == Undecided:
		a.Problem = fmt.Sprintf("undecided by SAT: %v", res.Err)
	case res.Verdict == Proved && a.Native == Refuted:
		a.Problem = fmt.Sprintf("proved by SAT, but refuted by a play from %s", FEN(refutations[0]))
	case res.Verdict == Refuted && a.Native == Proved:
		a.Problem = fmt.Sprintf("refuted by SAT with a play from %s, but proved by exhaustion", FEN(res.Counterexample[0]))
	case res.Verdict == Refuted && !slices.Contains(refutations, res.Counterexample[0]):
		a.Problem = fmt.Sprintf("SAT's counterexample begins in %s, which exhaustion has not found", FEN(res.Counterexample[0]))
	}
	return a
}
