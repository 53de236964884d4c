package main

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"retroproof/batch"
	"retroproof/chess"
	"retroproof/chess/lenient"
	"retroproof/cmd/retroproof/verb"
	"retroproof/kernel"
	"retroproof/kernel/certify"
	"retroproof/kernel/proofgame"
	"retroproof/kernel/resolve"
	"retroproof/kernel/story"
)

func newLegalCommand(a *verb.Env) *cobra.Command {
	r := &legal{app: a, options: resolve.Options{Refute: kernel.DefaultDecideOptions, Effort: resolve.DefaultEffort}}
	var start, format string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "legal FEN|- | --in FILE --out FILE",
		Short: "Prove positions illegal, or legal",
		Long: `Try to prove that no game leads to a position, with its side to move, castling
rights and en passant square; and if that fails, build a game that does. The
answer is a verdict and a reason:

  illegal  proven: the reason is one of those of doc/illegality.md
  legal    ProofGame: here is a game; IsStart: the position is the start
  unknown  neither within the budgets

A game is replayed by independent rules before it is printed. --no-proofgame leaves
games out.

Budgets are numbers of nodes, positions and states, not times, so that a position has
the same answer on every machine and with any number of --jobs. Of an unknown verdict
the budgets that were used up are named. --time adds a limit for the refutation, and
with it answers depend on the machine. -v shows where the time goes: it logs each stage
of each position with its nodes, positions or states, its budget and its time.

An illegal position is explained in a few sentences; --explain prints all that is
known of it: the material, the men that never moved, and every last move and why it
is refuted; with --json as an object "story". --html FILE does so as a page with diagrams, for lists, too. For one legal
position the page has a shortest game if --shortest-nodes allows to find it.

"-" reads positions from stdin, one a line, and answers in the same order. So does
--in FILE --out FILE, with several jobs; a run that was killed goes on where its
output ended when the same command is given again: what has been answered is in
FILE.part until all is.

Several machines share a list with --unit K --lines N, or --unit-env VAR for the number
in an environment variable: lines K*N+1 to K*N+N are answered and nothing else, with
the numbers they have in the list. The files, put together in order, are that of one run.

With --certificate, what proves the verdicts is written to a file, one for all
positions of a run: retroproof-check FILE verifies it without any search, see
doc/certificates.md.

A line is a FEN, a JSON object with a field "fen", or a FEN with the tokens of
texelutil's proof game lists. A line that already has "legal:" and "proof:" is
copied, if the game is one. --format says what is written:
  text   FEN, verdict and reason, and of a legal position the game, in one line (the
         default on stdout)
  json   one object a line (the default with --out)
  texel  FEN and tokens as texelutil reads them`,
		Example: `  retroproof legal "rnbqkbnr/1ppppppp/p7/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
  retroproof legal --in samples.txt --out verdicts.jsonl --jobs 4
  retroproof legal --in samples.txt --out verdicts.17 --unit 17 --lines 1000
  retroproof legal --certificate proof.zip "8/8/8/8/8/8/8/Kk6 w - - 0 1" && retroproof-check proof.zip
  retroproof legal --html why.html "4k3/8/8/1pP5/B7/1P6/8/4K3 w - b6 0 1"`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if asJSON {
				format = string(legalJSON)
			}
			if err := r.usage(args, start, format); err != nil {
				return err
			}
			if r.options.NoGame && !cmd.Flags().Changed("effort") {
				// Most positions that the first round leaves have games.
				r.options.Effort = 1
			}
			if err := r.share.Usage(cmd.Flags().Changed, r.in != "", "--in"); err != nil {
				return err
			}
			r.options.Refute.Log = r.app.Trace(r.verbose)
			switch {
			case r.in == "" && args[0] != "-":
				if r.html != "" && !cmd.Flags().Changed("shortest-nodes") {
					r.shortestNodes = defaultShortestNodes
				}
				return r.one(cmd.Context(), args[0])
			case r.in == "":
				r.in = "-"
			}
			if r.out == "" {
				r.out = "-"
			}
			return r.stream(cmd.Context())
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&start, "start", "", "the position from which games start, instead of the initial one")
	flags.StringVar(&r.in, "in", "", "read positions from FILE, one a line; - is stdin")
	flags.StringVar(&r.out, "out", "", "write answers to FILE, in the order of the positions; - is stdout")
	r.share.Add(flags)
	flags.StringVar(&format, "format", "", "what to write: text, json or texel")
	flags.BoolVar(&asJSON, "json", false, "short for --format json")
	flags.BoolVar(&r.explain, "explain", false, "print all that is known; in lists, explain illegal verdicts (text and json)")
	flags.StringVar(&r.html, "html", "", "write a page about the positions, with diagrams, to FILE; - is stdout, without other answers")
	flags.Uint64Var(&r.shortestNodes, "shortest-nodes", 0, fmt.Sprintf("on pages: positions that each of two searches for a shorter game may keep, 0 for no search (default %d for a page of one position, 0 for lists)", defaultShortestNodes))
	flags.IntVar(&r.width, "width", 0, "wrap what --explain prints of one position at this column; 0 for never")
	flags.BoolVarP(&r.verbose, "verbose", "v", false, "log every stage of the search on stderr, with what it took and of which budgets, instead of progress")
	flags.IntVar(&r.jobs, "jobs", runtime.GOMAXPROCS(0), "positions to work on at once")
	refute := &r.options.Refute
	flags.Uint64Var(&refute.KernelNodes, "kernel-nodes", refute.KernelNodes, "budget of each search for proof kernels; as much for those of earlier positions together")
	flags.IntVar(&refute.LastMovePositions, "last-move-positions", refute.LastMovePositions, "budget of the last-move analysis; -1 for none")
	flags.Uint64Var(&refute.LastMoveKernelNodes, "last-move-kernel-nodes", refute.LastMoveKernelNodes, "budget of each search for kernels of an earlier position")
	flags.IntVar(&refute.CageStates, "cage-states", refute.CageStates, "budget of the search for men that cannot have come to where they stand together, and again for those of earlier positions; -1 for none")
	flags.Int64Var(&refute.FormulaConflicts, "formula-conflicts", refute.FormulaConflicts, "budget of the solver that decides whether there is a proof kernel; -1 for no solver")
	flags.IntVar(&r.options.Effort, "effort", r.options.Effort, fmt.Sprintf("rounds of refutation, 1 to %d: the first has the budgets that are given here, each other one larger ones; with --no-proofgame 1 if not given", resolve.MostEffort))
	flags.BoolVar(&r.options.NoGame, "no-proofgame", false, "only try to refute")
	flags.Uint64Var(&r.options.Game.States, "game-states", proofgame.DefaultStates, "budget of the construction of a game: moves that are looked at")
	flags.IntVar(&r.options.Game.MaxQuiet, "max-quiet", 0, "no games with more plies in a row without a capture or a pawn's move; 150 is the rule of 75 moves, 0 for no rule")
	flags.StringVar(&r.certificate, "certificate", "", "write to FILE what proves the verdicts")
	flags.Int64Var(&r.conflicts, "proof-conflicts", certify.DefaultConflicts, "budget of each proof in a certificate; -1 for no limit")
	flags.DurationVar(&refute.Time, "time", 0, "time limit of the refutation of a position, such as 2s; 0 for none")
	return cmd
}

