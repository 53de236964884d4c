package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"retroproof/batch"
	"retroproof/cmd/retroproof/verb"
	checker "retroproof/proofs/strategy"
	"retroproof/proofs/strategy/plain"
	"retroproof/strategy"
)

// strategyCountJSON has counts of positions.
type strategyCountJSON struct {
	Schema string `json:"schema"`
	aboutStrategy
	Legal       int            `json:"legal_positions"`
	Claimed     int            `json:"claimed_positions"`
	Steps       map[string]int `json:"positions_by_step"`
	WithoutStep int            `json:"positions_without_step"`
	Several     int            `json:"positions_with_several_moves"`
	NotWon      int            `json:"not_won"`
	ByMoves     []int          `json:"by_moves"`
}

func newStrategyCountCommand(a *verb.Env) *cobra.Command {
	var f strategyFlags
	cmd := &cobra.Command{
		Use:   "count NAME",
		Short: "Count a strategy's positions: by step, and by moves to mate",
		Long: `Count a strategy's positions with plain code: how many each step is used in, how many
have several moves, and how many need 1, 2, ... moves to mate if White makes the worst
of the strategy's moves and Black the best of all.`,
		Example: "  retroproof strategy count torres",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := f.circuits(args[0])
			if err != nil {
				return err
			}
			n := strategy.Count(c.Strategy)
			if f.json {
				o := strategyCountJSON{"retroproof.strategy.count/1", about(c), n.Legal, n.Claimed, map[string]int{}, n.WithoutStep, n.Several, n.Retrograde.NotWon, n.Retrograde.ByMoves}
				for i, s := range c.Steps {
					o.Steps[s.Name] = n.Steps[i]
				}
				return a.PrintJSON(o)
			}
			var b strings.Builder
			fmt.Fprintf(&b, "%s on %v: %d legal positions with White to move, %d claimed\n", c.Title, c.Board, n.Legal, n.Claimed)
			for i, s := range c.Steps {
				fmt.Fprintf(&b, "%-20s %8d\n", s.Name, n.Steps[i])
			}
			r := n.Retrograde
			fmt.Fprintf(&b, "%-20s %8d\n%-20s %8d\n%-20s %8d\n", "no step", n.WithoutStep, "several moves", n.Several, "not won", r.NotWon)
			fmt.Fprintf(&b, "longest              %8d moves; %d positions need more than 50\nby moves to %s, from 1:", r.Longest(), r.Beyond(50), c.Goal())
			for _, k := range r.ByMoves {
				fmt.Fprintf(&b, " %d", k)
			}
			_, err = fmt.Fprintln(a.Stdout, b.String())
			return err
		},
	}
	return f.add(cmd)
}

// strategyPlayJSON is a game.
type strategyPlayJSON struct {
	Schema string `json:"schema"`
	aboutStrategy
	Line   int               `json:"line,omitempty"`
	FEN    string            `json:"fen"`
	Moves  []strategyPlyJSON `json:"moves"`
	Result string            `json:"result"` // won, not won
	Reason string            `json:"reason"`
}

// strategyPlyJSON is a move; Black's have no step.
type strategyPlyJSON struct {
	SAN  string `json:"san"`
	Step string `json:"step,omitempty"`
}

func newStrategyPlayCommand(a *verb.Env) *cobra.Command {
	var f strategyFlags
	cmd := &cobra.Command{
		Use:   "play NAME FEN",
		Short: "Play a strategy against a defender who holds out longest",
		Long: `Play a strategy against a defender who holds out longest, counting on White to take
the longest way where the strategy leaves a choice; and who is not mated if that can
be helped. The FEN has as many ranks as the board, and numbers of two digits on boards
with more than nine files. "-" reads FENs from stdin, one a line.`,
		Example: `  retroproof strategy play torres "K7/R7/3k4/8/8/8/8/8 w - - 0 1"
  retroproof strategy play krk2016 --board 4x4 "4/k3/4/KR2 w - - 0 1"`,
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := f.circuits(args[0])
			if err != nil {
				return err
			}
			t := plain.NewTable(c.Strategy)
			t.Solve()
			return a.Each(cmd.Context(), args[1], func(fen string, line int) error {
				p, err := strategy.ParseFEN(c.Game, fen)
				if err != nil {
					return err
				}
				g := strategy.Play(t, p)
				if !f.json {
					_, err := fmt.Fprintf(a.Stdout, "%s%s\n", g.Text(c.Game), g.Sentence(c.Game))
					return err
				}
				o := strategyPlayJSON{"retroproof.strategy.play/1", about(c), line, strategy.FEN(c.Game, p), []strategyPlyJSON{}, "not won", string(g.Ending)}
				if g.Won() {
					o.Result = "won"
				}
				for _, ply := range g.Plies {
					o.Moves = append(o.Moves, strategyPlyJSON{strategy.SAN(c.Game, ply.From, ply.To), ply.Step})
				}
				return a.PrintJSON(o)
			})
		},
	}
	return f.add(cmd)
}

