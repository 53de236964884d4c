package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"retroproof/chess"
	"retroproof/cmd/retroproof/verb"
	"retroproof/kernel/ask"
)

func newAskTempoCommand(a *verb.Env) *cobra.Command {
	r := &askRun{app: a}
	plies := 0
	cmd := &cobra.Command{
		Use:   "tempo FEN|-",
		Short: "How many moves each side needs, and how many it has to spare",
		Long: `Count how many moves each side needs at least in order to come to a position, and how
many it has to spare in games of --plies N plies; without it, in the shortest games that
are not excluded. Both are lower bounds, derived without search: each man of the
position comes from a man of the start, by a way of its own. "retroproof proofgame
--exact N" finds the games. There is no certificate for these numbers.`,
		Example: `  retroproof ask tempo --plies 6 "rnbqkbnr/ppp2ppp/8/3P4/3p4/8/PPP2PPP/RNBQKBNR w KQkq - 0 1"`,
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if plies < 0 || plies > ask.MostPlies {
				return verb.Usagef("--plies %d, want 0 to %d", plies, ask.MostPlies)
			}
			return r.run(cmd.Context(), args[0], func(fen string, line int) error {
				s, err := r.setup(fen)
				if err != nil {
					return err
				}
				t, err := ask.AskTempo(cmd.Context(), s, plies, r.options)
				if t == nil {
					return verb.WithCode(verb.ExitMalformed, err)
				}
				r.stopped = err
				return r.print(cmd.Context(), line, t.Document(), oneLine(t.Sentences(), line), r.tempoJSON(t, line), nil)
			})
		},
	}
	r.plainFlags(cmd.Flags())
	cmd.Flags().IntVar(&plies, "plies", 0, "length of the games; 0 for the least that is not excluded")
	return cmd
}

func newAskReleaseCommand(a *verb.Env) *cobra.Command {
	r := &askRun{app: a}
	var squares []string
	cmd := &cobra.Command{
		Use:   "release FEN|-",
		Short: "How far back men that block each other were loose",
		Long: `Find the least number of plies back at which one of some men stood farther than a king's
step from where they all are: how soon un-moves release a cage. --squares names the men;
without it they are all that have no move back and may have moved. The number is a lower
bound, as only these men and those that never move are in each other's way; un-moves of
all men that do it are shown if there are any with that number; whether a game leads to
the position before them is not asked. The bound is what a certificate claims.`,
		Example: `  retroproof ask release "3Brk1K/2p1pp1p/8/8/8/8/8/8 b - - 0 1"`,
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var men chess.Bitboard
			for _, name := range squares {
				sq, err := chess.ParseSquare(name)
				if err != nil {
					return verb.Usagef("--squares: %v", err)
				}
				men |= sq.Bit()
			}
			return r.run(cmd.Context(), args[0], func(fen string, line int) error {
				s, err := r.setup(fen)
				if err != nil {
					return err
				}
				answer, err := ask.AskRelease(cmd.Context(), s, men, r.options)
				if answer == nil || err != nil && cmd.Context().Err() == nil {
					return verb.WithCode(verb.ExitMalformed, err)
				}
				r.stopped = err
				return r.print(cmd.Context(), line, answer.Document(), oneLine(answer.Sentences(), line), r.releaseJSON(answer, line), func(ctx context.Context) error { return r.collected.Release(ctx, answer) })
			})
		},
	}
	r.plainFlags(cmd.Flags())
	r.certificateFlags(cmd.Flags())
	cmd.Flags().StringSliceVar(&squares, "squares", nil, `the men, as "a8,b8"`)
	return cmd
}

// oneLine joins the lines of an answer in a list of positions.
func oneLine(lines []string, line int) []string {
	if line > 0 {
		return []string{strings.Join(lines, " ")}
	}
	return lines
}

// tempoJSON is an answer of ask tempo --json.
type tempoJSON struct {
	Schema   string     `json:"schema"`
	Line     int        `json:"line,omitempty"`
	FEN      string     `json:"fen"`
	Start    string     `json:"start,omitempty"`
	Possible bool       `json:"possible"`
	Plies    int        `json:"plies,omitempty"`
	Moves    *sidesJSON `json:"moves,omitempty"`
	Least    *sidesJSON `json:"least,omitempty"`
	Spare    *sidesJSON `json:"spare,omitempty"`
	Castling string     `json:"castling,omitempty"`
	Stay     []string   `json:"stay,omitempty"`

	Incomplete bool `json:"incomplete,omitempty"`
}

func (r *askRun) tempoJSON(t *ask.Tempo, line int) tempoJSON {
	a := tempoJSON{Schema: "retroproof.ask.tempo/1", Line: line, FEN: t.Setup.FEN(), Start: r.startFEN(), Possible: t.Possible, Plies: t.Plies, Incomplete: r.stopped != nil}
	if !t.Possible || t.Open {
		return a
	}
	sides := func(n func(chess.Color) int) *sidesJSON { return &sidesJSON{n(chess.White), n(chess.Black)} }
	a.Moves = sides(func(c chess.Color) int { return t.Moves[c] })
	a.Least = sides(func(c chess.Color) int { return t.Least[c] })
	a.Spare = sides(t.Spare)
	a.Castling, a.Stay = t.Castling.String(), squareNames(t.Stay)
	return a
}

// releaseJSON is an answer of ask release --json.
type releaseJSON struct {
	Schema   string   `json:"schema"`
	Line     int      `json:"line,omitempty"`
	FEN      string   `json:"fen"`
	Start    string   `json:"start,omitempty"`
	Men      []string `json:"men"`
	Verdict  string   `json:"verdict"`
	Plies    int      `json:"plies,omitempty"`
	Unmoves  []string `json:"un_moves,omitempty"`
	Before   string   `json:"before,omitempty"`
	Sentence string   `json:"sentence"`

	Incomplete  bool   `json:"incomplete,omitempty"`
	Certificate string `json:"certificate,omitempty"`
}

func (r *askRun) releaseJSON(a *ask.Release, line int) releaseJSON {
	answer := releaseJSON{Schema: "retroproof.ask.release/1", Line: line, FEN: a.Setup.FEN(), Start: r.startFEN(), Men: squareNames(a.Men), Verdict: a.Verdict(), Plies: a.Plies, Unmoves: a.Unmoves, Sentence: strings.Join(a.Sentences(), " "), Incomplete: r.stopped != nil, Certificate: r.claimed()}
	if a.Before != nil {
		answer.Before = a.Before.FEN()
	}
	return answer
}
