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
	"math"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"retroproof"
	"retroproof/batch/surveyrun"
	"retroproof/kernel/proofgame"
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
	code := 5
	switch {
	case err == nil:
		return 0
	case errors.Is(err, context.Canceled):
		code, err = 130, errors.New("interrupted")
	case errors.As(err, new(*surveyrun.OptionError)):
		code = 2
	case errors.Is(err, errNotVerified), errors.As(err, new(*DiffersError)), errors.As(err, new(*survey.Error)):
		code = 1
	}
	fmt.Fprintf(stderr, "retroproof-farm: %v\n", err)
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

const usage = `usage: retroproof-farm submit --dir DIR [--samples N --seed S] [--key FILE] [--server URL | --listen HOST:PORT]
       retroproof-farm work   --server URL --keys FILE [--jobs N]
       retroproof-farm key    --key FILE
       retroproof-farm check  --dir DIR [--server URL | --listen HOST:PORT]
       retroproof-farm status --server URL
       retroproof-farm version

Estimates made and checked by workers that share no disk. "retroproof-farm COMMAND --help" tells about a command and its
flags. All workers and submit have to be of one version: that of "retroproof-farm version".

` + exitCodes

const exitCodes = `Exit codes are those of retroproof: 0 done, 1 not verified or two workers differ, 2 usage, other version or another
sample than the folder has, 5 other failures, 130 interrupted.
`

// command is a verb with its flags.
type command struct {
	name, arguments, about string
	flags                  []string
}

// The flags of all that connect to a server, and of those that submit.
var (
	connects = []string{"credentials", "tls-ca", "tls-cert", "tls-key"}
	submits  = append([]string{"key", "server", "listen", "server-config", "patience", "work", "jobs", "v"}, connects...)
)

// anybody is what --keys says for jobs of any key.
const anybody = "any"

var commands = []command{
	{"submit", "--dir DIR [--samples N --seed S] [--key FILE] [--server URL | --listen HOST:PORT]",
		`Has workers make the units of an estimate that the folder DIR lacks, collects them there, writes the manifests, and
prints the counts and the estimate. DIR is that of "retroproof estimate run", which can go on with it, and the other way
round. Run submit again after whatever has happened. Without --server it starts a NATS server of its own. With --work it
ends with exit code 2 if this program is not of the version that DIR was begun with. A part of the units, at random, is
checked as retroproof-check does before it is taken; a wrong one is put aside and made again, and then all are checked.
`, append([]string{"dir", "samples", "seed", "scheme", "chunk", "pack", "game-states", "audit", "verify"}, submits...)},
	{"work", "--server URL --keys FILE [--jobs N]",
		`Makes units and checks packs that others submit to a server, until it is interrupted, if one of the keys has signed
them. It waits for a server that is away, for jobs, and for those of its version; what it waits for is told on stderr
when that changes.
`, append([]string{"server", "keys", "jobs", "v"}, connects...)},
	{"key", "--key FILE",
		`Prints the public key of FILE, a line for the list of keys of workers. If FILE is not there it makes it, with a new
key.
`, []string{"key"}},
	{"check", "--dir DIR [--server URL | --listen HOST:PORT]",
		`Has workers check the packs of the estimate in the folder DIR, and checks the sums itself. It prints a line for each pack, or
NOT VERIFIED on stderr. Without --server it starts a NATS server of its own.
`, append([]string{"dir"}, submits...)},
	{"status", "--server URL", "Prints how many jobs wait, are being done, and have results.\n",
		append([]string{"server"}, connects...)},
	{"version", "", "Prints the version. So does --version.\n", nil},
}

// find returns the command of a name, nil if there is none.
func find(name string) *command {
	i := slices.IndexFunc(commands, func(c command) bool { return c.name == name })
	if i < 0 {
		return nil
	}
	return &commands[i]
}

// usage is the first line of the help.
func (c *command) usage() string {
	return strings.TrimRight(fmt.Sprintf("usage: retroproof-farm %s %s", c.name, c.arguments), " ") + "\n"
}

// help prints the help of a command.
func (c *command) help(w io.Writer, all *flag.FlagSet) {
	fmt.Fprintf(w, "%s\n%s", c.usage(), c.about)
	for i, name := range c.flags {
		if i == 0 {
			fmt.Fprintln(w)
		}
		f := all.Lookup(name)
		value, text := flag.UnquoteUsage(f)
		dashes := "--"
		if len(name) == 1 {
			dashes = "-"
		}
		fmt.Fprintf(w, "  %-20s %s\n", strings.TrimRight(dashes+name+" "+value, " "), text)
	}
	if c.name != "version" {
		fmt.Fprintf(w, "\n%s", exitCodes)
	}
}

// options are what the command line says.
type options struct {
	verb, dir, listen, config string
	key, keys                 string
	connection                Connection
	plan                      survey.Plan
	scheme                    string
	samples, states           uint64
	audit, verify             float64
	patience                  time.Duration
	jobs                      int
	work, verbose             bool
	given                     map[string]bool
	log                       *slog.Logger
	stdout, stderr            io.Writer
}

