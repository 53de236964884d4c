// Command retroproof-check checks certificates. It links nothing that searches: what has to be believed when it says
// VERIFIED is in the package comments of retroproof/proofs and retroproof/kernel/certificate.
//
// It prints VERIFIED if and only if it exits with 0. That is why --help exits with 2.
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"retroproof/chess/lenient"
	"retroproof/proofs"
)

const usage = `usage: retroproof-check [--rup] [--memory N] CNF PROOF
       retroproof-check [--memory N] [--list] [--max-quiet N] FILE
       retroproof-check [--list] [--max-quiet N] [--games] [--start FEN] GAMES
       retroproof-check [--memory N] [--list] [--max-quiet N] [--games] DIR

Checks that PROOF refutes the formula CNF. CNF is DIMACS; PROOF is LRAT, text or binary; both may be
compressed by gzip; - is stdin. FILE is a certificate of verdicts on positions, as "retroproof legal
--certificate" writes them: everything in it is derived again from the positions. GAMES are proof games, each
replayed from its start to its position: PGN with a tag GoalFEN each, a list with the tokens of texelutil, or
JSON lines; - is stdin. DIR is a folder of certificates with a manifest: of "retroproof krk prove --certify", or,
with all but --memory, of "retroproof estimate run", whose draws are made again.

  --rup        PROOF is DRUP, or DRAT without RAT steps: no hints, slow
  --list       print every position of FILE, GAMES or DIR with its verdict
  --max-quiet N  refuse a game that goes on after N plies without a capture or a pawn's move: 150 is the rule
               of 75 moves
  --games      accept positions that GAMES or DIR calls illegal, without looking at them
  --start FEN  the games of a list with tokens start there: PGN and JSON tell it themselves
  --memory N   give up when more than N megabytes are needed (default 4096)

Prints VERIFIED and exits with 0, or says on stderr why not and exits with
1 NOT VERIFIED, 2 wrong usage, 3 malformed formula, 4 out of memory, 5 a file can't be read or the answer
can't be written, 130 interrupted.
`

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
	list      bool
	gamesOnly bool
	start     string
	maxQuiet  int
	memory    int64 // bytes
	stdin     io.Reader
}

// checkFolder checks a folder of certificates and returns lines about what was verified. It returns nil for an error
// only if everything was. Tests put another one in its place.
var checkFolder = checkCertificate

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run is the whole program, apart from the process around it. It returns the exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	report, err := check(ctx, args, stdin)
	code := exitCode(err)
	switch code {
	case exitVerified:
		// VERIFIED comes last, and everything in one write: if the answer is cut short, then so is that word.
		if _, err := io.WriteString(stdout, report+"VERIFIED\n"); err != nil {
			fmt.Fprintf(stderr, "retroproof-check: writing the answer: %v\n", err)
			return exitIO
		}
	case exitNotVerified:
		fmt.Fprintf(stderr, "retroproof-check: NOT VERIFIED: %v\n", err)
	case exitUndecided:
		fmt.Fprintf(stderr, "retroproof-check: undecided: %v; see --memory\n", err)
	case exitUsage:
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintf(stderr, "retroproof-check: %v\n", err)
		}
		fmt.Fprint(stderr, usage)
	case exitInterrupted:
		fmt.Fprintln(stderr, "retroproof-check: interrupted")
	default:
		fmt.Fprintf(stderr, "retroproof-check: %v\n", err)
	}
	return code
}

