package numbers

import (
	"context"
	"fmt"
	"io"
	"math/big"
	"strings"

	"retroproof/chess"
	"retroproof/cmd/retroproof/verb"
	"retroproof/proofs/survey"
	"retroproof/proofs/survey/numbering"
)

// schemeRequest is how positions are numbered.
type schemeRequest struct {
	Scheme survey.Scheme `flag:"scheme" json:"scheme,omitempty" choice:"cpi,urposition,urposition-repaired" doc:"cpi, urposition or urposition-repaired"`
}

var byCPI = schemeRequest{survey.CPI}

// rankRequest is what rank is asked.
type rankRequest struct {
	FEN string `arg:"FEN|-" json:"fen" doc:"the position"`
	schemeRequest
	Index int `flag:"index" json:"index,omitempty" doc:"which urposition of the position, from 0 on; -1 for the one that the FEN names"`
	Given verb.Given
}

// unrankRequest is what unrank is asked.
type unrankRequest struct {
	Rank string `arg:"N|-" json:"rank" doc:"the number"`
	schemeRequest
}

// rankFields are what a position and its number have in JSON.
type rankFields struct {
	Scheme       string `json:"scheme"`
	FEN          string `json:"fen"`
	Rank         string `json:"rank"`
	Index        int    `json:"index"`
	Multiplicity int    `json:"multiplicity"`
}

// rankAnswer is the answer for a position.
type rankAnswer struct {
	verb.Head `schema:"retroproof.rank/1"`
	rankFields
}

// unrankAnswer is the answer for a number.
type unrankAnswer struct {
	verb.Head `schema:"retroproof.unrank/1"`
	rankFields
}

var (
	rank = verb.Of(verb.Verb{Name: "rank", Answers: []verb.Answer{&rankAnswer{}}, Form: &verb.Form{}},
		rankRequest{schemeRequest: byCPI, Index: -1}, func(ctx context.Context, e *verb.Env, q *rankRequest) error {
			if q.Given("index") && q.Index < 0 {
				return verb.Usagef("--index %d, want 0 or more", q.Index)
			}
			return e.PrintEachBuffered(ctx, q.FEN, func(text string) (verb.Answer, error) { return q.rank(text) })
		})
	unrank = verb.Of(verb.Verb{Name: "unrank", Answers: []verb.Answer{&unrankAnswer{}}, Form: &verb.Form{}},
		unrankRequest{schemeRequest: byCPI}, func(ctx context.Context, e *verb.Env, q *unrankRequest) error {
			return e.PrintEachBuffered(ctx, q.Rank, func(text string) (verb.Answer, error) { return q.unrank(text) })
		})
)

func (r *rankRequest) rank(fen string) (*rankAnswer, error) {
	s, err := chess.ParseFEN(fen)
	if err != nil {
		return nil, err
	}
	index := r.Index
	if index < 0 {
		if index, err = r.Scheme.IndexOf(&s); err != nil {
			return nil, err
		}
	}
	n, multiplicity, err := r.Scheme.Rank(&s, index)
	return &rankAnswer{rankFields: rankFields{string(r.Scheme), s.FEN(), n.String(), index, multiplicity}}, err
}

// Text writes the number.
func (a *rankAnswer) Text(w io.Writer) error { return line(w, a.Rank) }

func (u *unrankRequest) unrank(text string) (*unrankAnswer, error) {
	n, err := parseRank(text)
	if err != nil {
		return nil, err
	}
	p, err := u.Scheme.Unrank(n)
	if err != nil {
		return nil, err
	}
	return &unrankAnswer{rankFields: rankFields{string(u.Scheme), p.FEN(u.Scheme), n.String(), p.Index, p.Multiplicity}},
		nil
}

// Text writes the position.
func (a *unrankAnswer) Text(w io.Writer) error { return line(w, a.FEN) }

func line(w io.Writer, text string) error {
	_, err := fmt.Fprintln(w, text)
	return err
}

// mostDigits is how many digits of a number that is too large an error quotes.
const mostDigits = 60

// parseRank reads a decimal number.
func parseRank(text string) (numbering.Uint, error) {
	quoted := text
	if len(quoted) > mostDigits {
		quoted = quoted[:mostDigits] + "..."
	}
	if text == "" || strings.Trim(text, "0123456789") != "" {
		return numbering.Uint{}, verb.WithCode(verb.ExitMalformed, fmt.Errorf("%q is no number, want decimal digits", quoted))
	}
	if len(text) <= mostDigits {
		n, _ := new(big.Int).SetString(text, 10)
		if u, ok := numbering.FromBig(n); ok {
			return u, nil
		}
	}
	return numbering.Uint{}, &numbering.DomainError{Condition: numbering.OutOfRange,
		Detail: quoted + " is larger than the number of any position"}
}