// legalFormat is a way to write answers.
type legalFormat string

const (
	legalText  legalFormat = "text"
	legalJSON  legalFormat = "json"
	legalTexel legalFormat = "texel"
)

// legal is one run of the verb.
type legal struct {
	app     *verb.Env
	options resolve.Options
	in, out string
	share   verb.ListUnit
	format  legalFormat
	explain bool
	html    string // the page, if there is to be one
	width   int
	jobs    int
	verbose bool

	shortestNodes uint64 // for pages: budget of each search for a game shorter than the one built

	certificate string // the file, or ""
	conflicts   int64
	certified   bool // of one position
	certifier   *certify.Certifier
	part        *certify.Part     // of a list
	worst       int               // exit code for illegal positions without a certificate
	stories     []*story.Document // for the page
}

// usage looks at the flags, and fills in what follows from them.
func (r *legal) usage(args []string, start, format string) error {
	if start != "" {
		p, err := chess.ParsePosition(lenient.FEN(start))
		if err != nil {
			return fmt.Errorf("--start: %w", err)
		}
		s := p.Setup()
		r.options.Refute.Start = &s
	}
	switch f := legalFormat(format); f {
	case legalText, legalJSON, legalTexel:
		r.format = f
	case "":
		r.format = legalText
		if r.out != "" && r.out != "-" {
			r.format = legalJSON
		}
	default:
		return verb.Usagef("unknown --format %q (known: text, json, texel)", format)
	}
	switch {
	case r.certificate == "-" || r.certificate != "" && (r.certificate == r.out || r.certificate == r.in || r.certificate == r.html):
		return verb.Usagef("--certificate needs a file of its own")
	case r.jobs < 1:
		return verb.Usagef("--jobs %d, want 1 or more", r.jobs)
	case r.options.Game.States == 0:
		return verb.Usagef("--game-states 0, want a positive number; see --no-proofgame")
	case r.options.Game.MaxQuiet < 0:
		return verb.Usagef("--max-quiet %d, want a number of plies", r.options.Game.MaxQuiet)
	case r.options.Effort < 1 || r.options.Effort > resolve.MostEffort:
		return verb.Usagef("--effort %d, want 1 to %d", r.options.Effort, resolve.MostEffort)
	case r.options.Refute.Time < 0:
		return verb.Usagef("--time %v is negative", r.options.Refute.Time)
	case r.width < 0:
		return verb.Usagef("--width %d, want a number of columns, or 0", r.width)
	case r.html != "" && r.out != "" && r.out != "-":
		return verb.Usagef("--html and --out FILE at once: a run with --out may go on with an earlier one's answers, which a page needs, too; write the answers to stdout")
	case r.html == "-" && r.out == "-":
		return verb.Usagef("--html - and --out - at once: both are stdout")
	case r.in != "" && r.out != "" && r.in != "-" && batch.SameFile(r.in, r.out):
		return verb.Usagef("--in and --out are the same file")
	case r.in != "" && len(args) > 0:
		return verb.Usagef("a FEN and --in at once")
	case r.in == "" && len(args) == 0:
		return verb.Usagef("legal needs a FEN, - or --in")
	case r.in == "" && args[0] != "-" && r.out != "":
		return verb.Usagef("--out without --in")
	}
	return nil
}

