package main

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"retroproof/batch/surveyrun"
	"retroproof/cmd/retroproof/verb"
	"retroproof/kernel/proofgame"
	"retroproof/proofs/survey"
	"retroproof/proofs/survey/numbering"
)

// The sizes of units and packs. A unit of a thousand draws takes some seconds and a megabyte with evidence; as
// many make a pack.
const (
	defaultUnitDraws = 1000
	defaultPackUnits = 1000
)

// labelUnitDraws is the size of units of labels: they take ten seconds.
const labelUnitDraws = 100_000

// surveyRun is one run of "estimate run": a sample, verdicts, evidence and the estimate
// in a folder.
type surveyRun struct {
	app     *verb.Env
	options surveyrun.Options
	scheme  schemeFlag
	verb.UnitFlags
	perTask uint64
	json    bool
}

func newEstimateRunCommand(a *verb.Env) *cobra.Command {
	r := &surveyRun{app: a, options: surveyrun.Options{Tool: build.Tool()}}
	o := &r.options
	w := &o.Wanted
	cmd := &cobra.Command{
		Use:   "run --samples N --dir DIR",
		Short: "Draw a sample, decide every position, and estimate",
		Long: `Draw positions at random, prove each illegal or build a game that leads to it, and
print the estimate of the number of legal positions, as "estimate FILE" does. The
folder DIR has everything afterwards: the verdicts, the games, the proofs of
illegality, and manifests, which list them. retroproof-check DIR draws the sample
again and checks all of it; doc/counting.md describes the files.

A run that was interrupted or killed goes on when it is started again, with --dir
alone if it shall be the same one. With more --samples it goes on with the next draws;
with more --game-states the positions that are still undecided are tried again, with
all budgets larger. Once all is done, it prints the estimate. Verdicts and evidence do
not depend on --jobs, on interruptions or on the machine.

The work is done in units of --chunk draws. With --unit K, or --unit-env VAR for the
number in an environment variable, one unit is made and nothing else, so that many
machines can share the work; with --per-task N the units from K*N on, N of them.
"estimate merge" puts them together; doc/scale.md shows how to do it with Slurm and Kubernetes.

With --choose N the sample is taken in two phases: all draws get labels only, illegal,
likely legal or likely illegal, which takes a twentieth of the time; then N of those
that are likely legal, and N of those that are likely illegal, are chosen at random and
decided with evidence. The estimate is unbiased whatever the labels are, and the
interval narrower for the same time. Units are of 100,000 draws then.`,
		Example: `  retroproof estimate run --samples 10000 --seed 1 --dir sample1 && retroproof-check sample1
  retroproof estimate run --samples 20000 --dir sample1
  retroproof estimate run --game-states 400000000 --dir sample1
  retroproof estimate run --samples 1000000 --seed 2 --dir sample2 --unit 17
  retroproof estimate run --dir sample2 --unit-env SLURM_ARRAY_TASK_ID --per-task 100
  retroproof estimate run --samples 10000000 --seed 3 --choose 10000 --dir sample3`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.Given = cmd.Flags().Changed
			switch {
			case o.Dir == "":
				return verb.Usagef("estimate run needs --dir")
			case o.Jobs < 1:
				return verb.Usagef("--jobs %d, want 1 or more", o.Jobs)
			case w.UnitDraws == 0 || w.UnitDraws > survey.Most:
				return verb.Usagef("--chunk %d, want a number from 1 to %d", w.UnitDraws, survey.Most)
			case w.PackUnits == 0 || w.PackUnits > survey.Most:
				return verb.Usagef("--pack %d, want a number from 1 to %d", w.PackUnits, survey.Most)
			case o.Given("choose") && (w.Choose == 0 || w.Choose > survey.MostChosen):
				return verb.Usagef("--choose %d, want a number from 1 to %d", w.Choose, survey.MostChosen)
			case w.Choose > 0 && !w.Certificates:
				return verb.Usagef("--choose needs --certificates")
			case o.GameStates == 0:
				return verb.Usagef("--game-states 0, want a positive number")
			case o.Samples == 0 && o.Given("samples"):
				return verb.Usagef("--samples 0, want a positive number")
			case o.Samples > math.MaxInt64:
				return verb.Usagef("--samples %d, want a number below 2^63", o.Samples)
			}
			if o.Given("choose") && !o.Given("chunk") {
				w.UnitDraws = labelUnitDraws
			}
			w.Scheme = r.scheme.Scheme
			if o.Given("unit") || o.Given("unit-env") {
				return r.units(cmd.Context())
			}
			if o.Given("per-task") {
				return verb.Usagef("--per-task is for --unit and --unit-env")
			}
			return r.run(cmd.Context())
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&o.Dir, "dir", "", "the folder for sample, verdicts and evidence")
	flags.Uint64Var(&o.Samples, "samples", 0, "draws of the sample; 0 for as many as DIR was to have")
	r.scheme.add(flags, numbering.RepairedUrposition)
	flags.Uint64Var(&w.Seed, "seed", 0, "of the generator: one seed, one sample")
	flags.IntVar(&o.Jobs, "jobs", runtime.GOMAXPROCS(0), "positions to work on at once")
	flags.BoolVar(&w.Certificates, "certificates", true, "keep what proves positions illegal; =false for games alone")
	flags.Uint64Var(&o.GameStates, "game-states", proofgame.DefaultStates, "budget of the construction of a game: moves that are looked at")
	flags.Uint64Var(&w.UnitDraws, "chunk", defaultUnitDraws, "draws of a unit, which has files of its own")
	flags.Uint64Var(&w.PackUnits, "pack", defaultPackUnits, "units of a pack, which has a manifest of its own")
	flags.Uint64Var(&w.Choose, "choose", 0, "two-phase sampling: decide as many draws of each label")
	r.UnitFlags.Add(flags, "make the unit of this number alone, from 0 on")
	perTaskFlag(flags, &r.perTask, "units for each number of --unit or --unit-env")
	flags.BoolVar(&r.json, "json", false, "print JSON")
	return cmd
}

