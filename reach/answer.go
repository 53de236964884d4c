package reach

import (
	"fmt"
	"io"
	"slices"

	"retroproof/internal/answer"
	"retroproof/proofs/aiger"
)

// Answer is what is said of a property. As a text it is a witness of AIGER.
type Answer struct {
	answer.Head `schema:"retroproof.reach/1"`
	File        string  `json:"file"`
	Verdict     string  `json:"verdict"`
	Reason      string  `json:"reason,omitempty"` // why unknown
	Engine      string  `json:"engine"`
	Inputs      int     `json:"inputs"`
	Latches     int     `json:"latches"`
	Gates       int     `json:"gates"`
	Properties  []int   `json:"properties"`
	Justice     *int    `json:"justice,omitempty"` // in place of a property
	Rounds      *int    `json:"rounds,omitempty"`
	K           int     `json:"k,omitempty"`
	Frames      int     `json:"frames,omitempty"`
	Clauses     *int    `json:"clauses,omitempty"`
	Steps       *int    `json:"steps,omitempty"`
	Loop        *int    `json:"loop,omitempty"`
	Trace       *path   `json:"trace,omitempty"`
	Certificate string  `json:"certificate,omitempty"`
	Seconds     float64 `json:"seconds"`
	CPUSeconds  float64 `json:"cpu_seconds"`

	name string // of the property, in AIGER
	how  string // the verdict was found
}

// path is a counterexample as it is answered.
type path struct {
	Property int      `json:"property"`
	Initial  string   `json:"initial"`
	Inputs   []string `json:"inputs"`
	trace    *Trace
}

// Answers returns what is said of each property that has an outcome, in their order, justice properties last.
func Answers(file string, m *aiger.Model, outcomes []*Outcome) (list []*Answer) {
	add := func(o *Outcome, n int) *Answer {
		a := &Answer{
			File: file, Verdict: o.verdict(), Engine: o.Engine, Properties: []int{},
			Inputs: len(m.Inputs), Latches: len(m.Latches), Gates: len(m.Ands),
			K: o.K, Frames: o.Frames, Certificate: o.Certificate,
		}
		a.decided(n, o)
		list = append(list, a)
		return a
	}
	for n := range m.Properties() {
		for _, o := range outcomes {
			if slices.Contains(o.Bad, n) {
				a := add(o, n)
				a.name, a.Properties = fmt.Sprint("b", n), []int{n}
			}
		}
	}
	for _, o := range outcomes {
		if len(o.Bad) == 0 {
			a := add(o, o.Justice)
			a.name, a.Justice = o.name(), &o.Justice
			switch o.Verdict {
			case Safe:
				a.Rounds = &o.Rounds
				a.how += ", " + answer.Counted(o.Rounds, "round", "rounds")
			case Unsafe:
				before := o.Trace.Loop
				a.Loop = &before
				a.how = fmt.Sprintf("a loop of %s after %d, found by %s",
					answer.Counted(o.Depth-before, "step", "steps"), before, o.Engine)
			}
		}
	}
	return list
}

// decided adds what was found about a property.
func (a *Answer) decided(n int, o *Outcome) {
	if o.Frames > 0 {
		a.Clauses = &o.Clauses
	}
	if t := o.Trace; t != nil {
		a.Steps = &o.Depth
		a.Trace = &path{Property: n, Initial: string(t.Initial), Inputs: []string{}, trace: t}
		for _, in := range t.Inputs {
			a.Trace.Inputs = append(a.Trace.Inputs, string(in))
		}
	}
	switch {
	case o.Why != nil:
		a.Reason = o.Why.Error()
	case o.Verdict == Unsafe:
		a.how = fmt.Sprintf("a bad state in %s, found by %s", answer.Counted(o.Depth, "step", "steps"), o.Engine)
	case o.Frames > 0:
		a.how = fmt.Sprintf("by %s: %s, %s", o.Engine,
			answer.Counted(o.Frames, "frame", "frames"), answer.Counted(o.Clauses, "clause", "clauses"))
	default:
		a.how = fmt.Sprintf("by %s: k = %d", o.Engine, o.K)
	}
}

// Remark says in a line how the verdict was found, or why there is none. The property is named if it is one of several,
// or one of justice.
func (a *Answer) Remark(several bool) string {
	name := a.File
	if several || a.Justice != nil {
		name += ": " + a.name
	}
	return fmt.Sprintf("%s: %s: %s", name, a.Verdict, a.Reason+a.how)
}

// Text writes the verdict, and the counterexample, in AIGER's form of witnesses.
func (a *Answer) Text(w io.Writer) error {
	status := 0
	switch {
	case a.Trace != nil:
		return a.Trace.trace.Write(w, a.name)
	case a.Reason != "":
		status = 2
	}
	_, err := fmt.Fprintf(w, "%d\n%s\n.\n", status, a.name)
	return err
}
