// Command retroproof-check checks certificates. It links nothing that searches: what has to be believed when it says
// VERIFIED is in the comment of package retroproof/proofs and of the packages that it names.
//
// Of a run that checks something the exit code is 0 if and only if all files are verified; only then is VERIFIED
// printed, as the last line of stdout, or with --json "verified":true about every file. Runs that check nothing exit
// with 0, too, and print no such thing: --help and --version.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"syscall"

	"retroproof"
	"retroproof/proofs/illegal/core"
	"retroproof/proofs/limits"
)

const usage = `usage: retroproof-check [flags] CNF PROOF
       retroproof-check [flags] MODEL RUN
       retroproof-check [flags] FILE...

Checks that PROOF refutes the formula CNF. CNF is DIMACS; PROOF is LRAT, text or binary; both may be
compressed by gzip; - is stdin. Or that RUN leads to a bad state of MODEL, a transition system, both in
AIGER's formats. Or checks FILEs, each of which holds all that is needed:

- a certificate of verdicts on positions, as "retroproof legal --certificate" writes it: everything in it is derived
  again from the positions;
- proof games, each replayed from its start to its position: lines of JSON, as "retroproof proofgame --json" writes them,
  and "retroproof games" from PGN and other lists; - is stdin;
- a certificate of how many games of a length lead to a position, as "retroproof exact --certificate"
  writes it: the games are counted again, but for positions that are refuted; - is stdin;
- answers to questions about positions, as "retroproof ask --certificate" writes them: every claim is derived again
  from the verdicts that follow it;
- a folder with a manifest, of "retroproof strategy prove --certify", of "retroproof krk prove --certify", of "retroproof
  reach --certify", or of "retroproof estimate run", whose draws are made again; or a pack of one, pack-NNNNNN.tar;
- a folder of "retroproof ursa --certify": the program is run, its solutions are evaluated, and that there are no others
  is proved about the formulas that it makes.

  --rup          PROOF is DRAT, which has no hints: it is asked for where a pipe hides that
  --list         print every position with its verdict
  --max-quiet N  refuse a game that goes on after N plies without a capture or a pawn's move: 150 is the rule
                 of 75 moves
  --games        accept positions that are called illegal in games and estimates, without looking at them
  --model FILE   a folder of "retroproof reach" has to be about this model
  --packs        of the folder of an estimate, check only that its manifest is the sum of those of its packs, and in
                 two-phase sampling which draws are chosen; a pack can be checked alone
  --spot N       of the folder of an estimate, check what --packs does, and N units that --seed S draws, in full; say
                 how many of all units may be wrong
  --root FILE    a folder of a unit alone, of "retroproof estimate get --unit", has to be one of the estimate whose
                 manifest.json FILE is
  --jobs N       check N units of an estimate at once; as many as there are processors by default
  --write-cnf DIR
                 write the clauses that refute kernel questions, HASH.cnf in DIMACS, with their proofs, HASH.lrat in
                 text LRAT, into DIR, for other checkers
  --coq DIR      write what is used of CNF and PROOF, or of each lemma in the folder of a strategy, into DIR, as a
                 theorem for Coq
  --memory N     give up when a file needs more than N megabytes of memory (default 640; the process takes up to
                 a quarter more), or, on Linux, more than there are
  --json         print a JSON object about every file instead
  --version      print the version; with --json as an object
  --help         print this

Prints VERIFIED and exits with 0 if all is verified, or says on stderr why not and exits with
1 NOT VERIFIED, 2 wrong usage, 3 malformed formula, 4 out of memory, 5 a file can't be read or the answer
can't be written, 130 interrupted. --help and --version exit with 0, too.
`

// idle is never touched, and takes no memory: the garbage collector counts it, and so waits for 16 MB of garbage.
var idle = make([]byte, 16<<20)

// The exit codes, those of retroproof.
const (
	exitVerified    = 0
	exitNotVerified = 1
	exitUsage       = 2
	exitMalformed   = 3
	exitUndecided   = 4
	exitIO          = 5
	exitInterrupted = 130
)

// options are the flags, and stdin for the argument "-".
type options struct {
	rup       bool
	list      *list // of positions that are verified
	gamesOnly bool
	maxQuiet  int
	sums      bool
	spot      uint64 // units of an estimate that are drawn; 0 for all
	seed      uint64
	jobs      int    // units of an estimate to check at once; 0 for as many as there are processors
	writeCNF  string // folder for formulas and their proofs
	coq       string // folder for formulas and their proofs as theorems
	memory    int64  // bytes
	model     string
	root      string // the manifest of the estimate that a unit is one of
	json      bool
	version   bool
	stdin     io.Reader
}

// limitProcess sets how much memory the process may take, so that garbage is collected in time. Tests run many
// checks in one process.
var limitProcess = func(int64) int64 { return 0 }

func main() {
	runtime.KeepAlive(idle)
	if os.Getenv("GOMEMLIMIT") == "" {
		limitProcess = debug.SetMemoryLimit
	}
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run is the whole program, apart from the process around it. It returns the exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	o, names, err := parse(args)
	o.stdin = stdin
	var answers []*answer
	switch {
	case errors.Is(err, flag.ErrHelp):
		return say(usage, stdout, stderr)
	case err == nil && o.version:
		return say(versionText(o.json), stdout, stderr)
	case err == nil && o.fit(room()) != nil:
		err = o.fit(room())
	case err == nil:
		o.memory = min(o.memory, limits.CheckMemory(room()))
		limitProcess(limits.ProcessMemory(o.memory))
		if o.list.wanted {
			o.list.left = o.memory / 4
			o.memory -= o.list.left
		}
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
		defer stop()
		answers, err = check(ctx, names, o)
	}
	switch code := exitCode(err); code {
	case exitVerified:
		return output(answers, o, stdout, stderr)
	case exitUsage:
		fmt.Fprintf(stderr, "retroproof-check: %v\nusage: retroproof-check [flags] CNF PROOF or FILE...; --help says more\n",
			err)
		return code
	case exitInterrupted:
		fmt.Fprintln(stderr, "retroproof-check: interrupted")
		return code
	default:
		fmt.Fprintf(stderr, "retroproof-check: %v\n", err)
		return code
	}
}

