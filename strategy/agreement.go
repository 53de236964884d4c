package strategy

import (
	"fmt"
	"io"
	"slices"

	"retroproof/internal/answer"
	"retroproof/proofs/strategy/rules"
)

// ComparedCircuits says that the circuits of lemmas agree with the rules of chess and the strategy's text, or why there
// are none.
type ComparedCircuits struct {
	answer.Head `schema:"retroproof.strategy.compare.circuits/1"`
	About
	Agree  bool   `json:"agree"`
	Reason string `json:"reason,omitempty"`
}

// Text writes a line.
func (c *ComparedCircuits) Text(w io.Writer) (err error) {
	if c.Agree {
		_, err = fmt.Fprintf(w, "%s on %s: circuits agree with the rules of chess and the strategy's text on all "+
			"placements of the men\n", c.Strategy, c.Board)
	} else {
		_, err = fmt.Fprintf(w, "%s on %s: no circuits: %s\n", c.Strategy, c.Board, c.Reason)
	}
	return err
}

// Agreement compares what SAT and exhaustion say of a lemma or control.
type Agreement struct {
	answer.Head `schema:"retroproof.strategy.compare.lemma/1"`
	About
	Lemma      string `json:"lemma"`
	Verdict    string `json:"verdict"`              // by SAT
	Exhaustion string `json:"exhaustion"`           // by trying all plays; that of Undecided if they are not tried
	Violations *int   `json:"violations,omitempty"` // positions, one of each set of images
	Agree      bool   `json:"agree"`
	Problem    string `json:"problem,omitempty"` // what does not agree
	FEN        string `json:"fen,omitempty"`     // where the counterexample begins
}

// Compare compares the verdict of SAT with that of exhaustion. A counterexample has to begin in a position from which a
// play is found that violates the lemma, or in an image of one.
func (e *Exhaustion) Compare(r *Result) *Agreement {
	a := &Agreement{About: AboutOf(e.Strategy), Lemma: r.Lemma.Key, Verdict: r.Verdict.String()}
	if len(r.Counterexample) > 0 {
		a.FEN = FEN(&e.Game, r.Counterexample[0])
	}
	by := Undecided
	violations, tried := e.Violations(r.Lemma)
	if tried {
		n := len(violations)
		if a.Violations, by = &n, Proved; n > 0 {
			by = Refuted
		}
	}
	a.Exhaustion = by.String()
	switch {
	case r.Verdict == Undecided:
		a.Problem = fmt.Sprintf("undecided by SAT: %v", r.Err)
	case !tried:
	case r.Verdict == Proved && by == Refuted:
		a.Problem = fmt.Sprintf("proved by SAT, but violated by a play from %s", FEN(&e.Game, violations[0]))
	case r.Verdict == Refuted && by == Proved:
		a.Problem = fmt.Sprintf("refuted by SAT with a play from %s, but proved by exhaustion", a.FEN)
	case r.Verdict == Refuted && !slices.ContainsFunc(violations,
		func(p rules.Position) bool { return e.Place(p) == e.Place(r.Counterexample[0]) }):
		a.Problem = fmt.Sprintf("SAT's counterexample begins in %s, which exhaustion has not found", a.FEN)
	}
	a.Agree = a.Problem == ""
	return a
}

// AgreementHead is the head of the table of lemmas.
var AgreementHead = fmt.Sprintf("\n%-16s %-8s %-10s %10s  %s\n",
	"lemma, control", "SAT", "exhaustion", "violations", "agree")

// Text writes a row.
func (a *Agreement) Text(w io.Writer) error {
	n, agree := "-", "yes"
	if a.Violations != nil {
		n = fmt.Sprint(*a.Violations)
	}
	if !a.Agree {
		agree = "NO: " + a.Problem
	}
	_, err := fmt.Fprintf(w, "%-16s %-8s %-10s %10s  %s\n", a.Lemma, a.Verdict, a.Exhaustion, n, agree)
	return err
}
