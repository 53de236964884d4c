package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"retroproof/cmd/retroproof/verb"
	"retroproof/retro"
	"retroproof/retro/material"
	"retroproof/retro/table"
)

func newTBBuildCommand(a *verb.Env) *cobra.Command {
	var (
		dirs   tableDirs
		men    int
		jobs   int
		memory byteSize
		asJSON bool
		trace  bool
		plan   bool
		detach tbBackground
	)
	cmd := &cobra.Command{
		Use:   "build MATERIAL...",
		Short: "Build tables, and all that they need",
		Long: `Build the tables of some materials, and those of all materials that their games
can lead to, as files in the first of the directories. Tables that are there
already are checked and kept; a damaged file is built anew. A table that only
others need may be there as a Gaviota file, if that is the published one by its
MD5 sum. An interrupted build leaves complete files only, and the same command takes
it up again; a table above 32 MB goes on where it was, with the slice of a table with pawns,
or the ply: what it goes on from is in DIR/.NAME.dtm.part until the file is there.

The memory that it takes is estimated before anything is built. A table that does
not fit into --memory (by default what the machine has to spare) is refused, with
exit code 4.

--estimate builds nothing: it prints what each table would take of memory, and about how
much of disk and time, reckoned from a small table that is timed.

One line a table: its name; the number of positions, symmetrical ones counted
once; the longest win; the time and the size of the file.

--background builds in a process of its own, which goes on when the terminal is closed: it
prints to DIR/` + buildLog + `. --status prints how far it is, with a bar and the time that is
left, or how it ended. If it was stopped or killed, the same command goes on.

-v logs on stderr what each table waits for: loading, every pass of the analysis
with the positions that are still open, and writing, with the time that each took.`,
		Example: `  retroproof tb build KRvK KBNvK
  retroproof tb build --men 4 --jobs 2 --dir tables
  retroproof tb build Kkbn --memory 500MB
  retroproof tb build --men 5 --background
  retroproof tb build --status`,
		RunE: func(cmd *cobra.Command, args []string) error {
			materials, err := parseMaterials(args)
			switch {
			case err != nil:
				return err
			case detach.status && (len(args) > 0 || men > 0 || plan || detach.start):
				return verb.Usagef("--status builds nothing: want no materials, --men, --estimate or --background")
			case detach.start && plan:
				return verb.Usagef("--background excludes --estimate")
			case detach.status:
				return detach.print(a, &dirs, asJSON)
			case cmd.Flags().Changed("men") && (men < 3 || men > material.MaxMen):
				return verb.Usagef("--men %d, want 3 to %d", men, material.MaxMen)
			case men == 0 && len(args) == 0:
				return verb.Usagef("nothing to build: want names of materials, as KRvK, or --men N")
			case jobs < 1:
				return verb.Usagef("--jobs %d, want at least 1", jobs)
			case plan && asJSON:
				return verb.Usagef("--estimate excludes --json")
			}
			for i, m := range materials {
				if err := countable(m, args[i]); err != nil {
					return err
				}
			}
			for n := 3; n <= men; n++ {
				materials = append(materials, material.All(n)...)
			}
			tables, err := dirs.open()
			if err != nil {
				return err
			}
			defer tables.Close()
			b := &tbBuild{app: a, tables: tables, json: asJSON, trace: trace, state: detach.state}
			switch {
			case plan:
				return b.estimate(cmd.Context(), materials, jobs, int64(memory))
			case detach.start:
				return b.startInBackground(cmd, materials, args, dirs.dirs, jobs, int64(memory))
			}
			return b.run(cmd.Context(), materials, jobs, int64(memory))
		},
	}
	fl := cmd.Flags()
	dirs.add(fl)
	fl.IntVar(&men, "men", 0, "build all tables with up to this many men, kings included")
	fl.IntVar(&jobs, "jobs", runtime.GOMAXPROCS(0), "goroutines that work at once")
	fl.Var(&memory, "memory", "the most memory to take, as 300MB or 2GiB (default what is available)")
	fl.BoolVar(&plan, "estimate", false, "build nothing; print what it would take")
	detach.add(fl)
	fl.BoolVar(&asJSON, "json", false, "print JSON, one object a table")
	fl.BoolVarP(&trace, "verbose", "v", false, "log every pass on stderr, with open positions and times, instead of progress")
	return cmd
}

