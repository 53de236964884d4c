package main

import (
	"context"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"retroproof/batch/surveyrun"
	"retroproof/kernel/proofgame"
	"retroproof/proofs/survey/numbering"
)

// defaultChunk is how many draws have files of their own: with evidence some minutes
// of work, and about a hundred megabytes.
const defaultChunk = 10_000

// surveyRun is one run of "estimate run": a sample, verdicts, evidence and the estimate
// in a folder.
type surveyRun struct {
	app     *app
	options surveyrun.Options
	scheme  schemeFlag
	json    bool
}

func newEstimateRunCommand(a *app) *cobra.Command {
	r := &surveyRun{app: a, options: surveyrun.Options{Tool: build.Tool(), Version: build.String()}}
	o := &r.options
	w := &o.Wanted
	cmd := &cobra.Command{
		Use:   "run --samples N --dir DIR",
		Short: "Draw a sample, decide every position, and estimate",
		Long: `Draw positions at random, prove each illegal or build a game that leads to it, and
print the estimate of the number of legal positions, as "estimate FILE" does. The
folder DIR has everything afterwards: the verdicts, the games, the proofs of
illegality, and manifest.json, which lists them. retroproof-check DIR draws the sample
again and checks all of it; doc/counting.md describes the files.

A run that was interrupted or killed goes on when it is started again, with --dir
alone if it shall be the same one. With more --samples it goes on with the next draws;
with more --game-states the positions that are still undecided are tried again. Once
all is done, it prints the estimate. Verdicts and evidence do not depend on --jobs, on
interruptions or on the machine.`,
		Example: `  retroproof estimate run --samples 10000 --seed 1 --dir sample1 && retroproof-check sample1
  retroproof estimate run --samples 20000 --dir sample1
  retroproof estimate run --game-states 400000000 --dir sample1`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.Given = cmd.Flags().Changed
			switch {
			case o.Dir == "":
				return usageErrorf("estimate run needs --dir")
			case o.Jobs < 1:
				return usageErrorf("--jobs %d, want 1 or more", o.Jobs)
			case w.ChunkDraws == 0:
				return usageErrorf("--chunk 0, want a positive number")
			case w.Budgets.GameStates == 0:
				return usageErrorf("--game-states 0, want a positive number")
			case w.Samples == 0 && o.Given("samples"):
				return usageErrorf("--samples 0, want a positive number")
			}
			w.Scheme = r.scheme.Scheme
			return r.run(cmd.Context())
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&o.Dir, "dir", "", "the folder for sample, verdicts and evidence")
	flags.Uint64Var(&w.Samples, "samples", 0, "draws of the sample; 0 for as many as DIR was to have")
	r.scheme.add(flags, numbering.RepairedUrposition)
	flags.Uint64Var(&w.Seed, "seed", 0, "of the generator: one seed, one sample")
	flags.IntVar(&o.Jobs, "jobs", runtime.GOMAXPROCS(0), "positions to work on at once")
	flags.BoolVar(&w.Certificates, "certificates", true, "keep what proves positions illegal; =false for games alone")
	flags.Uint64Var(&w.Budgets.GameStates, "game-states", proofgame.DefaultStates, "budget of the construction of a game: moves that are looked at")
	flags.Uint64Var(&w.ChunkDraws, "chunk", defaultChunk, "draws that have files of their own")
	flags.BoolVar(&r.json, "json", false, "print JSON")
	return cmd
}

func (r *surveyRun) run(ctx context.Context) error {
	folder, err := surveyrun.Open(r.options)
	if err != nil {
		return err
	}
	defer folder.Close()
	m := folder.Manifest
	progress := drawProgress{r.app.newDrawProgress(m.Samples), r.app}
	defer progress.Done()
	if err := folder.Fill(ctx, progress); err != nil {
		return err
	}
	progress.Done()
	return (&estimateRun{
		app: r.app, scheme: schemeFlag{m.Scheme}, json: r.json, tally: m.Counts.Tally(), draws: m.Draws,
		multiplier: m.Multiplier(), byScheme: true,
	}).print()
}

// drawProgress shows the progress of a survey.
type drawProgress struct {
	*listProgress
	app *app
}

// Resumed says that the draws of an earlier run are kept.
func (p drawProgress) Resumed(file string, draws int) {
	fmt.Fprintf(p.app.stderr, "retroproof: %s has %d draws, going on\n", file, draws)
}
