package verb

import (
	"context"
	"fmt"
	"io"
)

// Head is what every answer in JSON begins with; answers embed it. Its tag "schema" names the schema, which doc/json.md
// describes.
type Head struct {
	Schema string `json:"schema"`
	Line   int    `json:"line,omitempty"` // of stdin; 0 for an argument
}

func (h *Head) head() *Head { return h }

// Answer is what a verb prints: a pointer to a struct that embeds [Head] and marshals to the documented JSON.
type Answer interface{ head() *Head }

// Texter is an answer that writes itself for a reader. Answers that are rows of a table do not: their verb prints it.
type Texter interface{ Text(w io.Writer) error }

// Liner is an answer that is written otherwise in a list: in one line, for one line of stdin.
type Liner interface{ LineText(w io.Writer) error }

// Complete puts the schema into an answer that is not printed, and returns it.
func Complete(a Answer) Answer {
	a.head().Schema = Schema(a)
	return a
}

// Print prints an answer: with --json as an object, else as text. line is that of stdin, 0 for an argument.
func (e *Env) Print(a Answer, line int) error { return e.PrintTo(e.Stdout, a, line) }

// PrintTo is [Env.Print] to a writer of its own.
func (e *Env) PrintTo(w io.Writer, a Answer, line int) error {
	Complete(a).head().Line = line
	if e.JSON {
		_, err := fmt.Fprintln(w, JSON(a))
		return err
	}
	if l, ok := a.(Liner); ok && line > 0 {
		return l.LineText(w)
	}
	return a.(Texter).Text(w)
}

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
