package rules

import (
	"fmt"

	"retroproof/chess"
	"retroproof/proofs/illegal/facts"
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
	First []FirstPawn
	// Facts are those of a kernel question; nil for those that [Blocked] finds.
	Facts []facts.Fact
}

// Error returns the sentence.
func (i *Impossible) Error() string { return i.Detail }

// Because returns an Impossible whose sentence is formatted as by [fmt.Sprintf].
func Because(r facts.Reason, format string, args ...any) *Impossible {
	return &Impossible{Reason: r, Detail: fmt.Sprintf(format, args...)}
}

// proven is Because for a reason that needs no more data.
func proven(r facts.Reason, format string, args ...any) *Impossible {
	return Because(r, format, args...).by(facts.Argument{})
}

// by adds the data that proves the reason, an argument of its rule's kind if the data have no other one.
func (i *Impossible) by(a facts.Argument) *Impossible {
	if a.Kind == "" {
		a.Kind = ByReason(i.Reason).Kind
	}
	i.Argument = &a
	return i
}
