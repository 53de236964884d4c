package main

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path"
	"strings"
	"time"

	"retroproof/batch/surveyrun"
	"retroproof/proofs/survey"
)

// Submitter sends units or checks, and collects the results.
type Submitter struct {
	Connection
	Key     ed25519.PrivateKey // by which jobs are signed
	AckWait time.Duration      // after which a job of a worker that is silent is given to another
	Audit   float64            // share of units that are made twice, and compared
	// Verify is the share of units that are checked before they are taken, at random, as retroproof-check does. When one
	// is refused, or two differ, all are, with those that were taken already, in this run or before.
	Verify   float64
	Patience time.Duration // after which jobs are given up if no result is taken; 0: never
	Jobs     int           // positions to check at once
	Log      *slog.Logger
}

// DiffersError is the error about a unit that two workers have made differently.
type DiffersError struct{ Unit, Host, Other string }

// Error names both.
func (e *DiffersError) Error() string {
	return fmt.Sprintf("%s was made by %s and by %s, and differs: a machine is broken, or versions are not what they say",
		e.Unit, e.Host, e.Other)
}

// FailedError is the error about jobs that were given up: they failed, or their results were refused, as often as they
// are tried.
type FailedError struct{ Jobs []string }

// Error lists them.
func (e *FailedError) Error() string {
	return fmt.Sprintf("%d jobs failed:\n%s", len(e.Jobs), strings.Join(e.Jobs, "\n"))
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
		if err := s.run(ctx, jobs, &units{folder, survey.Options{Jobs: s.Jobs}}); err != nil {
			return nil, err
		}
	}
}

// units are made for a folder.
type units struct {
	folder *surveyrun.Folder
	check  survey.Options
}

func (u *units) take(ctx context.Context, j *job, _ *result, dir string, check bool) error {
	if check {
		return u.folder.Adopt(ctx, j.Task, dir, &u.check)
	}
	return u.folder.Adopt(ctx, j.Task, dir, nil)
}

func (u *units) recheck(ctx context.Context, j *job) error {
	return u.folder.Check(ctx, j.Task, &u.check)
}

func (u *units) earlier(ctx context.Context, jobs map[string]*progress) ([]string, error) {
	return u.folder.CheckUnmerged(ctx, &u.check, func(name string) bool { return jobs[name] != nil })
}

func (u *units) verify(ctx context.Context, j *job, dir string) error {
	return j.Task.Verify(ctx, dir, u.check)
}

// errNotVerified is wrapped by errors about a folder of which something is missing or wrong, or which workers could not
// verify.
var errNotVerified = errors.New("NOT VERIFIED")

// notVerified makes an error about a folder one that says so, as retroproof-check does, unless the folder cannot be
// read.
func notVerified(ctx context.Context, err error) error {
	if err == nil || ctx.Err() != nil || unread(err) {
		return err
	}
	return fmt.Errorf("%w: %w", errNotVerified, err)
}

// unread reports whether an error says that a file cannot be read or written here, rather than that it is not there or
// wrong.
func unread(err error) bool {
	return errors.As(err, new(*fs.PathError)) && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, survey.ErrFile)
}

// Check has the packs of a folder checked, and checks the sums here. It returns a line for each pack: what was
// verified, and by whom. The error wraps errNotVerified if something is wrong with the folder, or that of a file or
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
	q, err := s.connect(false)
	if err != nil {
		return nil, err
	}
	defer q.conn.Close()
	if err := q.create(ctx, s.AckWait); err != nil {
		return nil, err
	}
	var jobs []*job
	for _, listed := range append(root.Packs, root.Again...) {
		// Its manifest is compared here, so a worker is given the folder's packs and no others.
		name := path.Dir(listed.Name)
		p, has, err := survey.ReadPack(dir, name)
		switch {
		case err == nil && !p.Archived():
			return nil, notVerified(ctx, fmt.Errorf("%s is a folder: \"estimate merge\" makes files of packs", name))
		case err == nil && has.File != listed.File:
			err = fmt.Errorf("%s: %w", listed.Name, survey.ErrFile)
		}
		if err != nil {
			return nil, notVerified(ctx, err)
		}
		put, err := q.put(ctx, dir, name+survey.ArchiveSuffix)
		if err != nil {
			return nil, notVerified(ctx, err)
		}
		j := &job{Name: "check." + name, Pack: &put}
		jobs = append(jobs, j)
	}
	r := &reports{}
	err = s.collect(ctx, q, jobs, r)
	if errors.As(err, new(*FailedError)) || errors.As(err, new(*DiffersError)) {
		err = notVerified(ctx, err)
	}
	return append(r.lines, strings.TrimSpace(sums.String())), err
}

// reports are lines about packs. Workers are believed that say that they have verified one: what they say can be
// checked by doing the same alone.
type reports struct{ lines []string }

func (r *reports) take(_ context.Context, j *job, one *result, _ string, _ bool) error {
	if one.Report == "" {
		return errForged
	}
	text := strings.ReplaceAll(strings.TrimSpace(one.Report), "\n", "; ")
	r.lines = append(r.lines, fmt.Sprintf("%s: %s (%.100s)", strings.TrimPrefix(j.Name, "check."), text, one.Host))
	return nil
}

func (*reports) recheck(context.Context, *job) error                             { return nil }
func (*reports) earlier(context.Context, map[string]*progress) ([]string, error) { return nil, nil }
func (*reports) verify(context.Context, *job, string) error                      { return nil }

// run makes the queue anew, sends jobs, and collects.
func (s *Submitter) run(ctx context.Context, jobs []*job, t taker) error {
	q, err := s.connect(false)
	if err != nil {
		return err
	}
	defer q.conn.Close()
	if err := q.create(ctx, s.AckWait); err != nil {
		return err
	}
	return s.collect(ctx, q, jobs, t)
}
