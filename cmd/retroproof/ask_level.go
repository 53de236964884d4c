package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"retroproof/chess"
	"retroproof/chess/lenient"
	"retroproof/cmd/retroproof/verb"
	"retroproof/kernel"
	"retroproof/kernel/ask"
)

func newAskLevelCommand(a *verb.Env) *cobra.Command {
	level, start := string(ask.LegalLevel), ""
	asJSON := false
	cmd := &cobra.Command{
		Use:   "level FEN|-",
		Short: "One word on each position: ok, or why it does not pass a level",
		Long: `Print one word for each position: "ok", or the reason why it does not pass a level. The
reasons are those of doc/illegality.md; a line that is no FEN gets "Malformed".

  playable  one can play on from the position: kings, pawns, rights and en passant
            square are in order, and the side that has moved is not in check
  static    and nothing is wrong at a glance with it as the end of a game: its men,
            its checks, lost rights, no last move; a server can call this for every
            position that a user sets up
  legal     and it is not refuted within the budgets of one round; "ok" is no proof
            that a game leads there: see "retroproof legal"`,
		Example: `  retroproof ask level --level playable "4k3/8/8/8/8/8/8/QQQQKQQQ b - - 0 1"
  retroproof ask level --level static - < positions.txt`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !slices.Contains(ask.Levels, ask.Level(level)) {
				return verb.Usagef("unknown --level %q (known: playable, static, legal)", level)
			}
			var o kernel.DecideOptions
			if start != "" {
				p, err := chess.ParsePosition(lenient.FEN(start))
				if err != nil {
					return fmt.Errorf("--start: %w", err)
				}
				s := p.Setup()
				o.Start = &s
			}
			return a.EachBuffered(cmd.Context(), args[0], func(w io.Writer, text string, line int) error {
				s, err := chess.ParseFEN(text)
				if err != nil {
					if line > 0 && !asJSON {
						_, werr := fmt.Fprintln(w, "Malformed")
						return cmp.Or(werr, err)
					}
					return err
				}
				reason, err := ask.Objection(cmd.Context(), &s, ask.Level(level), o)
				if err != nil {
					return err
				}
				if asJSON {
					_, err = fmt.Fprintln(w, verb.JSON(levelJSON{"retroproof.ask.level/1", line, text, level, reason == "", string(reason)}))
					return err
				}
				_, err = io.WriteString(w, cmp.Or(string(reason), "ok")+"\n")
				return err
			})
		},
	}
	cmd.Flags().StringVar(&level, "level", level, "playable, static or legal")
	cmd.Flags().StringVar(&start, "start", "", "the position from which games start, instead of the initial one")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON, one object a position")
	return cmd
}

// levelJSON is an answer of ask level --json.
type levelJSON struct {
	Schema string `json:"schema"`
	Line   int    `json:"line,omitempty"`
	FEN    string `json:"fen"`
	Level  string `json:"level"`
	OK     bool   `json:"ok"`
	Reason string `json:"reason,omitempty"`
}