// tbBuild is one run of tb build.
type tbBuild struct {
	app    *verb.Env
	tables *retro.Tables
	json   bool
	trace  bool
	state  string // the file that says how far the build is; "" for none
}

// programBytes is about what the program has allocated that has loaded nothing.
const programBytes = 10 << 20

func (b *tbBuild) run(ctx context.Context, materials []material.Material, jobs int, memory int64) error {
	if memory == 0 {
		memory, _ = retro.AvailableMemory()
	}
	if memory > 0 {
		// The garbage of small tables must not pile up beside a large one. The program takes some
		// memory itself; without it in the limit, little memory would be collected all the time.
		defer debug.SetMemoryLimit(debug.SetMemoryLimit(memory + programBytes))
	}
	log := b.app.Trace(b.trace)
	p := b.app.NewProgress(b.app.ProgressMode)
	defer p.Done()
	var failed error
	state := newBuildState(b.state)
	_, err := b.tables.Build(ctx, materials, retro.BuildOptions{
		Jobs:   jobs,
		Memory: memory,
		Log:    log,
		Progress: func(n retro.BuildProgress) {
			p.Update(progressLine(n))
			state.update(n)
		},
		Built: func(r retro.BuildResult) {
			if r.Damaged != nil {
				fmt.Fprintf(b.app.Stderr, "retroproof: built anew: %v\n", r.Damaged)
			}
			if err := b.print(r); failed == nil {
				failed = err
			}
		},
	})
	if e := state.end(err); failed == nil {
		failed = e
	}
	var refused *retro.MemoryError
	switch {
	case errors.As(err, &refused):
		return verb.WithCode(verb.ExitUndecided, fmt.Errorf("%w; see --memory", err))
	case err != nil:
		return err
	}
	return failed
}

// estimate prints what a build would take.
func (b *tbBuild) estimate(ctx context.Context, materials []material.Material, jobs int, memory int64) error {
	plan, err := b.tables.Plan(ctx, materials, retro.BuildOptions{Jobs: jobs, Memory: memory})
	var refused *retro.MemoryError
	if err != nil && !errors.As(err, &refused) {
		return err
	}
	n := 0
	for _, t := range plan.Tables {
		text := "found"
		if !t.Found {
			n++
			text = fmt.Sprintf("%s of memory with %s a cell, %s, about %v", retro.FormatBytes(t.Memory),
				verb.Counted(t.Estimate.CellBytes, "byte", "bytes"), ofDisk(t.FileBytes, t.WorkBytes), roughly(t.Time))
		}
		if _, err := fmt.Fprintf(b.app.Stdout, "%s: %s\n", t.Material, text); err != nil {
			return verb.WithCode(verb.ExitIO, err)
		}
	}
	if n > 0 {
		if _, err := fmt.Fprintf(b.app.Stdout, "%s to build: at most %s of memory (%s), %s, about %v\n", verb.Counted(n, "table", "tables"),
			retro.FormatBytes(plan.Largest.Memory), plan.Largest.Material, ofDisk(plan.FileBytes, plan.WorkBytes), roughly(plan.Time)); err != nil {
			return verb.WithCode(verb.ExitIO, err)
		}
	}
	if refused != nil {
		return verb.WithCode(verb.ExitUndecided, fmt.Errorf("%w; see --memory", err))
	}
	return nil
}

// ofDisk says how much disk files take, and how much more there is while they are made.
func ofDisk(files, work int64) string {
	s := fmt.Sprintf("about %s of disk", retro.FormatBytes(files))
	if work > 0 {
		s += fmt.Sprintf(" and %s while it is built", retro.FormatBytes(work))
	}
	return s
}

