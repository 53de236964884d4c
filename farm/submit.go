package farm

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path/filepath"
	"strings"
	"time"

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

// Units has the units that a folder lacks made, and merges. The error is a *DiffersError, a *FailedError, or one of
// package surveyrun.
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
		every := 0
		if s.Audit > 0 {
			every = max(1, int(1/s.Audit))
		}
		for i := range tasks {
			j := &job{Task: &tasks[i], Name: tasks[i].Name()}
			jobs = append(jobs, j)
			if every > 0 && i%every == 0 {
				jobs = append(jobs, j)
			}
		}
		err = s.run(ctx, folder.Plan.Tool, jobs, func(q *queue, j *job, r *result) error {
			return q.fetch(ctx, j, r, func(dir string) error { return folder.Adopt(j.Task, dir) })
		})
		if err != nil {
			return nil, err
		}
	}
}

// NotVerifiedError is the error about a folder of which something is missing or wrong, or which workers could not
// verify.
type NotVerifiedError struct{ Err error }

// Error returns what is wrong.
func (e *NotVerifiedError) Error() string { return e.Err.Error() }

// Unwrap returns it.
func (e *NotVerifiedError) Unwrap() error { return e.Err }

// notVerified makes an error about a folder one that says so, as retroproof-check does, unless the folder cannot be
// read.
func notVerified(ctx context.Context, err error) error {
	if err == nil || ctx.Err() != nil || unread(err) {
		return err
	}
	return &NotVerifiedError{err}
}

// unread reports whether an error says that a file cannot be read or written here, rather than that it is not there or
// wrong.
func unread(err error) bool {
	return errors.As(err, new(*fs.PathError)) && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, survey.ErrFile)
}

// Check has the packs of a folder checked, and checks the sums here. It returns a line for each pack: what was
// verified, and by whom. The error is a *NotVerifiedError if something is wrong with the folder, or that of a file or
// the server.
func (s *Submitter) Check(ctx context.Context, dir string) (report []string, err error) {
	// That the packs make the whole is checked here, which takes the time of reading manifests.
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
	if err := q.create(ctx, s.ackWait(), ""); err != nil {
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
		// Files travel once: the store knows them by their sums. Each is compared with what the manifest says of it here,
		// so a worker is given the folder's files and no others.
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
	err = s.collect(ctx, q, jobs, func(_ *queue, j *job, r *result) error {
		if r.Report == "" {
			return errForged
		}
		report = append(report, fmt.Sprintf("%s: %s (%s)", strings.TrimPrefix(j.Name, "check."), strings.ReplaceAll(strings.TrimSpace(r.Report), "\n", "; "), r.Host))
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
func (s *Submitter) run(ctx context.Context, tool string, jobs []*job, take func(*queue, *job, *result) error) error {
	q, err := connect(s.URL, false)
	if err != nil {
		return err
	}
	defer q.conn.Close()
	if err := q.create(ctx, s.ackWait(), tool); err != nil {
		return err
	}
	return s.collect(ctx, q, jobs, take)
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