// leastMemory is with how much a check begins.
const leastMemory = 1 << 20

// fit says that there is no room for a check.
func (o *options) fit(room int64) error {
	if limits.CheckMemory(room) < leastMemory {
		return fmt.Errorf("%w: the process may take %d megabytes here, and needs more", limits.ErrMemory, room>>20)
	}
	return nil
}

// say prints what is no answer about a file.
func say(text string, stdout, stderr io.Writer) int {
	if _, err := io.WriteString(stdout, text); err != nil {
		fmt.Fprintf(stderr, "retroproof-check: writing the answer: %v\n", err)
		return exitIO
	}
	return exitVerified
}

// check checks all files. It returns as soon as the context is cancelled, even if reading blocks. The error is about
// the arguments, or the context's, or an internal one; those of files are in the answers.
func check(ctx context.Context, names []string, o options) ([]*answer, error) {
	type outcome struct {
		answers []*answer
		err     error
	}
	done := make(chan outcome, 1)
	go func() {
		r := outcome{err: errors.New("internal error")}
		defer func() {
			if p := recover(); p != nil {
				r = outcome{err: fmt.Errorf("internal error: %v", p)}
			}
			done <- r
		}()
		r.answers, r.err = dispatch(ctx, names, o)
	}()
	select {
	case r := <-done:
		return r.answers, r.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// parse reads flags before, between and after the other arguments.
func parse(args []string) (o options, names []string, err error) {
	o.list = &list{}
	flags := flag.NewFlagSet("retroproof-check", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.BoolVar(&o.rup, "rup", false, "")
	flags.BoolVar(&o.list.wanted, "list", false, "")
	flags.BoolVar(&o.json, "json", false, "")
	flags.BoolVar(&o.version, "version", false, "")
	flags.BoolVar(&o.gamesOnly, "games", false, "")
	flags.BoolVar(&o.sums, "packs", false, "")
	flags.Uint64Var(&o.spot, "spot", 0, "")
	flags.Uint64Var(&o.seed, "seed", 0, "")
	flags.IntVar(&o.jobs, "jobs", 0, "")
	flags.StringVar(&o.writeCNF, "write-cnf", "", "")
	flags.StringVar(&o.coq, "coq", "", "")
	flags.IntVar(&o.maxQuiet, "max-quiet", 0, "")
	flags.StringVar(&o.model, "model", "", "")
	flags.StringVar(&o.root, "root", "", "")
	memory := flags.Int64("memory", limits.DefaultMemory>>20, "")
	for {
		if err := flags.Parse(args); err != nil {
			return o, nil, &codedError{exitUsage, err}
		}
		if flags.NArg() == 0 {
			break
		}
		names = append(names, flags.Arg(0))
		args = flags.Args()[1:]
	}
	o.memory = *memory << 20
	given := map[string]bool{}
	flags.Visit(func(f *flag.Flag) { given[f.Name] = true })
	switch {
	case *memory < 1 || *memory > 1<<30:
		return o, nil, usageErrorf("--memory %d: expected a number of megabytes", *memory)
	case given["spot"] != given["seed"] || given["spot"] && (o.spot == 0 || o.sums):
		return o, nil, usageErrorf("--spot N, a positive number, needs --seed S and no --packs")
	case o.jobs < 0:
		return o, nil, usageErrorf("--jobs %d: expected a number of units", o.jobs)
	case o.maxQuiet < 0:
		return o, nil, usageErrorf("--max-quiet %d: expected a number of plies", o.maxQuiet)
	case len(names) == 0 && !o.version:
		return o, nil, usageErrorf("nothing to check: expected a formula and its proof, or files")
	}
	return o, names, nil
}

// codedError is an error that knows its exit code.
type codedError struct {
	code int
	err  error
}

func (e *codedError) Error() string { return e.err.Error() }
func (e *codedError) Unwrap() error { return e.err }

func usageErrorf(format string, args ...any) error {
	return &codedError{exitUsage, fmt.Errorf(format, args...)}
}

// outOfBudget reports whether a file was not verified for the want of memory, or of steps.
func outOfBudget(err error) bool {
	return errors.Is(err, limits.ErrMemory) || errors.Is(err, core.ErrVisits)
}

// exitCode chooses the exit code: 0 for nil only, and exitIO for errors that nobody classified, as they are no
// verdict on the proof.
func exitCode(err error) int {
	var coded *codedError
	switch {
	case err == nil:
		return exitVerified
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	case outOfBudget(err):
		return exitUndecided
	case errors.As(err, &coded) && coded.code != exitVerified:
		return coded.code
	default:
		return exitIO
	}
}

// versionText is what --version prints: a line, or with --json an object.
func versionText(asJSON bool) string {
	build := retroproof.BuildOf("retroproof-check")
	if !asJSON {
		return build.String() + "\n"
	}
	text, err := json.Marshal(build)
	if err != nil {
		panic(err) // strings and Booleans are always encoded
	}
	return string(text) + "\n"
}
