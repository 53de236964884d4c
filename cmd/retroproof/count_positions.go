package main

import (
	"fmt"
	"io"
	"math/big"
	"sync"

	"github.com/spf13/cobra"

	"retroproof/chess"
	"retroproof/cmd/retroproof/verb"
	"retroproof/count"
	"retroproof/proofs/survey/numbering/cpi"
	"retroproof/proofs/survey/numbering/urposition"
)

func newCountPositionsCommand(a *verb.Env) *cobra.Command {
	r := &countReport{app: a, schema: "retroproof.count.positions/1"}
	var blocks bool
	cmd := &cobra.Command{
		Use:   "positions",
		Short: "Count positions: upper bounds of the number of legal ones",
		Long: `Count positions in several ways, each an upper bound of the number of legal ones, or
of their diagrams, which leave out the side to move, castling and en passant.

  diagrams          one king a side, pawns on ranks 2 to 7, a pair of armies that one
                    game can leave
  diagrams-apart    of these, the ones with kings that are not adjacent
  bishops           diagrams with bishops counted by the colour of their squares: one
                    on each that was no pawn
  bishops-apart     of these, the ones with kings that are not adjacent
  positions         with side to move, castling rights and en passant: those that
                    "rank" numbers
  castling          of these, with castling rights and without en passant
  en-passant        of these, with en passant
  urpositions       as ChessPositionRanking counts them, which misses some
  urpositions-repaired  without its defects: those of "rank --scheme urposition-repaired"

doc/counting.md has the definitions. --json has the exact numbers by men, which the
table has rounded. --blocks lists the 288 blocks of the Chess Position Integer: en
passant, castling, side to move, the first integer and how many there are.`,
		Example: `  retroproof count positions
  retroproof count positions --json
  retroproof count positions --svg positions.svg`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if blocks {
				return printBlocks(a, r.json)
			}
			kinds := countPositions()
			return r.print("Positions by number of men", kinds, func(w io.Writer) error { return positionTables(w, kinds) })
		},
	}
	r.addFlags(cmd.Flags())
	cmd.Flags().BoolVar(&blocks, "blocks", false, "list the blocks of the Chess Position Integer")
	return cmd
}

// countPositions counts everything, as far as possible at once.
func countPositions() []countKind {
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

// blockJSON is a block of the Chess Position Integer.
type blockJSON struct {
	Schema    string `json:"schema"`
	EnPassant string `json:"en_passant"` // a file, or "-"
	Castling  string `json:"castling"`   // as in a FEN
	Turn      string `json:"turn"`
	First     string `json:"first"`
	Positions string `json:"positions"`
}

func printBlocks(a *verb.Env, asJSON bool) error {
	rows := [][]string{{"e.p.", "castling", "turn", "first", "positions"}}
	for _, b := range cpi.Blocks() {
		file := "-"
		if b.EnPassant > 0 {
			file = chess.MakeSquare(b.EnPassant-1, 0).String()[:1]
		}
		o := blockJSON{"retroproof.count.block/1", file, b.Castling.String(), string(b.Turn.Letter()), b.First.String(), b.Positions.String()}
		if asJSON {
			if err := a.PrintJSON(o); err != nil {
				return err
			}
			continue
		}
		rows = append(rows, []string{o.EnPassant, o.Castling, o.Turn, o.First, o.Positions})
	}
	if asJSON {
		return nil
	}
	return verb.PrintColumns(a.Stdout, rows)
}
