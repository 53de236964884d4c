package tb

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"retroproof/batch"
	"retroproof/cmd/retroproof/verb"
	"retroproof/internal/answer"
	"retroproof/retro"
	"retroproof/retro/table"
)

// buildRequest is what tb build is asked.
type buildRequest struct {
	menRequest
	dirRequest
	jobsRequest
	Memory     byteSize `flag:"memory" doc:"the most memory to take, as 300MB or 2GiB (default what is available)"`
	Estimate   bool     `flag:"estimate" not:"json" doc:"build nothing; print what it would take"`
	Background bool     `flag:"background" not:"estimate" doc:"build in a process of its own, and print which"`
	Status     bool     `flag:"status" not:"men,estimate,background" doc:"print how far the build in the background is"`
	State      string   `flag:"state" of:"FILE" rare:"" doc:"write to this FILE how far the build is"`
	Verbose    bool     `flag:"verbose" short:"v" doc:"log every pass on stderr, with open positions and times"`
}

var buildVerb = verb.Of(verb.Verb{Name: "tb build",
	Answers: []verb.Answer{&retro.Built{}, &retro.Started{}, &retro.Status{}}},
	buildRequest{jobsRequest: allJobs}, func(ctx context.Context, e *verb.Env, r *buildRequest) error {
		dirs, err := r.Dir.List()
		if err != nil {
			return err
		}
		if r.Status {
			return r.status(e, dirs[0])
		}
		materials, err := r.list(table.MaxMen, "build")
		if err != nil {
			return err
		}
		tables := retro.OpenDir(dirs...)
		defer tables.Close()
		switch {
		case r.Estimate:
			err = r.estimate(ctx, e, tables, materials)
		case r.Background:
			err = r.start(ctx, e, tables, materials, dirs)
		default:
			err = r.build(ctx, e, tables, materials)
		}
		return refused(err, "; see --memory")
	})

// programBytes is about what the program has allocated that has loaded nothing.
const programBytes = 10 << 20

func (r *buildRequest) build(ctx context.Context, e *verb.Env, tables *retro.Tables,
	materials []table.Material) error {
	memory := int64(r.Memory)
	if memory == 0 {
		memory, _ = retro.AvailableMemory()
	}
	if memory > 0 {
		// The garbage of small tables must not pile up beside a large one. The program takes some
		// memory itself; without it in the limit, little memory would be collected all the time.
		defer debug.SetMemoryLimit(debug.SetMemoryLimit(memory + programBytes))
	}
	log := e.Trace(r.Verbose)
	p := e.NewProgress()
	defer p.Done()
	var failed error
	state := retro.NewStateWriter(r.report())
	_, err := tables.Build(ctx, materials, retro.BuildOptions{
		Jobs:   r.Jobs,
		Memory: memory,
		Log:    log,
		Progress: func(n retro.BuildProgress) {
			p.Update(progressLine(n))
			state.Update(n)
		},
		Built: func(b retro.BuildResult) {
			if b.Damaged != nil {
				fmt.Fprintf(e.Stderr, "retroproof: built anew: %v\n", b.Damaged)
			}
			sides := retro.SidesOf(b.Counts)
			a := &retro.Built{Material: b.Material, Found: b.Found, Gaviota: b.Gaviota,
				Positions: sides[0].Legal + sides[1].Legal, Sides: sides, Seconds: b.Duration.Seconds(), Bytes: b.Bytes}
			if err := e.Print(a, 0); failed == nil {
				failed = err
			}
		},
	})
	if e := state.End(err); failed == nil {
		failed = e
	}
	if err != nil {
		return err
	}
	return failed
}

// report returns what writes the state of the build, if it is wanted.
func (r *buildRequest) report() func(retro.BuildState) error {
	if r.State == "" {
		return nil
	}
	return func(s retro.BuildState) error {
		return batch.WriteFile(r.State, func(w io.Writer) error {
			return json.NewEncoder(w).Encode(verb.Complete(&retro.Status{BuildState: s}))
		})
	}
}

// estimate prints what a build would take.
func (r *buildRequest) estimate(ctx context.Context, e *verb.Env, tables *retro.Tables,
	materials []table.Material) error {
	plan, err := tables.Plan(ctx, materials, retro.BuildOptions{Jobs: r.Jobs, Memory: int64(r.Memory)})
	if plan == nil {
		return err
	}
	n := 0
	for _, t := range plan.Tables {
		text := "found"
		if !t.Found {
			n++
			text = fmt.Sprintf("%s of memory with %s a cell, %s, about %v", retro.FormatBytes(t.Memory),
				answer.Counted(t.Estimate.CellBytes, "byte", "bytes"), ofDisk(t.FileBytes, t.WorkBytes), retro.Roughly(t.Time))
		}
		fmt.Fprintf(e.Stdout, "%s: %s\n", t.Material, text)
	}
	if n > 0 {
		fmt.Fprintf(e.Stdout, "%s to build: at most %s of memory (%s), %s, about %v\n", answer.Counted(n, "table", "tables"),
			retro.FormatBytes(plan.Largest.Memory), plan.Largest.Material,
			ofDisk(plan.FileBytes, plan.WorkBytes), retro.Roughly(plan.Time))
	}
	return err
}