// one answers for one position, with an explanation.
func (r *legal) one(ctx context.Context, fen string) (err error) {
	goal, err := chess.ParseFEN(lenient.FEN(fen))
	if err != nil {
		return verb.HintFile(err, fen)
	}
	if err := r.checkTargets(); err != nil {
		return err
	}
	began := time.Now()
	a, err := resolve.Position(ctx, &goal, r.options)
	if err != nil {
		return err
	}
	if r.certificate != "" {
		// The verdict stands all the same.
		uncertified := r.certifyOne(ctx, &a)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		defer func() { err = cmp.Or(err, uncertified) }()
	}
	var document *story.Document
	if r.html != "" || r.explain {
		if document, err = r.story(ctx, &a); err != nil {
			return err
		}
	}
	if r.html != "" {
		r.stories = append(r.stories, document)
		if err := r.page(); err != nil || r.html == "-" {
			return err
		}
	}
	hint, err := r.hint(ctx, &a)
	if err != nil {
		return err
	}
	switch r.format {
	case legalJSON:
		answer := legalAnswer(&a, true)
		answer.EnPassantHint = hint
		if r.certified {
			answer.Certificate = r.certificate
		}
		if r.explain {
			answer.Story = document.JSON()
		}
		answer.Seconds = time.Since(began).Seconds()
		return r.app.PrintJSON(answer)
	case legalTexel:
		_, err = fmt.Fprintln(r.app.Stdout, legalTokens(&a, nil))
		return err
	}
	if r.explain {
		if err := document.WriteText(r.app.Stdout, r.width); err != nil {
			return err
		}
	} else {
		fmt.Fprintln(r.app.Stdout, verdictText(&a))
		if text := explanation(&a); text != "" {
			fmt.Fprintln(r.app.Stdout, text)
		}
	}
	if len(hint) > 0 {
		fmt.Fprintln(r.app.Stdout, hintText(hint))
	}
	return nil
}

// hint returns the en passant squares that an illegal position may lack: with them it is not refuted.
func (r *legal) hint(ctx context.Context, a *resolve.Answer) (names []string, err error) {
	squares, err := a.EnPassantHint(ctx, r.options.Refute)
	for _, sq := range squares {
		names = append(names, sq.String())
	}
	return names, err
}

func hintText(squares []string) string {
	return fmt.Sprintf("With the en passant square %s it is not refuted.", strings.Join(squares, " or "))
}

