package numbers

import (
	"context"
	"fmt"
	"io"
	"math/big"

	"retroproof/chess"
	"retroproof/cmd/retroproof/verb"
	"retroproof/count"
	"retroproof/internal/answer"
	"retroproof/proofs/survey/numbering/cpi"
)

// chartRequest is where the verbs of count draw.
type chartRequest struct {
	SVG string `flag:"svg" of:"FILE" doc:"draw the numbers by men, as logarithms, to FILE"`
}

// The answers: a kind each.
type (
	armiesAnswer struct {
		verb.Head `schema:"retroproof.count.armies/1"`
		count.Counted
	}
	pairsAnswer struct {
		verb.Head `schema:"retroproof.count.pairs/1"`
		count.Counted
	}
	positionsAnswer struct {
		verb.Head `schema:"retroproof.count.positions/1"`
		count.Counted
	}
)

func ofArmies(c count.Counted) verb.Answer    { return &armiesAnswer{Counted: c} }
func ofPairs(c count.Counted) verb.Answer     { return &pairsAnswer{Counted: c} }
func ofPositions(c count.Counted) verb.Answer { return &positionsAnswer{Counted: c} }

// print answers with JSON or a table, and draws the chart.
func (c *chartRequest) print(e *verb.Env, title string, list []count.Kind, of func(count.Counted) verb.Answer,
	table func(w io.Writer) error) error {
	if c.SVG != "" {
		err := e.WriteOut(c.SVG, func(w io.Writer) error { return count.WriteChart(w, title, list) })
		if err != nil || c.SVG == "-" {
			return err
		}
	}
	if !e.JSON {
		return table(e.Stdout)
	}
	for _, k := range list {
		if err := e.Print(of(k.JSON()), 0); err != nil {
			return err
		}
	}
	return nil
}

// countArmiesRequest is what count armies is asked.
type countArmiesRequest struct {
	chartRequest
	Classes bool `flag:"classes" doc:"count classes of armies that have as many placements"`
}

// countPositionsRequest is what count positions is asked.
type countPositionsRequest struct {
	chartRequest
	Blocks bool `flag:"blocks" doc:"list the blocks of the Chess Position Integer"`
}

var (
	countArmies = verb.Of(verb.Verb{Name: "count armies", Answers: []verb.Answer{&armiesAnswer{}}}, countArmiesRequest{},
		func(_ context.Context, e *verb.Env, q *countArmiesRequest) error {
			kind := count.Armies()
			if q.Classes {
				kind = count.Classes()
			}
			return q.print(e, "Armies by number of men", []count.Kind{kind}, ofArmies, func(w io.Writer) error {
				fmt.Fprintf(w, "%s %s\n\n", kind.Total, kind.Title)
				return count.Table(w, []count.Kind{kind}, []string{kind.Name}, (*big.Int).String)
			})
		})
	countPairs = verb.Of(verb.Verb{Name: "count pairs", Answers: []verb.Answer{&pairsAnswer{}}}, chartRequest{},
		func(_ context.Context, e *verb.Env, q *chartRequest) error {
			list := count.Pairs()
			return q.print(e, "Pairs of armies by number of men", list, ofPairs, func(w io.Writer) error {
				fmt.Fprintf(w, "%s %s\n", list[0].Total, list[0].Title)
				fmt.Fprintf(w, "%s %s (%s)\n\n", list[1].Total, list[1].Title, list[1].Note)
				return count.Table(w, list, []string{"pairs", "combinations"}, (*big.Int).String)
			})
		})
	countPositions = verb.Of(verb.Verb{Name: "count positions",
		Answers: []verb.Answer{&positionsAnswer{}, &blockAnswer{}}}, countPositionsRequest{},
		func(_ context.Context, e *verb.Env, q *countPositionsRequest) error {
			if q.Blocks {
				return printBlocks(e)
			}
			list := count.Positions()
			return q.print(e, "Positions by number of men",
				list, ofPositions, func(w io.Writer) error { return count.PositionTables(w, list) })
		})
)

// blockAnswer is a block of the Chess Position Integer.
type blockAnswer struct {
	verb.Head `schema:"retroproof.count.block/1"`
	EnPassant string `json:"en_passant"` // a file, or "-"
	Castling  string `json:"castling"`   // as in a FEN
	Turn      string `json:"turn"`
	First     string `json:"first"`
	Positions string `json:"positions"`
}

func printBlocks(e *verb.Env) error {
	rows := [][]string{{"e.p.", "castling", "turn", "first", "positions"}}
	for _, b := range cpi.Blocks() {
		a := blockAnswer{EnPassant: "-", Castling: b.Castling.String(), Turn: string(b.Turn.Letter()),
			First: b.First.String(), Positions: b.Positions.String()}
		if b.EnPassant > 0 {
			a.EnPassant = chess.MakeSquare(b.EnPassant-1, 0).String()[:1]
		}
		if e.JSON {
			if err := e.Print(&a, 0); err != nil {
				return err
			}
		}
		rows = append(rows, []string{a.EnPassant, a.Castling, a.Turn, a.First, a.Positions})
	}
	if e.JSON {
		return nil
	}
	return answer.Columns(e.Stdout, rows)
}
