package games

import (
	"errors"
	"fmt"
)

// Why a file is not accepted, besides the errors of package replay. They come
// wrapped in an [*Error].
var (
	ErrFormat = errors.New("neither PGN, nor JSON lines, nor a list of positions with tokens")
	ErrSyntax = errors.New("malformed")
	ErrGoal   = errors.New(`no tag [GoalFEN "..."]: nobody knows where the game is to lead`)
	ErrNoGame = errors.New("called legal, without a game")
	ErrClaim  = errors.New("called illegal, which no game proves")
	ErrPlies  = errors.New("the game has not the plies that it is said to have")
	ErrLimit  = errors.New("larger than any game")
	ErrEmpty  = errors.New("there is no game")
)

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

// because wraps a sentinel error with what was found.
func because(kind error, format string, args ...any) error {
	return fmt.Errorf("%w: %s", kind, fmt.Sprintf(format, args...))
}

// ours reports whether an error is about what the file says, and not about reading
// it.
func ours(err error) bool {
	for _, e := range []error{ErrFormat, ErrSyntax, ErrGoal, ErrNoGame, ErrClaim, ErrPlies, ErrLimit, ErrEmpty} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}
