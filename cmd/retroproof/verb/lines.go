package verb

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"retroproof/batch"
	"retroproof/batch/poslist"
	"retroproof/chess/notation"
	"retroproof/retro/table"
)

// Each answers for an argument or, if it is "-", for every line of stdin: f gets the
// text, a FEN as chess.ParseFEN takes it, and the number of the line, 0 for an argument.
func (e *Env) Each(ctx context.Context, arg string, f func(text string, line int) error) error {
	return e.eachTo(ctx, e.Stdout, arg, nil, f)
}

// EachBuffered is each for answers that take microseconds: they go to w,
// and from there to stdout when stdin has nothing more for now.
func (e *Env) EachBuffered(ctx context.Context, arg string, f func(w io.Writer, text string, line int) error) error {
	w := bufio.NewWriterSize(e.Stdout, 1<<16)
	err := e.eachTo(ctx, w, arg, w.Flush, func(text string, line int) error { return f(w, text, line) })
	return cmp.Or(err, w.Flush())
}

func (e *Env) eachTo(ctx context.Context, w io.Writer, arg string, beforeWait func() error, f func(text string, line int) error) error {
	if arg != "-" {
		return HintFile(f(notation.LenientFEN(arg), 0), arg)
	}
	return e.EachLine(ctx, w, beforeWait, func(text string, line int) error { return f(notation.LenientFEN(text), line) })
}

// HintFile adds to an error about an argument that it is the name of a file.
func HintFile(err error, arg string) error {
	if err == nil || Code(err) != ExitMalformed {
		return err
	}
	if _, none := os.Stat(arg); none != nil {
		return err
	}
	return fmt.Errorf(`%w; %s is a file, whose lines are read by "- < %[2]s"`, err, arg)
}

// MalformedLine is the answer to a malformed line of stdin, with --json.
type MalformedLine struct {
	Schema  string `json:"schema"`
	Line    int    `json:"line"`
	Text    string `json:"text"` // the line
	Verdict string `json:"verdict"`
	Column  int    `json:"column,omitempty"` // where the mistake is, in bytes from 1
	Error   string `json:"error"`
}

// EachLine calls f for every line of stdin, with its number. A malformed line is
// reported on stderr, and with --json on w; the others are answered all the same, and
// in the end the exit code is that of malformed input. Any other error ends the run.
func (e *Env) EachLine(ctx context.Context, w io.Writer, beforeWait func() error, f func(text string, line int) error) error {
	progress := e.NewListProgress(ctx, "-", "lines")
	defer progress.Done()
	in, err := e.Open(ctx, "-")
	if err != nil {
		return err
	}
	defer in.Close()
	list := batch.NewReader(in)
	list.BeforeWait = beforeWait
	malformed := false
	for {
		line, err := list.Next()
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err == io.EOF && malformed:
			return Exit(ExitMalformed)
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
		if err = line.Err(); err == nil {
			err = poslist.AtColumn(f(line.Text, line.Number), line.Indent)
		}
		progress.Add(1)
		if err == nil {
			continue
		}
		if Code(err) != ExitMalformed {
			return err
		}
		malformed = true
		e.Complain(fmt.Errorf("<stdin>:%d: %w", line.Number, err))
		if e.JSON {
			_, err := fmt.Fprintln(w, JSON(MalformedLine{"retroproof.malformed/1", line.Number, line.Text, poslist.Malformed, ColumnOf(err), err.Error()}))
			if err != nil {
				return err
			}
		}
	}
}

// ColumnOf returns where in its line a mistake is, in bytes from 1; 0 if that is not known.
func ColumnOf(err error) int {
	var name *table.MaterialError
	if errors.As(err, &name) {
		return name.Column
	}
	return poslist.Column(err)
}
