// Command retroproof-farm has the units of an estimate made, and checked, by workers that share no disk, over NATS
// JetStream: work for package surveyrun, at least once each. Who reaches the server need not be believed. doc/farm.md
// has the commands.
//
// The record is the folder of the survey, never the queue. Submit sends what the folder lacks, puts what workers have
// made into it, and merges; after any disaster it is run again. Jobs are signed, and workers do those of keys that they
// know. A result is checked as retroproof-check does before it is taken; a wrong one is put aside, and its job is sent
// again. A unit that was made twice has to be the same both times, byte for byte; if not, Submit names the machines. A
// job that is sent in vain too often is reported, and does not hold up the others.
package main

import (
	"context"
	"crypto/ed25519"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"retroproof"
	"retroproof/batch/surveyrun"
	"retroproof/proofs/survey"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run is the program. It returns the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o := &options{stdout: stdout, stderr: stderr, given: map[string]bool{}}
	flags := o.flags()
	if len(args) > 0 {
		o.verb, args = args[0], args[1:]
	}
	switch o.verb {
	case "--help", "-h", "help":
		fmt.Fprint(stdout, usage)
		return 0
	case "--version":
		o.verb = "version"
	}
	c := find(o.verb)
	if c == nil {
		fmt.Fprintf(stderr, "retroproof-farm: %q is no command\n%s", o.verb, usage)
		return 2
	}
	switch err := o.parse(c, flags, args); {
	case errors.Is(err, flag.ErrHelp):
		c.help(stdout, flags)
		return 0
	case err != nil:
		fmt.Fprintf(stderr, "retroproof-farm: %v\n%s", err, c.usage())
		return 2
	}
	level := slog.LevelWarn
	if o.verbose {
		level = slog.LevelDebug
	}
	o.log = slog.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: level}))
	return report(o.do(ctx), stderr)
}

// report prints an error, and returns its exit code.
func report(err error, stderr io.Writer) int {
	code, text := 5, ""
	switch {
	case err == nil:
		return 0
	case errors.Is(err, context.Canceled):
		code, err = 130, errors.New("interrupted")
	case errors.As(err, new(*surveyrun.OptionError)):
		code = 2
	case errors.As(err, new(*NotVerifiedError)):
		code, text = 1, "NOT VERIFIED: "
	case errors.As(err, new(*DiffersError)), errors.As(err, new(*survey.Error)):
		code = 1
	}
	fmt.Fprintf(stderr, "retroproof-farm: %s%v\n", text, err)
	return code
}

// do does what the command line says.
func (o *options) do(ctx context.Context) error {
	tool := retroproof.BuildOf("retroproof").Tool()
	worker := &Worker{Connection: o.connection, Tool: tool, Jobs: o.jobs, Log: o.log, heartbeat: 5 * time.Second}
	var err error
	// Verbs without a folder first.
	switch o.verb {
	case "version":
		_, err := fmt.Fprintln(o.stdout, retroproof.BuildOf("retroproof-farm"))
		return err
	case "key":
		return o.printKey()
	case "work":
		if worker.Keys, err = ReadKeys(o.keys); err != nil {
			return err
		}
		return worker.Work(ctx)
	case "status":
		waiting, busy, done, err := o.connection.Status(ctx)
		if err == nil {
			fmt.Fprintf(o.stdout, "%d jobs wait, %d are being done, %d have results\n", waiting, busy, done)
		}
		return err
	}
	// Whoever submits makes the folder, or goes on with it, and then waits for results; check reads results that are
	// there.
	var folder *surveyrun.Folder
	if o.verb == "submit" {
		if folder, err = o.open(tool); err != nil {
			return err
		}
	}
	key, err := o.signer()
	if err != nil {
		return err
	}
	public := key.Public().(ed25519.PublicKey)
	worker.Keys = Keys{string(public): true}
	if o.connection.URL == "" {
		stop, err := o.serve()
		if err != nil {
			return err
		}
		defer stop()
		worker.URL = o.connection.URL
	}
	if o.key == "" {
		fmt.Fprintf(o.stdout, "key: %s\n", PublicText(public))
	}
	return o.withWorker(ctx, worker, func(ctx context.Context) error {
		s := &Submitter{
			Connection: o.connection, Key: key, AckWait: 30 * time.Second, Audit: o.audit, Verify: o.verify,
			Patience: o.patience, Jobs: o.jobs, Log: o.log,
		}
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
		return printEstimate(o.stdout, root)
	})
}

