package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math"
	"runtime"
	"slices"
	"strings"
	"time"

	"retroproof/kernel/proofgame"
	"retroproof/proofs/survey"
)

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
