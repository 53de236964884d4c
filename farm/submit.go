package farm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"retroproof/batch/surveyrun"
	"retroproof/proofs/survey"
)

// Submitter sends units or checks, and collects the results.
type Submitter struct {
	URL     string
	AckWait time.Duration // after which a job of a worker that is silent is given to another; 0: 30 seconds
	Audit   float64       // share of units that are made twice, and compared
	Log     *slog.Logger
}

// DiffersError is the error about a unit that two workers have made differently.
type DiffersError struct{ Unit, Host, Other string }

// Error names both.
func (e *DiffersError) Error() string {
	return fmt.Sprintf("%s was made by %s and by %s, and differs: a machine is broken, or versions are not what they say", e.Unit, e.Host, e.Other)
}

// FailedError is the error about jobs that failed as often as they are tried.
type FailedError struct{ Jobs []string }

// Error lists them.
func (e *FailedError) Error() string {
	return fmt.Sprintf("%d jobs failed %d times each:\n%s", len(e.Jobs), mostAttempts, strings.Join(e.Jobs, "\n"))
}

// Units has the units that a folder lacks made, and merges. The error is a *DiffersError, a *FailedError, or one of package
// surveyrun.
func (s *Submitter) Units(ctx context.Context, folder *surveyrun.Folder) (*survey.Root, error) {
	for {
		tasks, err := folder.Tasks(ctx)
		if err != nil {
			return nil, err
		}
		if len(tasks) == 0 {
			root, err := folder.Merge(ctx)
			if errors.As(err, new(*surveyrun.MissingError)) {
				continue // two-phase sampling has chosen draws
			}
			return root, err
		}
		var jobs []*job
		byName := map[string]*surveyrun.Task{}
		every := 0
		if s.Audit > 0 {
			every = max(1, int(1/s.Audit))
		}
		for i := range tasks {
			j := &job{Task: &tasks[i], Name: tasks[i].Name()}
			byName[j.Name] = &tasks[i]
			jobs = append(jobs, j)
			if every > 0 && i%every == 0 {
				jobs = append(jobs, j)
			}
		}
		err = s.run(ctx, jobs, func(q *queue, name string, r *result) error {
			dir, err := os.MkdirTemp("", "retroproof-farm-*")
			if err != nil {
				return err
			}
			defer os.RemoveAll(dir)
			if err := q.get(ctx, dir, r.Files); err != nil {
				return err
			}
			return folder.Adopt(byName[name], dir)
		})
		if err != nil {
			return nil, err
		}
	}
}

// NotVerifiedError is the error about a folder of which something is missing or wrong, or which workers could not verify.
type NotVerifiedError struct{ Err error }

// Error returns what is wrong.
func (e *NotVerifiedError) Error() string { return e.Err.Error() }

// Unwrap returns it.
func (e *NotVerifiedError) Unwrap() error { return e.Err }

// notVerified makes an error about a folder one that says so, as retroproof-check does, unless the folder cannot be read.
func notVerified(ctx context.Context, err error) error {
	var path *fs.PathError
	unread := errors.As(err, &path) && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, survey.ErrFile)
	if err == nil || ctx.Err() != nil || unread {
		return err
	}
	return &NotVerifiedError{err}
}

// Check has the packs of a folder checked, and checks the sums here. It returns a line for each pack: what was
// verified, and by whom. The error is a *NotVerifiedError if something is wrong with the folder, or that of a file or the server.
func (s *Submitter) Check(ctx context.Context, dir string) (report []string, err error) {
	sums, err := survey.Check(ctx, dir, survey.Options{SumsOnly: true})
	if err != nil {
		return nil, notVerified(ctx, err)
	}
	root, err := survey.ReadRoot(dir)
	if err != nil {
		return nil, notVerified(ctx, err)
	}
	q, err := connect(s.URL, false)
	if err != nil {
		return nil, err
	}
	defer q.conn.Close()
	if err := q.create(ctx, s.ackWait()); err != nil {
		return nil, err
	}
	var jobs []*job
	for _, listed := range append(root.Packs, root.Again...) {
		name := filepath.Dir(listed.Name)
		j := &job{Name: "check." + name, Pack: []object{{survey.ManifestName, listed.SHA256}}}
		p, _, err := survey.ReadPack(dir, name)
		if err != nil {
			return nil, notVerified(ctx, err)
		}
		for i := range p.Units {
			for _, file := range []*survey.File{&p.Units[i].Verdicts, p.Units[i].Evidence} {
				if file != nil {
					j.Pack = append(j.Pack, object{file.Name, file.SHA256})
				}
			}
		}
		for _, o := range j.Pack {
			put, err := q.put(ctx, filepath.Join(dir, name), o.Name)
			switch {
			case errors.Is(err, fs.ErrNotExist), errors.Is(err, survey.ErrFile):
				return nil, notVerified(ctx, err)
			case err != nil:
				return nil, err
			case put != o:
				return nil, notVerified(ctx, fmt.Errorf("%s/%s: %w", name, o.Name, survey.ErrFile))
			}
		}
		jobs = append(jobs, j)
	}
	err = s.collect(ctx, q, jobs, func(_ *queue, name string, r *result) error {
		report = append(report, fmt.Sprintf("%s: %s (%s)", strings.TrimPrefix(name, "check."), strings.ReplaceAll(strings.TrimSpace(r.Report), "\n", "; "), r.Host))
		return nil
	})
	if errors.As(err, new(*FailedError)) || errors.As(err, new(*DiffersError)) {
		err = notVerified(ctx, err)
	}
	return append(report, strings.TrimSpace(sums.String())), err
}