// open makes the folder that wants units, or opens it, and says if only workers of another version can make them.
func (o *options) open(tool string) (*surveyrun.Folder, error) {
	folder, err := surveyrun.Open(surveyrun.Options{
		Dir: o.dir, Wanted: o.plan, Samples: o.samples, GameStates: o.states,
		Given: func(f string) bool { return o.given[f] }, Jobs: o.jobs, Tool: tool})
	if err != nil || folder.Plan.Tool == tool {
		return folder, err
	}
	const only = "%s is made by %s, and this is %s: only workers of that version can make its units"
	text := fmt.Sprintf(only, o.dir, folder.Plan.Tool, tool)
	if o.work {
		return nil, &surveyrun.OptionError{Detail: text}
	}
	fmt.Fprintf(o.stderr, "retroproof-farm: %s\n", text)
	return folder, nil
}

// serve starts a server of this run alone, connects to it, and says where it is.
func (o *options) serve() (stop func(), err error) {
	store, err := os.MkdirTemp("", "retroproof-farm-server-*")
	if err != nil {
		return nil, err
	}
	listen := o.listen
	if o.config != "" && !o.given["listen"] {
		listen = ""
	}
	url, end, err := Serve(listen, filepath.Join(store, "jetstream"), o.config)
	if err != nil {
		os.RemoveAll(store)
		return nil, fmt.Errorf("--listen %s: %w", o.listen, err)
	}
	fmt.Fprintf(o.stdout, "server: %s\n", url)
	o.connection.URL = url
	return func() { end(); os.RemoveAll(store) }, nil
}

// signer returns the key that jobs are signed with: one of this run alone if none is given.
func (o *options) signer() (ed25519.PrivateKey, error) {
	if o.key == "" {
		return NewKey()
	}
	return ReadKey(o.key)
}

// printKey prints the public key of a file, which is made if it is not there.
func (o *options) printKey() error {
	key, err := ReadKey(o.key)
	if errors.Is(err, fs.ErrNotExist) {
		key, err = MakeKey(o.key)
	}
	if err == nil {
		_, err = fmt.Fprintln(o.stdout, PublicText(key.Public().(ed25519.PublicKey)))
	}
	return err
}

// withWorker does something, with a worker beside it if there is to be one.
func (o *options) withWorker(parent context.Context, w *Worker, do func(context.Context) error) error {
	if !o.work {
		return do(parent)
	}
	ctx, stop := context.WithCancelCause(parent)
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := w.Work(ctx); ctx.Err() == nil {
			stop(err)
		}
	}()
	err := do(ctx)
	failed := context.Cause(ctx)
	stop(context.Canceled)
	<-done
	if err != nil && failed != nil && parent.Err() == nil {
		return fmt.Errorf("the worker of --work ends: %w", failed)
	}
	return err
}

// printEstimate prints the counts and the estimate of a sample.
func printEstimate(w io.Writer, root *survey.Root) error {
	e := surveyrun.EstimateOf(root)
	if root.Choose > 0 {
		likely, not := *e.LikelyLegal, *e.LikelyIllegal
		fmt.Fprintf(w, "%d draws, labelled: %d illegal, %d likely legal, %d likely illegal; %d of each chosen, with "+
			"repetition, and decided\n",
			e.Draws, e.Draws-likely-not, likely, not, root.Choose)
	} else {
		fmt.Fprintf(w, "%d draws: %d legal, %d illegal, %d without verdict\n", e.Draws, e.Legal, e.Illegal, e.Unknown)
	}
	return e.WriteBounds(w)
}
