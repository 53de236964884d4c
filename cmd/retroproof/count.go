package main

import (
	"fmt"
	"io"
	"math/big"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"retroproof/batch"
	"retroproof/cmd/retroproof/verb"
	"retroproof/count"
	"retroproof/proofs/survey/numbering/armies"
)

func newCountCommand(*verb.Env) *cobra.Command {
	return &cobra.Command{
		Use:   "count",
		Short: "Count armies, pairs of armies, and positions",
		Long: `Count armies, pairs of armies that one game can leave, and positions: exactly, and
by the number of men on the board.`,
	}
}

// countReport is how the verbs of count answer.
type countReport struct {
	app    *verb.Env
	schema string
	json   bool
	svg    string
}

func (r *countReport) addFlags(f *pflag.FlagSet) {
	f.BoolVar(&r.json, "json", false, "print JSON, one object a kind")
	f.StringVar(&r.svg, "svg", "", "draw the numbers by men, as logarithms, to FILE")
}

// countKind is something that is counted.
type countKind struct {
	name    string // stable, for tools
	title   string
	note    string
	undrawn bool // left out of charts: too close to another kind
	*armies.Breakdown
}

// countJSON is a kind as JSON. Numbers are strings: they exceed what JSON readers hold.
type countJSON struct {
	Schema string         `json:"schema"`
	Kind   string         `json:"kind"`
	Title  string         `json:"title"`
	Note   string         `json:"note,omitempty"`
	Total  string         `json:"total"`
	Log2   float64        `json:"log2"`
	Log10  float64        `json:"log10"`
	ByMen  []countMenJSON `json:"by_men"`
}

type countMenJSON struct {
	Men    int    `json:"men"`
	Number string `json:"number"`
}

// print answers with JSON or a table, and draws the chart.
func (r *countReport) print(title string, kinds []countKind, table func(w io.Writer) error) error {
	if r.svg != "" {
		var curves []count.Curve
		for _, k := range kinds {
			if !k.undrawn {
				curves = append(curves, count.Curve{Name: strings.TrimSpace(k.title), Breakdown: k.Breakdown})
			}
		}
		draw := func(w io.Writer) error { return count.WriteChart(w, title, curves) }
		if r.svg == "-" {
			return draw(r.app.Stdout)
		}
		if err := batch.WriteFile(r.svg, draw); err != nil {
			return err
		}
	}
	if !r.json {
		return table(r.app.Stdout)
	}
	for _, o := range countAnswers(r.schema, kinds) {
		if err := r.app.PrintJSON(o); err != nil {
			return err
		}
	}
	return nil
}

// countAnswers are kinds as JSON.
func countAnswers(schema string, kinds []countKind) (answers []countJSON) {
	for _, k := range kinds {
		o := countJSON{
			Schema: schema, Kind: k.name, Title: strings.TrimSpace(k.title), Note: k.note,
			Total: k.Total.String(), Log2: count.Log2(k.Total), Log10: count.Log10(k.Total),
		}
		for men, n := range k.Men {
			if n != nil {
				o.ByMen = append(o.ByMen, countMenJSON{men, n.String()})
			}
		}
		answers = append(answers, o)
	}
	return answers
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

func newCountArmiesCommand(a *verb.Env) *cobra.Command {
	r := &countReport{app: a, schema: "retroproof.count.armies/1"}
	var classes bool
	cmd := &cobra.Command{
		Use:   "armies",
		Short: "Count armies",
		Long: `Count the armies that a side can have: numbers of pawns, queens, rooks, bishops and
knights beside the king, such that those who are pawns and those who must have been
pawns are eight at the most. By number of men of the side.

--classes counts the distinct [A,S,P]: pawns, men, and the product of the factorials
of the numbers of pawns, queens, rooks, bishops and knights.`,
		Example: `  retroproof count armies
  retroproof count armies --classes --json`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			c := count.CountArmies()
			kind := armiesKind(c)
			if classes {
				kind = classesKind(c)
			}
			return r.print("Armies by number of men", []countKind{kind}, func(w io.Writer) error {
				fmt.Fprintf(w, "%s %s\n\n", kind.Total, kind.title)
				return menTable(w, []countKind{kind}, []string{kind.name}, (*big.Int).String)
			})
		},
	}
	cmd.Flags().BoolVar(&classes, "classes", false, "count classes of armies that have as many placements")
	r.addFlags(cmd.Flags())
	return cmd
}

func armiesKind(c count.ArmyCounts) countKind {
	return countKind{name: "armies", title: "armies", Breakdown: c.Armies}
}

func classesKind(c count.ArmyCounts) countKind {
	return countKind{name: "classes", title: "classes of armies [A,S,P]", Breakdown: c.Classes}
}

func pairsKinds(c count.PairCounts) []countKind {
	return []countKind{
		{name: "pairs", title: "attainable pairs of armies", Breakdown: c.Pairs},
		{name: "combinations", title: "distinct combinations [A+a,S+s,P*p]", Breakdown: c.Combinations,
			note: "the paper prints 23773, which no reading reproduces"},
	}
}

func newCountPairsCommand(a *verb.Env) *cobra.Command {
	r := &countReport{app: a, schema: "retroproof.count.pairs/1"}
	cmd := &cobra.Command{
		Use:   "pairs",
		Short: "Count pairs of armies that one game can leave",
		Long: `Count the pairs of armies that one game can leave: White's and Black's, with captures
enough for all that promoted. Both inequalities must hold, the paper's
A+2a+2b+2B+C+c <= 38 and its mirror image. Besides, the distinct combinations
[A+a,S+s,P*p] of pawns, men, and products of factorials of both sides.`,
		Example: `  retroproof count pairs`,
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			c := count.CountPairs()
			kinds := pairsKinds(c)
			return r.print("Pairs of armies by number of men", kinds, func(w io.Writer) error {
				fmt.Fprintf(w, "%s %s\n", kinds[0].Total, kinds[0].title)
				fmt.Fprintf(w, "%s %s (%s)\n\n", kinds[1].Total, kinds[1].title, kinds[1].note)
				return menTable(w, kinds, []string{"pairs", "combinations"}, (*big.Int).String)
			})
		},
	}
	r.addFlags(cmd.Flags())
	return cmd
}
