package numbers

import (
	"context"
	"fmt"
	"io"
	"math/big"
	"strconv"
	"strings"
	"sync"

	"retroproof/batch"
	"retroproof/chess"
	"retroproof/cmd/retroproof/verb"
	"retroproof/count"
	"retroproof/proofs/survey/numbering/armies"
	"retroproof/proofs/survey/numbering/cpi"
	"retroproof/proofs/survey/numbering/urposition"
)

// chartRequest is where the verbs of count draw.
type chartRequest struct {
	SVG string `flag:"svg" of:"FILE" doc:"draw the numbers by men, as logarithms, to FILE"`
}

// countKind is something that is counted.
type countKind struct {
	name    string // stable, for tools
	title   string
	note    string
	undrawn bool // left out of charts: too close to another kind
	*armies.Breakdown
}

// counted is a kind as JSON. Numbers are strings: they exceed what JSON readers hold.
type counted struct {
	Kind  string       `json:"kind"`
	Title string       `json:"title"`
	Note  string       `json:"note,omitempty"`
	Total string       `json:"total"`
	Log2  float64      `json:"log2"`
	Log10 float64      `json:"log10"`
	ByMen []countedMen `json:"by_men"`
}

type countedMen struct {
	Men    int    `json:"men"`
	Number string `json:"number"`
}

// The answers: a kind each.
type (
	armiesAnswer struct {
		verb.Head `schema:"retroproof.count.armies/1"`
		counted
	}
	pairsAnswer struct {
		verb.Head `schema:"retroproof.count.pairs/1"`
		counted
	}
	positionsAnswer struct {
		verb.Head `schema:"retroproof.count.positions/1"`
		counted
	}
)

func ofArmies(c counted) verb.Answer    { return &armiesAnswer{counted: c} }
func ofPairs(c counted) verb.Answer     { return &pairsAnswer{counted: c} }
func ofPositions(c counted) verb.Answer { return &positionsAnswer{counted: c} }

// json returns the kind as JSON.
func (k *countKind) json() counted {
	c := counted{Kind: k.name, Title: strings.TrimSpace(k.title), Note: k.note, Total: k.Total.String(), Log2: count.Log2(k.Total), Log10: count.Log10(k.Total)}
	for men, n := range k.Men {
		if n != nil {
			c.ByMen = append(c.ByMen, countedMen{men, n.String()})
		}
	}
	return c
}

// print answers with JSON or a table, and draws the chart.
func (q *chartRequest) print(e *verb.Env, title string, kinds []countKind, of func(counted) verb.Answer, table func(w io.Writer) error) error {
	if q.SVG != "" {
		var curves []count.Curve
		for _, k := range kinds {
			if !k.undrawn {
				curves = append(curves, count.Curve{Name: strings.TrimSpace(k.title), Breakdown: k.Breakdown})
			}
		}
		draw := func(w io.Writer) error { return count.WriteChart(w, title, curves) }
		if q.SVG == "-" {
			return draw(e.Stdout)
		}
		if err := batch.WriteFile(q.SVG, draw); err != nil {
			return err
		}
	}
	if !e.JSON {
		return table(e.Stdout)
	}
	for _, k := range kinds {
		if err := e.Print(of(k.json()), 0); err != nil {
			return err
		}
	}
	return nil
}