// roughly rounds an estimate of time, not to nothing.
func roughly(d time.Duration) time.Duration {
	if d < time.Second {
		return max(d.Round(10*time.Millisecond), 10*time.Millisecond)
	}
	return d.Round(time.Second)
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
	return fmt.Sprintf("%s%s: %d of %d tables, %v%s ply %d, %.0f %% decided", bar(n.Part, 10), left, n.Done, n.Total, n.Material, slice, n.Depth,
		math.Floor(100*float64(n.Decided)/float64(max(n.Legal, 1))))
}

// bar draws a part from 0 to 1 as a bar of so many places, with the percentage.
func bar(part float64, places int) string {
	part = min(max(part, 0), 1)
	full := int(part * float64(places))
	return fmt.Sprintf("[%s%s] %2.0f %%", strings.Repeat("#", full), strings.Repeat("-", places-full), math.Floor(100*part))
}

// tbTableJSON is a table of tb build --json.
type tbTableJSON struct {
	Schema    string      `json:"schema"`
	Material  string      `json:"material"`
	Found     bool        `json:"found"`             // it was there before
	Gaviota   string      `json:"gaviota,omitempty"` // the Gaviota file that was
	Positions uint64      `json:"positions"`
	Sides     [2]tbCounts `json:"sides"` // White to move, Black to move
	Seconds   float64     `json:"seconds"`
	Bytes     int64       `json:"bytes"`
}

// tbCounts are the counts of one side to move.
type tbCounts struct {
	Side        string `json:"side"`
	Legal       uint64 `json:"legal"`
	Won         uint64 `json:"won"`
	Drawn       uint64 `json:"drawn"`
	Lost        uint64 `json:"lost"`
	LongestWin  int    `json:"longest_win_plies"`
	LongestLoss int    `json:"longest_loss_plies"`
}

func sideCounts(c [2]table.Counts) (out [2]tbCounts) {
	for i, side := range []string{"white", "black"} {
		out[i] = tbCounts{Side: side, Legal: c[i].Legal(), Won: c[i].Won, Drawn: c[i].Drawn, Lost: c[i].Lost,
			LongestWin: c[i].DeepestWin, LongestLoss: c[i].DeepestLoss}
	}
	return out
}

func (b *tbBuild) print(r retro.BuildResult) error {
	positions := r.Counts[0].Legal() + r.Counts[1].Legal()
	if b.json {
		return b.app.PrintJSON(tbTableJSON{
			Schema: "retroproof.tb.build/1", Material: r.Material.String(), Found: r.Found, Gaviota: r.Gaviota, Positions: positions,
			Sides: sideCounts(r.Counts), Seconds: r.Duration.Seconds(), Bytes: r.Bytes,
		})
	}
	if r.Gaviota != "" {
		_, err := fmt.Fprintf(b.app.Stdout, "%s: found as published by Gaviota, %s, %d bytes\n", r.Material, r.Gaviota, r.Bytes)
		return err
	}
	how := fmt.Sprintf("%.2f s", r.Duration.Seconds())
	if r.Found {
		how = "found"
	}
	_, err := fmt.Fprintf(b.app.Stdout, "%s: %d positions, %s, %s, %d bytes\n", r.Material, positions, longestWin(r.Counts), how, r.Bytes)
	return err
}

// longestWin describes the longest win of a table.
func longestWin(c [2]table.Counts) string {
	plies := max(c[0].DeepestWin, c[1].DeepestWin)
	if plies == 0 {
		if c[0].Lost+c[1].Lost > 0 {
			return "mates but no forced one"
		}
		return "all drawn"
	}
	v := table.Value{Result: table.Won, Plies: plies}
	return fmt.Sprintf("longest win %d %s (%d %s)", plies, verb.Plural("ply", "plies", plies), v.Moves(), verb.Plural("move", "moves", v.Moves()))
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
