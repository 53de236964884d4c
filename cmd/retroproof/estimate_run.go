package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"retroproof/kernel"
	"retroproof/kernel/certify"
	"retroproof/kernel/proofgame"
	"retroproof/kernel/resolve"
	"retroproof/proofs/survey"
	"retroproof/proofs/survey/numbering"
)

// defaultChunk is how many draws have files of their own: with evidence some minutes
// of work, and about a hundred megabytes.
const defaultChunk = 10_000

// surveyRun is one run of "estimate run": a sample, verdicts, evidence and the estimate
// in a folder. What package survey says of the folder is what is made here.
type surveyRun struct {
	app      *app
	dir      string
	wanted   survey.Manifest // as the flags say
	scheme   schemeFlag
	jobs     int
	json     bool
	changed  func(flag string) bool // given, and not the default
	manifest *survey.Manifest       // of the folder
	options  resolve.Options
	progress *listProgress

	cpu *cpuRecord
}

func newEstimateRunCommand(a *app) *cobra.Command {
	r := &surveyRun{app: a}
	w := &r.wanted
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
			r.changed = cmd.Flags().Changed
			switch {
			case r.dir == "":
				return usageErrorf("estimate run needs --dir")
			case r.jobs < 1:
				return usageErrorf("--jobs %d, want 1 or more", r.jobs)
			case w.ChunkDraws == 0:
				return usageErrorf("--chunk 0, want a positive number")
			case w.Budgets.GameStates == 0:
				return usageErrorf("--game-states 0, want a positive number")
			case w.Samples == 0 && r.changed("samples"):
				return usageErrorf("--samples 0, want a positive number")
			}
			w.Scheme = r.scheme.Scheme
			return r.run(cmd.Context())
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&r.dir, "dir", "", "the folder for sample, verdicts and evidence")
	flags.Uint64Var(&w.Samples, "samples", 0, "draws of the sample; 0 for as many as DIR was to have")
	r.scheme.add(flags, numbering.RepairedUrposition)
	flags.Uint64Var(&w.Seed, "seed", 0, "of the generator: one seed, one sample")
	flags.IntVar(&r.jobs, "jobs", runtime.GOMAXPROCS(0), "positions to work on at once")
	flags.BoolVar(&w.Certificates, "certificates", true, "keep what proves positions illegal; =false for games alone")
	flags.Uint64Var(&w.Budgets.GameStates, "game-states", proofgame.DefaultStates, "budget of the construction of a game: moves that are looked at")
	flags.Uint64Var(&w.ChunkDraws, "chunk", defaultChunk, "draws that have files of their own")
	flags.BoolVar(&r.json, "json", false, "print JSON")
	return cmd
}

// budgets are those that are not flags.
func (r *surveyRun) budgets() survey.Budgets {
	d := kernel.DefaultDecideOptions
	b := survey.Budgets{
		KernelNodes: d.KernelNodes, LastMovePositions: d.LastMovePositions, LastMoveKernelNodes: d.LastMoveKernelNodes,
		GameStates: r.wanted.Budgets.GameStates,
	}
	if r.wanted.Certificates {
		b.ProofConflicts = certify.DefaultConflicts
	}
	return b
}

func (r *surveyRun) run(ctx context.Context) error {
	if err := r.makeFolder(); err != nil {
		return err
	}
	unlock, err := lockFolder(r.dir)
	if err != nil {
		return err
	}
	defer unlock()
	if err := r.open(); err != nil {
		return err
	}
	defer r.cpu.close()
	if err := r.sweep(); err != nil {
		return err
	}
	if err := r.settle(); err != nil {
		return err
	}
	if err := r.work(ctx); err != nil {
		_ = r.cpu.write() // the first error is the one to print
		return err
	}
	return r.print()
}

// work does what is left to be done.
func (r *surveyRun) work(ctx context.Context) error {
	m := r.manifest
	r.options = resolve.Options{
		Refute: kernel.DecideOptions{
			KernelNodes: m.Budgets.KernelNodes, LastMovePositions: m.Budgets.LastMovePositions, LastMoveKernelNodes: m.Budgets.LastMoveKernelNodes,
		},
		Game: proofgame.Options{States: m.Budgets.GameStates},
	}
	r.progress = r.app.newDrawProgress(m.Samples)
	defer r.progress.Done()
	r.progress.skip(int(m.Draws))
	for i := range m.Chunks {
		if err := r.retry(ctx, i); err != nil {
			return err
		}
	}
	for m.Draws < m.Samples {
		if err := r.fill(ctx); err != nil {
			return err
		}
	}
	if m.Run.Finished == "" {
		m.Run.Finished = timestamp()
		if err := r.save(); err != nil {
			return err
		}
	}
	return r.cpu.remove()
}

