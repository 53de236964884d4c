package main

import (
	"context"
	"io"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"retroproof/batch"
	"retroproof/cmd/retroproof/verb"
	"retroproof/krk"
)

// krkPlayFlags are the options of krk play.
type krkPlayFlags struct {
	defender string
	choice   string
	moves    string
	seed     uint64
	distance int
	boards   bool
	pgn      string
	json     bool
}

func newKRKPlayCommand(a *verb.Env) *cobra.Command {
	var f krkPlayFlags
	cmd := &cobra.Command{
		Use:   "play FEN",
		Short: "Play the strategy against a defender",
		Long: `Play the strategy against a defender, and say of each move why it is made.

"-" reads FENs from stdin, one a line, and plays a game from each. Move numbers
begin with 1, and the FEN's clocks are not looked at.

The defenders:
  optimal  holds out longest against the strategy, counting on White to take the
           longest way wherever the strategy leaves a choice
  random   makes any legal move, depending on --seed and the position only
  given    makes the moves of --moves, and then plays as optimal

Where the strategy leaves several moves, --choice first takes the first in a
fixed order, longest the one after which the win can take longest, random any.

The last line is the result, with the number of White's moves, and the DTM: how
many White needs if both sides play their best, with all moves of chess.

With another --rook-safe-distance than 3 the strategy may fail. The game then
ends with "not won" and why: no step has a move, the rook is lost, stalemate, the
same position for the third time, or fifty moves.`,
		Example: `  retroproof krk play "8/8/8/3k4/8/8/8/K6R w - - 0 1"
  retroproof krk play --moves "Kd4 Kd3" --pgn game.pgn "8/8/8/3k4/8/8/8/K6R w - - 0 1"`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := newKRKPlay(a, f, cmd.Flags().Changed)
			if err != nil {
				return err
			}
			return g.run(cmd.Context(), args[0])
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.defender, "defender", "optimal", "how Black plays: optimal, random or given")
	flags.StringVar(&f.choice, "choice", "first", "which of several moves White makes: first, longest or random")
	flags.StringVar(&f.moves, "moves", "", "Black's `MOVES` in SAN or UCI, such as \"Kd5 e8d7\"; implies --defender given")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of --defender random and --choice random")
	addReadingFlag(flags, &f.distance)
	flags.BoolVar(&f.boards, "boards", false, "print diagrams")
	flags.StringVar(&f.pgn, "pgn", "", "write the games as PGN to this `FILE`; \"-\" prints PGN instead of text")
	flags.BoolVar(&f.json, "json", false, "print JSON, one object a game")
	return cmd
}

// krkPlay is one run of krk play.
type krkPlay struct {
	app     *verb.Env
	flags   krkPlayFlags
	options krk.PlayOptions
	player  func() *krk.Player // made when the first position is there
	pgn     io.Writer          // nil without --pgn
	games   int
}

// newKRKPlay checks the flags; changed says which were given.
func newKRKPlay(a *verb.Env, f krkPlayFlags, changed func(string) bool) (*krkPlay, error) {
	g := &krkPlay{app: a, flags: f}
	var err error
	if g.options.Defender, err = krk.ParseDefender(f.defender); err != nil {
		return nil, verb.WithCode(verb.ExitUsage, err)
	}
	if g.options.Choice, err = krk.ParseChoice(f.choice); err != nil {
		return nil, verb.WithCode(verb.ExitUsage, err)
	}
	if changed("moves") && !changed("defender") {
		g.options.Defender = krk.GivenDefender
	}
	given := g.options.Defender == krk.GivenDefender
	g.options.Moves, g.options.Seed = strings.Fields(f.moves), f.seed
	rd, err := readingOf(f.distance)
	switch {
	case err != nil:
		return nil, err
	case given && len(g.options.Moves) == 0:
		return nil, verb.Usagef("--defender given needs --moves")
	case !given && changed("moves"):
		return nil, verb.Usagef("--moves is for --defender given")
	case changed("seed") && g.options.Defender != krk.RandomDefender && g.options.Choice != krk.RandomChoice:
		return nil, verb.Usagef("--seed is for --defender random and --choice random")
	case changed("pgn") && f.pgn == "":
		return nil, verb.Usagef("--pgn needs the name of a file")
	case f.json && f.pgn == "-":
		return nil, verb.Usagef("--json and --pgn - exclude each other")
	case f.boards && (f.json || f.pgn == "-"):
		return nil, verb.Usagef("--boards is for text, not for JSON or PGN")
	}
	g.player = sync.OnceValue(func() *krk.Player { return krk.NewPlayer(rd) })
	return g, nil
}

