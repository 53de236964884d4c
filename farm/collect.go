package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"retroproof/batch/surveyrun"
	"retroproof/proofs/survey"
)

// mostAttempts is how often a job is sent, and mostRefused how many results of one a check refuses before it is given
// up. What is no unit at all does not count: it costs nothing to send, and nothing to see. mostHosts is how many hosts
// are told apart.
const (
	mostAttempts = 10
	mostRefused  = 100
	mostHosts    = 100
)

// collection is the results of some jobs while they come in. Nothing in them is believed: whoever reaches the server
// can send any.
type collection struct {
	*Submitter
	queue  *queue
	taker  taker
	jobs   map[string]*progress
	open   map[string]*progress
	next   uint64         // result to read
	moved  time.Time      // when a result was taken last
	all    bool           // every result is checked
	past   bool           // those of earlier runs were checked, too
	aside  map[string]int // results that were put aside, by host
	other  int            // messages about no job
	failed []string       // jobs that were given up, and why
	differ error          // the first pair of results that differ
}

// progress is how far a job is.
type progress struct {
	*job
	wanted  int     // results that are still wanted
	first   *result // that was taken
	checked bool    // before it was taken
	sent    int     // how often it was sent again
	refused int     // results
	why     string  // the last one was refused
}

// taker does something with what a worker has made, which lies in a folder.
type taker interface {
	// take keeps a result, if it is right as far as it is checked.
	take(ctx context.Context, j *job, r *result, dir string, check bool) error
	// recheck checks a result that was taken without a check, and removes it if it is wrong.
	recheck(ctx context.Context, j *job) error
	// earlier does so with results that earlier runs have taken, and returns which are wrong.
	earlier(ctx context.Context, jobs map[string]*progress) ([]string, error)
	// verify checks a result and does not keep it.
	verify(ctx context.Context, j *job, dir string) error
}

