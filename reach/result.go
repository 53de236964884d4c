package reach

import (
	"errors"

	"retroproof/encode"
)

// Verdict is the answer of an engine.
type Verdict int

// The verdicts. The zero value claims nothing.
const (
	Unknown Verdict = iota
	Safe            // no bad state can be reached
	Unsafe
)

// String returns the verdict as retroproof prints it.
func (v Verdict) String() string {
	switch v {
	case Safe:
		return "safe"
	case Unsafe:
		return "unsafe"
	default:
		return "unknown"
	}
}

// A Result is the answer of an engine, with what shows it.
type Result struct {
	Verdict Verdict
	Engine  string // the one that decided
	// No bad state is reached in fewer steps; of a trace the number of its steps, with the one back in a loop
	Depth   int
	Frames  int // of pdr: the number of frames in the end
	Clauses int // of pdr: in the invariant

	Rounds int // of a justice property that holds: of reach.Monitored, a system of which is safe

	Trace *Trace // if Unsafe

	// If Safe: Invariant holds in all initial states and in what follows a state in which it
	// holds; and a state in which it holds, and which follows K states in a row that are good
	// and in which it holds, is good. It is a Boolean of the system's circuit over the latches,
	// possibly True. If Later is set, it need not hold in initial states, but in all that follow them.
	Invariant encode.Bool
	K         int
	Later     bool
}

// ErrBudget says that an engine has stopped at a limit before it could decide.
var ErrBudget = errors.New("undecided within the budget")
