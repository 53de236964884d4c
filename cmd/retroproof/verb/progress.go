package verb

import (
	"context"
	"io"
	"log/slog"
	"os"
	"time"

	"retroproof/batch/progress"
	"retroproof/proofs/folder"
	"retroproof/sat"
)

// mode is how progress is shown: not at all beside a log.
func (e *Env) mode() progress.Mode {
	if e.Verbose {
		return progress.None
	}
	return e.ProgressMode
}

// NewProgress starts a job's progress.
func (e *Env) NewProgress() *progress.Job {
	if e.Tell != nil {
		return progress.To(e.Tell)
	}
	return progress.New(e.Term, e.mode())
}

// NewListProgress starts the progress of a list that is read from a file or, for "-",
// from stdin. The lines of a plain file are counted meanwhile; how many a pipe has is
// not known. Nothing is shown while positions are typed.
func (e *Env) NewListProgress(ctx context.Context, name, unit string) *progress.List {
	mode := e.mode()
	if name == "-" && progress.IsTerminal(e.Stdin) {
		mode = progress.None
	}
	l := progress.NewList(e.Term, mode, unit, 0)
	if l.Shown() {
		if list, ok := e.secondReader(name); ok {
			l.Count(ctx, list)
		}
	}
	return l
}

// NewDrawProgress starts the progress of a number of draws.
func (e *Env) NewDrawProgress(total uint64) *progress.List {
	return progress.NewList(e.Term, e.mode(), "draws", int64(min(total, 1<<62)))
}

// secondReader opens a list once more, to count its lines, and reports whether that can
// be done without taking anything away from the first reader.
func (e *Env) secondReader(name string) (io.ReadCloser, bool) {
	if name != "-" {
		f, err := folder.OpenFile(name, folder.Links)
		return f, err == nil
	}
	f, ok := e.Stdin.(*os.File)
	if !ok {
		return nil, false
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil, false
	}
	at, err := f.Seek(0, io.SeekCurrent)
	return io.NopCloser(io.NewSectionReader(f, at, info.Size()-at)), err == nil
}

// Console is what work on lists needs of the environment.
func (e *Env) Console() *progress.Console {
	return &progress.Console{
		Stdout: e.Stdout, Stderr: e.Stderr, Quiet: e.ProgressMode == progress.None, Complain: e.Complain, Open: e.Open,
		Progress:  e.NewListProgress,
		Positions: e.Positions,
	}
}

// Trace makes the log of a verb with -v, on stderr. Progress is not shown beside it. Without -v the log is nil.
func (e *Env) Trace(verbose bool) *slog.Logger {
	if !verbose {
		return nil
	}
	e.Verbose = true
	return slog.New(slog.NewTextHandler(e.Stderr, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

// ReportEvery is how often the figures of a solver are logged.
const ReportEvery = time.Second

// LogReports returns a function for the reports of one solver that logs its figures every second.
func LogReports(log *slog.Logger) func(sat.Stats) {
	began := time.Now()
	last := began
	return func(s sat.Stats) {
		if now := time.Now(); now.Sub(last) >= ReportEvery {
			last = now
			LogStats(log, "solving", s, now.Sub(began))
		}
	}
}

// LogStats logs the figures of a solver. Those that it does not provide are -1.
func LogStats(log *slog.Logger, what string, s sat.Stats, took time.Duration) {
	log.Debug(what, "conflicts", s.Conflicts, "decisions", s.Decisions, "propagations", s.Propagations,
		"restarts", s.Restarts,
		"took", took.Round(time.Millisecond))
}
