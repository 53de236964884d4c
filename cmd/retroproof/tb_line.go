package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"retroproof/cmd/retroproof/verb"
	"retroproof/retro"
)

// tbLine is one run of tb line.
type tbLine struct {
	app      *verb.Env
	tables   answerTables
	comments bool
	json     bool
}

func newTBLineCommand(a *verb.Env) *cobra.Command {
	v := &tbLine{app: a, tables: answerTables{app: a}}
	cmd := &cobra.Command{
		Use:   "line FEN",
		Short: "Play a position to mate with best play of both sides, as PGN",
		Long: `Play a position to mate, as PGN: the winner mates as soon as possible, the loser
holds out as long as possible. Of several best moves the first one is played as
"tb probe" lists them, so that the line of a position is always the same. A draw
has no moves.

"-" reads FENs from stdin, one a line, and prints a game for each.`,
		Example: `  retroproof tb line "8/8/8/8/8/2k5/1R6/K7 w - - 0 1"
  retroproof tb line --comments "8/8/7N/8/8/8/8/K1k1B3 w - - 0 1"`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return v.run(cmd.Context(), args[0]) },
	}
	flags := cmd.Flags()
	v.tables.add(flags)
	flags.BoolVar(&v.comments, "comments", false, "comment every move with the plies to mate that are left")
	flags.BoolVar(&v.json, "json", false, "print JSON, one object a position")
	return cmd
}

func (v *tbLine) run(ctx context.Context, text string) error {
	if v.comments && v.json {
		return verb.Usagef("--comments is for PGN, not for JSON")
	}
	return v.tables.each(ctx, text, func(text string, line int) error { return v.one(ctx, text, line) })
}

// one prints the line of a position. number is that of stdin's line, 0 for an
// argument.
func (v *tbLine) one(ctx context.Context, text string, number int) error {
	p, err := (&seedFlag{}).position(text)
	if err != nil {
		return err
	}
	var line *retro.Line
	err = v.tables.answer(ctx, number, func(ts *retro.Tables) error {
		line, err = ts.Line(ctx, p)
		return err
	})
	if err != nil {
		return err
	}
	if v.json {
		return v.app.PrintJSON(lineJSON(line, number))
	}
	_, err = line.PGN(v.comments).WriteTo(v.app.Stdout)
	return err
}

// tbLineJSON is an answer of tb line --json.
type tbLineJSON struct {
	Schema   string `json:"schema"`
	Line     int    `json:"line,omitempty"`
	FEN      string `json:"fen"`
	Material string `json:"material"`
	tbValueJSON
	Outcome string       `json:"outcome"` // "1-0", "0-1", "1/2-1/2"
	Game    string       `json:"game"`    // SAN
	Moves   []tbMoveJSON `json:"moves"`
}

func lineJSON(l *retro.Line, number int) tbLineJSON {
	j := tbLineJSON{
		Schema: "retroproof.tb.line/2", Line: number, FEN: l.Start.FEN(), Material: materialName(l.Start),
		tbValueJSON: valueJSON(l.Value), Outcome: string(l.Result()), Moves: []tbMoveJSON{},
	}
	var game []string
	for _, m := range l.Moves {
		j.Moves = append(j.Moves, moveJSON(m))
		game = append(game, m.SAN)
	}
	j.Game = strings.Join(game, " ")
	return j
}
