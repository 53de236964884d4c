package lrat

import (
	"fmt"
	"strconv"
	"strings"
)

// A SyntaxError says where a text file departs from its format. It wraps one of the package's sentinel errors,
// so that errors.Is tells the kinds apart and the message still tells a person what to mend.
type SyntaxError struct {
	File     string // name given by the caller; "" is printed as "input"
	Line     int    // 1-based
	Column   int    // 1-based, counted in bytes
	Token    string // the offending part; "" at the end of the file
	Expected string // what would have been right here
	Err      error  // the kind: one of the Err variables of this package
}

// Error prints file:line:column, the kind, the offending part and what was expected, on one line.
func (e *SyntaxError) Error() string {
	var b strings.Builder
	file := e.File
	if file == "" {
		file = "input"
	}
	fmt.Fprintf(&b, "%s:%d:%d: %v", file, e.Line, e.Column, e.Err)
	if e.Token != "" {
		b.WriteString(": found ")
		b.WriteString(quote(e.Token))
	} else {
		b.WriteString(": found the end of the file")
	}
	if e.Expected != "" {
		b.WriteString(", expected ")
		b.WriteString(e.Expected)
	}
	return b.String()
}

// Unwrap returns the kind of the error.
func (e *SyntaxError) Unwrap() error { return e.Err }

// quote shortens what it quotes: an error about a binary file fed by mistake should still fit a terminal.
func quote(s string) string {
	const longest = 40
	if len(s) > longest {
		return strconv.QuoteToASCII(s[:longest]) + "..."
	}
	return strconv.QuoteToASCII(s)
}
