package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"github.com/spf13/cobra"

	"retroproof/chess"
	"retroproof/chess/lenient"
	"retroproof/cmd/retroproof/verb"
	"retroproof/kernel"
	"retroproof/kernel/proofgame"
	"retroproof/kernel/resolve"
)

func newProofgameCommand(a *verb.Env) *cobra.Command {
	// No time limit: a list's bytes must not depend on the machine.
	r := &proofgameRun{app: a, options: resolve.Options{}}
	var start string
	cmd := &cobra.Command{
		Use:   "proofgame FEN | - | -f [FILE] [-o PREFIX] | --exact N FEN",
		Short: "Find games that lead to positions",
		Long: `Find a legal game from the initial position, or from --start, to a position: it
proves that the position is legal. The game is built from an extended proof
kernel, and so it is long; it has been replayed, move by move, by independent
rules.

A position that "legal" can refute is illegal. If no game could be built
within the budget, A* searches for one; if there is still none, the answer is
unknown, and the exit code 4, with the kernels and the moves to the position nearest
to the goal. Another --seed may find one, with --rndkernel, or --kernel.

With --weights, --dynamic, --non-admissible, --nodes, --start-pgn, --no-kernel or
--shortest, A* searches at once, and nothing is built. Its games are short, and with
--shortest, or whenever the answer says "shortest", no game is shorter. It stops at
the first game. A* may also prove that there is no game ("Unreachable"), but
without a certificate.

"-" reads positions from stdin, one a line, and answers with FEN, verdict and game
in the tokens of texelutil, or, with --json, with an object each.

-f makes a pass over a list, of FILE or stdin: every position that is not decided
is tried once, with a budget that depends on its last one. What is written is the
next pass's input. With -o PREFIX all passes are made, to PREFIX00, PREFIX01 and so
on, until every position is decided or has been given up ("fail:"), after a try
with --states. A pass that was killed goes on where it ended, and a complete one is
not made again. doc/proofgames.md describes the lists.
Several machines share a list with --unit K --lines N, or --unit-env VAR for the number
in an environment variable: lines K*N+1 to K*N+N are answered, to a PREFIX of their own.

--exact N finds all games of exactly N plies, or of N.5 or N.0 moves, as composers
count them, and tells whether there is only one ("C+ unique") or the problem is
cooked. In the FEN, "?" stands for any castling rights or en passant square, and the
board alone is enough: N tells whose move it is. It stops
when it has found more games than --max, unless --all is given. --nodes is its budget.
doc/proofgame-exact.md describes it.

The options of texelutil's proofgame are taken as that program does: -w 1:5, -d,
-m N, -v, -na, -nokernel, -i FEN, -ipgn FILE, -f, -o, -retry, -rnd 5, -rndkernel.`,
		Example: `  retroproof proofgame "rnbqkbnr/ppp2ppp/8/3P4/3p4/8/PPP2PPP/RNBQKBNR w KQkq - 0 1"
  retroproof proofgame --shortest "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"
  retroproof proofgame -v -w 1:5 "r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 0 1"
  retroproof proofgame --json - < positions.txt
  retroproof proofgame -f positions.txt -o out --jobs 4 --pgn games.pgn
  retroproof proofgame -f positions.txt -o part.17. --unit 17 --lines 1000
  retroproof proofgame --exact 4.5 --all "rnbqkbnr/pppppp1p/8/8/4P3/5Q2/PPPPpPPP/RNB1K2R b KQkq - 0 1"`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := r.exact.usage(cmd, args); err != nil {
				return err
			}
			if !r.exact.wanted() {
				if err := r.usage(cmd, args); err != nil {
					return err
				}
			}
			if err := r.begin(cmd.Context(), start); err != nil {
				return err
			}
			if r.exact.wanted() {
				return r.runExact(cmd.Context(), args)
			}
			r.options.Refute.Log = r.app.Trace(r.search.verbose)
			switch {
			case r.file == "":
				return r.answerAll(cmd.Context(), args[0])
			case r.prefix != "":
				return r.passes(cmd.Context())
			}
			return r.onePass(cmd.Context())
		},
	}
	flags := cmd.Flags()
	flags.SetNormalizeFunc(normalizeTexel)
	flags.StringVarP(&start, "start", "i", chess.InitialFEN, "the position from which games start")
	flags.Uint64Var(&r.options.Game.Seed, "seed", 0, "of the random choices: one seed, one game")
	flags.Uint64Var(&r.options.Game.Seed, "rnd", 0, "the same as --seed")
	flags.Uint64Var(&r.options.Game.States, "states", proofgame.DefaultStates, "budget: moves that are looked at; of lists the largest budget")
	flags.BoolVar(&r.options.OnlyGlance, "no-kernel", false, "no kernels and last moves: only static rules refute, and A* searches at once; lists still construct (texelutil: -nokernel)")
	flags.BoolVar(&r.options.Game.RandomKernel, "rndkernel", false, "build from random kernels: another --seed, another kernel")
	flags.IntVar(&r.options.Game.MaxQuiet, "max-quiet", 0, "no games with more plies in a row without a capture or a pawn's move; 150 is the rule of 75 moves, 0 for no rule")
	flags.StringVarP(&r.file, "file", "f", "", "make a pass over the list FILE, or stdin")
	flags.Lookup("file").NoOptDefVal = "-"
	flags.StringVarP(&r.prefix, "out", "o", "", "make all passes, and write them to PREFIX00, PREFIX01, ...")
	flags.BoolVar(&r.retry, "retry", false, "with -f: begin again with positions that were given up, or are on their way")
	flags.IntVarP(&r.jobs, "jobs", "j", runtime.GOMAXPROCS(0), "with -f: positions to work on at once; with --exact: goroutines of one search")
	flags.BoolVar(&r.json, "json", false, "print JSON, one object a position")
	flags.StringVar(&r.pgn, "pgn", "", "write the games to FILE, too, as PGN")
	r.share.Add(flags)
	r.search.add(flags)
	r.exact.add(flags)
	return cmd
}

