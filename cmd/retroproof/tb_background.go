package main

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
	"strconv"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"retroproof/batch"
	"retroproof/cmd/retroproof/verb"
	"retroproof/proofs/folder"
	"retroproof/retro"
	"retroproof/retro/material"
)

// The files of a build in the background, in the directory of the tables. The log is
// locked as long as the build runs: the lock belongs to the open file, which the process
// gets as stdout and stderr, and the system takes it away when the process ends, however.
const (
	buildLog   = "build.log"
	buildState = "build.json"
)

// tbBackground are the flags of tb build that are about builds in the background.
type tbBackground struct {
	start, status bool
	state         string // given to the process in the background
}

func (d *tbBackground) add(fl *pflag.FlagSet) {
	fl.BoolVar(&d.start, "background", false, "build in a process of its own, and print which")
	fl.BoolVar(&d.status, "status", false, "build nothing; print how far the build in the background is")
	fl.StringVar(&d.state, "state", "", "write to this `FILE` how far the build is")
	if err := fl.MarkHidden("state"); err != nil {
		panic(err)
	}
}

// tbStatusJSON says how far a build in the background is.
type tbStatusJSON struct {
	Schema    string  `json:"schema"`
	State     string  `json:"state"` // running, finished, failed, interrupted, killed
	Error     string  `json:"error,omitempty"`
	Process   int     `json:"process"`
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

// tbStartedJSON says which build has been started in the background.
type tbStartedJSON struct {
	Schema  string  `json:"schema"`
	Missing int     `json:"tables_missing"`
	Total   int     `json:"tables"`
	Process int     `json:"process,omitempty"`
	Log     string  `json:"log,omitempty"`
	Memory  int64   `json:"memory_bytes,omitempty"`
	Disk    int64   `json:"disk_bytes,omitempty"`
	Seconds float64 `json:"seconds,omitempty"`
}

const (
	stateRunning     = "running"
	stateFinished    = "finished"
	stateFailed      = "failed"
	stateInterrupted = "interrupted"
	stateKilled      = "killed"
)

// startInBackground starts the build of what is missing in a process of its own.
func (b *tbBuild) startInBackground(cmd *cobra.Command, materials []material.Material, names, dirs []string, jobs int, memory int64) error {
	plan, err := b.tables.Plan(cmd.Context(), materials, retro.BuildOptions{Jobs: jobs, Memory: memory})
	var refused *retro.MemoryError
	switch {
	case errors.As(err, &refused):
		return verb.WithCode(verb.ExitUndecided, fmt.Errorf("%w; see --memory", err))
	case err != nil:
		return err
	}
	answer := tbStartedJSON{Schema: "retroproof.tb.build.background/1", Total: len(plan.Tables)}
	for _, t := range plan.Tables {
		if !t.Found {
			answer.Missing++
		}
	}
	if answer.Missing == 0 {
		if b.json {
			return b.app.PrintJSON(answer)
		}
		_, err := fmt.Fprintf(b.app.Stdout, "nothing to build: %s\n", verb.Counted(len(plan.Tables), "table is there", "tables are there"))
		return err
	}
	if err := os.MkdirAll(dirs[0], 0o777); err != nil {
		return verb.WithCode(verb.ExitIO, err)
	}
	log, err := os.OpenFile(filepath.Join(dirs[0], buildLog), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return verb.WithCode(verb.ExitIO, err)
	}
	defer log.Close()
	if !lockFile(log) {
		return verb.WithCode(verb.ExitIO, fmt.Errorf("a build is running in %s already; see --status", dirs[0]))
	}
	state := filepath.Join(dirs[0], buildState)
	if err := os.Remove(state); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return verb.WithCode(verb.ExitIO, err)
	}
	self, err := os.Executable()
	if err != nil {
		return verb.WithCode(verb.ExitIO, err)
	}
	args := append([]string{"tb", "build", "--progress", "none", "--state", state, "--jobs", strconv.Itoa(jobs)}, names...)
	for _, dir := range dirs {
		args = append(args, "--dir", dir)
	}
	for _, flag := range []string{"men", "memory", "json", "verbose"} {
		if f := cmd.Flags().Lookup(flag); f.Changed {
			args = append(args, "--"+flag+"="+f.Value.String())
		}
	}
	child := exec.Command(self, args...)
	child.Args[0] = os.Args[0]
	child.Stdout, child.Stderr = log, log
	detachProcess(child)
	if err := child.Start(); err != nil {
		return verb.WithCode(verb.ExitIO, err)
	}
	answer.Process, answer.Log = child.Process.Pid, log.Name()
	answer.Memory, answer.Disk, answer.Seconds = plan.Largest.Memory, plan.FileBytes+plan.WorkBytes, plan.Time.Seconds()
	if b.json {
		err = b.app.PrintJSON(answer)
	} else {
		_, err = fmt.Fprintf(b.app.Stdout, "%s to build: at most %s of memory (%s), about %s of disk, about %v; process %d, log %s\n",
			verb.Counted(answer.Missing, "table", "tables"), retro.FormatBytes(answer.Memory), plan.Largest.Material,
			retro.FormatBytes(answer.Disk), roughly(plan.Time), answer.Process, answer.Log)
	}
	if e := child.Process.Release(); err == nil {
		err = e
	}
	return err
}

