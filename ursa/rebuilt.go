package ursa

import (
	"fmt"
	"io"

	"retroproof/internal/answer"
)

// Rebuilt is an entry of a certificate that has been checked.
type Rebuilt struct {
	answer.Head `schema:"retroproof.ursa.rebuild/1"`
	Assertion   int     `json:"assertion"`
	SourceLine  int     `json:"line"` // hides that of the head
	Value       string  `json:"value,omitempty"`
	Verdict     Verdict `json:"verdict"`
	Solutions   string  `json:"solutions,omitempty"`
	Variables   int     `json:"variables,omitempty"`
	Clauses     int     `json:"clauses,omitempty"`
}

// NewRebuilt returns the answer for an entry.
func NewRebuilt(e Entry) *Rebuilt {
	return &Rebuilt{answer.Head{}, e.Number, e.Line, e.Value, e.Verdict, e.Solutions, e.Variables, e.Clauses}
}

// Text writes what was verified.
func (r *Rebuilt) Text(w io.Writer) error {
	text := map[Verdict]string{
		Yes: "yes", No: "no", Satisfiable: "the solution is one", Unsatisfiable: "no solution: formula rebuilt, proof verified",
		Complete: r.Solutions + " solutions verified, and no other: formula rebuilt, proof verified",
	}[r.Verdict]
	if r.Value != "" {
		text = "value " + r.Value + ": " + text
	}
	_, err := fmt.Fprintf(w, "line %d: %s\n", r.SourceLine, text)
	return err
}