// proofgameRun is one run of proofgame.
type proofgameRun struct {
	app       *verb.Env
	options   resolve.Options
	search    searchFlags
	exact     exactFlags
	start     chess.Setup
	json      bool
	pgn       string   // the file, or ""
	games     *pgnFile // to which games are written when they are printed
	undecided bool

	// Of lists.
	file   string // "" for none, "-" for stdin
	share  verb.ListUnit
	prefix string
	retry  bool
	jobs   int
}

// usage looks at the arguments.
func (r *proofgameRun) usage(cmd *cobra.Command, args []string) error {
	if cmd.Flags().Changed("file") {
		if len(args) == 1 && r.file != "-" {
			return verb.Usagef("two files, %s and %s", r.file, args[0])
		}
		if r.file == "" {
			return verb.Usagef("--file without a name")
		}
		if len(args) == 1 {
			r.file = args[0]
		}
	}
	switch list := r.file != ""; {
	case !list && len(args) == 0:
		return verb.Usagef("proofgame needs a FEN, - or -f")
	case !list && (r.prefix != "" || r.retry):
		return verb.Usagef("-o and --retry are for lists: see -f")
	case r.options.Game.States == 0:
		return verb.Usagef("--states 0, want a positive number")
	case r.options.Game.MaxQuiet < 0:
		return verb.Usagef("--max-quiet %d, want a number of plies", r.options.Game.MaxQuiet)
	case r.jobs < 1:
		return verb.Usagef("--jobs %d, want 1 or more", r.jobs)
	case r.pgn == "-":
		return verb.Usagef("--pgn needs a file of its own")
	case cmd.Flags().Changed("seed") && cmd.Flags().Changed("rnd"):
		return verb.Usagef("--seed and --rnd at once: they are the same")
	}
	if err := r.share.Usage(cmd.Flags().Changed, r.file != "", "-f"); err != nil {
		return err
	}
	if r.search.verbose && r.file == "" {
		r.options.OnNearer = r.printNearer
	}
	return r.search.usage(cmd, &r.options, r.file != "", len(args) == 1 && args[0] == "-")
}

// begin reads where games begin.
func (r *proofgameRun) begin(ctx context.Context, start string) (err error) {
	r.options.Refute.Start = &r.start
	if r.search.pgn != "" {
		r.start, r.options.Begin, err = readBegin(r.app, ctx, r.search.pgn)
		return err
	}
	p, err := chess.ParsePosition(lenient.FEN(start))
	if err != nil {
		return fmt.Errorf("--start: %w", err)
	}
	r.start = p.Setup()
	return nil
}

// answerAll answers for an argument, or for all lines of stdin.
func (r *proofgameRun) answerAll(ctx context.Context, fen string) (err error) {
	if r.games, err = createPGN(r.pgn); err != nil {
		return err
	}
	err = r.app.Each(ctx, fen, func(text string, line int) error { return r.answer(ctx, text, line) })
	// A line that is malformed is no reason to lose the other games.
	if err != nil && verb.Code(err) != verb.ExitMalformed {
		r.games.Discard()
		return err
	}
	err = cmp.Or(err, r.games.Close())
	if err == nil && r.undecided {
		return verb.Exit(verb.ExitUndecided)
	}
	return err
}

// answer answers for one position, which stands in a line of stdin or in none.
func (r *proofgameRun) answer(ctx context.Context, fen string, line int) error {
	goal, err := chess.ParseFEN(fen)
	if err != nil {
		return err
	}
	a, err := resolve.Position(ctx, &goal, r.options)
	if errors.Is(err, proofgame.ErrKernel) {
		return verb.WithCode(verb.ExitMalformed, fmt.Errorf("--kernel: %w", err))
	}
	if err != nil {
		return err
	}
	if a.Verdict == kernel.Legal {
		if err := r.games.add(&r.start, fenOf(&a), a.Game); err != nil {
			return err
		}
	}
	r.undecided = r.undecided || a.Verdict == kernel.Unknown
	if r.json {
		return r.app.PrintJSON(r.oneAnswer(&a, line))
	}
	_, err = fmt.Fprintln(r.app.Stdout, r.text(&a, line > 0))
	if line == 0 {
		r.remark(&a)
	}
	return err
}

func fenOf(a *resolve.Answer) string { return a.Setup.FEN() }