// checkTargets refuses names of files that cannot be written in the end.
func (r *legal) checkTargets() error {
	for _, name := range []string{r.certificate, r.html} {
		if name == "" || name == "-" {
			continue
		}
		if err := batch.CheckTarget(name); err != nil {
			return err
		}
	}
	return nil
}

// explanation is what there is to say about a verdict: why, or the game.
func explanation(a *resolve.Answer) string {
	if len(a.Game) > 0 {
		return numbered(&a.Start, a.Game)
	}
	return story.Explain(&a.Decision)
}

// verdictText is the verdict and its reason, or what is known instead. No word of it
// but the verdict ends in a colon: lists read it again.
func verdictText(a *resolve.Answer) string {
	switch {
	case len(a.Game) > 0:
		return fmt.Sprintf("%s %s, %s", a.Verdict, a.Reason, verb.Counted(len(a.Game), "ply", "plies"))
	case a.Verdict != kernel.Unknown:
		return fmt.Sprintf("%s %s", a.Verdict, a.Reason)
	}
	var known []string
	switch a.Kernel.Status {
	case kernel.ExtendedFound:
		known = append(known, "there is an extended proof kernel")
	case kernel.KernelFound:
		known = append(known, "there is a proof kernel")
	}
	if len(a.OutOfBudget) > 0 {
		known = append(known, "out of budget (--"+strings.ReplaceAll(a.OutOfBudget.String(), ",", ", --")+")")
	}
	if len(known) == 0 {
		return a.Verdict.String()
	}
	return a.Verdict.String() + ": " + strings.Join(known, "; ")
}

// legalJSONAnswer is an answer as JSON.
type legalJSONAnswer struct {
	Schema        string      `json:"schema"`
	Line          int         `json:"line,omitempty"`
	FEN           string      `json:"fen"`
	Start         string      `json:"start,omitempty"`
	Verdict       string      `json:"verdict"`
	Reason        string      `json:"reason,omitempty"`
	Explanation   string      `json:"explanation,omitempty"`
	EnPassantHint []string    `json:"en_passant_hint,omitempty"` // with such a square it is not refuted
	Story         *story.JSON `json:"story,omitempty"`           // with --explain, for a single position
	Certificate   string      `json:"certificate,omitempty"`     // the file with what proves it
	Kernel        string      `json:"kernel_status,omitempty"`
	KernelMoves   *string     `json:"kernel,omitempty"`
	ExtKernel     *string     `json:"extended_kernel,omitempty"`
	Nodes         uint64      `json:"nodes,omitempty"`
	Positions     int         `json:"positions,omitempty"`
	OutOfBudget   string      `json:"out_of_budget,omitempty"` // the budgets that ended searches, of an unknown verdict
	Seconds       float64     `json:"seconds,omitempty"`
	Plies         *int        `json:"plies,omitempty"`  // of the game
	Game          string      `json:"game,omitempty"`   // SAN
	Column        int         `json:"column,omitempty"` // of a line that is no position: where the mistake is, in bytes from 1
	Error         string      `json:"error,omitempty"`
}

const legalSchema = "retroproof.legal/1"

// legalAnswer makes the JSON answer.
func legalAnswer(d *resolve.Answer, explain bool) legalJSONAnswer {
	a := legalJSONAnswer{
		Schema: legalSchema, FEN: d.Setup.FEN(), Verdict: d.Verdict.String(), Reason: string(d.Reason),
		Nodes: d.Nodes, Positions: d.Positions, OutOfBudget: d.OutOfBudget.String(),
	}
	if d.Start != chess.InitialSetup() {
		a.Start = d.Start.FEN()
	}
	switch {
	case d.Verdict == kernel.Legal:
		plies := len(d.Game)
		a.Plies, a.Game = &plies, strings.Join(d.Game, " ")
		if plies > 0 {
			return a // which explains itself
		}
	case d.Verdict == kernel.Unknown:
		a.Kernel = d.Kernel.Status.String()
		if d.Kernel.Kernel != "" || d.Kernel.Status == kernel.ExtendedFound {
			a.KernelMoves = &d.Kernel.Kernel
		}
		if d.Kernel.Status == kernel.ExtendedFound {
			a.ExtKernel = &d.Kernel.Extended
		}
	}
	if explain {
		a.Explanation = story.Explain(&d.Decision)
	}
	return a
}
