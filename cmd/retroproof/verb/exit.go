package verb

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"

	"retroproof/batch"
	"retroproof/batch/surveyrun"
	"retroproof/chess"
	"retroproof/chess/lenient"
	"retroproof/chess/notation"
	"retroproof/kernel"
	"retroproof/kernel/certify"
	"retroproof/proofs/aiger"
	"retroproof/proofs/lrat"
	"retroproof/proofs/survey"
	"retroproof/proofs/survey/numbering"
	"retroproof/reach"
	"retroproof/retro"
	"retroproof/retro/table"
	"retroproof/sat"
	"retroproof/strategy"
)

// The exit codes of all verbs. They are part of the interface: scripts rely on them.
const (
	ExitOK            = 0   // answered (legal and illegal are both answers), or verified; for solve: undecided
	ExitNotVerified   = 1   // a certificate not verified, or a lemma refuted
	ExitUsage         = 2   // wrong flags or arguments
	ExitMalformed     = 3   // malformed input
	ExitUndecided     = 4   // undecided within the budget
	ExitIO            = 5   // input, output, or any failure that has no code of its own
	ExitSatisfiable   = 10  // solve, and reach: a bad state is reached
	ExitUnsatisfiable = 20  // solve, and reach: none can be
	ExitInterrupted   = 130 // SIGINT or SIGTERM
)

// ExitError is an error with an exit code. With a nil err nothing is printed.
type ExitError struct {
	Code int
	Err  error // nil: the verb has said all there is to say
}

func (e *ExitError) Error() string {
	if e.Err == nil {
		return fmt.Sprintf("exit code %d", e.Code)
	}
	return e.Err.Error()
}

func (e *ExitError) Unwrap() error { return e.Err }

// WithCode gives an error an exit code; it keeps nil nil.
func WithCode(code int, err error) error {
	if err == nil {
		return nil
	}
	return &ExitError{code, err}
}

// Usagef makes an error that says how the program was called wrongly.
func Usagef(format string, args ...any) error {
	return &ExitError{ExitUsage, fmt.Errorf(format, args...)}
}

// Exit ends a verb with a code of its own after it has printed its answer.
func Exit(code int) error {
	if code == ExitOK {
		return nil
	}
	return &ExitError{Code: code}
}

// is reports whether an error is, or wraps, one of a type.
func is[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

// malformedTypes and malformedValues are the errors that say what is wrong with an input: one more is an entry here.
var (
	malformedTypes = []func(error) bool{
		is[*lenient.Error], is[*lrat.SyntaxError], is[*chess.FENError], is[*chess.PositionError], is[*notation.MoveError],
		is[*notation.PGNError], is[*strategy.MoveError], is[*strategy.PositionError], is[*table.MaterialError],
		is[*retro.CastlingError], is[*retro.PiecesError], is[*numbering.DomainError], is[*batch.LineError],
		is[*batch.PartError], is[*reach.ClauseError],
	}
	malformedValues = []error{aiger.ErrModel, kernel.ErrStart, certify.ErrPart, survey.ErrManifest}
)

// malformed reports whether an error says what is wrong with an input. Others, such as those of files, have codes
// elsewhere.
func malformed(err error) bool {
	return slices.ContainsFunc(malformedTypes, func(is func(error) bool) bool { return is(err) }) ||
		slices.ContainsFunc(malformedValues, func(value error) bool { return errors.Is(err, value) })
}

// Code chooses the exit code for what a verb returned. An error of no other kind is ExitIO: never 0, and
// never ExitNotVerified, which would claim that something was refuted.
func Code(err error) int {
	var coded *ExitError
	switch {
	case err == nil:
		return ExitOK
	case errors.Is(err, context.Canceled):
		return ExitInterrupted
	case errors.As(err, &coded):
		return coded.Code
	case is[*surveyrun.OptionError](err), errors.Is(err, batch.ErrNoPlainFile),
		errors.Is(err, sat.ErrUnknownSolver), errors.Is(err, sat.ErrNoLimitSupport), errors.Is(err, exec.ErrNotFound):
		return ExitUsage
	case malformed(err):
		return ExitMalformed
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, certify.ErrBudget), errors.Is(err, lrat.ErrMemory),
		is[*surveyrun.MissingError](err):
		return ExitUndecided
	default:
		return ExitIO
	}
}

// NoCertificate makes an error of one that says why there is no certificate.
func NoCertificate(err error) error {
	if errors.Is(err, certify.ErrBudget) {
		return fmt.Errorf("no certificate: %w; see --budget proof-conflicts", err)
	}
	return fmt.Errorf("no certificate: %w", err)
}
