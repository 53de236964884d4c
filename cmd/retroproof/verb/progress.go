package verb

import (
	"context"
	"io"
	"os"

	"retroproof/batch/progress"
	"retroproof/proofs/folder"
)

// NewProgress starts a job's progress; mode is normally a.ProgressMode, which the flag --progress sets.
func (a *Env) NewProgress(mode progress.Mode) *progress.Job {
	if a.Verbose {
		mode = progress.None
	}
	return progress.New(a.Term, mode)
}

// NewListProgress starts the progress of a list that is read from a file or, for "-",
// from stdin. The lines of a plain file are counted meanwhile; how many a pipe has is
// not known. Nothing is shown while positions are typed.
func (a *Env) NewListProgress(ctx context.Context, name, unit string) *progress.List {
	mode := a.ProgressMode
	if name == "-" && progress.IsTerminal(a.Stdin) {
		mode = progress.None
	}
	l := a.startListProgress(mode, unit, 0)
	if l.Shown() {
		if list, ok := a.secondReader(name); ok {
			l.Count(ctx, list)
		}
	}
	return l
}

// NewDrawProgress starts the progress of a number of draws.
func (a *Env) NewDrawProgress(total uint64) *progress.List {
	return a.startListProgress(a.ProgressMode, "draws", int64(min(total, 1<<62)))
}

func (a *Env) startListProgress(mode progress.Mode, unit string, total int64) *progress.List {
	if a.Verbose {
		mode = progress.None
	}
	return progress.NewList(a.Term, mode, unit, total)
}

// secondReader opens a list once more, to count its lines, and reports whether that can
// be done without taking anything away from the first reader.
func (a *Env) secondReader(name string) (io.ReadCloser, bool) {
	if name != "-" {
		f, err := folder.OpenFile(name, folder.Links)
		return f, err == nil
	}
	f, ok := a.Stdin.(*os.File)
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
func (a *Env) Console() *progress.Console {
	return &progress.Console{
		Stdout: a.Stdout, Stderr: a.Stderr, Quiet: a.ProgressMode == progress.None, Complain: a.Complain, Open: a.Open, Progress: a.NewListProgress,
	}
}
