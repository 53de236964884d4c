package lrat

import (
	"cmp"
	"errors"
	"fmt"
)

// The reasons for which a proof is not accepted. They come wrapped in a *ProofError, as do ErrNotNumber, ErrOverflow,
// ErrNUL, ErrLiteralRange and ErrTrailing. doc/proofs.md has an example of each.
var (
	ErrNoEmptyClause   = errors.New("the proof ends without the empty clause")
	ErrTruncated       = errors.New("the file ends within a step")
	ErrLine            = errors.New("not one step a line")
	ErrNotStep         = errors.New("not a proof step")
	ErrIDOrder         = errors.New("clause ids do not increase")
	ErrUnknownHint     = errors.New("hint names a clause that does not exist yet")
	ErrDeletedHint     = errors.New("hint names a clause that was deleted or never added")
	ErrNotUnit         = errors.New("hint clause is not unit")
	ErrNoConflict      = errors.New("the hints end without a conflict")
	ErrRAT             = errors.New("RAT step; only RUP steps are accepted")
	ErrUnknownDeletion = errors.New("deletion of a clause that does not exist")
)

// A ProofError says where and why a proof is not accepted. It wraps one of the package's sentinel errors.
type ProofError struct {
	File   string // name given by the caller; "" is printed as "input"
	Line   int    // 1-based; 0 in binary files
	Column int    // 1-based, counted in bytes; 0 in binary files
	Offset int64  // in bytes from 0, after decompression
	Step   int64  // id of the clause that is being added; 0 if none is
	Detail string // what was found and what was expected; may be ""
	Err    error  // the reason: one of the Err variables of this package
}

// Error prints file:line:column, or the file and the byte, then the step, the reason and the detail, on one line.
func (e *ProofError) Error() string {
	text := cmp.Or(e.File, "input")
	if e.Line > 0 {
		text += fmt.Sprintf(":%d:%d: ", e.Line, e.Column)
	} else {
		text += fmt.Sprintf(": byte %d: ", e.Offset)
	}
	if e.Step > 0 {
		text += fmt.Sprintf("step %d: ", e.Step)
	}
	text += e.Err.Error()
	if e.Detail != "" {
		text += ": " + e.Detail
	}
	return text
}

// Unwrap returns the reason.
func (e *ProofError) Unwrap() error { return e.Err }

// A SyntaxError says where a formula departs from its format. It wraps one of the package's
// sentinel errors, which errors.Is distinguishes, and the message says what was expected.
type SyntaxError struct {
	File     string // name given by the caller; "" is printed as "input"
	Line     int    // 1-based
	Column   int    // 1-based, counted in bytes
	Token    string // the offending part; "" at the end of the file
	Expected string // what would be correct here
	Err      error  // the kind: one of the Err variables of this package
}

// Error prints file:line:column, the kind, the offending part and what was expected, on one line.
func (e *SyntaxError) Error() string {
	found := "the end of the file"
	if e.Token != "" {
		found = quote(e.Token)
	}
	detail := "found " + found + ", expected " + e.Expected
	return (&ProofError{File: e.File, Line: e.Line, Column: e.Column, Detail: detail, Err: e.Err}).Error()
}

// Unwrap returns the kind of the error.
func (e *SyntaxError) Unwrap() error { return e.Err }
