package games

import "fmt"

// The reasons for which a file is not accepted, besides the errors of package replay. They are
// wrapped in an [*Error].
const (
	ErrSyntax = reason("malformed")
	ErrNoGame = reason("called legal, without a game in the field \"uci\": \"retroproof games\" writes it from other " +
		"notations")
	ErrClaim = reason("called illegal, which no game proves")
	ErrPlies = reason("the game has not the plies that it is said to have")
	ErrLimit = reason("larger than any game")
	ErrEmpty = reason("there is no game")
)

// reason is an error about the content of a file, as opposed to reading it.
type reason string

func (r reason) Error() string { return string(r) }

// Error says where a file is not accepted, and why.
type Error struct {
	Name string // of the file
	Line int    // where the entry begins, from 1
	FEN  string // of the entry, if it has one
	Err  error
}

// Error names file, line, position and reason.
func (e *Error) Error() string {
	at := e.Name
	if e.Line > 0 {
		at = fmt.Sprintf("%s:%d", e.Name, e.Line)
	}
	if e.FEN != "" {
		at += ": " + fmt.Sprintf("%.100s", e.FEN)
	}
	return at + ": " + e.Err.Error()
}

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }

// because wraps a reason with what was found.
func because(kind reason, format string, args ...any) error {
	return fmt.Errorf("%w: %s", kind, fmt.Sprintf(format, args...))
}