// flags returns the flags of all commands.
func (o *options) flags() *flag.FlagSet {
	flags := flag.NewFlagSet("retroproof-farm", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&o.dir, "dir", "", "the folder `DIR` of the estimate")
	flags.StringVar(&o.connection.URL, "server", "", "`URL` of a NATS server, such as nats://HOST:4222")
	flags.StringVar(&o.connection.Credentials, "credentials", "", "`FILE` of NATS credentials for the server")
	flags.StringVar(&o.connection.CA, "tls-ca", "", "`FILE` of certificates in PEM that vouch for the server")
	flags.StringVar(&o.connection.Certificate, "tls-cert", "", "`FILE` of this program's certificate, for the server")
	flags.StringVar(&o.connection.Key, "tls-key", "", "`FILE` of the key of --tls-cert")
	flags.StringVar(&o.config, "server-config", "", "`FILE`, the configuration of the server that is started")
	flags.StringVar(&o.key, "key", "", "`FILE` of the key that signs jobs (a new one, of which the public key is printed)")
	flags.StringVar(&o.keys, "keys", "", "`FILE` of public keys whose jobs are done; any for those of anybody")
	flags.StringVar(&o.listen, "listen", "127.0.0.1:4222",
		"`HOST:PORT` of the server that is started without --server (127.0.0.1:4222)")
	flags.Uint64Var(&o.samples, "samples", 0, "`N` draws of the sample")
	flags.Uint64Var(&o.plan.Seed, "seed", 0, "`S` of the generator (0)")
	flags.Uint64Var(&o.plan.UnitDraws, "chunk", 1000, "`N` draws of a unit (1000)")
	flags.Uint64Var(&o.plan.PackUnits, "pack", 1000, "`N` units of a pack (1000)")
	flags.StringVar(&o.scheme, "scheme", string(survey.RepairedUrposition),
		"`SCHEME`: cpi, urposition or urposition-repaired (the last)")
	flags.Uint64Var(&o.states, "game-states", proofgame.DefaultStates, "`N`, the budget of the construction of a game")
	flags.Float64Var(&o.audit, "audit", 0.01, "`SHARE` of units that are made twice and compared (0.01)")
	flags.Float64Var(&o.verify, "verify", 0.2,
		"`SHARE` of units that are checked on arrival, at random; all once one is wrong (0.2)")
	flags.DurationVar(&o.patience, "patience", 24*time.Hour, "`TIME` without a good result, to give up; 0 for never (24h)")
	flags.IntVar(&o.jobs, "jobs", runtime.GOMAXPROCS(0), "`N` positions to work on at once")
	flags.BoolVar(&o.work, "work", false, "work in this process, too")
	flags.BoolVar(&o.verbose, "v", false, "tell what happens")
	return flags
}

// parse reads the flags of a command. The error is flag.ErrHelp if help is wanted.
func (o *options) parse(c *command, flags *flag.FlagSet, args []string) error {
	if err := flags.Parse(args); err != nil {
		return err
	}
	foreign := ""
	flags.Visit(func(f *flag.Flag) {
		o.given[f.Name] = true
		if !slices.Contains(c.flags, f.Name) {
			foreign = f.Name
		}
	})
	switch {
	case foreign != "":
		return fmt.Errorf("%s: --%s is for other commands", c.name, foreign)
	case flags.NArg() > 0:
		return fmt.Errorf("%s: unexpected %q", c.name, flags.Arg(0))
	}
	if err := o.check(); err != nil {
		return fmt.Errorf("%s: %w", c.name, err)
	}
	return nil
}

// check checks the flags.
func (o *options) check() (err error) {
	if o.plan.Scheme, err = survey.ParseScheme(o.scheme); err != nil {
		return err
	}
	o.plan.Certificates = true
	// What a verb needs first, then the bounds of numbers.
	switch {
	case o.verb == "version":
		return nil
	case o.verb == "key" && o.key == "":
		return errors.New("needs --key")
	case (o.verb == "work" || o.verb == "status") && o.connection.URL == "":
		return errors.New("needs --server")
	case o.verb == "work" && o.keys == "":
		return errors.New("needs --keys: a file of public keys whose jobs are done, or any")
	case (o.connection.Certificate == "") != (o.connection.Key == ""):
		return errors.New("--tls-cert and --tls-key go together")
	case (o.verb == "submit" || o.verb == "check") && o.dir == "":
		return errors.New("needs --dir")
	case o.given["server"] && (o.given["listen"] || o.given["server-config"]):
		return errors.New("--server and --listen or --server-config at once")
	case o.jobs < 1:
		return fmt.Errorf("--jobs %d, want 1 or more", o.jobs)
	case !(o.audit >= 0 && o.audit <= 1):
		return fmt.Errorf("--audit %g, want a share from 0 to 1", o.audit)
	case !(o.verify >= 0 && o.verify <= 1):
		return fmt.Errorf("--verify %g, want a share from 0 to 1", o.verify)
	case o.patience < 0:
		return fmt.Errorf("--patience %v, want a time", o.patience)
	case o.plan.UnitDraws < 1 || o.plan.UnitDraws > survey.Most || o.plan.PackUnits < 1 ||
		o.plan.PackUnits > survey.Most || o.states == 0:
		return errors.New("--chunk, --pack and --game-states want positive numbers")
	case o.given["samples"] && (o.samples == 0 || o.samples > math.MaxInt64):
		return fmt.Errorf("--samples %d, want a positive number below 2^63", o.samples)
	}
	// An address is looked at before anything is made, as a wrong one is found out late.
	if o.given["server"] {
		if err := CheckURL(o.connection.URL); err != nil {
			return fmt.Errorf("--server: %w", err)
		}
	}
	return nil
}
