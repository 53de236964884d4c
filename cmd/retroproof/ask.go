package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"retroproof/batch"
	"retroproof/chess"
	"retroproof/chess/lenient"
	"retroproof/cmd/retroproof/verb"
	"retroproof/kernel/ask"
	"retroproof/kernel/astar"
	"retroproof/kernel/certify"
	"retroproof/kernel/resolve"
	"retroproof/kernel/rules"
	"retroproof/kernel/story"
)

func newAskCommand(*verb.Env) *cobra.Command {
	return &cobra.Command{
		Use:   "ask",
		Short: "Answer questions about a position, with evidence",
		Long: `Answer questions about a position: each answer is possible, with a game that shows it;
impossible, with a refutation; or open, if neither is found within the budgets.

  last-moves  which moves can have led here, and whether only one can
  rights      who may still castle, and whether a capture en passant is proven
  fields      what the unknown fields of a FEN can be
  men         where the men came from, which never moved, what was captured
  promoted    which men are promoted
  captures    what was captured, and where
  tempo       how many moves each side needs, and has to spare
  release     how far back men that block each other were loose
  level       one word on each position of a list, for servers

With --certificate FILE the evidence is written to a file, which
"retroproof-check FILE" verifies without any search. doc/ask.md says more.`,
	}
}

// lastResortNodes is the budget of the search for a game from a given start.
const lastResortNodes = 20_000

// askRun is one run of a verb below ask.
type askRun struct {
	app         *verb.Env
	options     ask.Options
	start       string
	json        bool
	explain     bool
	html        string
	certificate string
	conflicts   int64
	answers     int

	stopped   error // the context's, if the answer that is printed is what was known when it was interrupted
	collected *ask.Certificate
	documents []*story.Document
}

// plainFlags adds the flags that all questions have.
func (r *askRun) plainFlags(f *pflag.FlagSet) {
	r.options.Resolve.Effort, r.options.Games, r.options.Positions = resolve.DefaultEffort, ask.DefaultGames, ask.DefaultPositions
	f.StringVar(&r.start, "start", "", "the position from which games start, instead of the initial one")
	f.BoolVar(&r.json, "json", false, "print JSON, one object a position")
	f.BoolVar(&r.explain, "explain", false, "print the answer in prose, with the reasons")
	f.StringVar(&r.html, "html", "", "write a page with the answers and diagrams to FILE")
}

// flags adds the flags of questions that verdicts on positions answer.
func (r *askRun) flags(f *pflag.FlagSet) {
	r.plainFlags(f)
	r.certificateFlags(f)
	f.IntVar(&r.options.Resolve.Effort, "effort", r.options.Resolve.Effort, fmt.Sprintf("rounds of refutation, 1 to %d, each with larger budgets", resolve.MostEffort))
	f.BoolVar(&r.options.Resolve.NoGame, "no-proofgame", false, "only try to refute: what is not impossible stays open")
	f.IntVar(&r.options.Games, "games", ask.DefaultGames, "attempts to build a game for an answer, each for another position")
	f.IntVar(&r.options.Positions, "last-move-positions", ask.DefaultPositions, "budget of the last-move analyses of a question, but for its first round")
}

// certificateFlags adds the flags of questions with certificates.
func (r *askRun) certificateFlags(f *pflag.FlagSet) {
	f.StringVar(&r.certificate, "certificate", "", "write to FILE what proves the answers")
	f.Int64Var(&r.conflicts, "proof-conflicts", certify.DefaultConflicts, "budget of each proof in a certificate; -1 for no limit")
}