// ofDisk says how much disk files take, and how much more there is while they are made.
func ofDisk(files, work int64) string {
	s := fmt.Sprintf("about %s of disk", retro.FormatBytes(files))
	if work > 0 {
		s += fmt.Sprintf(" and %s while it is built", retro.FormatBytes(work))
	}
	return s
}

// progressLine is one line of progress.
func progressLine(n retro.BuildProgress) string {
	left := ""
	if n.Left > 0 {
		left = fmt.Sprintf(", %v left", n.Left.Round(time.Second))
	}
	slice := ""
	if n.Slices > 0 {
		slice = fmt.Sprintf(" slice %d of %d", n.Slice, n.Slices)
	}
	// Short enough for a terminal.
	return fmt.Sprintf("%s%s: %d of %d tables, %v%s ply %d, %.0f %% decided", retro.Bar(n.Part, 10), left,
		n.Done, n.Total, n.Material, slice, n.Depth, math.Floor(100*float64(n.Decided)/float64(max(n.Legal, 1))))
}

// start starts the build of what is missing in a process of its own.
func (r *buildRequest) start(ctx context.Context, e *verb.Env, tables *retro.Tables, list []table.Material,
	dirs []string) error {
	plan, err := tables.Plan(ctx, list, retro.BuildOptions{Jobs: r.Jobs, Memory: int64(r.Memory)})
	if err != nil {
		return err
	}
	a := &retro.Started{Total: len(plan.Tables)}
	for _, t := range plan.Tables {
		if !t.Found {
			a.Missing++
		}
	}
	if a.Missing == 0 {
		return e.Print(a, 0)
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	a.Process, a.Log, err = retro.StartBuild(dirs[0], func(state string) *exec.Cmd {
		args := append([]string{"tb", "build", "--progress", "none", "--state", state, "--jobs", strconv.Itoa(r.Jobs),
			"--json=" + strconv.FormatBool(e.JSON), "--verbose=" + strconv.FormatBool(r.Verbose)}, r.Materials...)
		for _, dir := range dirs {
			args = append(args, "--dir", dir)
		}
		if r.Men > 0 {
			args = append(args, "--men", strconv.Itoa(r.Men))
		}
		if r.Memory > 0 {
			args = append(args, "--memory", r.Memory.String())
		}
		child := exec.Command(self, args...)
		child.Args[0] = os.Args[0]
		return child
	})
	switch {
	case errors.Is(err, retro.ErrBuildRuns):
		return fmt.Errorf("a build is running in %s already; see --status", dirs[0])
	case err != nil:
		return err
	}
	a.Memory, a.Largest = plan.Largest.Memory, plan.Largest.Material
	a.Disk, a.Seconds = plan.FileBytes+plan.WorkBytes, plan.Time.Seconds()
	return e.Print(a, 0)
}

// status prints how far the build in the background is.
func (r *buildRequest) status(e *verb.Env, dir string) error {
	if len(r.Materials) > 0 {
		return verb.Usagef("--status builds nothing: want no materials")
	}
	s, log, err := retro.ReadBuild(dir)
	if errors.Is(err, retro.ErrNoBuild) {
		err = fmt.Errorf("%w in %s", err, dir)
	}
	if err != nil {
		return err
	}
	return e.Print(&retro.Status{BuildState: s, LogFile: log}, 0)
}

// byteSize is a flag's value: a number of bytes.
type byteSize int64

// byteUnits are the units of sizes, longest first where one ends like another.
var byteUnits = []struct {
	name  string
	bytes float64
}{
	{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40},
	{"kB", 1e3}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12},
	{"K", 1 << 10}, {"M", 1 << 20}, {"G", 1 << 30}, {"T", 1 << 40}, {"B", 1},
}

// Set parses a size such as 300MB, 1.5GiB or 2G; a bare number is bytes.
func (s *byteSize) Set(text string) error {
	number, unit := strings.TrimSpace(text), 1.0
	for _, u := range byteUnits {
		if n, ok := strings.CutSuffix(number, u.name); ok {
			number, unit = strings.TrimSpace(n), u.bytes
			break
		}
	}
	x, err := strconv.ParseFloat(number, 64)
	if err != nil || math.IsNaN(x) || x*unit < 1 || x*unit > 1<<60 {
		return errors.New("want a size, such as 300MB or 2GiB")
	}
	*s = byteSize(x * unit)
	return nil
}

// String returns the number of bytes, nothing for 0.
func (s *byteSize) String() string {
	if *s == 0 {
		return ""
	}
	return strconv.FormatInt(int64(*s), 10)
}

// Type names the type for the help text.
func (s *byteSize) Type() string { return "SIZE" }