func perTaskFlag(flags *pflag.FlagSet, n *uint64, usage string) {
	flags.Uint64Var(n, "per-task", 1, usage)
}

// units makes the units of one task.
func (r *surveyRun) units(ctx context.Context) error {
	given := r.options.Given
	switch {
	case r.perTask == 0:
		return verb.Usagef("--per-task 0, want a positive number")
	case r.json:
		return verb.Usagef("--json is for the estimate, which \"estimate merge\" prints")
	}
	if err := r.UnitFlags.FromEnv(given); err != nil {
		return err
	}
	if r.Number > math.MaxInt64/r.perTask {
		return verb.Usagef("--unit %d: no sample has so many", r.Number)
	}
	r.options.Fixed = true
	folder, err := surveyrun.Open(r.options)
	if err != nil {
		return err
	}
	from, n := r.Number*r.perTask, r.perTask
	draws := min(n*folder.Plan.UnitDraws, folder.Plan.Samples)
	progress := r.app.NewDrawProgress(draws)
	defer progress.Done()
	return folder.Unit(ctx, from, n, progress)
}

func (r *surveyRun) run(ctx context.Context) error {
	folder, err := surveyrun.Open(r.options)
	if err != nil {
		return err
	}
	progress := r.app.NewDrawProgress(folder.Plan.Samples)
	defer progress.Done()
	root, err := folder.Run(ctx, progress)
	if err != nil {
		return err
	}
	progress.Done()
	return printSurvey(r.app, root, r.json)
}

// printSurvey prints the estimate of a survey.
func printSurvey(a *verb.Env, m *survey.Root, json bool) error {
	r := &estimateRun{
		app: a, scheme: schemeFlag{m.Scheme}, json: json, tally: m.Counts.Tally(), draws: m.Draws,
		multiplier: m.Scheme.Count().Float() / float64(m.Draws), byScheme: true,
	}
	if m.Choose > 0 {
		r.phases = m
	}
	return r.print()
}

// surveyMerge is one run of "estimate merge".
type surveyMerge struct {
	app     *verb.Env
	dir     string
	missing bool
	perTask uint64
	json    bool
}

func newEstimateMergeCommand(a *verb.Env) *cobra.Command {
	r := &surveyMerge{app: a}
	cmd := &cobra.Command{
		Use:   "merge --dir DIR",
		Short: "Put the units of an estimate together",
		Long: `Write the manifests of the packs and of the whole in the folder DIR, whose units
"estimate run --unit" has made, and print the estimate. If units are missing, the packs
that are complete get their manifests all the same, and the exit code is 4.

With --missing nothing is written, and the numbers of the missing units are printed, as
0,7-9: what "sbatch --array" takes. With --per-task N these are numbers of tasks, of
N units each. No line is printed if no unit is missing.`,
		Example: `  retroproof estimate merge --dir sample2
  sbatch --array=$(retroproof estimate merge --dir sample2 --missing) units.sh`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case r.dir == "":
				return verb.Usagef("estimate merge needs --dir")
			case r.perTask == 0:
				return verb.Usagef("--per-task 0, want a positive number")
			case cmd.Flags().Changed("per-task") && !r.missing:
				return verb.Usagef("--per-task is for --missing")
			case r.json && r.missing:
				return verb.Usagef("--json is for the estimate, and --missing prints none")
			}
			return r.run(cmd.Context())
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&r.dir, "dir", "", "the folder with the units")
	flags.BoolVar(&r.missing, "missing", false, "print the numbers of the missing units")
	perTaskFlag(flags, &r.perTask, "units for each number of --missing")
	flags.BoolVar(&r.json, "json", false, "print JSON")
	return cmd
}

func (r *surveyMerge) run(ctx context.Context) error {
	folder, err := surveyrun.Open(surveyrun.Options{Dir: r.dir, Given: func(string) bool { return false }, Fixed: true})
	if err != nil {
		return err
	}
	if !r.missing {
		root, err := folder.Merge(ctx)
		if err != nil {
			return err
		}
		return printSurvey(r.app, root, r.json)
	}
	missing, err := folder.Missing(ctx)
	if err != nil || len(missing.Units) == 0 {
		return err
	}
	_, err = fmt.Fprintln(r.app.Stdout, ranges(missing.Units, r.perTask))
	return err
}

// ranges writes ascending numbers of units as those of tasks, as 0,7-9.
func ranges(units []uint64, perTask uint64) string {
	var parts []string
	for i := 0; i < len(units); {
		first := units[i] / perTask
		last := first
		for i++; i < len(units) && units[i]/perTask <= last+1; i++ {
			last = units[i] / perTask
		}
		if first == last {
			parts = append(parts, fmt.Sprint(first))
		} else {
			parts = append(parts, fmt.Sprintf("%d-%d", first, last))
		}
	}
	return strings.Join(parts, ",")
}
