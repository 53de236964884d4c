package main

import (
	"context"
	"fmt"
	"io"
	"math/big"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"retroproof/chess"
	"retroproof/cmd/retroproof/verb"
	"retroproof/proofs/survey/numbering"
	"retroproof/proofs/survey/numbering/armies"
	"retroproof/proofs/survey/numbering/wide"
)

// schemeFlag is a numbering scheme on the command line.
type schemeFlag struct{ numbering.Scheme }

func (f *schemeFlag) String() string { return string(f.Scheme) }
func (f *schemeFlag) Type() string   { return "scheme" }

func (f *schemeFlag) Set(name string) (err error) {
	f.Scheme, err = numbering.Parse(name)
	return err
}

func (f *schemeFlag) add(flags *pflag.FlagSet, preset numbering.Scheme) {
	f.Scheme = preset
	flags.Var(f, "scheme", "cpi, urposition or urposition-repaired")
}

// rankRun is one run of rank or unrank.
type rankRun struct {
	app    *verb.Env
	scheme schemeFlag
	json   bool
}

// rankJSON is the answer for a position or an integer.
type rankJSON struct {
	Schema       string `json:"schema"`
	Line         int    `json:"line,omitempty"` // of stdin
	Scheme       string `json:"scheme"`
	FEN          string `json:"fen"`
	Rank         string `json:"rank"`
	Index        int    `json:"index"`
	Multiplicity int    `json:"multiplicity"`
}

const schemesHelp = `Schemes are
  cpi         the Chess Position Integer: 1, 2, ... for every position with one king a
              side, pawns on ranks 2 to 7, armies that one game can leave, and castling
              rights and en passant as the board allows
  urposition  the ranking of urpositions of ChessPositionRanking, from 0 on. A position
              has several ranks, as many as its multiplicity; they differ in an
              index. In FENs these two numbers stand in place of the clocks.
  urposition-repaired
              the same without its two defects: it has all legal positions`

func newRankCommand(a *verb.Env) *cobra.Command {
	r := &rankRun{app: a}
	index := -1
	cmd := &cobra.Command{
		Use:   "rank FEN|-",
		Short: "Number a position",
		Long: `Print the number of a position. "unrank" is the inverse.

` + schemesHelp + `

Of urpositions it is the one with the index in the FEN, provided that its last
field is the multiplicity, and otherwise the first. --index N asks for another one.

"-" reads FENs from stdin, one a line, and prints a number for each.`,
		Example: `  retroproof rank "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
  retroproof rank --scheme urposition --json - < positions.txt`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("index") && index < 0 {
				return verb.Usagef("--index %d, want 0 or more", index)
			}
			return a.EachBuffered(cmd.Context(), args[0], func(w io.Writer, text string, line int) error {
				return r.rank(w, text, line, index)
			})
		},
	}
	flags := cmd.Flags()
	r.scheme.add(flags, numbering.CPI)
	flags.IntVar(&index, "index", -1, "which urposition of the position, from 0 on; -1 for the one that the FEN names")
	flags.BoolVar(&r.json, "json", false, "print JSON, one object a position")
	return cmd
}

// rank answers for one position.
func (r *rankRun) rank(w io.Writer, fen string, line, index int) error {
	s, err := chess.ParseFEN(fen)
	if err != nil {
		return err
	}
	which := &index
	if index < 0 {
		which = nil
	}
	answer, err := rankAnswer(r.scheme.Scheme, &s, which, line)
	if err != nil {
		return err
	}
	text := answer.Rank
	if r.json {
		text = verb.JSON(answer)
	}
	_, err = fmt.Fprintln(w, text)
	return err
}

// rankAnswer ranks a position; index nil is the one that its FEN names.
func rankAnswer(scheme numbering.Scheme, s *chess.Setup, index *int, line int) (rankJSON, error) {
	if index == nil {
		i, err := scheme.IndexOf(s)
		if err != nil {
			return rankJSON{}, err
		}
		index = &i
	}
	n, multiplicity, err := scheme.Rank(s, *index)
	return rankJSON{"retroproof.rank/1", line, string(scheme), s.FEN(), n.String(), *index, multiplicity}, err
}

func newUnrankCommand(a *verb.Env) *cobra.Command {
	r := &rankRun{app: a}
	cmd := &cobra.Command{
		Use:   "unrank N|-",
		Short: "Find the position of a number",
		Long: `Print the FEN of the position with a number: the inverse of "rank".

` + schemesHelp + `

"-" reads numbers from stdin, one a line, and prints a FEN for each.`,
		Example: `  retroproof unrank 49444060874307007942560232630767711417259502539
  retroproof unrank --scheme urposition 2580546684578784438870640788181772752148758`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return r.unrankAll(cmd.Context(), args[0])
		},
	}
	r.scheme.add(cmd.Flags(), numbering.CPI)
	cmd.Flags().BoolVar(&r.json, "json", false, "print JSON, one object a number")
	return cmd
}

func (r *rankRun) unrankAll(ctx context.Context, arg string) error {
	return r.app.EachBuffered(ctx, arg, func(w io.Writer, text string, line int) error {
		n, err := parseRank(text)
		if err != nil {
			return err
		}
		answer, err := unrankAnswer(r.scheme.Scheme, n, line)
		if err != nil {
			return err
		}
		printed := answer.FEN
		if r.json {
			printed = verb.JSON(answer)
		}
		_, err = fmt.Fprintln(w, printed)
		return err
	})
}

// unrankAnswer finds the position of a number.
func unrankAnswer(scheme numbering.Scheme, n wide.Uint, line int) (rankJSON, error) {
	p, err := scheme.Unrank(n)
	if err != nil {
		return rankJSON{}, err
	}
	return rankJSON{"retroproof.unrank/1", line, string(scheme), p.FEN(scheme), n.String(), p.Index, p.Multiplicity}, nil
}

// mostDigits is how many digits of a number that is too large an error quotes.
const mostDigits = 60

// parseRank reads a decimal number.
func parseRank(text string) (wide.Uint, error) {
	quoted := text
	if len(quoted) > mostDigits {
		quoted = quoted[:mostDigits] + "..."
	}
	if text == "" || strings.Trim(text, "0123456789") != "" {
		return wide.Uint{}, verb.WithCode(verb.ExitMalformed, fmt.Errorf("%q is no number, want decimal digits", quoted))
	}
	if len(text) <= mostDigits {
		n, _ := new(big.Int).SetString(text, 10)
		if u, ok := wide.FromBig(n); ok {
			return u, nil
		}
	}
	return wide.Uint{}, &armies.DomainError{Condition: armies.OutOfRange, Detail: quoted + " is larger than the number of any position"}
}
