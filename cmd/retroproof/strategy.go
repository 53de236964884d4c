package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"retroproof/cmd/retroproof/verb"
	"retroproof/proofs/strategy/plain"
	"retroproof/proofs/strategy/spec"
)

func newStrategyCommand(*verb.Env) *cobra.Command {
	return &cobra.Command{
		Use:   "strategy",
		Short: "Strategies for king and one man against king, on boards of any size",
		Long: `Strategies for king and one man against king, on boards of several sizes: list
them, prove that they win, count, play, check a move, compare. "retroproof krk" is
about the first of them on the board of 8x8, with the nine lemmas of its paper.`,
	}
}

// strategyFlags are those of all verbs below strategy.
type strategyFlags struct {
	board string
	json  bool
}

func (f *strategyFlags) add(cmd *cobra.Command) *cobra.Command {
	cmd.Flags().StringVar(&f.board, "board", "8x8", "files and ranks of the board, such as 10x8")
	cmd.Flags().BoolVar(&f.json, "json", false, "print JSON, one object a line")
	return cmd
}

// circuits returns the strategy of a name on the board.
func (f *strategyFlags) circuits(name string) (*spec.Circuits, error) {
	files, ranks, ok := strings.Cut(f.board, "x")
	n, err1 := strconv.Atoi(files)
	m, err2 := strconv.Atoi(ranks)
	if !ok || err1 != nil || err2 != nil {
		return nil, verb.Usagef("--board %.40q, want files and ranks, such as 10x8", f.board)
	}
	c, err := spec.New(name, plain.Board{Files: n, Ranks: m})
	if err != nil {
		return nil, verb.WithCode(verb.ExitUsage, err)
	}
	return c, nil
}

// aboutStrategy is in the objects that are about a strategy on a board.
type aboutStrategy struct {
	Strategy string `json:"strategy"`
	Board    string `json:"board"`
}

func about(c *spec.Circuits) aboutStrategy { return aboutStrategy{c.Name, c.Board.String()} }

// strategyJSON is a line of strategy list --json.
type strategyJSON struct {
	Schema string   `json:"schema"`
	Name   string   `json:"strategy"`
	Title  string   `json:"title"`
	Boards string   `json:"boards"`
	Steps  []string `json:"steps"`
	Lemmas []string `json:"lemmas"`
}

func newStrategyListCommand(a *verb.Env) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "List the strategies, with their boards, steps and lemmas",
		Example: "  retroproof strategy list",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			for _, i := range spec.Instances() {
				c, err := i.On(plain.Board{Files: 8, Ranks: 8})
				if err != nil {
					return err
				}
				s := strategyJSON{Schema: "retroproof.strategy/1", Name: i.Name, Title: i.Title, Boards: i.Boards()}
				for _, step := range c.Steps {
					s.Steps = append(s.Steps, step.Name)
				}
				for _, l := range c.Lemmas() {
					s.Lemmas = append(s.Lemmas, l.Key)
				}
				if asJSON {
					if err := a.PrintJSON(s); err != nil {
						return err
					}
					continue
				}
				if _, err := fmt.Fprintf(a.Stdout, "%-8s %s\n         boards: %s\n         steps:  %s\n         lemmas: %s\n", s.Name, s.Title, s.Boards,
					strings.Join(s.Steps, ", "), strings.Join(s.Lemmas, ", ")); err != nil {
					return err
				}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON, one object a strategy")
	return cmd
}