// print prints how far the build in the background is.
func (d *tbBackground) print(a *verb.Env, dirs *tableDirs, asJSON bool) error {
	if err := dirs.check(); err != nil {
		return err
	}
	name := filepath.Join(dirs.dirs[0], buildLog)
	log, err := folder.OpenFile(name, folder.Links)
	if err == nil {
		defer log.Close()
	}
	running := err == nil && !lockFile(log)
	// The state is read after that: what has ended has written its last one.
	s, stateErr := readBuildState(filepath.Join(dirs.dirs[0], buildState))
	switch {
	case errors.Is(err, fs.ErrNotExist) && errors.Is(stateErr, fs.ErrNotExist):
		return verb.WithCode(verb.ExitIO, fmt.Errorf("no build in the background has been started in %s", dirs.dirs[0]))
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return verb.WithCode(verb.ExitIO, err)
	case stateErr != nil && !errors.Is(stateErr, fs.ErrNotExist):
		return verb.WithCode(verb.ExitIO, stateErr)
	}
	if !running && filesLock && s.State == stateRunning {
		s.State = stateKilled // and could not say so itself
	}
	if asJSON {
		return a.PrintJSON(s)
	}
	return s.print(a, name)
}

// mostState bounds the state of a build in bytes, which is the text of a few numbers and names.
const mostState = 1 << 20

// readBuildState reads the state of a build. If there is none, it is said to run, with the
// error.
func readBuildState(name string) (*tbStatusJSON, error) {
	s := &tbStatusJSON{Schema: "retroproof.tb.build.status/1", State: stateRunning}
	f, err := folder.OpenFile(name, folder.Links)
	if err != nil {
		return s, err
	}
	defer f.Close()
	b, err := io.ReadAll(folder.Bounded(context.Background(), f, name, mostState))
	if err == nil {
		if err = json.Unmarshal(b, s); err != nil {
			err = fmt.Errorf("%s: %w", name, err)
		}
	}
	return s, err
}

// print prints the state for people.
func (s *tbStatusJSON) print(a *verb.Env, log string) error {
	if s.Process == 0 {
		_, err := fmt.Fprintf(a.Stdout, "%s, and nothing built so far; log %s\n", s.State, log)
		return err
	}
	text := fmt.Sprintf("%s, %v since %s", s.State, roughly(ofSeconds(s.Seconds)), s.Started)
	if s.State == stateRunning {
		text += fmt.Sprintf(", process %d", s.Process)
		if s.Left > 0 {
			text += fmt.Sprintf(", about %v left", roughly(ofSeconds(s.Left)))
		}
	}
	text += fmt.Sprintf("; log %s\n%s  %d of %s\n", log, bar(s.Part, 40), s.Done, verb.Counted(s.Total, "table", "tables"))
	if s.Material != "" && s.State == stateRunning {
		text += fmt.Sprintf("%s: ply %d, %d of %d positions decided\n", s.Material, s.Plies, s.Decided, s.Positions)
	}
	if s.Error != "" {
		text += s.Error + "\n"
	}
	_, err := fmt.Fprint(a.Stdout, text)
	return err
}

func ofSeconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// stateEvery is how often the state is written.
const stateEvery = time.Second

// newBuildState returns what writes the state of a build to a file; "" is none.
func newBuildState(name string) *buildStateWriter {
	return &buildStateWriter{name: name, start: time.Now()}
}

type buildStateWriter struct {
	name        string
	start, last time.Time
	progress    retro.BuildProgress
	err         error // the first one that writing had
}

// update is called with every progress.
func (w *buildStateWriter) update(p retro.BuildProgress) {
	w.progress = p
	if now := time.Now(); now.Sub(w.last) >= stateEvery {
		w.last = now
		w.write(stateRunning, nil)
	}
}

// end writes the last state, and returns the first error of writing.
func (w *buildStateWriter) end(err error) error {
	switch {
	case err == nil:
		w.progress.Done, w.progress.Part, w.progress.Left = w.progress.Total, 1, 0
		w.write(stateFinished, nil)
	case errors.Is(err, context.Canceled):
		w.write(stateInterrupted, nil)
	default:
		w.write(stateFailed, err)
	}
	return w.err
}

func (w *buildStateWriter) write(state string, failure error) {
	if w.name == "" {
		return
	}
	p := &w.progress
	s := tbStatusJSON{Schema: "retroproof.tb.build.status/1", State: state, Process: os.Getpid(), Started: w.start.UTC().Format(time.RFC3339),
		Seconds: time.Since(w.start).Seconds(), Left: p.Left.Seconds(), Part: p.Part, Done: p.Done, Total: p.Total, Plies: p.Depth, Decided: p.Decided, Positions: p.Legal}
	if p.Total > 0 {
		s.Material = p.Material.String()
	}
	if failure != nil {
		s.Error = failure.Error()
	}
	// Those who read find the old state or the new one.
	err := batch.WriteFile(w.name, func(out io.Writer) error { return json.NewEncoder(out).Encode(s) })
	if err != nil && w.err == nil {
		w.err = verb.WithCode(verb.ExitIO, err)
	}
}
