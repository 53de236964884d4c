package verb

import (
	"bufio"
	"cmp"
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

// Quick has f print with a buffer, for answers that take microseconds: it is written out when stdin has nothing more
// for now, and in the end.
func (e *Env) Quick(f func(e *Env) error) error {
	w := bufio.NewWriterSize(e.Stdout, 1<<16)
	quick := *e
	quick.Stdout, quick.beforeWait = w, w.Flush
	return cmp.Or(f(&quick), w.Flush())
}

// JSON is an object as it is printed.
func JSON(v any) string { return answer.JSON(v) }
