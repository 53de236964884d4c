package facts

import "fmt"

// Reason is why a position is impossible. The identifiers are stable. Those of the
// rules of this package stand with the rules.
type Reason string

// The reasons that take more than the rules of this package.
const (
	// NoKernel: no sequence of captures makes the pawns of the goal.
	NoKernel Reason = "NoKernel"
	// NoExtendedKernel: sequences of captures do, but for none of them the pawns
	// can be on the ranks that it needs.
	NoExtendedKernel Reason = "NoExtendedKernel"
	// LastMovesRefuted: every move that leads to the position leads from one that
	// is itself proven illegal.
	LastMovesRefuted Reason = "LastMovesRefuted"
)

// Impossible is why a goal cannot be reached.
type Impossible struct {
	Reason Reason
	Detail string // a sentence without its full stop
	// Argument is what [Check] verifies; nil for reasons that it does not know.
	Argument *Argument
}

// Error returns the sentence.
func (e *Impossible) Error() string { return e.Detail }

// Because returns an Impossible whose sentence is formatted as by [fmt.Sprintf].
func Because(r Reason, format string, args ...any) *Impossible {
	return &Impossible{Reason: r, Detail: fmt.Sprintf(format, args...)}
}

// proven is Because for a reason that needs no more data.
func proven(r Reason, format string, args ...any) *Impossible {
	return Because(r, format, args...).by(Argument{})
}

// by adds the data that proves the reason.
func (e *Impossible) by(a Argument) *Impossible {
	a.Reason = e.Reason
	e.Argument = &a
	return e
}
