package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"retroproof/chess"
	"retroproof/kernel"
	"retroproof/kernel/proofgame"
)

func init() {
	register(newProofgameCommand)
}

func newProofgameCommand(a *app) *cobra.Command {
	r := &proofgameRun{app: a}
	var start string
	cmd := &cobra.Command{
		Use:   "proofgame FEN|-",
		Short: "Build a game that leads to a position",
		Long: `Build a legal game from the initial position, or from --start, to a position: it
proves that the position is legal. The game is built from an extended proof
kernel, not searched for, and so it is long; it has been replayed, move by move.

A position that "legal" can refute is told to be illegal. If no game is found
within the budget, the answer is unknown, and the exit code 4. Another --seed may
have more luck.

"-" reads positions from stdin, one a line, and answers with FEN, verdict and game
in the tokens of texelutil, or, with --json, with an object each.`,
		Example: `  retroproof proofgame "rnbqkbnr/ppp2ppp/8/3P4/3p4/8/PPP2PPP/RNBQKBNR w KQkq - 0 1"
  retroproof proofgame --json - < positions.txt`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if r.options.States == 0 {
				return usageErrorf("--states 0, want a positive number")
			}
			p, err := chess.ParsePosition(start)
			if err != nil {
				return fmt.Errorf("--start: %w", err)
			}
			r.start = p.Setup()
			return r.run(cmd.Context(), args[0])
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&start, "start", chess.InitialFEN, "the position from which games start")
	flags.Uint64Var(&r.options.Seed, "seed", 0, "of the random choices: one seed, one game")
	flags.Uint64Var(&r.options.States, "states", proofgame.DefaultStates, "budget: moves that are looked at")
	flags.BoolVar(&r.json, "json", false, "print JSON, one object a position")
	return cmd
}

// proofgameRun is one run of proofgame.
type proofgameRun struct {
	app       *app
	options   proofgame.Options
	start     chess.Setup
	json      bool
	undecided bool
}

func (r *proofgameRun) run(ctx context.Context, fen string) error {
	err := r.app.each(ctx, fen, func(text string, line int) error { return r.answer(ctx, text, line) })
	if err == nil && r.undecided {
		return silentExit(exitUndecided)
	}
	return err
}

// proofgameJSON is the answer for a position.
type proofgameJSON struct {
	Schema  string `json:"schema"`
	Line    int    `json:"line,omitempty"` // of stdin
	FEN     string `json:"fen"`
	Start   string `json:"start,omitempty"`
	Verdict string `json:"verdict"`
	Reason  string `json:"reason,omitempty"`
	Plies   *int   `json:"plies,omitempty"`
	Game    string `json:"game,omitempty"` // SAN
}

// answer answers for one position, which stands in a line of stdin or in none.
func (r *proofgameRun) answer(ctx context.Context, fen string, line int) error {
	goal, err := chess.ParseFEN(fen)
	if err != nil {
		return err
	}
	object := proofgameJSON{Schema: "retroproof.proofgame/1", Line: line, FEN: goal.FEN()}
	if start := r.start.FEN(); start != chess.InitialFEN {
		object.Start = start
	}
	d, err := kernel.Decide(ctx, &goal, kernel.DecideOptions{Start: &r.start})
	if err != nil {
		return err
	}
	var san []string
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case d.Verdict == kernel.Illegal:
		object.Verdict, object.Reason = d.Verdict.String(), string(d.Reason)
	default:
		game, err := proofgame.Construct(ctx, &r.start, &goal, r.options)
		switch {
		case errors.Is(err, proofgame.ErrBudget), errors.Is(err, proofgame.ErrNoKernel):
			object.Verdict, r.undecided = kernel.Unknown.String(), true
		case err != nil:
			return err
		default:
			san = sanOf(&r.start, game.Moves)
			plies := len(san)
			object.Verdict, object.Plies, object.Game = kernel.Legal.String(), &plies, strings.Join(san, " ")
		}
	}
	if r.json {
		return printJSON(r.app, object)
	}
	_, err = fmt.Fprintln(r.app.stdout, r.text(&object, line > 0))
	return withCode(exitIO, err)
}

// text is an answer in words: for one position the verdict and a game with numbers, for
// lists the tokens of texelutil.
func (r *proofgameRun) text(o *proofgameJSON, list bool) string {
	switch {
	case list && o.Plies != nil:
		return o.FEN + " legal: proof:" + leadingBlank(o.Game)
	case list:
		return o.FEN + " " + o.Verdict + ":" + leadingBlank(o.Reason)
	case o.Plies != nil:
		return fmt.Sprintf("legal, %d plies\n%s", *o.Plies, numbered(&r.start, strings.Fields(o.Game)))
	}
	return o.Verdict + leadingBlank(o.Reason)
}

// sanOf writes moves from a start on.
func sanOf(start *chess.Setup, moves []chess.Move) (san []string) {
	p, err := chess.NewPosition(*start)
	if err != nil {
		panic(err) // games have been replayed
	}
	for _, m := range moves {
		san = append(san, p.SAN(m))
		p.Make(m)
	}
	return san
}

// numbered puts numbers before the moves: "1. e4 e5 2. Nf3".
func numbered(start *chess.Setup, san []string) string {
	var words []string
	number, turn := start.FullmoveNumber, start.Turn
	for i, move := range san {
		switch {
		case turn == chess.White:
			words = append(words, fmt.Sprintf("%d.", number))
		case i == 0:
			words = append(words, fmt.Sprintf("%d...", number))
		}
		words = append(words, move)
		if turn == chess.Black {
			number++
		}
		turn = turn.Other()
	}
	return strings.Join(words, " ")
}
