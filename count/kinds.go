package count

import (
	"fmt"
	"io"
	"math/big"
	"strconv"
	"strings"
	"sync"

	"retroproof/internal/answer"
	"retroproof/proofs/survey/numbering"
	"retroproof/proofs/survey/numbering/cpi"
	"retroproof/proofs/survey/numbering/urposition"
)

// Kind is something that is counted.
type Kind struct {
	Name    string // stable, for tools
	Title   string
	Note    string
	undrawn bool // left out of charts: too close to another kind
	*numbering.Breakdown
}

// Counted is a kind as JSON. Numbers are strings: they exceed what JSON readers hold.
type Counted struct {
	Kind  string  `json:"kind"`
	Title string  `json:"title"`
	Note  string  `json:"note,omitempty"`
	Total string  `json:"total"`
	Log2  float64 `json:"log2"`
	Log10 float64 `json:"log10"`
	ByMen []Men   `json:"by_men"`
}

// Men is a number of what has so many men.
type Men struct {
	Men    int    `json:"men"`
	Number string `json:"number"`
}

// JSON returns the kind for programs.
func (k *Kind) JSON() Counted {
	c := Counted{Kind: k.Name, Title: strings.TrimSpace(k.Title), Note: k.Note, Total: k.Total.String(),
		Log2: Log2(k.Total), Log10: Log10(k.Total)}
	for men, n := range k.Men {
		if n != nil {
			c.ByMen = append(c.ByMen, Men{men, n.String()})
		}
	}
	return c
}

// Table prints the numbers of kinds by men, a column for each.
func Table(w io.Writer, kinds []Kind, headings []string, number func(*big.Int) string) error {
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
	return answer.Columns(w, rows)
}

// Armies counts armies.
func Armies() Kind {
	return Kind{Name: "armies", Title: "armies", Breakdown: CountArmies().Armies}
}

// Classes counts classes of armies that have as many placements.
func Classes() Kind {
	return Kind{Name: "classes", Title: "classes of armies [A,S,P]", Breakdown: CountArmies().Classes}
}

// Pairs counts pairs of armies that one game can leave, and their combinations.
func Pairs() []Kind {
	c := CountPairs()
	return []Kind{
		{Name: "pairs", Title: "attainable pairs of armies", Breakdown: c.Pairs},
		{Name: "combinations", Title: "distinct combinations [A+a,S+s,P*p]", Breakdown: c.Combinations,
			Note: "the paper prints 23773, which no reading reproduces"},
	}
}

// Positions counts everything, as far as possible at once.
func Positions() []Kind {
	kinds := []Kind{
		{Name: "diagrams", Title: "diagrams"},
		{Name: "diagrams-apart", Title: "diagrams, kings apart", undrawn: true},
		{Name: "bishops", Title: "diagrams, bishops by colour"},
		{Name: "bishops-apart", Title: "diagrams, bishops by colour, kings apart", undrawn: true},
		{Name: "positions", Title: "positions with side to move, castling, en passant"},
		{Name: "castling", Title: "  with castling, without en passant"},
		{Name: "en-passant", Title: "  with en passant"},
		{Name: "urpositions", Title: "urpositions, as published", undrawn: true},
		{Name: "urpositions-repaired", Title: "urpositions, repaired"},
	}
	var wait sync.WaitGroup
	wait.Go(func() {
		kinds[2].Breakdown = BishopDiagrams(AnyKings)
		kinds[3].Breakdown = BishopDiagrams(NonadjacentKings)
	})
	wait.Go(func() { kinds[7].Breakdown = urposition.Published.Breakdown() })
	wait.Go(func() { kinds[8].Breakdown = urposition.Repaired.Breakdown() })
	kinds[0].Breakdown = Diagrams(AnyKings)
	kinds[1].Breakdown = Diagrams(NonadjacentKings)
	c := cpi.Count()
	kinds[4].Breakdown, kinds[5].Breakdown, kinds[6].Breakdown = c.All, c.Castling, c.EnPassant
	wait.Wait()
	return kinds
}

// PositionTables prints the totals, and the numbers by men.
func PositionTables(w io.Writer, kinds []Kind) error {
	width := 0
	for _, k := range kinds {
		width = max(width, len(k.Title))
	}
	fmt.Fprintf(w, "%-*s  %8s  %7s  %s\n", width, "", "log2", "log10", "number")
	headings := make([]string, len(kinds))
	for i, k := range kinds {
		fmt.Fprintf(w, "%-*s  %8.4f  %7.4f  %s\n", width, k.Title, Log2(k.Total), Log10(k.Total), k.Total)
		headings[i] = k.Name
	}
	fmt.Fprintln(w)
	return Table(w, kinds, headings, func(n *big.Int) string {
		if n.BitLen() <= 20 {
			return n.String()
		}
		return new(big.Float).SetInt(n).Text('e', 4)
	})
}