// run answers for an argument, or for all lines of stdin.
func (r *askRun) run(ctx context.Context, arg string, one func(fen string, line int) error) error {
	if r.options.Resolve.Effort < 1 || r.options.Resolve.Effort > resolve.MostEffort {
		return verb.Usagef("--effort %d, want 1 to %d", r.options.Resolve.Effort, resolve.MostEffort)
	}
	if r.options.Games < 1 || r.options.Positions < 1 {
		return verb.Usagef("--games and --last-move-positions want positive numbers")
	}
	if r.certificate == "-" || r.certificate != "" && r.certificate == r.html {
		return verb.Usagef("--certificate needs a file of its own")
	}
	if r.start != "" {
		p, err := chess.ParsePosition(lenient.FEN(r.start))
		if err != nil {
			return fmt.Errorf("--start: %w", err)
		}
		s := p.Setup()
		r.options.Resolve.Refute.Start = &s
		// Near small starts a search finds games where none can be constructed.
		r.options.Resolve.LastResort = &astar.Options{Nodes: lastResortNodes}
	}
	for _, name := range []string{r.certificate, r.html} {
		if name != "" && name != "-" {
			if err := batch.CheckTarget(name); err != nil {
				return err
			}
		}
	}
	r.collected = ask.NewCertificate(certify.Options{Tool: build.Tool(), Start: r.options.Resolve.Refute.Start, Conflicts: r.conflicts})
	write := func(w io.Writer) error { return story.WriteHTML(w, r.documents...) }
	if err := r.app.Each(ctx, arg, one); err != nil {
		if r.stopped != nil && r.html == "-" {
			return cmp.Or(write(r.app.Stdout), err)
		}
		return err
	}
	if r.html != "" {
		if r.html == "-" {
			return write(r.app.Stdout)
		}
		if err := batch.WriteFile(r.html, write); err != nil {
			return err
		}
	}
	if r.certificate == "" {
		return nil
	}
	if r.collected.Claims() == 0 {
		fmt.Fprintf(r.app.Stderr, "retroproof: %s is not written: there is nothing to claim\n", r.certificate)
		return nil
	}
	return batch.WriteFile(r.certificate, r.collected.Write)
}

// setup reads a position, which need not be one that can be played on from.
func (r *askRun) setup(fen string) (*chess.Setup, error) {
	s, err := chess.ParseFEN(fen)
	return &s, err
}

// claimed is the name of the certificate, for an answer with claims in it.
func (r *askRun) claimed() string {
	if r.stopped != nil {
		return ""
	}
	return r.certificate
}

// incomplete is what an answer says that was interrupted.
const incomplete = "incomplete: interrupted before everything was decided"

// print prints an answer: as JSON, in prose, or as lines. claims adds its claims, unless it was interrupted. Then the error is
// the context's.
func (r *askRun) print(ctx context.Context, line int, document *story.Document, lines []string, object any, claims func(context.Context) error) error {
	if r.stopped != nil {
		document.Parts = append(document.Parts, story.Paragraph{{Text: "The answer is " + incomplete + "."}})
		lines = append(lines, incomplete)
	} else if r.certificate != "" {
		if err := claims(ctx); err != nil {
			return certifyError(err)
		}
	}
	return cmp.Or(r.write(line, document, lines, object), r.stopped)
}

// write prints an answer, or keeps it for the page.
func (r *askRun) write(line int, document *story.Document, lines []string, object any) error {
	if r.html != "" {
		r.documents = append(r.documents, document)
		if r.html == "-" {
			return nil
		}
	}
	r.answers++
	switch {
	case r.json:
		return r.app.PrintJSON(object)
	case r.explain:
		if r.answers > 1 {
			fmt.Fprintln(r.app.Stdout)
		}
		return document.WriteText(r.app.Stdout, 0)
	case line > 0:
		if r.stopped != nil {
			lines[0] += "; " + incomplete
		}
		_, err := fmt.Fprintln(r.app.Stdout, document.FEN+" "+lines[0])
		return err
	}
	_, err := fmt.Fprintln(r.app.Stdout, strings.Join(lines, "\n"))
	return err
}

// startFEN is the start for JSON: "" for the initial position.
func (r *askRun) startFEN() string {
	if s := r.options.Resolve.Refute.Start; s != nil && *s != *rules.StartOr(nil) {
		return s.FEN()
	}
	return ""
}

