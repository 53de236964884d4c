package batch

import (
	"bufio"
	"context"
	"errors"
	"io"
	"sync"
)

// Job answers the lines of a list. The answers are written in the order of the lines, by the goroutine that runs the
// job.
type Job[T any] struct {
	In   *Reader
	Jobs int // lines to answer at once, 1 or more
	// AtOnce is how many lines a goroutine gets at most, so that answers that take microseconds do not wait for
	// channels. Lines that take long come one by one: 0 is 1.
	AtOnce int
	// Interactive is for lists that may be typed: a line is answered without waiting for the next.
	Interactive bool

	// Answer is called by several goroutines.
	Answer func(context.Context, Line) T
	// Write writes answers. Its error ends the run. The writer is flushed after each call.
	Write func(w *bufio.Writer, answers []T) error
	// Answered, if not nil, is called with the number of lines that have been answered since the last call, by
	// several goroutines. They need not be written yet: a line that takes long holds up those behind it.
	Answered func(n int)
}

// group is some lines, their answers, and a channel that is closed when all are answered.
type group[T any] struct {
	lines   []Line
	answers []T
	done    chan struct{}
}

// ahead is how many lines may be answered while an earlier one takes long.
const ahead = 512

// Run answers the lines that are left to be read. After an error, or when the context is done, lines that are being
// answered are ended first.
func (j *Job[T]) Run(ctx context.Context, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	atOnce := max(j.AtOnce, 1)
	work := make(chan *group[T], j.Jobs)
	order := make(chan *group[T], max(2*j.Jobs, ahead/atOnce))
	var workers sync.WaitGroup
	for range j.Jobs {
		workers.Go(func() {
			for g := range work {
				for _, line := range g.lines {
					g.answers = append(g.answers, j.Answer(ctx, line))
					if j.Answered != nil {
						j.Answered(1)
					}
				}
				close(g.done)
			}
		})
	}
	var readErr error
	go func() {
		defer close(order)
		defer close(work)
		readErr = j.read(ctx, atOnce, order, work)
	}()
	w := bufio.NewWriter(out)
	var err error
	for g := range order {
		<-g.done
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			continue
		}
		if err = j.Write(w, g.answers); err == nil {
			err = w.Flush()
		}
		if err != nil {
			cancel()
		}
	}
	workers.Wait()
	switch {
	case err != nil:
		return err
	case ctx.Err() != nil:
		return ctx.Err()
	case readErr != nil && !errors.Is(readErr, io.EOF):
		return readErr
	}
	return nil
}

// read gives the lines to the workers until there are no more.
func (j *Job[T]) read(ctx context.Context, atOnce int, order, work chan<- *group[T]) error {
	size := 1 // the first answers come at once
	for ctx.Err() == nil {
		g := &group[T]{done: make(chan struct{})}
		var err error
		for len(g.lines) < size {
			var line Line
			if line, err = j.In.Next(); err != nil {
				break
			}
			g.lines = append(g.lines, line)
			if j.Interactive && j.In.r.Buffered() == 0 {
				break
			}
		}
		size = min(2*size, atOnce)
		if len(g.lines) == 0 {
			return err
		}
		select {
		case order <- g:
		case <-ctx.Done():
			return nil
		}
		select {
		case work <- g:
		case <-ctx.Done():
			close(g.done) // no worker gets it
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}