// collect sends jobs, and takes results until each has as many as it is to have, or is given up.
func (s *Submitter) collect(ctx context.Context, q *queue, jobs []*job, t taker) error {
	defer surveyrun.LessGarbage()()
	c := &collection{
		Submitter: s, queue: q, taker: t, jobs: map[string]*progress{}, next: 1, moved: time.Now(), all: s.Verify == 1,
		aside: map[string]int{},
	}
	for _, j := range jobs {
		if c.jobs[j.Name] == nil {
			c.jobs[j.Name] = &progress{job: j}
		}
		c.jobs[j.Name].wanted++
		if err := q.send(ctx, j, s.Key); err != nil {
			return err
		}
	}
	c.open = maps.Clone(c.jobs)
	s.Log.Info("sent", "jobs", len(jobs))
	for len(c.open) > 0 {
		err := c.poll(ctx)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, errAway):
			q.waits(s.Log, err)
		case err != nil:
			return err
		}
		if s.Patience > 0 && time.Since(c.moved) > s.Patience {
			c.giveUp()
		}
		if len(c.open) == 0 {
			break
		}
		select {
		case <-time.After(300 * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return c.end()
}

// away makes an error of the server one that is waited for, unless what was sent is lost.
func away(err error) error {
	if gone(err) {
		return fmt.Errorf("the server has lost the jobs, so begin again: %w", err)
	}
	return fmt.Errorf("%w: %w", errAway, err)
}

// poll takes the results that are there. Jobs that have none though nothing waits are sent again.
func (c *collection) poll(ctx context.Context) error {
	tasks, err := c.queue.tasks.Info(ctx)
	if err != nil {
		return away(err)
	}
	results, err := c.queue.results.Info(ctx)
	if err != nil {
		return away(err)
	}
	if c.next > results.State.LastSeq+1 {
		c.next = 1 // the server has begun anew
	}
	for c.next = max(c.next, results.State.FirstSeq); c.next <= results.State.LastSeq; c.next++ {
		m, err := c.queue.results.GetMsg(ctx, c.next)
		switch {
		case errors.Is(err, jetstream.ErrMsgNotFound):
			continue
		case err != nil:
			return away(err)
		}
		c.queue.waiting = ""
		if err := c.result(ctx, m.Data); err != nil {
			return err
		}
	}
	if tasks.State.Msgs > 0 {
		return nil
	}
	for _, p := range c.open {
		if err := c.again(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

// result looks at a result. The error is an errAway, or one of this machine.
func (c *collection) result(ctx context.Context, text []byte) error {
	r := &result{}
	err := json.Unmarshal(text, r)
	p := c.jobs[r.Job]
	switch {
	case err != nil || p == nil:
		c.other++
		return nil
	case c.open[p.Name] == nil: // it has what it is to have, or was given up
		return nil
	case r.Failed != "":
		c.refuse(p, r.Host, errors.New(r.Failed))
		return nil
	case p.first != nil && p.first.same(r):
		c.took(p)
		return nil
	}
	// Which are checked is drawn after the SHA-256 of all files have come, by a generator that the system seeds: no
	// worker can know.
	check := c.all || rand.Float64() < c.Verify
	err = c.queue.fetch(ctx, p.job, r, func(dir string) error {
		if p.first != nil {
			return c.taker.verify(ctx, p.job, dir)
		}
		return c.taker.take(ctx, p.job, r, dir, check)
	})
	switch {
	case errors.Is(err, errAway), ctx.Err() != nil, err != nil && unread(err):
		return err
	case err != nil:
		c.refuse(p, r.Host, err)
		return c.recheck(ctx)
	case p.first == nil:
		p.first, p.checked = r, check
	default:
		// Two differ. What was not checked may be wrong.
		c.all = true
		if err := c.recheck(ctx); err != nil || p.first == nil {
			return err
		}
		c.differs(p, r)
	}
	c.took(p)
	return nil
}

// took notes that a job has got one of the results that it is to have.
func (c *collection) took(p *progress) {
	c.moved = time.Now()
	if p.wanted--; p.wanted <= 0 {
		delete(c.open, p.Name)
	}
}

// recheck checks all results that were not checked, once a worker has been found that makes wrong ones.
func (c *collection) recheck(ctx context.Context) error {
	c.all = true
	for _, p := range c.jobs {
		if p.first == nil || p.checked {
			continue
		}
		err := c.taker.recheck(ctx, p.job)
		if p.checked = true; err == nil {
			continue
		}
		if ctx.Err() != nil || unread(err) {
			return err
		}
		host := p.first.Host
		p.first = nil
		p.wanted = max(1, p.wanted+1)
		c.open[p.Name] = p
		c.refuse(p, host, err)
	}
	if c.past {
		return nil
	}
	wrong, err := c.taker.earlier(ctx, c.jobs)
	for _, why := range wrong {
		c.Log.Warn("put aside", "host", "of an earlier run", "error", why)
	}
	c.past = err == nil
	return err
}

// refuse puts a result aside. Its job is done again.
func (c *collection) refuse(p *progress, host string, why error) {
	host = fmt.Sprintf("%.100s", host)
	if c.aside[host] == 0 && len(c.aside) == mostHosts {
		host = "others"
	}
	if c.aside[host]++; c.aside[host]&(c.aside[host]-1) == 0 { // ever more rarely, as there may be many
		text := fmt.Sprintf("%.2000v", why)
		c.Log.Warn("put aside", "result", p.Name, "host", host, "results of it", c.aside[host], "error", text)
	}
	p.why = fmt.Sprintf("; the last result was refused, that of %q: %.2000v", host, why)
	if errors.As(why, new(*survey.Error)) {
		if p.refused++; p.refused >= mostRefused {
			c.drop(p, fmt.Sprintf("%d results were refused", p.refused))
		}
	}
}

// again sends a job once more that lacks a result though nothing waits, a few times.
func (c *collection) again(ctx context.Context, p *progress) error {
	if p.sent++; p.sent >= mostAttempts {
		c.drop(p, fmt.Sprintf("it was sent %d times", p.sent))
		return nil
	}
	if err := c.queue.send(ctx, p.job, c.Key); err != nil {
		return away(err)
	}
	return nil
}

// drop gives a job up. One that has a result lacks only that of another worker, to compare.
func (c *collection) drop(p *progress, why string) {
	delete(c.open, p.Name)
	if p.first == nil {
		c.failed = append(c.failed, p.Name+": "+why+p.why)
	}
}

// giveUp gives all jobs up.
func (c *collection) giveUp() {
	for _, name := range slices.Sorted(maps.Keys(c.open)) {
		c.drop(c.open[name], fmt.Sprintf("no result was taken for %v", c.Patience))
	}
}

// fetch gets the files of a result, which must be those of its job, into a folder of their own, and lets use read them.
func (q *queue) fetch(ctx context.Context, j *job, r *result, use func(dir string) error) error {
	for i, o := range r.Files {
		if j.Task == nil || i > 0 || o.Name != j.Task.File() {
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
	if err := use(dir); err != nil {
		return err
	}
	for _, o := range r.Files { // the store need not keep what is in the folder
		if err := q.files.Delete(ctx, o.Stored); err != nil {
			return nil
		}
	}
	return nil
}

// differs notes that two workers have made a unit differently. The others are still collected.
func (c *collection) differs(p *progress, r *result) {
	err := &DiffersError{p.Name, p.first.Host, r.Host}
	c.Log.Warn(err.Error())
	if c.differ == nil {
		c.differ = err
	}
}

// end says what was put aside, and returns the error about the jobs.
func (c *collection) end() error {
	if len(c.aside)+c.other > 0 {
		var hosts []string
		for _, host := range slices.Sorted(maps.Keys(c.aside)) {
			hosts = append(hosts, fmt.Sprintf("%d of %q", c.aside[host], host))
		}
		c.Log.Warn("results put aside", "of", strings.Join(hosts, ", "), "about no job", c.other)
	}
	if c.differ != nil {
		return c.differ
	}
	if len(c.failed) > 0 {
		return &FailedError{c.failed}
	}
	return nil
}