// kindForm is what --kind can be: the kinds of ask.LastMove, and any.
var kindForm = regexp.MustCompile(`^(any|[KQRBNP]-|P--|[KQRBNP]x[QRBNP]|P(-|x[QRBN])=[QRBN]|ep|O-O(-O)?)$`)

func newAskLastMovesCommand(a *verb.Env) *cobra.Command {
	r := &askRun{app: a}
	var plies int
	var kind string
	cmd := &cobra.Command{
		Use:   "last-moves FEN|-",
		Short: "Which moves can have led to a position",
		Long: `Decide for every un-move of a position whether it can have been the last move of a
game: possible, with a game to the position before; impossible, if all positions
before it are refuted; or open. If all but one are impossible, the last move is unique.

Each line has a move and its kind, as lists of problems have it: the man that moved,
"-" or "x" and what it captured, and "=" and what a pawn became; "P--" is a double
step, "ep" a capture en passant.

--plies N asks for the moves before these, too, up to N plies. "-" reads FENs from
stdin, one a line, and prints a line for each; --kind KIND prints only those with a
unique last move of a kind, and --kind any all with a unique one.`,
		Example: `  retroproof ask last-moves "8/8/8/8/8/1P6/1PkPP3/KR1b4 b - - 0 1"
  retroproof ask last-moves --certificate last.cert "3Brk1K/2p1pp1p/8/8/8/8/8/8 b - - 0 1" && retroproof-check last.cert`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if plies < 1 {
				return verb.Usagef("--plies %d, want a positive number", plies)
			}
			if kind != "" && !kindForm.MatchString(kind) {
				return verb.Usagef("--kind %q, want any, or a kind such as K-, BxN, P--, P-=Q, PxR=N, ep or O-O", kind)
			}
			return r.run(cmd.Context(), args[0], func(fen string, line int) error {
				return r.lastMoves(cmd.Context(), fen, line, plies, kind)
			})
		},
	}
	r.flags(cmd.Flags())
	cmd.Flags().IntVar(&plies, "plies", 1, "how far back to go")
	cmd.Flags().StringVar(&kind, "kind", "", `print only positions with a unique last move of a kind, such as "KxR", or "any"`)
	return cmd
}

func (r *askRun) lastMoves(ctx context.Context, fen string, line, plies int, kind string) error {
	s, err := r.setup(fen)
	if err != nil {
		return err
	}
	l, cut, err := ask.AskTree(ctx, s, plies, r.options)
	if l == nil {
		return err
	}
	r.stopped = err
	if u := l.Unique(); kind != "" && (u == nil || kind != "any" && u.Kind != kind) {
		return err
	}
	if cut {
		fmt.Fprintf(r.app.Stderr, "retroproof: %s: the tree ends early, after %d positions before\n", fen, ask.DefaultQuestions)
	}
	lines := append([]string{l.Summary()}, lastMoveLines(l, "")...)
	if forced := l.Forced(); plies > 1 && len(forced) > 0 {
		var list []string
		for _, m := range forced {
			list = append(list, m.Text)
		}
		lines = append(lines, "unique from the end: "+strings.Join(list, ", "))
	}
	return r.print(ctx, line, l.Document(), lines, r.lastMovesJSON(l, line), func(ctx context.Context) error { return r.collected.LastMoves(ctx, l) })
}

// lastMoveLines are the lines of a tree: verdict, move, kind, and the reasons if it is impossible.
func lastMoveLines(l *ask.LastMoves, indent string) []string {
	var lines []string
	for _, v := range []ask.Verdict{ask.Possible, ask.Open, ask.Impossible} {
		for i := range l.Moves {
			m := &l.Moves[i]
			if m.Verdict != v {
				continue
			}
			text := fmt.Sprintf("%s%-10s  %s  %s", indent, v, m.Text, m.Kind)
			if reasons := m.Reasons(); v == ask.Impossible && len(reasons) > 0 {
				text += "  " + strings.Join(reasons, ",")
			}
			lines = append(lines, text)
			for j, earlier := range m.Earlier {
				if earlier != nil {
					lines = append(lines, indent+"  "+m.Before[j].Setup.FEN()+": "+earlier.Summary())
					lines = append(lines, lastMoveLines(earlier, indent+"    ")...)
				}
			}
		}
	}
	return lines
}