// makeFolder makes the folder if there is none, and a sample is asked for.
func (r *surveyRun) makeFolder() error {
	_, err := os.Stat(r.dir)
	switch {
	case err == nil:
		return nil
	case !errors.Is(err, fs.ErrNotExist):
		return withCode(exitIO, err)
	case !r.changed("samples"):
		return r.noSample()
	}
	return withCode(exitIO, os.MkdirAll(r.dir, 0o777))
}

func (r *surveyRun) noSample() error {
	return usageErrorf("%s has no sample yet, which needs --samples", r.dir)
}

// open reads the manifest of the folder, or makes it.
func (r *surveyRun) open() error {
	m, err := survey.ReadManifest(r.dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return r.create()
	case errors.Is(err, survey.ErrManifest):
		return withCode(exitMalformed, err)
	case err != nil:
		return withCode(exitIO, err)
	}
	r.manifest = m
	if r.cpu, err = openCPURecord(r.path(cpuName), m.Run.CPUSeconds); err != nil {
		return err
	}
	return r.goOn()
}

func (r *surveyRun) create() error {
	if !r.changed("samples") {
		return r.noSample()
	}
	m := r.wanted
	m.Schema, m.Generator, m.Population = survey.Schema, survey.Generator, m.Scheme.Count().String()
	m.Budgets = r.budgets()
	m.Chunks = []survey.Chunk{}
	m.Run.Started = timestamp()
	r.manifest = &m
	var err error
	if r.cpu, err = openCPURecord(r.path(cpuName), 0); err != nil {
		return err
	}
	return r.save()
}

// goOn compares the flags with what the folder has, and refuses what would make it
// another sample. More draws and more states are welcome.
func (r *surveyRun) goOn() error {
	m, w := r.manifest, &r.wanted
	other := func(flag string, has, wants any) error {
		return usageErrorf("%s has --%s %v, not %v: choose another --dir", r.dir, flag, has, wants)
	}
	switch {
	case r.changed("seed") && w.Seed != m.Seed:
		return other("seed", m.Seed, w.Seed)
	case r.changed("scheme") && w.Scheme != m.Scheme:
		return other("scheme", m.Scheme, w.Scheme)
	case r.changed("chunk") && w.ChunkDraws != m.ChunkDraws:
		return other("chunk", m.ChunkDraws, w.ChunkDraws)
	case r.changed("certificates") && w.Certificates != m.Certificates:
		return other("certificates", m.Certificates, w.Certificates)
	case r.changed("samples") && w.Samples < m.Samples:
		return usageErrorf("%s has --samples %d, not %d: it can only grow", r.dir, m.Samples, w.Samples)
	case r.changed("game-states") && w.Budgets.GameStates < m.Budgets.GameStates:
		return usageErrorf("%s has --game-states %d, not %d: it can only grow", r.dir, m.Budgets.GameStates, w.Budgets.GameStates)
	}
	w.Certificates = m.Certificates
	if !r.changed("game-states") {
		w.Budgets.GameStates = m.Budgets.GameStates
	}
	if !r.changed("samples") {
		w.Samples = m.Samples
	}
	grown := w.Samples != m.Samples || w.Budgets.GameStates != m.Budgets.GameStates
	if grown || m.Run.Finished == "" {
		want := r.budgets()
		m.Budgets.GameStates = want.GameStates
		if want != m.Budgets {
			return usageErrorf("%s was begun with other budgets than this version has: choose another --dir", r.dir)
		}
	}
	if grown {
		m.Samples, m.Run.Finished = w.Samples, ""
	}
	if grown || m.Older {
		return r.save()
	}
	return nil
}

// print prints the estimate of the draws that there are.
func (r *surveyRun) print() error {
	m := r.manifest
	return (&estimateRun{
		app: r.app, scheme: schemeFlag{m.Scheme}, json: r.json, tally: m.Counts.Tally(), draws: m.Draws,
		multiplier: m.Multiplier(), byScheme: true,
	}).print()
}

func timestamp() string { return time.Now().UTC().Format(time.RFC3339) }