func (s *Submitter) ackWait() time.Duration {
	if s.AckWait == 0 {
		return 30 * time.Second
	}
	return s.AckWait
}

// run makes the queue anew, sends jobs, and collects.
func (s *Submitter) run(ctx context.Context, jobs []*job, take func(*queue, string, *result) error) error {
	q, err := connect(s.URL, false)
	if err != nil {
		return err
	}
	defer q.conn.Close()
	if err := q.create(ctx, s.ackWait()); err != nil {
		return err
	}
	return s.collect(ctx, q, jobs, take)
}

// collect sends jobs and takes each result once all workers that do it have answered.
func (s *Submitter) collect(ctx context.Context, q *queue, jobs []*job, take func(*queue, string, *result) error) error {
	for _, j := range jobs {
		if err := q.send(ctx, j); err != nil {
			return err
		}
	}
	open := map[string]bool{}
	for _, j := range jobs {
		open[j.Name] = true
	}
	s.Log.Info("sent", "jobs", len(jobs))
	failed := &FailedError{}
	for len(open) > 0 {
		if err := s.poll(ctx, q, open, failed, take); err != nil {
			return err
		}
		select {
		case <-time.After(300 * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	// Units that are made twice may be under way still.
	for {
		info, err := q.tasks.Info(ctx)
		if err == nil && info.State.Msgs == 0 {
			break
		}
		if err != nil {
			q.waits(s.Log, err)
		}
		select {
		case <-time.After(300 * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	for _, j := range jobs {
		var r result
		entry, err := q.results.Get(ctx, j.Name)
		if err == nil {
			err = json.Unmarshal(entry.Value(), &r)
		}
		if err != nil {
			return err
		}
		if r.Other != nil {
			return &DiffersError{j.Name, r.Host, r.Other.Host}
		}
	}
	if len(failed.Jobs) > 0 {
		return failed
	}
	return nil
}

// mostAsked bounds the results that are asked for at a time.
const mostAsked = 256

// poll takes results that are there.
func (s *Submitter) poll(ctx context.Context, q *queue, open map[string]bool, failed *FailedError, take func(*queue, string, *result) error) error {
	asked := 0
	for name := range open {
		if asked++; asked > mostAsked {
			break // others come at random the next time
		}
		entry, err := q.results.Get(ctx, name)
		if errors.Is(err, jetstream.ErrKeyNotFound) {
			continue
		}
		if err != nil {
			q.waits(s.Log, err)
			return ctx.Err()
		}
		var r result
		if err := json.Unmarshal(entry.Value(), &r); err != nil {
			return err
		}
		switch {
		case r.Other != nil:
			return &DiffersError{name, r.Host, r.Other.Host}
		case r.Failed != "":
			failed.Jobs = append(failed.Jobs, fmt.Sprintf("%s on %s: %s", name, r.Host, r.Failed))
		default:
			switch err := take(q, name, &r); {
			case errors.Is(err, errAway) && ctx.Err() == nil:
				q.waits(s.Log, err)
				return nil
			case err != nil:
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		q.waiting = ""
		delete(open, name)
	}
	return nil
}

// Status says how many jobs wait, are being done, and have results.
func Status(ctx context.Context, url string) (waiting, busy, done uint64, err error) {
	q, err := connect(url, false)
	if err != nil {
		return 0, 0, 0, err
	}
	defer q.conn.Close()
	consumer, err := q.open(ctx)
	if err != nil {
		return 0, 0, 0, err
	}
	info, err := consumer.Info(ctx)
	if err != nil {
		return 0, 0, 0, err
	}
	status, err := q.results.Status(ctx)
	if err != nil {
		return 0, 0, 0, err
	}
	return info.NumPending, uint64(info.NumAckPending), status.Values(), nil
}