func newAskRightsCommand(a *verb.Env) *cobra.Command {
	r := &askRun{app: a}
	cmd := &cobra.Command{
		Use:   "rights FEN|-",
		Short: "Who may still castle, and whether a capture en passant is proven",
		Long: `Decide the castling rights and en passant squares of a diagram, of which only the men
and the side to move count: those of the FEN are ignored. A right is possible if a game
leads to the position with it, and impossible if all such positions are refuted.

By the conventions of problems, castling is permitted unless it is proven not to be,
and a capture en passant only if the double step is proven. Pairs of rights that exclude
each other are told, and the parts into which PRA divides the solution; RS and AP are
explained in doc/ask.md.`,
		Example: `  retroproof ask rights "r3k2r/ppp1p1pp/8/8/8/8/8/R1R1K2R b - - 0 1"`,
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx := cmd.Context()
			return r.run(ctx, args[0], func(fen string, line int) error {
				s, err := r.setup(fen)
				if err != nil {
					return err
				}
				answer, err := ask.AskRights(ctx, s, r.options)
				if answer == nil {
					return err
				}
				r.stopped = err
				lines := answer.Sentences()
				if line > 0 {
					lines = []string{strings.Join(lines, " ")}
				}
				return r.print(ctx, line, answer.Document(), lines, r.rightsJSON(answer, line), func(ctx context.Context) error { return r.collected.Fields(ctx, answer.Fields) })
			})
		},
	}
	r.flags(cmd.Flags())
	return cmd
}

func newAskFieldsCommand(a *verb.Env) *cobra.Command {
	r := &askRun{app: a}
	cmd := &cobra.Command{
		Use:   "fields FEN|-",
		Short: "What the unknown fields of a FEN can be",
		Long: `Decide what the unknown fields of a FEN can be. A field is unknown if it is "?":

  a square        ? any man, X any of White's, x any of Black's, * any man or none
  side to move    ?
  castling        ? for all four rights; after a letter for one right, as in "KQ?k"
  en passant      ?
  clocks          they are ignored, whatever is there

Of all positions that the FEN stands for, each is decided. A value of a field is
possible if a game leads to a position with it, and impossible if all positions with it
are refuted; it is forced if all other values are impossible. "castling -K" is that
White may not castle short. If no field is unknown, the answer is that on one position.`,
		Example: `  retroproof ask fields "r3k2r/ppp1p1pp/8/8/8/8/8/R1R1K2R ? K?Q?k?q? - 0 1"
  retroproof ask fields "k1K5/8/8/8/8/8/8/?7 b - - 0 1"`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx := cmd.Context()
			return r.run(ctx, args[0], func(fen string, line int) error {
				answer, err := ask.AskFields(ctx, fen, r.options)
				if answer == nil {
					return verb.WithCode(verb.ExitMalformed, err)
				}
				r.stopped = err
				return r.print(ctx, line, answer.Document(), fieldLines(answer, line > 0), r.fieldsJSON(answer, line), func(ctx context.Context) error { return r.collected.Fields(ctx, answer) })
			})
		},
	}
	r.flags(cmd.Flags())
	return cmd
}

