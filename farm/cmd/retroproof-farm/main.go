// Command retroproof-farm makes and checks estimates with workers that share no disk: doc/scale.md.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"syscall"

	"retroproof"
	"retroproof/batch/surveyrun"
	"retroproof/farm"
	"retroproof/kernel/proofgame"
	"retroproof/proofs/survey"
	"retroproof/proofs/survey/numbering"
)

const usage = `usage: retroproof-farm submit --dir DIR [--samples N --seed S] [--server URL | --listen HOST:PORT]
       retroproof-farm work   --server URL [--jobs N]
       retroproof-farm check  --dir DIR [--server URL | --listen HOST:PORT]
       retroproof-farm status --server URL

submit has workers make the units of an estimate that the folder DIR lacks, collects them there, writes the manifests,
and prints the counts. DIR is that of "retroproof estimate run", which can go on with it, and the other way round. Run submit
again after whatever has happened. check has workers check the packs of DIR, and checks the sums itself. Without
--server they start a NATS server of their own, at --listen (127.0.0.1:4222 unless told), and --work also starts a worker.

  --samples N       draws of the sample            --seed S     of the generator
  --chunk N         draws of a unit (1000)         --pack N     units of a pack (1000)
  --scheme SCHEME   cpi, urposition or urposition-repaired
  --game-states N   budget of the construction of a game
  --audit SHARE     share of units that are made twice and compared (0.01)
  --jobs N          positions to work on at once
  --work            work in this process, too
  -v                tell what happens

Exit codes are those of retroproof: 0 done, 1 not verified or two workers differ, 2 usage, 5 other failures, 130 interrupted.
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

type options struct {
	verb, dir, server, listen string
	plan                      survey.Plan
	scheme                    string
	samples, states           uint64
	audit                     float64
	jobs                      int
	work, verbose             bool
	given                     map[string]bool
	log                       *slog.Logger
	stdout                    io.Writer
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o := &options{stdout: stdout, given: map[string]bool{}}
	flags := flag.NewFlagSet("retroproof-farm", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&o.dir, "dir", "", "")
	flags.StringVar(&o.server, "server", "", "")
	flags.StringVar(&o.listen, "listen", "127.0.0.1:4222", "")
	flags.Uint64Var(&o.samples, "samples", 0, "")
	flags.Uint64Var(&o.plan.Seed, "seed", 0, "")
	flags.Uint64Var(&o.plan.UnitDraws, "chunk", 1000, "")
	flags.Uint64Var(&o.plan.PackUnits, "pack", 1000, "")
	flags.StringVar(&o.scheme, "scheme", string(numbering.RepairedUrposition), "")
	flags.Uint64Var(&o.states, "game-states", proofgame.DefaultStates, "")
	flags.Float64Var(&o.audit, "audit", 0.01, "")
	flags.IntVar(&o.jobs, "jobs", runtime.GOMAXPROCS(0), "")
	flags.BoolVar(&o.work, "work", false, "")
	flags.BoolVar(&o.verbose, "v", false, "")
	if len(args) > 0 {
		o.verb = args[0]
		args = args[1:]
	}
	err := flags.Parse(args)
	if errors.Is(err, flag.ErrHelp) || o.verb == "--help" || o.verb == "help" {
		fmt.Fprint(stdout, usage)
		return 0
	}
	flags.Visit(func(f *flag.Flag) { o.given[f.Name] = true })
	level := slog.LevelWarn
	if o.verbose {
		level = slog.LevelDebug
	}
	o.log = slog.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: level}))
	if err == nil && flags.NArg() > 0 {
		err = fmt.Errorf("unexpected %q", flags.Arg(0))
	}
	if err == nil {
		err = o.check()
	}
	if err != nil {
		fmt.Fprintf(stderr, "retroproof-farm: %v\n%s", err, usage[:len("usage: retroproof-farm submit --dir DIR [--samples N --seed S] [--server URL | --listen HOST:PORT]\n")])
		return 2
	}
	err = o.do(ctx)
	if err != nil {
		fmt.Fprintf(stderr, "retroproof-farm: %v\n", err)
	}
	var (
		refused *surveyrun.OptionError
		differs *farm.DiffersError
		wrong   *survey.Error
	)
	switch {
	case err == nil:
		return 0
	case errors.Is(err, context.Canceled):
		return 130
	case errors.As(err, &refused):
		return 2
	case errors.As(err, &differs), errors.As(err, &wrong):
		return 1
	}
	return 5
}

// check checks the flags.
func (o *options) check() (err error) {
	if o.plan.Scheme, err = numbering.Parse(o.scheme); err != nil {
		return err
	}
	o.plan.Certificates = true
	switch o.verb {
	case "submit", "check":
		switch {
		case o.dir == "":
			err = errors.New("needs --dir")
		case o.given["server"] && o.given["listen"]:
			err = errors.New("--server and --listen at once")
		}
	case "work", "status":
		if o.server == "" {
			err = errors.New("needs --server")
		}
	default:
		return fmt.Errorf("%q is no command", o.verb)
	}
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", o.verb, err)
	case o.jobs < 1:
		return fmt.Errorf("--jobs %d, want 1 or more", o.jobs)
	case o.audit < 0 || o.audit > 1:
		return fmt.Errorf("--audit %g, want a share from 0 to 1", o.audit)
	case o.plan.UnitDraws < 1 || o.plan.UnitDraws > survey.Most || o.plan.PackUnits < 1 || o.plan.PackUnits > survey.Most || o.states == 0:
		return errors.New("--chunk, --pack and --game-states want positive numbers")
	}
	return nil
}

func (o *options) do(ctx context.Context) error {
	tool := retroproof.BuildOf("retroproof").Tool()
	worker := &farm.Worker{URL: o.server, Tool: tool, Jobs: o.jobs, Log: o.log}
	switch o.verb {
	case "work":
		return worker.Work(ctx)
	case "status":
		waiting, busy, done, err := farm.Status(ctx, o.server)
		if err == nil {
			fmt.Fprintf(o.stdout, "%d jobs wait, %d are being done, %d have results\n", waiting, busy, done)
		}
		return err
	}
	var folder *surveyrun.Folder
	if o.verb == "submit" {
		var err error
		folder, err = surveyrun.Open(surveyrun.Options{
			Dir: o.dir, Wanted: o.plan, Samples: o.samples, GameStates: o.states, Given: func(f string) bool { return o.given[f] }, Jobs: o.jobs, Tool: tool,
		})
		if err != nil {
			return err
		}
	}
	if o.server == "" {
		store, err := os.MkdirTemp("", "retroproof-farm-server-*")
		if err != nil {
			return err
		}
		defer os.RemoveAll(store)
		url, stop, err := farm.Serve(o.listen, filepath.Join(store, "jetstream"))
		if err != nil {
			return err
		}
		defer stop()
		fmt.Fprintf(o.stdout, "server: %s\n", url)
		worker.URL, o.server = url, url
	}
	if o.work {
		ctx, stop := context.WithCancel(ctx)
		done := make(chan struct{})
		go func() { defer close(done); worker.Work(ctx) }()
		defer func() { stop(); <-done }()
	}
	s := &farm.Submitter{URL: o.server, Audit: o.audit, Log: o.log}
	if o.verb == "check" {
		lines, err := s.Check(ctx, o.dir)
		for _, line := range lines {
			fmt.Fprintln(o.stdout, line)
		}
		return err
	}
	root, err := s.Units(ctx, folder)
	if err != nil {
		return err
	}
	legal, unknown := root.Counts.Tally().Totals()
	_, err = fmt.Fprintf(o.stdout, "%d draws: %d legal, %d illegal, %d without verdict\n", root.Draws, legal, root.Counts.Illegal, unknown)
	return err
}
