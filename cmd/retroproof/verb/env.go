package verb

import (
	"archive/zip"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"retroproof/batch"
	"retroproof/batch/progress"
	"retroproof/chess/lenient"
	"retroproof/proofs/folder"
	"retroproof/sat"
)

// Env is what a verb gets from the program. Verbs write answers to stdout and everything else to stderr, and never
// call os.Exit; they return an error, if need be one with an exit code.
type Env struct {
	Stdin  io.Reader
	Stdout io.Writer // unbuffered; a failed write is noticed at the end and makes the program fail
	Stderr io.Writer // shared with progress lines: safe for concurrent use

	ProgressMode progress.Mode
	Verbose      bool // the verb logs what it does, and shows no progress
	Term         *progress.Terminal
	JSON         bool              // the verb's flag --json
	Reading      lenient.Reading   // how positions are read: its flags --side and --ply
	Memory       *Files            // what is written; nil for files on the disk
	Tell         func(text string) // is told how far a job is, in place of people at a terminal; nil for nobody
	beforeWait   func() error      // is called before stdin is waited for; nil for nothing
	Started      bool              // a verb's own code has begun: from here on, errors are not about usage
}

// Unattended is what a verb gets that nobody watches: what it reads, and where what it prints goes. It shows no
// progress.
func Unattended(stdin string, stdout, stderr io.Writer) *Env {
	term := progress.NewTerminal(stderr)
	return &Env{Stdin: strings.NewReader(stdin), Stdout: stdout, Stderr: term, Term: term, ProgressMode: progress.None}
}

// MostMessage is how many bytes of an error are printed. Errors quote what they are
// about, and a line may be long.
const MostMessage = 800

// Complain prints an error on stderr.
func (e *Env) Complain(err error) {
	text := strings.TrimSpace(err.Error())
	if len(text) > MostMessage {
		end := len(text) - MostMessage/4
		text = batch.Cut(text, MostMessage*3/4) + " ... " + strings.ToValidUTF8(text[end:], "")
	}
	fmt.Fprintf(e.Stderr, "retroproof: %s\n", text)
}

// Open opens a file for reading, or stdin for "-". Reading fails with the context's error once that is cancelled, even
// if it blocks on a pipe or a terminal that never delivers.
func (e *Env) Open(ctx context.Context, name string) (io.ReadCloser, error) {
	var source io.Reader = e.Stdin
	var closer io.Closer
	if name != "-" {
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			return nil, fmt.Errorf("%s is a directory, want a file", name)
		}
		f, err := openFile(ctx, name)
		if err != nil {
			return nil, err
		}
		source, closer = f, f
	}
	r, w := io.Pipe()
	go func() {
		_, err := io.CopyBuffer(struct{ io.Writer }{w}, struct{ io.Reader }{source}, make([]byte, 1<<18))
		w.CloseWithError(err)
		if closer != nil {
			closer.Close()
		}
	}()
	stop := context.AfterFunc(ctx, func() { w.CloseWithError(ctx.Err()) })
	return &input{r, stop}, nil
}

// openFile opens a file, or returns the context's error once that is cancelled: a pipe is not open before somebody
// writes to it. What opens it then goes on waiting until the program ends.
func openFile(ctx context.Context, name string) (*os.File, error) {
	type opened struct {
		file *os.File
		err  error
	}
	done := make(chan opened, 1)
	go func() {
		f, err := folder.OpenFile(name, folder.Links|folder.Pipes)
		done <- opened{f, err}
	}()
	select {
	case o := <-done:
		return o.file, o.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

type input struct {
	*io.PipeReader
	stop func() bool
}

func (i *input) Close() error {
	i.stop()
	return i.PipeReader.Close()
}

// ParseNumber reads an argument that is a number; what says what it is for.
func ParseNumber(text string, bits int, what string) (uint64, error) {
	n, err := strconv.ParseUint(text, 10, bits)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, Usagef("%q, want %s: the number is too large", batch.Cut(text, 80), what)
	case err != nil:
		return 0, Usagef("%q, want %s, a whole number", batch.Cut(text, 80), what)
	}
	return n, nil
}

// mostFiles bounds the bytes of files that are kept in memory.
const mostFiles = 64 << 20

var errFiles = errors.New("the files are too long")

// Files are what a verb writes when the page runs it: they are kept in memory, and no name is one on a disk.
type Files struct {
	mu      sync.Mutex
	list    []*memoryFile // those that are closed
	written int
}

// memoryFile is a file that is written.
type memoryFile struct {
	text bytes.Buffer
	name string
	in   *Files
}

func (m *memoryFile) Write(p []byte) (int, error) {
	m.in.mu.Lock()
	defer m.in.mu.Unlock()
	if m.in.written += len(p); m.in.written > mostFiles {
		return 0, errFiles
	}
	return m.text.Write(p)
}

// Close makes the file appear.
func (m *memoryFile) Close() error {
	m.in.mu.Lock()
	defer m.in.mu.Unlock()
	m.in.list = append(m.in.list, m)
	return nil
}

// complete reports whether the files are evidence: there is a file that speaks of an input, or a folder's manifest,
// which comes last.
func (f *Files) complete(input string) bool {
	return slices.ContainsFunc(f.list, func(m *memoryFile) bool {
		return input != "" || path.Base(m.name) == "manifest.json"
	})
}

// zip packs the files, in the order of their names.
func (f *Files) zip() ([]byte, error) {
	slices.SortFunc(f.list, func(a, b *memoryFile) int { return cmp.Compare(a.name, b.name) })
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, m := range f.list {
		w, err := z.Create(m.name)
		if err == nil {
			_, err = w.Write(m.text.Bytes())
		}
		if err != nil {
			return nil, err
		}
	}
	err := z.Close()
	return b.Bytes(), err
}

// Create starts writing a file, which appears whole when it is closed.
func (e *Env) Create(name string) (io.WriteCloser, error) {
	if e.Memory != nil {
		return &memoryFile{name: filepath.ToSlash(name), in: e.Memory}, nil
	}
	return batch.Create(name)
}

// WriteFile writes a whole file with write, or leaves what was there.
func (e *Env) WriteFile(name string, write func(io.Writer) error) error {
	if e.Memory == nil {
		return batch.WriteFile(name, write)
	}
	w, err := e.Create(name)
	if err == nil {
		err = write(w)
	}
	if err != nil {
		return err
	}
	return w.Close()
}

// WriteOut is [Env.WriteFile], but for the name "-", which is stdout.
func (e *Env) WriteOut(name string, write func(io.Writer) error) error {
	if name == "-" {
		return write(e.Stdout)
	}
	return e.WriteFile(name, write)
}

// CheckTargets is [batch.CheckTarget], of those names that are on a disk.
func (e *Env) CheckTargets(names ...string) error {
	for _, name := range names {
		if e.Memory != nil || name == "" || name == "-" {
			continue
		}
		if err := batch.CheckTarget(name); err != nil {
			return err
		}
	}
	return nil
}

// FreshFolder makes a folder, and takes manifests of an earlier run away: they must not stand beside other files.
func (e *Env) FreshFolder(dir string, manifests ...string) error {
	if e.Memory != nil {
		return nil
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for _, name := range manifests {
		if err := batch.Remove(name); err != nil {
			return err
		}
	}
	return nil
}

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
