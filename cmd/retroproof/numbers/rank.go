package numbers

import (
	"context"
	"fmt"
	"io"
	"math/big"
	"math/rand/v2"
	"strings"

	"retroproof/chess"
	"retroproof/cmd/retroproof/verb"
	"retroproof/count"
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
			return e.Quick(func(e *verb.Env) error {
				return e.PrintEach(ctx, q.FEN, func(text string) (verb.Answer, error) { return q.rank(text) })
			})
		})
	unrank = verb.Of(verb.Verb{Name: "unrank", Answers: []verb.Answer{&unrankAnswer{}}, Form: &verb.Form{}},
		unrankRequest{schemeRequest: byCPI}, func(ctx context.Context, e *verb.Env, q *unrankRequest) error {
			return e.Quick(func(e *verb.Env) error {
				return e.PrintEach(ctx, q.Rank, func(text string) (verb.Answer, error) { return q.unrank(text) })
			})
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

// sampleRequest is what sample is asked.
type sampleRequest struct {
	Number uint64 `arg:"N" json:"number" page:"min=1,max=100" doc:"how many positions to draw"`
	schemeRequest
	Seed  uint64 `flag:"seed" json:"seed,omitempty" doc:"of the generator: one seed, one sample"`
	First uint64 `flag:"first" json:"first,omitempty" doc:"number of the first draw, from 0 on"`
	Ranks bool   `flag:"ranks" doc:"print the integers instead of the positions"`
}

// sampleAnswer is a draw.
type sampleAnswer struct {
	verb.Head    `schema:"retroproof.sample/1"`
	Scheme       survey.Scheme `json:"scheme"`
	Seed         uint64        `json:"seed"`
	Draw         uint64        `json:"draw"`
	Rank         string        `json:"rank"`
	FEN          string        `json:"fen"`
	Index        int           `json:"index"`
	Multiplicity int           `json:"multiplicity"`
}

var sampleVerb = verb.Of(verb.Verb{Name: "sample", Answers: []verb.Answer{&sampleAnswer{}}},
	sampleRequest{schemeRequest: byCPI},
	func(ctx context.Context, e *verb.Env, q *sampleRequest) error {
		if q.First+q.Number < q.Number {
			return verb.Usagef("--first %d and %d draws: there are no more than 2^64", q.First, q.Number)
		}
		progress := e.NewDrawProgress(q.Number)
		defer progress.Done()
		return e.Quick(func(e *verb.Env) error {
			for i := q.First; i < q.First+q.Number; i++ {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				d := survey.Draw(q.Scheme, q.Seed, i)
				a := &sampleAnswer{Scheme: q.Scheme, Seed: q.Seed, Draw: i, Rank: d.Rank.String(), FEN: d.FEN(q.Scheme),
					Index: d.Index, Multiplicity: d.Multiplicity}
				var err error
				if q.Ranks && !e.JSON {
					err = line(e.Stdout, a.Rank)
				} else {
					err = e.Print(a, 0)
				}
				if err != nil {
					return err
				}
				progress.Add(1)
			}
			return nil
		})
	})

// Text writes the position.
func (a *sampleAnswer) Text(w io.Writer) error { return line(w, a.FEN) }

// rndfenRequest is what rndfen is asked.
type rndfenRequest struct {
	Number string `arg:"N"`
	Seed   string `arg:"[SEED]"`
}

// rndfenAnswer is a position.
type rndfenAnswer struct {
	verb.Head `schema:"retroproof.rndfen/1"`
	Seed      uint64 `json:"seed"`
	Draw      uint64 `json:"draw"`
	Rank      string `json:"rank"` // Chess Position Integer
	FEN       string `json:"fen"`
}

// rndfenSummary is the summary.
type rndfenSummary struct {
	verb.Head  `schema:"retroproof.rndfen.summary/1"`
	Seed       uint64 `json:"seed"`
	Draws      uint64 `json:"draws"` // of Chess Position Integers
	Positions  uint64 `json:"positions"`
	Multiplier string `json:"multiplier"`
	Size       string `json:"size"`  // of the set S
	Tries      string `json:"tries"` // draws from S that these stand for
}

var rndfen = verb.Of(verb.Verb{Name: "rndfen", Answers: []verb.Answer{&rndfenAnswer{}, &rndfenSummary{}}},
	rndfenRequest{},
	func(ctx context.Context, e *verb.Env, q *rndfenRequest) error {
		n, err := verb.ParseNumber(q.Number, 31, "how many legal positions")
		if err != nil {
			return err
		}
		seed := rand.Uint64() >> 32 // short enough to be typed
		if q.Seed != "" {
			if seed, err = verb.ParseNumber(q.Seed, 64, "a seed"); err != nil {
				return err
			}
		}
		return runRndfen(ctx, e, count.NewRandomFENs(int(n), seed))
	})

func runRndfen(ctx context.Context, e *verb.Env, r count.RandomFENs) error {
	progress := e.NewDrawProgress(r.Draws)
	defer progress.Done()
	kept := uint64(0)
	return e.Quick(func(e *verb.Env) error {
		for i := range r.Draws {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			progress.Add(1)
			d, ok := r.At(i)
			if !ok {
				continue
			}
			kept++
			progress.Say(fmt.Sprintf("%d positions", kept))
			a := &rndfenAnswer{Seed: r.Seed, Draw: i, Rank: d.Rank.String(), FEN: d.Setup.FEN()}
			if err := e.Print(a, 0); err != nil {
				return err
			}
		}
		s := &rndfenSummary{
			Seed: r.Seed, Draws: r.Draws, Positions: kept,
			Multiplier: scientific(r.Multiplier()), Size: count.SizeOfS().String(), Tries: scientific(r.Tries()),
		}
		if e.JSON {
			return e.Print(s, 0)
		}
		return s.Text(e.Stderr)
	})
}

// Text writes the position.
func (a *rndfenAnswer) Text(w io.Writer) error { return line(w, a.FEN) }

// Text writes the summary in a line.
func (s *rndfenSummary) Text(w io.Writer) error {
	size := new(big.Rat).SetInt(count.SizeOfS())
	_, err := fmt.Fprintf(w, "retroproof: seed %d: %d positions; multiplier %s = N/tries, N = %s, tries = %s\n",
		s.Seed, s.Positions, s.Multiplier, scientific(size), s.Tries)
	return err
}

// scientific writes a number with seven digits.
func scientific(r *big.Rat) string {
	f, _ := r.Float64()
	return fmt.Sprintf("%.6e", f)
}