// fieldLines are the lines of an answer about fields; in lists there is one.
func fieldLines(f *ask.Fields, list bool) []string {
	lines := []string{fmt.Sprintf("positions: %d; not illegal: %d", len(f.Positions), len(f.Left()))}
	switch {
	case len(f.Positions) == 0:
		lines = append(lines, "the diagram alone excludes every position: the rules are in doc/ask.md")
	case len(f.Values) == 0: // a FEN without unknown fields
		p := f.Positions[0]
		lines = append(lines, strings.TrimSpace(fmt.Sprintf("%s %s", p.Verdict, p.Reason)))
	}
	for _, v := range f.Values {
		text := fmt.Sprintf("%-10s  %s %s", v.Verdict, v.Field, v.Value)
		if v.Forced {
			text += "  forced"
		}
		lines = append(lines, text)
	}
	if list {
		return []string{strings.Join(lines, "; ")}
	}
	return lines
}

// newAskMenCommand returns the verbs men, promoted and captures.
func newAskMenCommand(use, short, long, example string, text func(*ask.Men, chess.Square) []string) func(*verb.Env) *cobra.Command {
	return func(a *verb.Env) *cobra.Command {
		r := &askRun{app: a}
		var square string
		cmd := &cobra.Command{
			Use: use + " FEN|-", Short: short, Long: long, Example: example, Args: cobra.ExactArgs(1),
			RunE: func(cmd *cobra.Command, args []string) error {
				ctx := cmd.Context()
				at := chess.NoSquare
				if square != "" {
					var err error
					if at, err = chess.ParseSquare(square); err != nil {
						return verb.Usagef("--square: %v", err)
					}
				}
				return r.run(ctx, args[0], func(fen string, line int) error {
					s, err := r.setup(fen)
					if err != nil {
						return err
					}
					if at != chess.NoSquare && s.Board[at] == chess.NoMan {
						return verb.WithCode(verb.ExitMalformed, fmt.Errorf("--square %s: no man is there", at))
					}
					m, err := ask.AskMen(ctx, s, r.options)
					if m == nil {
						return err
					}
					r.stopped = err
					lines := []string{m.Verdict()}
					if !m.Illegal() {
						lines = append(lines, text(m, at)...)
					}
					if line > 0 {
						lines = []string{strings.Join(lines, " ")}
					}
					return r.print(ctx, line, m.Document(), lines, r.menJSON(m, line), func(ctx context.Context) error { return r.collected.Men(ctx, m) })
				})
			},
		}
		r.flags(cmd.Flags())
		if use == "men" {
			cmd.Flags().StringVar(&square, "square", "", "tell only about the man on this square")
		}
		return cmd
	}
}

var (
	newAskWhoCommand = newAskMenCommand("men", "Where the men came from, and which never moved",
		`Tell of every man of a position which men of the start it can have been, whether it
can be promoted, and whether it can be that it never moved. What is certain follows from
men that never move, from where men can get, and from counting; what is possible is
shown by one game. --square h1 asks about one man: "could the bishop on h1 be the
original one?"`,
		`  retroproof ask men --square c3 "rnbqkbnr/pp1ppppp/8/8/8/2P5/PP2PPPP/RNBQKBNR w KQkq - 0 1"`,
		func(m *ask.Men, at chess.Square) []string {
			if at != chess.NoSquare {
				return m.ManText(at)
			}
			return m.OriginText()
		})
	newAskPromotedCommand = newAskMenCommand("promoted", "Which men are promoted",
		`Tell which men of a position are promoted, which may be, and from which pawns of the
start.`,
		`  retroproof ask promoted "4k3/8/8/8/8/8/PPPPPPP1/QQ2K3 w - - 0 1"`,
		func(m *ask.Men, _ chess.Square) []string { return m.PromotedText() })
	newAskCapturesCommand = newAskMenCommand("captures", "What was captured, and where",
		`Tell how many men each side has captured, which pawns have captured, and of the men of
the start that are gone which were captured for certain, and where.`,
		`  retroproof ask captures "rnbqkbnr/pp1ppppp/8/8/8/2P5/PP2PPPP/RNBQKBNR w KQkq - 0 1"`,
		func(m *ask.Men, _ chess.Square) []string { return m.CapturesText() })
)
