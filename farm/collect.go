package farm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// collection is the results of some jobs while they come in. Whoever reaches the server can write results: one that is
// not what a worker answers is put aside, and its job is sent again.
type collection struct {
	queue  *queue
	log    *slog.Logger
	take   func(*queue, *job, *result) error
	jobs   map[string]*job
	open   map[string]bool // without result
	sent   map[string]int  // how often a job was sent again
	aside  int             // results that were put aside
	failed FailedError
	differ error // the first pair of results that differ
}

// collect sends jobs and takes each result once all workers that do it have answered.
func (s *Submitter) collect(ctx context.Context, q *queue, jobs []*job, take func(*queue, *job, *result) error) error {
	c := newCollection(q, s.Log, jobs, take)
	for _, j := range jobs {
		if err := q.send(ctx, j); err != nil {
			return err
		}
	}
	s.Log.Info("sent", "jobs", len(jobs))
	for {
		idle, err := c.idle(ctx)
		if err == nil {
			err = c.poll(ctx, idle)
		}
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, errAway):
			q.waits(s.Log, err)
		case err != nil:
			return err
		case idle && len(c.open) == 0: // units that are made twice may have been under way
			if err := c.end(ctx); !errors.Is(err, errAway) {
				return err
			}
		}
		select {
		case <-time.After(300 * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func newCollection(q *queue, log *slog.Logger, jobs []*job, take func(*queue, *job, *result) error) *collection {
	c := &collection{queue: q, log: log, take: take, jobs: map[string]*job{}, open: map[string]bool{}, sent: map[string]int{}}
	for _, j := range jobs {
		c.jobs[j.Name], c.open[j.Name] = j, true
	}
	return c
}

// idle reports whether no job waits or is being done: then all workers have answered.
func (c *collection) idle(ctx context.Context) (bool, error) {
	info, err := c.queue.tasks.Info(ctx)
	if err != nil {
		return false, fmt.Errorf("%w: %w", errAway, err)
	}
	return info.State.Msgs == 0, nil
}

// mostAsked bounds the results that are asked for at a time while workers are busy.
const mostAsked = 256

// poll takes results that are there. If the workers are idle, a job without result is sent again. The error is an
// errAway, or one of this machine.
func (c *collection) poll(ctx context.Context, idle bool) error {
	asked := 0
	for name := range c.open {
		if asked++; asked > mostAsked && !idle {
			break // others come at random the next time
		}
		r, err := c.result(ctx, name)
		if err != nil {
			return err
		}
		switch {
		case r == nil && !idle, r != nil && r.Failed != "" && !idle: // it may come, or succeed elsewhere
			continue
		case r == nil:
			if err := c.again(ctx, name); err != nil {
				return err
			}
			continue
		case r.Failed != "":
			c.failed.Jobs = append(c.failed.Jobs, fmt.Sprintf("%s on %s: %s", name, r.Host, r.Failed))
		case r.Other != nil:
			c.differs(name, r)
		default:
			err := c.take(c.queue, c.jobs[name], r)
			switch {
			case errors.Is(err, errAway), ctx.Err() != nil:
				return err
			case err != nil && unread(err):
				return fmt.Errorf("%s: %w", name, err)
			case err != nil:
				if err := c.putAside(ctx, name, err); err != nil {
					return err
				}
				continue
			}
		}
		c.queue.waiting = ""
		delete(c.open, name)
	}
	return nil
}

// result returns the result of a job, nil if there is none yet. It has an Other only if both are what a worker answers.
func (c *collection) result(ctx context.Context, name string) (*result, error) {
	entry, err := c.queue.results.Get(ctx, name)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errAway, err)
	}
	r := &result{}
	if err := json.Unmarshal(entry.Value(), r); err != nil {
		return nil, c.putAside(ctx, name, err)
	}
	if r.Failed != "" {
		return &result{Host: r.Host, Failed: r.Failed}, nil
	}
	if r.Other == nil {
		return r, nil
	}
	var sound []*result
	for _, one := range []*result{{Host: r.Host, Files: r.Files, Report: r.Report}, r.Other} {
		err := c.queue.fetch(ctx, c.jobs[name], one, func(string) error { return nil })
		switch {
		case err == nil:
			sound = append(sound, one)
		case errors.Is(err, errAway), ctx.Err() != nil, unread(err):
			return nil, err
		default:
			c.warn(name, err)
		}
	}
	switch len(sound) {
	case 0:
		return nil, c.putAside(ctx, name, errForged)
	case 1:
		sound[0].Other = nil
		return sound[0], nil
	}
	return r, nil
}

// fetch gets the files of a result, which must be those of its job, into a folder of their own, and lets use read them.
func (q *queue) fetch(ctx context.Context, j *job, r *result, use func(dir string) error) error {
	for _, o := range r.Files {
		if j.Task == nil || !j.Task.Owns(o.Name) {
			return fmt.Errorf("%.100q: %w", o.Name, errForged)
		}
	}
	dir, err := os.MkdirTemp("", "retroproof-farm-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := q.get(ctx, dir, r.Files); err != nil {
		return err
	}
	return use(dir)
}

func (c *collection) warn(name string, why error) {
	c.aside++
	c.log.Warn("put aside", "result", name, "error", why)
}

// putAside removes a result that no worker has made, so that the job's own can come.
func (c *collection) putAside(ctx context.Context, name string, why error) error {
	c.warn(name, why)
	if err := c.queue.results.Purge(ctx, name); err != nil {
		return fmt.Errorf("%w: %w", errAway, err)
	}
	return nil
}

// again sends a job once more that has no result though the workers are idle, a few times.
func (c *collection) again(ctx context.Context, name string) error {
	if c.sent[name] == mostAttempts {
		c.failed.Jobs = append(c.failed.Jobs, name+": no worker's result has come")
		delete(c.open, name)
		return nil
	}
	c.sent[name]++
	if err := c.queue.send(ctx, c.jobs[name]); err != nil {
		return fmt.Errorf("%w: %w", errAway, err)
	}
	return nil
}

// differs notes that two workers have made a unit differently. The others are still collected.
func (c *collection) differs(name string, r *result) {
	err := &DiffersError{name, r.Host, r.Other.Host}
	c.log.Warn(err.Error())
	if c.differ == nil {
		c.differ = err
	}
}

// end looks once more for results that differ, says what was put aside, and returns the error about the jobs.
func (c *collection) end(ctx context.Context) error {
	for name := range c.jobs {
		r, err := c.result(ctx, name)
		if err != nil {
			return err
		}
		if r != nil && r.Other != nil && c.differ == nil {
			c.differs(name, r)
		}
	}
	lister, err := c.queue.results.ListKeys(ctx)
	if err != nil {
		return fmt.Errorf("%w: %w", errAway, err)
	}
	defer lister.Stop()
	strange := 0
	for name := range lister.Keys() {
		if c.jobs[name] == nil {
			strange++
		}
	}
	if c.aside+strange > 0 {
		c.log.Warn("somebody else writes to this server", "results put aside", c.aside, "messages put aside", strange)
	}
	if c.differ != nil {
		return c.differ
	}
	if len(c.failed.Jobs) > 0 {
		return &c.failed
	}
	return nil
}
