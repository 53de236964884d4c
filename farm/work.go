package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"retroproof/batch/surveyrun"
	"retroproof/proofs/survey"
)

// Worker makes units and checks packs.
type Worker struct {
	Connection
	Keys Keys   // whose jobs are done
	Tool string // the program with its version; units of another one are left to others
	Jobs int    // positions at once
	Temp string // folder for temporary files; "" for that of the system
	Log  *slog.Logger
	// heartbeat is how often the server hears of a job that takes long.
	heartbeat time.Duration
	aside     int    // messages that were put aside
	other     string // program that has to make units
}

// Work does jobs until the context is done. It waits for a server that is away, and for jobs, and warns of what it
// waits for when that changes. No message ends it.
func (w *Worker) Work(ctx context.Context) error {
	q, err := w.connect(true)
	if err != nil {
		return err
	}
	defer q.conn.Close()
	defer surveyrun.LessGarbage()()
	for {
		err := w.do(ctx, q)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		q.waits(w.Log, err)
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
		}
	}
}

// do does jobs until something fails.
func (w *Worker) do(ctx context.Context, q *queue) error {
	if !q.conn.IsConnected() {
		return cmp.Or(q.conn.LastError(), errNoServer)
	}
	short, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	consumer, err := q.open(short)
	for err == nil {
		err = w.next(ctx, q, consumer)
	}
	return err
}

// errNoServer: there is no connection now.
var errNoServer = errors.New("no connection")

// next does the next job, if one comes within two seconds.
func (w *Worker) next(ctx context.Context, q *queue, consumer jetstream.Consumer) error {
	batch, err := consumer.Fetch(1, jetstream.FetchMaxWait(2*time.Second))
	if err != nil {
		return err
	}
	for m := range batch.Messages() {
		if err := w.message(ctx, q, m); err != nil {
			return err
		}
		q.waiting = ""
	}
	if err := batch.Error(); err != nil && !errors.Is(err, jetstream.ErrNoMessages) {
		return err
	}
	return ctx.Err()
}

// message does a job, and tells the server that it is alive. A message that is none, or not signed by one of the keys,
// is taken out of the queue; one for another version of the program goes to others.
func (w *Worker) message(ctx context.Context, q *queue, m jetstream.Msg) error {
	var j job
	err := w.Keys.allows(m.Data(), m.Headers().Get(keyHeader), m.Headers().Get(signatureHeader))
	if err == nil {
		err = json.Unmarshal(m.Data(), &j)
	}
	if err == nil {
		err = j.check()
	}
	if err != nil {
		if w.aside++; w.aside&(w.aside-1) == 0 { // ever more rarely, as there may be many
			w.Log.Warn("put aside", "messages", w.aside, "error", err)
		}
		return m.Term()
	}
	if j.Task != nil && j.Task.Plan.Tool != w.Tool {
		if w.other != j.Task.Plan.Tool {
			w.other = j.Task.Plan.Tool
			const only = "the units are to be made by %.100s, and this is %s: only that version can make them"
			w.Log.Warn(fmt.Sprintf(only, w.other, w.Tool))
		}
		return m.NakWithDelay(2 * time.Second)
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
	switch {
	case ctx.Err() != nil:
		m.Nak()
		return err
	case err != nil:
		w.Log.Warn("failed", "job", j.Name, "error", err)
		r = &result{Failed: fmt.Sprintf("%.2000v", err)}
	}
	r.Job, r.Host = j.Name, host()
	if err := q.answer(ctx, r); err != nil {
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

// jobName is what the names of jobs look like.
var jobName = regexp.MustCompile(`^[a-z0-9-]+(\.[a-z0-9-]+){0,2}$`)

// check refuses what no submitter sends.
func (j *job) check() error {
	if !jobName.MatchString(j.Name) || len(j.Name) > 100 {
		return fmt.Errorf("%.100q is no name of a job", j.Name)
	}
	if j.Task == nil && j.Pack == nil {
		return errors.New("nothing to do")
	}
	if j.Task == nil {
		return nil
	}
	if err := j.Task.Check(); err != nil {
		return err
	}
	if j.Name != j.Task.Name() {
		return fmt.Errorf("the job is called %s, and its task %s", j.Name, j.Task.Name())
	}
	return nil
}

// job makes a unit, or checks a pack.
func (w *Worker) job(ctx context.Context, q *queue, j *job) (*result, error) {
	dir, err := os.MkdirTemp(w.Temp, "retroproof-farm-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if j.Task == nil {
		if err := q.get(ctx, dir, []object{*j.Pack}); err != nil {
			return nil, err
		}
		report, err := survey.CheckPack(ctx, filepath.Join(dir, j.Pack.Name), survey.Options{Jobs: w.Jobs})
		if err != nil {
			return nil, err
		}
		return &result{Report: report.String()}, nil
	}
	if err := j.Task.Make(ctx, dir, w.Tool, w.Jobs); err != nil {
		return nil, err
	}
	o, err := q.put(ctx, dir, j.Task.File())
	return &result{Files: []object{o}}, err
}
