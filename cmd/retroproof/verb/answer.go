package verb

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"retroproof/internal/answer"
)

// What answers are: see package answer.
type (
	Head   = answer.Head
	Answer = answer.Answer
)

// Schema returns the name of an answer's schema.
func Schema(a Answer) string { return answer.Schema(a) }

// Complete puts the schema into an answer that is not printed, and returns it.
func Complete(a Answer) Answer { return answer.Complete(a, 0) }

// Print prints an answer: with --json as an object, else as text. line is that of stdin, 0 for an argument.
func (e *Env) Print(a Answer, line int) error { return e.PrintTo(e.Stdout, a, line) }

// PrintTo is [Env.Print] to a writer of its own.
func (e *Env) PrintTo(w io.Writer, a Answer, line int) error {
	if !e.JSON {
		return answer.Write(w, a, line)
	}
	_, err := fmt.Fprintln(w, AnswerJSON(a, line))
	return err
}

// AnswerJSON is an answer as it is printed with --json.
func AnswerJSON(a Answer, line int) string { return JSON(answer.Complete(a, line)) }

// PrintEach answers for an argument or, if it is "-", for every line of stdin, see [Env.Each]. f returns nil for a line
// without an answer.
func (e *Env) PrintEach(ctx context.Context, arg string, f func(text string) (Answer, error)) error {
	return e.Each(ctx, arg, func(text string, line int) error {
		a, err := f(text)
		if err != nil || a == nil {
			return err
		}
		return e.Print(a, line)
	})
}

// PrintEachBuffered is [Env.PrintEach] for answers that take microseconds, see [Env.EachBuffered].
func (e *Env) PrintEachBuffered(ctx context.Context, arg string, f func(text string) (Answer, error)) error {
	return e.EachBuffered(ctx, arg, func(w io.Writer, text string, line int) error {
		a, err := f(text)
		if err != nil || a == nil {
			return err
		}
		return e.PrintTo(w, a, line)
	})
}

// How answers are written.

// PrintJSON prints one object on a line, with < and > as they are.
func (e *Env) PrintJSON(v any) error {
	_, err := fmt.Fprintln(e.Stdout, JSON(v))
	return err
}

// JSON is an object as it is printed.
func JSON(v any) string { return answer.JSON(v) }

// Buffered lets f write to stdout with a buffer.
func (e *Env) Buffered(f func(w io.Writer) error) error {
	w := bufio.NewWriter(e.Stdout)
	err := f(w)
	if ferr := w.Flush(); err == nil {
		err = ferr
	}
	return err
}