// check does what the arguments say. It returns as soon as the context is cancelled, even if reading blocks.
func check(ctx context.Context, args []string, stdin io.Reader) (string, error) {
	o, names, err := parse(lenient.Arguments(args)) // a FEN may come without quotation marks
	if err != nil {
		return "", &codedError{exitUsage, err}
	}
	o.stdin = stdin
	type result struct {
		report string
		err    error
	}
	done := make(chan result, 1)
	go func() {
		r := result{err: errors.New("internal error")}
		defer func() {
			if p := recover(); p != nil {
				r = result{err: fmt.Errorf("internal error: %v", p)}
			}
			done <- r
		}()
		r.report, r.err = dispatch(ctx, names, o)
	}()
	select {
	case r := <-done:
		return r.report, r.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// parse reads flags before, between and after the other arguments.
func parse(args []string) (o options, names []string, err error) {
	flags := flag.NewFlagSet("retroproof-check", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.BoolVar(&o.rup, "rup", false, "")
	flags.BoolVar(&o.list, "list", false, "")
	flags.BoolVar(&o.gamesOnly, "games", false, "")
	flags.StringVar(&o.start, "start", "", "")
	flags.IntVar(&o.maxQuiet, "max-quiet", 0, "")
	memory := flags.Int64("memory", proofs.DefaultMemory>>20, "")
	for {
		if err := flags.Parse(args); err != nil {
			return o, nil, err
		}
		if flags.NArg() == 0 {
			break
		}
		names = append(names, flags.Arg(0))
		args = flags.Args()[1:]
	}
	if *memory < 1 || *memory > 1<<30 {
		return o, nil, fmt.Errorf("--memory %d: expected a number of megabytes", *memory)
	}
	if o.maxQuiet < 0 {
		return o, nil, fmt.Errorf("--max-quiet %d: expected a number of plies", o.maxQuiet)
	}
	o.memory = *memory << 20
	return o, names, nil
}

func dispatch(ctx context.Context, names []string, o options) (string, error) {
	switch {
	case len(names) == 1:
		return checkOne(ctx, names[0], o)
	case o.aboutPositions() != "":
		return "", o.notForThis()
	case len(names) == 2 && names[0] == "-" && names[1] == "-":
		return "", &codedError{exitUsage, errors.New("only one of the files can be stdin")}
	case len(names) == 2:
		return checkPair(ctx, names[0], names[1], o)
	}
	return "", &codedError{exitUsage, fmt.Errorf("%d arguments, expected a formula and its proof, or a folder", len(names))}
}

// aboutPositions returns a flag that was given and is for evidence about positions,
// or "".
func (o options) aboutPositions() string {
	switch {
	case o.list:
		return "--list"
	case o.maxQuiet > 0:
		return "--max-quiet"
	case o.gamesOnly:
		return "--games"
	case o.start != "":
		return "--start"
	}
	return ""
}

func (o options) notForThis() error {
	return &codedError{exitUsage, fmt.Errorf("%s is for certificates of positions and for games", o.aboutPositions())}
}

// checkOne checks a file or folder that holds all that it needs.
func checkOne(ctx context.Context, name string, o options) (string, error) {
	if o.rup {
		return "", &codedError{exitUsage, errors.New("--rup is for a pair of files")}
	}
	if name == "-" {
		return checkGames(ctx, o.stdin, "<stdin>", o)
	}
	// The file is opened once: what was read of a pipe does not come again.
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	if info.IsDir() {
		return checkAnyFolder(ctx, name, o)
	}
	in := bufio.NewReaderSize(f, sniffed)
	head, err := in.Peek(sniffed)
	if err != nil && err != io.EOF {
		return "", err
	}
	switch kind := sniff(head); {
	case kind == isContainer && (o.gamesOnly || o.start != ""):
		return "", &codedError{exitUsage, errors.New("--games and --start are for games: a certificate tells its start, and has evidence for everything")}
	case kind == isContainer:
		if !info.Mode().IsRegular() {
			return "", &codedError{exitUsage, fmt.Errorf("%s is a certificate, which has to be a file, as it is read from its end", name)}
		}
		return checkContainer(ctx, f, info.Size(), o)
	case kind == isGames:
		return checkGames(ctx, in, name, o)
	}
	return "", &codedError{exitUsage, fmt.Errorf("expected a proof after the formula %s, which is no certificate and no list of games", name)}
}

// codedError is an error that knows its exit code.
type codedError struct {
	code int
	err  error
}

func (e *codedError) Error() string { return e.err.Error() }
func (e *codedError) Unwrap() error { return e.err }

// exitCode chooses the exit code: 0 for nil only, and exitIO for errors that nobody classified, as they are no
// verdict on the proof.
func exitCode(err error) int {
	var coded *codedError
	switch {
	case err == nil:
		return exitVerified
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	case errors.Is(err, proofs.ErrMemory):
		return exitUndecided
	case errors.As(err, &coded) && coded.code != exitVerified:
		return coded.code
	default:
		return exitIO
	}
}
