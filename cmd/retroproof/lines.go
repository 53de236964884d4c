package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
)

// mostLine is the length of the longest line that eachLine takes.
const mostLine = 1 << 16

// each answers for an argument or, if it is "-", for every line of stdin: f gets the
// number of the line, and 0 for an argument.
func (a *app) each(ctx context.Context, arg string, f func(text string, line int) error) error {
	if arg != "-" {
		return f(arg, 0)
	}
	return a.eachLine(ctx, f)
}

// eachBuffered is each for answers that come by the hundred thousand: they go to w,
// and from there to stdout when stdin has nothing more for now.
func (a *app) eachBuffered(ctx context.Context, arg string, f func(w io.Writer, text string, line int) error) error {
	w := bufio.NewWriterSize(a.stdout, mostLine)
	a.beforeWait = w.Flush
	defer func() { a.beforeWait = nil }()
	err := a.each(ctx, arg, func(text string, line int) error { return f(w, text, line) })
	return cmp.Or(err, withCode(exitIO, w.Flush()))
}

// eachLine calls f for every line of stdin that is not blank, with its number.
// A malformed line is told on stderr, the others are answered all the same,
// and in the end the exit code is that of malformed input. Any other error
// ends the run.
func (a *app) eachLine(ctx context.Context, f func(text string, line int) error) error {
	in, err := a.open(ctx, "-")
	if err != nil {
		return err
	}
	defer in.Close()
	r := bufio.NewReaderSize(in, mostLine)
	malformed := false
	for line := 1; ; line++ {
		if a.beforeWait != nil && r.Buffered() == 0 {
			if err := a.beforeWait(); err != nil {
				return withCode(exitIO, err)
			}
		}
		text, err := r.ReadSlice('\n')
		long := errors.Is(err, bufio.ErrBufferFull)
		answer := strings.TrimSpace(string(text))
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = r.ReadSlice('\n')
		}
		if err != nil && err != io.EOF {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		var bad error
		switch {
		case long:
			bad = withCode(exitMalformed, fmt.Errorf("line of more than %d bytes", mostLine))
		case answer != "":
			bad = f(answer, line)
		}
		switch {
		case bad == nil:
		case exitCode(bad) != exitMalformed:
			return bad
		default:
			malformed = true
			fmt.Fprintf(a.stderr, "retroproof: <stdin>:%d: %v\n", line, bad)
		}
		if err == io.EOF {
			break
		}
	}
	if malformed {
		return silentExit(exitMalformed)
	}
	return nil
}