// strategyCheckJSON is an answer of strategy check.
type strategyCheckJSON struct {
	Schema string `json:"schema"`
	aboutStrategy
	Line     int      `json:"line,omitempty"`
	FEN      string   `json:"fen"`
	Move     string   `json:"move"`
	Legal    bool     `json:"legal"`
	InStrat  bool     `json:"in_strategy"` // or any legal move of Black
	Claimed  bool     `json:"claimed"`     // the strategy claims the position
	Step     string   `json:"step,omitempty"`
	Moves    []string `json:"moves"` // the strategy's, or all of Black's
	MaxMoves *int     `json:"max_moves"`
}

func newStrategyCheckCommand(a *verb.Env) *cobra.Command {
	var f strategyFlags
	cmd := &cobra.Command{
		Use:   "check NAME FEN MOVE",
		Short: "Say whether a move is the strategy's",
		Long: `Say whether a move, in SAN, is one of the strategy's in a position; with Black to move,
who has no strategy, whether it is legal. "yes" and "no" are both answers, with exit
code 0. "-" alone in place of FEN and MOVE reads from stdin, one question a line: a FEN,
a semicolon, and the move.`,
		Example: `  retroproof strategy check torres "K7/R7/3k4/8/8/8/8/8 w - - 0 1" Kb8`,
		Args:    cobra.RangeArgs(2, 3),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := f.circuits(args[0])
			if err != nil {
				return err
			}
			t := plain.NewTable(c.Strategy)
			t.Solve()
			one := func(fen, move string, line int) error {
				p, err := strategy.ParseFEN(c.Game, fen)
				if err != nil {
					return err
				}
				j := strategy.Judge(t, p, move)
				if f.json {
					o := strategyCheckJSON{"retroproof.strategy.check/1", about(c), line, strategy.FEN(c.Game, p), move, j.Legal, j.Strategy, j.Claimed, j.Step, j.Moves, nil}
					if j.MaxMoves > 0 {
						o.MaxMoves = &j.MaxMoves
					}
					return a.PrintJSON(o)
				}
				_, err = fmt.Fprintln(a.Stdout, j.Sentence())
				return err
			}
			switch {
			case len(args) == 3:
				return one(args[1], args[2], 0)
			case args[1] != "-":
				return verb.Usagef("want a FEN and a move, or \"-\" alone")
			}
			return a.EachLine(cmd.Context(), a.Stdout, nil, func(text string, line int) error {
				fen, move, ok := strings.Cut(text, ";")
				if !ok {
					return verb.WithCode(verb.ExitMalformed, fmt.Errorf("%q has no semicolon, want a FEN, a semicolon and a move", batch.Cut(text, 200)))
				}
				return one(fen, strings.TrimSpace(move), line)
			})
		},
	}
	return f.add(cmd)
}

// strategyCompareJSON compares a strategy with best play.
type strategyCompareJSON struct {
	Schema string `json:"schema"`
	aboutStrategy
	Agree       bool  `json:"agree"` // circuits, and text and rules
	NotWon      int   `json:"not_won"`
	Longest     int   `json:"longest_moves"`
	Best        int   `json:"best_longest_moves"` // by best play
	BestNotWon  int   `json:"best_not_won"`
	Excess      int   `json:"most_moves_more"`
	BestByMoves []int `json:"best_by_moves"`
}

func newStrategyCompareCommand(a *verb.Env) *cobra.Command {
	var f strategyFlags
	cmd := &cobra.Command{
		Use:   "compare NAME",
		Short: "Compare a strategy's circuits with its text, and the strategy with best play",
		Long: `Compare a strategy's circuits with the rules of chess and with its text as plain code
on all placements of the men and for all moves; and how long it takes to mate with how
long best play takes, found by going back from mate with all moves of chess.`,
		Example: "  retroproof strategy compare kqk",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := f.circuits(args[0])
			if err != nil {
				return err
			}
			figures, err := checker.Compare(cmd.Context(), c)
			if err != nil {
				return verb.WithCode(verb.ExitNotVerified, err)
			}
			t := plain.NewTable(c.Strategy)
			t.Solve()
			byMoves, notWon, excess := strategy.Optimum(t)
			r := figures.Retrograde
			if f.json {
				return a.PrintJSON(strategyCompareJSON{"retroproof.strategy.compare/1", about(c), true, r.NotWon, r.Longest(), len(byMoves), notWon, excess, byMoves})
			}
			_, err = fmt.Fprintf(a.Stdout, "%sbest play: %d not won, longest %d moves; where the strategy wins, it takes at most %d moves more\n",
				figures.Text(c), notWon, len(byMoves), excess)
			return err
		},
	}
	return f.add(cmd)
}
