package farm

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"regexp"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"retroproof/batch/surveyrun"
	"retroproof/proofs/survey"
)

// Worker makes units and checks packs.
type Worker struct {
	URL  string
	Tool string // the program with its version; units of another one are refused
	Jobs int    // positions at once
	Temp string // folder for temporary files; "" for that of the system
	Log  *slog.Logger
	// heartbeat is how often the server hears of a job that takes long.
	heartbeat time.Duration
}

// Work does jobs until the context is done. It waits for a server that is away, and for jobs, and warns of what it
// waits for when that changes. The error is a *surveyrun.OptionError if the units are to be made by another version of
// the program.
func (w *Worker) Work(ctx context.Context) error {
	if w.heartbeat == 0 {
		w.heartbeat = 5 * time.Second
	}
	q, err := connect(w.URL, true)
	if err != nil {
		return err
	}
	defer q.conn.Close()
	for {
		err := w.next(ctx, q)
		var refused *surveyrun.OptionError
		switch {
		case errors.As(err, &refused):
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		case err == nil, errors.Is(err, jetstream.ErrNoMessages):
			q.waiting = ""
			continue
		}
		q.waits(w.Log, err)
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
		}
	}
}

// next does the next job.
func (w *Worker) next(ctx context.Context, q *queue) error {
	if !q.conn.IsConnected() {
		return cmp.Or(q.conn.LastError(), errNoServer)
	}
	short, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	consumer, err := q.open(short)
	if err != nil {
		return err
	}
	batch, err := consumer.Fetch(1, jetstream.FetchMaxWait(2*time.Second))
	if err != nil {
		return err
	}
	for m := range batch.Messages() {
		if err := w.do(ctx, q, m); err != nil {
			return err
		}
	}
	return batch.Error()
}

// do does a job, and tells the server that it is alive.
func (w *Worker) do(ctx context.Context, q *queue, m jetstream.Msg) error {
	var j job
	err := json.Unmarshal(m.Data(), &j)
	if err == nil {
		err = q.check(&j)
	}
	if err != nil {
		return w.putAside(ctx, q, m, j.Name, err)
	}
	alive, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		tick := time.NewTicker(w.heartbeat)
		defer tick.Stop()
		for {
			select {
			case <-alive.Done():
				return
			case <-tick.C:
				m.InProgress()
			}
		}
	}()
	r, err := w.job(ctx, q, &j)
	var refused *surveyrun.OptionError
	switch {
	case errors.As(err, &refused), ctx.Err() != nil:
		m.Nak()
		return err
	case err != nil:
		w.Log.Warn("failed", "job", j.Name, "error", err)
		if meta, e := m.Metadata(); e != nil || meta.NumDelivered < mostAttempts {
			m.NakWithDelay(time.Second)
			return nil
		}
		r = &result{Failed: err.Error()}
	}
	r.Host = host()
	if err := q.answer(ctx, j.Name, r); err != nil {
		return err // the job comes again
	}
	w.Log.Info("done", "job", j.Name)
	return m.DoubleAck(ctx)
}

// host names this worker.
func host() string {
	name, _ := os.Hostname()
	return fmt.Sprintf("%s, process %d", name, os.Getpid())
}

// jobName is what the names of jobs look like: they are keys of results.
var jobName = regexp.MustCompile(`^[a-z0-9-]+(\.[a-z0-9-]+){0,2}$`)

// check refuses a message that no submitter sends. Whoever reaches the server can send any.
func (q *queue) check(j *job) error {
	if !jobName.MatchString(j.Name) || len(j.Name) > 100 {
		return fmt.Errorf("%.100q is no name of a job", j.Name)
	}
	if j.Task == nil {
		return nil
	}
	if err := j.Task.Check(); err != nil {
		return err
	}
	tool, told := q.tasks.CachedInfo().Config.Metadata[toolKey]
	switch {
	case j.Name != j.Task.Name():
		return fmt.Errorf("the job is called %s, and its task %s", j.Name, j.Task.Name())
	case told && tool != j.Task.Plan.Tool:
		return fmt.Errorf("a unit to be made by %.100q, and the submitter has those of %q made", j.Task.Plan.Tool, tool)
	}
	return nil
}

// putAside takes a message out of the queue that no worker can do anything with, and says so among the results.
func (w *Worker) putAside(ctx context.Context, q *queue, m jetstream.Msg, name string, why error) error {
	meta, err := m.Metadata()
	if err != nil {
		return errors.Join(err, m.Term())
	}
	w.Log.Warn("put aside", "message", meta.Sequence.Stream, "error", why)
	if !jobName.MatchString(name) || len(name) > 100 {
		name = fmt.Sprintf("message.%d", meta.Sequence.Stream)
	}
	if err := q.answer(ctx, name, &result{Host: host(), Failed: why.Error()}); err != nil {
		return err // the message comes again
	}
	return m.Term()
}

// job makes a unit, or checks a pack.
func (w *Worker) job(ctx context.Context, q *queue, j *job) (*result, error) {
	dir, err := os.MkdirTemp(w.Temp, "retroproof-farm-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if j.Task == nil {
		if err := q.get(ctx, dir, j.Pack); err != nil {
			return nil, err
		}
		report, err := survey.CheckPack(ctx, dir, survey.Options{Jobs: w.Jobs})
		if err != nil {
			return nil, err
		}
		return &result{Report: report.String()}, nil
	}
	names, err := j.Task.Make(ctx, dir, w.Tool, w.Jobs)
	if err != nil {
		return nil, err
	}
	r := &result{}
	for _, name := range names {
		o, err := q.put(ctx, dir, name)
		if err != nil {
			return nil, err
		}
		r.Files = append(r.Files, o)
	}
	return r, nil
}
