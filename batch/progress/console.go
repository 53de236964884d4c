// is what work on lists needs of the program around it: where answers and remarks go, where lists come from, and
// how far the work is.
package progress

import (
	"context"
	"errors"
	"fmt"
	"io"

	"retroproof/batch"
)

// Console is what work on a list needs of the program around it.
type Console struct {
	Stdout   io.Writer
	Stderr   io.Writer
	Quiet    bool        // nothing is said of how far the work is
	Complain func(error) // prints what is wrong with a line
	// Open opens a file for reading, or stdin for "-".
	Open func(ctx context.Context, name string) (io.ReadCloser, error)
	// Positions reads a list of positions.
	Positions func(in io.Reader) *batch.Reader
	// Progress starts the progress of a list of so many units, such as lines, that is read from a file or, for "-", from
	// stdin.
	Progress func(ctx context.Context, name, unit string) *List
}

// SourceName is what errors call a list that is read from a file or, for "-", from stdin.
func SourceName(in string) string {
	if in == "-" {
		return "<stdin>"
	}
	return in
}

// ToFile has a job write answers to a file, and says on stderr whether those of an earlier run are kept and, if the run
// is interrupted, how it goes on.
func ToFile[T any](ctx context.Context, c *Console, j *batch.Job[T], f batch.File, bar *List) error {
	part, begin, begun := f.Name+batch.PartSuffix, f.Begin, false
	f.Begin = func(kept int) error {
		if kept > 0 {
			fmt.Fprintf(c.Stderr, "retroproof: %s has %d answers, going on\n", part, kept)
		}
		bar.Skip(kept)
		begun = true
		if begin == nil {
			return nil
		}
		return begin(kept)
	}
	err := j.ToFile(ctx, f)
	if begun && errors.Is(err, context.Canceled) {
		fmt.Fprintf(c.Stderr, "retroproof: %s has the answers so far; the same command goes on with them\n", part)
	}
	return err
}
