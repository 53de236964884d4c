package rules

import (
	"fmt"

	"retroproof/chess"
	"retroproof/proofs/illegal/facts"
)

// The reasons besides those of package facts: searches, and arguments that have another name there.
const (
	// NoKernel: no sequence of captures makes the pawns of the goal.
	NoKernel facts.Reason = "NoKernel"
	// NoExtendedKernel: sequences of captures do, but for none of them the pawns
	// can be on the ranks that it needs.
	NoExtendedKernel facts.Reason = "NoExtendedKernel"
	// CagedMen: some men of the goal cannot have come to their squares together, whatever all
	// other men did.
	CagedMen facts.Reason = "CagedMen"
	// LastMovesRefuted: every move that leads to the position leads from one that
	// is itself proven illegal.
	LastMovesRefuted facts.Reason = "LastMovesRefuted"
)

// Impossible is why a goal cannot be reached.
type Impossible struct {
	Reason facts.Reason
	Detail string // a sentence without its full stop
	// Argument is what [facts.Check] verifies; nil for a search.
	Argument *facts.Argument
	// Men of the goal that CagedMen is about.
	Men chess.Bitboard
	// First has the pawns that NoFirstCapture is about.
	First []facts.First
	// Facts are those of a kernel question; nil for those that [Blocked] finds.
	Facts []facts.Fact
}

// Error returns the sentence.
func (e *Impossible) Error() string { return e.Detail }

// Because returns an Impossible whose sentence is formatted as by [fmt.Sprintf].
func Because(r facts.Reason, format string, args ...any) *Impossible {
	return &Impossible{Reason: r, Detail: fmt.Sprintf(format, args...)}
}

// proven is Because for a reason that needs no more data.
func proven(r facts.Reason, format string, args ...any) *Impossible {
	return Because(r, format, args...).by(facts.Argument{})
}

// by adds the data that proves the reason, for a reason of that name if the data have no other one.
func (e *Impossible) by(a facts.Argument) *Impossible {
	if a.Reason == "" {
		a.Reason = e.Reason
	}
	e.Argument = &a
	return e
}