// menTable prints the numbers of kinds by men, a column for each.
func menTable(w io.Writer, kinds []countKind, headings []string, number func(*big.Int) string) error {
	rows := [][]string{append([]string{"men"}, headings...)}
	for men := range kinds[0].Men {
		row := []string{strconv.Itoa(men)}
		some := false
		for _, k := range kinds {
			text := ""
			if n := k.Men[men]; n != nil {
				text, some = number(n), true
			}
			row = append(row, text)
		}
		if some {
			rows = append(rows, row)
		}
	}
	return verb.PrintColumns(w, rows)
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
			kind := armiesKind()
			if q.Classes {
				kind = classesKind()
			}
			return q.print(e, "Armies by number of men", []countKind{kind}, ofArmies, func(w io.Writer) error {
				fmt.Fprintf(w, "%s %s\n\n", kind.Total, kind.title)
				return menTable(w, []countKind{kind}, []string{kind.name}, (*big.Int).String)
			})
		})
	countPairs = verb.Of(verb.Verb{Name: "count pairs", Answers: []verb.Answer{&pairsAnswer{}}}, chartRequest{},
		func(_ context.Context, e *verb.Env, q *chartRequest) error {
			kinds := pairsKinds()
			return q.print(e, "Pairs of armies by number of men", kinds, ofPairs, func(w io.Writer) error {
				fmt.Fprintf(w, "%s %s\n", kinds[0].Total, kinds[0].title)
				fmt.Fprintf(w, "%s %s (%s)\n\n", kinds[1].Total, kinds[1].title, kinds[1].note)
				return menTable(w, kinds, []string{"pairs", "combinations"}, (*big.Int).String)
			})
		})
	countPositions = verb.Of(verb.Verb{Name: "count positions", Answers: []verb.Answer{&positionsAnswer{}, &blockAnswer{}}}, countPositionsRequest{},
		func(_ context.Context, e *verb.Env, q *countPositionsRequest) error {
			if q.Blocks {
				return printBlocks(e)
			}
			kinds := positionsKinds()
			return q.print(e, "Positions by number of men", kinds, ofPositions, func(w io.Writer) error { return positionTables(w, kinds) })
		})
)

func armiesKind() countKind {
	return countKind{name: "armies", title: "armies", Breakdown: count.CountArmies().Armies}
}

func classesKind() countKind {
	return countKind{name: "classes", title: "classes of armies [A,S,P]", Breakdown: count.CountArmies().Classes}
}

func pairsKinds() []countKind {
	c := count.CountPairs()
	return []countKind{
		{name: "pairs", title: "attainable pairs of armies", Breakdown: c.Pairs},
		{name: "combinations", title: "distinct combinations [A+a,S+s,P*p]", Breakdown: c.Combinations,
			note: "the paper prints 23773, which no reading reproduces"},
	}
}

// positionsKinds counts everything, as far as possible at once.
func positionsKinds() []countKind {
	kinds := []countKind{
		{name: "diagrams", title: "diagrams"},
		{name: "diagrams-apart", title: "diagrams, kings apart", undrawn: true},
		{name: "bishops", title: "diagrams, bishops by colour"},
		{name: "bishops-apart", title: "diagrams, bishops by colour, kings apart", undrawn: true},
		{name: "positions", title: "positions with side to move, castling, en passant"},
		{name: "castling", title: "  with castling, without en passant"},
		{name: "en-passant", title: "  with en passant"},
		{name: "urpositions", title: "urpositions, as published", undrawn: true},
		{name: "urpositions-repaired", title: "urpositions, repaired"},
	}
	var wait sync.WaitGroup
	wait.Go(func() {
		kinds[2].Breakdown = count.BishopPositions(count.AnyKings)
		kinds[3].Breakdown = count.BishopPositions(count.NonadjacentKings)
	})
	wait.Go(func() { kinds[7].Breakdown = urposition.Published.Breakdown() })
	wait.Go(func() { kinds[8].Breakdown = urposition.Repaired.Breakdown() })
	kinds[0].Breakdown = count.Positions(count.AnyKings)
	kinds[1].Breakdown = count.Positions(count.NonadjacentKings)
	c := cpi.Count()
	kinds[4].Breakdown, kinds[5].Breakdown, kinds[6].Breakdown = c.All, c.Castling, c.EnPassant
	wait.Wait()
	return kinds
}

// positionTables prints the totals, and the numbers by men.
func positionTables(w io.Writer, kinds []countKind) error {
	width := 0
	for _, k := range kinds {
		width = max(width, len(k.title))
	}
	fmt.Fprintf(w, "%-*s  %8s  %7s  %s\n", width, "", "log2", "log10", "number")
	headings := make([]string, len(kinds))
	for i, k := range kinds {
		fmt.Fprintf(w, "%-*s  %8.4f  %7.4f  %s\n", width, k.title, count.Log2(k.Total), count.Log10(k.Total), k.Total)
		headings[i] = k.name
	}
	fmt.Fprintln(w)
	return menTable(w, kinds, headings, func(n *big.Int) string {
		if n.BitLen() <= 20 {
			return n.String()
		}
		return new(big.Float).SetInt(n).Text('e', 4)
	})
}

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
		a := blockAnswer{EnPassant: "-", Castling: b.Castling.String(), Turn: string(b.Turn.Letter()), First: b.First.String(), Positions: b.Positions.String()}
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
	return verb.PrintColumns(e.Stdout, rows)
}
