package aiger

import (
	"errors"
	"fmt"
)

// ErrModel is wrapped in every error about the contents of a file.
var ErrModel = errors.New("not an AIGER file")

// A SyntaxError says where a file departs from the format.
type SyntaxError struct {
	File   string
	Line   int   // from 1; 0 within the gates of a binary file and for the model as a whole
	Offset int64 // in bytes from 0; -1 for the model as a whole
	Detail string
}

// Error prints the file, line and offset as far as they are known, and what is wrong.
func (e *SyntaxError) Error() string {
	where := e.File
	if where == "" {
		where = "input"
	}
	if e.Line > 0 {
		where += fmt.Sprintf(":%d", e.Line)
	}
	if e.Offset >= 0 {
		where += fmt.Sprintf(": byte %d", e.Offset)
	}
	return where + ": " + e.Detail
}

// Unwrap returns ErrModel.
func (e *SyntaxError) Unwrap() error { return ErrModel }

// errorf is an error about the model as a whole.
func errorf(format string, args ...any) error {
	return &SyntaxError{Offset: -1, Detail: fmt.Sprintf(format, args...)}
}
