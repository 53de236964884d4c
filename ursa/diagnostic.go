package ursa

import (
	"errors"
	"fmt"
	"strings"
)

// Pos is a place in a source: line and column from 1, the column in bytes.
type Pos struct{ Line, Column int }

// Diagnostic is something to say about a place in a source.
type Diagnostic struct {
	File    string
	Pos     Pos
	Warning bool
	Text    string
	// Calls are the active calls, the innermost first; at most mostCalls are listed.
	Calls []string
}

// String has the form FILE:LINE:COLUMN: TEXT, which editors understand.
func (d Diagnostic) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d:%d: ", d.File, d.Pos.Line, d.Pos.Column)
	if d.Warning {
		b.WriteString("warning: ")
	}
	b.WriteString(d.Text)
	for _, c := range d.Calls {
		b.WriteString("; ")
		b.WriteString(c)
	}
	return b.String()
}

// mostCalls is the number of calls that a Diagnostic names.
const mostCalls = 4

// Error is what is wrong with a program: with its text, or with what it does when it runs. It has one diagnostic at
// least, and one only if the program was running.
type Error struct {
	Diagnostics []Diagnostic
	budget      bool
}

// Error returns the diagnostics, one a line.
func (e *Error) Error() string {
	lines := make([]string, len(e.Diagnostics))
	for i, d := range e.Diagnostics {
		lines[i] = d.String()
	}
	return strings.Join(lines, "\n")
}

// ErrBudget is what an Error is, by errors.Is, if the program was stopped by a limit of Options: with a greater one
// it may run to its end.
var ErrBudget = errors.New("out of budget")

// Is implements errors.Is for ErrBudget.
func (e *Error) Is(target error) bool { return target == ErrBudget && e.budget }
