package main

import (
	"fmt"
	"math/big"
	"strings"

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