func (g *krkPlay) run(ctx context.Context, fen string) (err error) {
	switch g.flags.pgn {
	case "":
	case "-":
		g.pgn = g.app.Stdout
	default:
		file, ferr := batch.Create(g.flags.pgn)
		if ferr != nil {
			return ferr
		}
		g.pgn = file
		defer func() {
			// Bad lines among others do not cost the games; anything else does.
			if err != nil && (fen != "-" || verb.Code(err) != verb.ExitMalformed) {
				file.Discard()
				return
			}
			if cerr := file.Close(); cerr != nil {
				err = cerr
			}
		}()
	}
	return g.app.Each(ctx, fen, g.one)
}

// one plays and prints a game. line is that of stdin, 0 for an argument.
func (g *krkPlay) one(fen string, line int) error {
	p, err := krk.ParseFEN(fen)
	if err != nil {
		return err
	}
	game, err := g.player().Play(p, g.options)
	if err != nil {
		return err
	}
	g.games++
	if g.pgn != nil {
		if _, err := game.PGN().WriteTo(g.pgn); err != nil {
			return err
		}
	}
	switch {
	case g.flags.pgn == "-":
		return nil
	case g.flags.json:
		return g.app.PrintJSON(krkPlayAnswer(game, line))
	}
	text := game.Text(g.flags.boards)
	if g.games > 1 {
		text = "\n" + text
	}
	_, err = io.WriteString(g.app.Stdout, text)
	return err
}

// krkPlayJSON is an answer of krk play --json.
type krkPlayJSON struct {
	Schema   string            `json:"schema"`
	Line     int               `json:"line,omitempty"`
	FEN      string            `json:"fen"`
	Defender string            `json:"defender"`
	Choice   string            `json:"choice"`
	Moves    []krkPlayMoveJSON `json:"moves"`
	Result   string            `json:"result"`
	Reason   string            `json:"reason"`
	Plies    int               `json:"plies"`
	DTMPlies *int              `json:"dtm_plies"` // null if Black can draw
}

// krkPlayMoveJSON is a move. Black's have no step.
type krkPlayMoveJSON struct {
	SAN  string `json:"san"`
	UCI  string `json:"uci"`
	Step string `json:"step,omitempty"`
	Why  string `json:"why,omitempty"`
}

func krkPlayAnswer(game *krk.Game, line int) krkPlayJSON {
	answer := krkPlayJSON{
		Schema: "retroproof.krk.play/1", Line: line, FEN: krk.FEN(game.Start),
		Defender: game.Options.Defender.String(), Choice: game.Options.Choice.String(),
		Moves: []krkPlayMoveJSON{}, Result: string(game.Ending.Result()), Reason: string(game.Ending), Plies: len(game.Plies),
	}
	for _, ply := range game.Plies {
		move := krkPlayMoveJSON{SAN: ply.SAN, UCI: ply.UCI}
		if ply.From.White() {
			move.Step, move.Why = ply.Why.Step.String(), ply.Why.Sentence
		}
		answer.Moves = append(answer.Moves, move)
	}
	if game.Winning {
		n := game.DTMPlies()
		answer.DTMPlies = &n
	}
	return answer
}
