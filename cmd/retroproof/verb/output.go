package verb

import (
	"bufio"
	"fmt"
	"io"

	"retroproof/internal/answer"
)

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
