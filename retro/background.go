package retro

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"retroproof/proofs/folder"
)

// A build may go on in a process of its own when the terminal is closed.

// The files of such a build, in the directory of the tables. The log is locked as long as the build runs: the lock
// belongs to the open file, which the process gets as stdout and stderr, and the system takes it away when the process
// ends, however.
const (
	logName   = "build.log"
	stateName = "build.json"
)

// BuildState says how far a build is, and how it stands in JSON.
type BuildState struct {
	Status    string  `json:"state"` // Running, Finished, Failed, Interrupted or Killed
	Error     string  `json:"error,omitempty"`
	Process   int     `json:"process"` // 0 if nothing has been built so far
	Started   string  `json:"started"`
	Seconds   float64 `json:"seconds"`
	Left      float64 `json:"left_seconds,omitempty"`
	Part      float64 `json:"part"`
	Done      int     `json:"tables_done"`
	Total     int     `json:"tables"`
	Material  string  `json:"material,omitempty"`
	Plies     int     `json:"plies,omitempty"`
	Decided   uint64  `json:"decided,omitempty"`
	Positions uint64  `json:"positions,omitempty"`
}

// What a build is.
const (
	Running     = "running"
	Finished    = "finished"
	Failed      = "failed"
	Interrupted = "interrupted"
	Killed      = "killed"
)

// ErrBuildRuns is the error of [StartBuild] if a build is running in the directory already, ErrNoBuild that of
// [ReadBuild] if none has been started.
var (
	ErrBuildRuns = errors.New("a build is running already")
	ErrNoBuild   = errors.New("no build in the background has been started")
)

// StartBuild starts a build in a directory, which is made if it is not there, in a process of its own. command makes
// the command, which writes its state to a file by a [StateWriter]. It returns the process and the name of its log.
func StartBuild(dir string, command func(state string) *exec.Cmd) (process int, log string, err error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return 0, "", err
	}
	out, err := os.OpenFile(filepath.Join(dir, logName), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return 0, "", err
	}
	defer out.Close()
	if !lockFile(out) {
		return 0, "", ErrBuildRuns
	}
	state := filepath.Join(dir, stateName)
	if err := os.Remove(state); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, "", err
	}
	child := command(state)
	child.Stdout, child.Stderr = out, out
	detachProcess(child)
	if err := child.Start(); err != nil {
		return 0, "", err
	}
	process = child.Process.Pid // which Release takes away
	return process, out.Name(), child.Process.Release()
}

// ReadBuild returns the state of the build in a directory, and the name of its log.
func ReadBuild(dir string) (s BuildState, log string, err error) {
	log = filepath.Join(dir, logName)
	f, err := folder.OpenFile(log, folder.Links)
	if err == nil {
		defer f.Close()
	}
	running := err == nil && !lockFile(f)
	// The state is read after that: what has ended has written its last one.
	s, stateErr := readState(filepath.Join(dir, stateName))
	switch {
	case errors.Is(err, fs.ErrNotExist) && errors.Is(stateErr, fs.ErrNotExist):
		return s, log, ErrNoBuild
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return s, log, err
	case stateErr != nil && !errors.Is(stateErr, fs.ErrNotExist):
		return s, log, stateErr
	}
	if !running && filesLock && s.Status == Running {
		s.Status = Killed // and could not say so itself
	}
	return s, log, nil
}

// mostState bounds the state of a build in bytes, which is the text of a few numbers and names.
const mostState = 1 << 20

// readState reads the state of a build. If there is none, it is said to run, with the error.
func readState(name string) (BuildState, error) {
	s := BuildState{Status: Running}
	f, err := folder.OpenFile(name, folder.Links)
	if err != nil {
		return s, err
	}
	defer f.Close()
	b, err := io.ReadAll(folder.Bounded(context.Background(), f, name, mostState))
	if err == nil {
		if err = json.Unmarshal(b, &s); err != nil {
			err = fmt.Errorf("%s: %w", name, err)
		}
	}
	return s, err
}

// every is how often the state is written.
const every = time.Second

// StateWriter reports the state of the build that this process does.
type StateWriter struct {
	report      func(BuildState) error
	start, last time.Time
	progress    BuildProgress
	err         error // the first one that writing had
}

// NewStateWriter returns a writer. report, which may be nil, writes a state into the file that the command of
// [StartBuild] has got, so that those who read find the old state or the new one, with the names of fields that
// BuildState has.
func NewStateWriter(report func(BuildState) error) *StateWriter {
	return &StateWriter{report: report, start: time.Now()}
}

// Update is called with every progress.
func (w *StateWriter) Update(p BuildProgress) {
	w.progress = p
	if now := time.Now(); now.Sub(w.last) >= every {
		w.last = now
		w.write(Running, nil)
	}
}

// End writes the last state, with the error of the build, and returns the first error of writing.
func (w *StateWriter) End(err error) error {
	switch {
	case err == nil:
		w.progress.Done, w.progress.Part, w.progress.Left = w.progress.Total, 1, 0
		w.write(Finished, nil)
	case errors.Is(err, context.Canceled):
		w.write(Interrupted, nil)
	default:
		w.write(Failed, err)
	}
	return w.err
}

func (w *StateWriter) write(status string, failure error) {
	if w.report == nil {
		return
	}
	p := &w.progress
	s := BuildState{Status: status, Process: os.Getpid(), Started: w.start.UTC().Format(time.RFC3339),
		Seconds: time.Since(w.start).Seconds(), Left: p.Left.Seconds(), Part: p.Part, Done: p.Done, Total: p.Total,
		Plies: p.Depth, Decided: p.Decided, Positions: p.Legal}
	if p.Total > 0 {
		s.Material = p.Material.String()
	}
	if failure != nil {
		s.Error = failure.Error()
	}
	if err := w.report(s); w.err == nil {
		w.err = err
	}
}
