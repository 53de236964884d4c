package main

import (
	"context"
	"errors"
	"io"
	"sync"
)

// inOrder answers the lines of a list with several workers, and writes the answers
// in the order of the lines.
type inOrder[T any] struct {
	in   *listReader
	jobs int
	// most lines are given to a worker at once, so that a million positions that a
	// glance answers do not wait for channels. Lines that take long come one by one.
	most int
	// impatient: somebody may be typing, who wants an answer to each line.
	impatient bool
	answer    func(context.Context, numberedLine) T
	write     func([]T) error
	progress  *listProgress // gets the number of lines that are answered, or is nil
}

// lineBatch is some lines, their answers, and a channel that is closed when they
// are there.
type lineBatch[T any] struct {
	lines   []numberedLine
	answers []T
	done    chan struct{}
}

// ahead is how many lines may be answered while an earlier one takes long.
const ahead = 512

// run answers all lines. After an error, or when the context is done, what is on
// its way ends first.
func (l *inOrder[T]) run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	work := make(chan *lineBatch[T], l.jobs)
	order := make(chan *lineBatch[T], max(2*l.jobs, ahead/l.most))
	var workers sync.WaitGroup
	for range l.jobs {
		workers.Go(func() {
			for b := range work {
				for _, line := range b.lines {
					b.answers = append(b.answers, l.answer(ctx, line))
					if l.progress != nil {
						l.progress.add(1)
					}
				}
				close(b.done)
			}
		})
	}
	var readErr error
	go func() {
		defer close(order)
		defer close(work)
		readErr = l.read(ctx, order, work)
	}()
	var err error
	for b := range order {
		<-b.done
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			continue
		}
		if err = l.write(b.answers); err != nil {
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

// read hands out the lines until there are no more.
func (l *inOrder[T]) read(ctx context.Context, order, work chan<- *lineBatch[T]) error {
	size := 1 // the first answers come at once
	for ctx.Err() == nil {
		b := &lineBatch[T]{done: make(chan struct{})}
		var err error
		for len(b.lines) < size {
			var line numberedLine
			if line, err = l.in.next(); err != nil {
				break
			}
			b.lines = append(b.lines, line)
			if l.impatient && l.in.r.Buffered() == 0 {
				break
			}
		}
		size = min(2*size, l.most)
		if len(b.lines) == 0 {
			return err
		}
		select {
		case order <- b:
		case <-ctx.Done():
			return nil
		}
		select {
		case work <- b:
		case <-ctx.Done():
			close(b.done) // nobody will
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}
