package strategy

import (
	"fmt"
	"slices"

	"retroproof/proofs/strategy/rules"
)

// Agreement compares what SAT and exhaustion say of a lemma or control.
type Agreement struct {
	Result     *Result // by SAT
	Exhaustion Verdict // Undecided if plays are not tried
	Violations []rules.Position
	Problem    string // what does not agree; "" if all does
}

// Compare compares the verdict of SAT with that of exhaustion. A counterexample has to begin in a position from which a
// play is found that violates the lemma, or in an image of one.
func (x *Exhaustion) Compare(r *Result) *Agreement {
	a := &Agreement{Result: r}
	tried := false
	if a.Violations, tried = x.Violations(r.Lemma); tried {
		if a.Exhaustion = Proved; len(a.Violations) > 0 {
			a.Exhaustion = Refuted
		}
	}
	switch {
	case r.Verdict == Undecided:
		a.Problem = fmt.Sprintf("undecided by SAT: %v", r.Err)
	case !tried:
	case r.Verdict == Proved && a.Exhaustion == Refuted:
		a.Problem = fmt.Sprintf("proved by SAT, but violated by a play from %s", FEN(&x.Game, a.Violations[0]))
	case r.Verdict == Refuted && a.Exhaustion == Proved:
		a.Problem = fmt.Sprintf("refuted by SAT with a play from %s, but proved by exhaustion", FEN(&x.Game, r.Counterexample[0]))
	case r.Verdict == Refuted && !slices.ContainsFunc(a.Violations, func(p rules.Position) bool { return x.Place(p) == x.Place(r.Counterexample[0]) }):
		a.Problem = fmt.Sprintf("SAT's counterexample begins in %s, which exhaustion has not found", FEN(&x.Game, r.Counterexample[0]))
	}
	return a
}
