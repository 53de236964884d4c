package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"retroproof/batch"
	"retroproof/chess/lenient"
	"retroproof/cmd/retroproof/verb"
	"retroproof/krk"
	"retroproof/proofs/krk/spec"
)

func newKRKCheckCommand(a *verb.Env) *cobra.Command {
	var distance int
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "check FEN MOVE|FEN",
		Short: "Say whether a move is the strategy's",
		Long: `Say whether a move is the strategy's, and why or why not. The move is given in
SAN or UCI, or by the position it leads to; that FEN's clocks are not looked at.
With Black to move, who has no strategy, the question is whether the move is
legal. "yes" and "no" are both answers, with exit code 0.

"-" alone reads from stdin, one question a line: a FEN, a semicolon, and the move
or the second FEN.`,
		Example: `  retroproof krk check "8/8/8/3k4/8/8/8/K6R w - - 0 1" Rc1
  retroproof krk check "8/8/8/3k4/8/8/8/K6R w - - 0 1" "8/8/8/3k4/8/8/8/K1R5 b - - 1 1"`,
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) == 2, len(args) == 1 && args[0] == "-":
				return nil
			}
			return fmt.Errorf("want a FEN and a move or a second FEN, or \"-\" alone; found %d arguments", len(args))
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			rd, err := readingOf(distance)
			if err != nil {
				return err
			}
			c := &krkCheck{a, rd, asJSON}
			if args[0] == "-" && len(args) == 1 {
				return c.lines(cmd.Context())
			}
			return c.one(lenient.FEN(args[0]), lenient.FEN(args[1]), 0)
		},
	}
	addReadingFlag(cmd.Flags(), &distance)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON, one object an answer")
	return cmd
}

// krkCheck is one run of krk check.
type krkCheck struct {
	app     *verb.Env
	reading krk.Reading
	json    bool
}

func (c *krkCheck) lines(ctx context.Context) error {
	return c.app.EachLine(ctx, c.app.Stdout, nil, func(text string, line int) error {
		fen, move, ok := strings.Cut(text, ";")
		if !ok {
			return verb.WithCode(verb.ExitMalformed, fmt.Errorf("%q has no semicolon, want a FEN, a semicolon, and a move or a second FEN", batch.Cut(text, 200)))
		}
		return c.one(lenient.FEN(fen), lenient.FEN(strings.TrimSpace(move)), line)
	})
}

// krkCheckJSON is an answer of krk check --json.
type krkCheckJSON struct {
	Schema   string   `json:"schema"`
	Line     int      `json:"line,omitempty"`
	FEN      string   `json:"fen"`
	Move     string   `json:"move"` // as given
	SAN      string   `json:"san,omitempty"`
	UCI      string   `json:"uci,omitempty"`
	Legal    bool     `json:"legal"`
	Strategy bool     `json:"strategy"`
	Step     string   `json:"step,omitempty"`  // the one used here
	Moves    []string `json:"moves"`           // the strategy's, or all of Black's
	Meets    string   `json:"meets,omitempty"` // the first step whose conditions the move meets, if not the strategy's
	Why      string   `json:"why"`
}

// one answers a question. line is that of stdin, 0 for arguments.
func (c *krkCheck) one(fen, move string, line int) error {
	p, err := krk.ParseFEN(fen)
	if err != nil {
		return err
	}
	j, err := krk.JudgeText(p, move, &c.reading)
	if err != nil {
		return err
	}
	if !c.json {
		_, err := io.WriteString(c.app.Stdout, j.Text())
		return err
	}
	return c.app.PrintJSON(krkCheckAnswer(p, move, &j, line))
}

func krkCheckAnswer(p krk.Position, move string, j *krk.Judgement, line int) krkCheckJSON {
	answer := krkCheckJSON{
		Schema: "retroproof.krk.check/1", Line: line, FEN: krk.FEN(p), Move: move, SAN: j.SAN, UCI: j.UCI,
		Legal: j.Problem == "", Strategy: j.Strategy(), Why: j.Explanation.Sentence,
	}
	if j.Step != spec.NoStep {
		answer.Step = j.Step.String()
	}
	if j.Meets != spec.NoStep {
		answer.Meets = j.Meets.String()
	}
	moves := j.Moves
	if j.Reply {
		moves = krk.BlackMoves(nil, p)
	}
	answer.Moves = krk.SANs(p, moves)
	return answer
}
