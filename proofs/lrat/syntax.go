package lrat

import (
	"cmp"
	"fmt"
)

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
	return fmt.Sprintf("%s:%d:%d: %v: found %s, expected %s", cmp.Or(e.File, "input"), e.Line, e.Column, e.Err,
		found, e.Expected)
}

// Unwrap returns the kind of the error.
func (e *SyntaxError) Unwrap() error { return e.Err }
