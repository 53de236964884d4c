package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"retroproof/chess"
	"retroproof/cmd/retroproof/verb"
	"retroproof/retro"
	"retroproof/retro/material"
	"retroproof/retro/stats"
	"retroproof/retro/table"
)

// tbStats is one run of tb stats.
type tbStats struct {
	app          *verb.Env
	tables       answerTables
	all          bool
	men          int
	distribution bool
	longest      int
	zugzwangs    int  // the most to list of a kind
	zugzwang     bool // they are wanted
	markdown     bool
	seed         bool
	json         bool
	answers      int
}

// tableNumbers are the numbers of a table.
type tableNumbers struct {
	*stats.Statistics
	zugzwangs []stats.Zugzwangs // with --zugzwangs
	line      *retro.Line       // a longest win, with --markdown; nil if nothing is won
}

func newTBStatsCommand(a *verb.Env) *cobra.Command {
	v := &tbStats{app: a, tables: answerTables{app: a}}
	cmd := &cobra.Command{
		Use:   "stats MATERIAL...",
		Short: "Count the positions of tables: won, drawn, lost, by depth",
		Long: `Count the positions of tables: for each side to move how many are legal, won,
drawn, lost, mates, stalemates and checks, and the longest win and loss.

There are two lines of numbers. "full" counts positions on the board. "orb"
counts positions that are the same but for a symmetry of the board once: eight
symmetries without pawns, two with pawns. In both, identical men are not told
apart, and rights to castle or to capture en passant are none.

--distribution adds the number of positions of each depth: an odd number of plies
is won, an even one lost.

--zugzwangs counts the mutual zugzwangs, and lists some of each kind: placements in which
each side would be better off if the other one had to move. --markdown prints a section of a
page for each table, with a longest win move by move.

With --seed the arguments are piece strings such as KQkr, and the sizes of the
sets S_n are printed: the positions that are decided in n plies, full, with
either side to move; of the string alone, and with its sub-endgames.`,
		Example: `  retroproof tb stats KRvK KQvKR
  retroproof tb stats --men 4 --json
  retroproof tb stats --seed Kkbn`,
		RunE: func(cmd *cobra.Command, args []string) error {
			v.zugzwang = cmd.Flags().Changed("zugzwangs")
			return v.run(cmd.Context(), args, cmd.Flags().Changed("men"))
		},
	}
	flags := cmd.Flags()
	v.tables.add(flags)
	flags.BoolVar(&v.all, "all", false, "all tables in the directories")
	flags.IntVar(&v.men, "men", 0, "all tables with up to this many men, kings included")
	flags.BoolVar(&v.distribution, "distribution", false, "positions by depth")
	flags.IntVar(&v.longest, "longest", 1, "list up to this many of the longest wins and losses, symmetrical ones once")
	flags.IntVar(&v.zugzwangs, "zugzwangs", 0, "count the mutual zugzwangs, and list up to this many of each kind")
	flags.BoolVar(&v.markdown, "markdown", false, "print Markdown, a section a table, with a longest win move by move")
	flags.BoolVar(&v.seed, "seed", false, "sizes of the sets S_n of piece strings")
	flags.BoolVar(&v.json, "json", false, "print JSON, one object a table")
	return cmd
}

func (v *tbStats) run(ctx context.Context, args []string, men bool) (err error) {
	switch {
	case men && (v.men < 3 || v.men > material.MaxMen):
		return verb.Usagef("--men %d, want 3 to %d", v.men, material.MaxMen)
	case v.longest < 0 || v.longest > stats.MaxLongest:
		return verb.Usagef("--longest %d, want 0 to %d", v.longest, stats.MaxLongest)
	case v.zugzwangs < 0 || v.zugzwangs > stats.MaxLongest:
		return verb.Usagef("--zugzwangs %d, want 0 to %d", v.zugzwangs, stats.MaxLongest)
	case v.seed && (v.all || men || v.distribution || v.zugzwang || v.markdown):
		return verb.Usagef("--seed excludes --all, --men, --distribution, --zugzwangs and --markdown")
	case v.markdown && v.json:
		return verb.Usagef("--markdown excludes --json")
	case len(args) == 0 && v.seed:
		return verb.Usagef("--seed needs piece strings, as KRk")
	case len(args) == 0 && !v.all && !men:
		return verb.Usagef("nothing to count: want names of materials, as KRvK, or --men N, or --all")
	}
	if err := v.tables.open(); err != nil {
		return err
	}
	defer func() {
		if cerr := v.tables.close(); err == nil {
			err = cerr
		}
	}()
	if v.seed {
		return v.seeds(ctx, args)
	}
	materials, err := v.materials(args)
	if err != nil {
		return err
	}
	for _, m := range materials {
		s, err := v.statistics(ctx, m)
		if err != nil {
			return err
		}
		if err := v.print(s); err != nil {
			return err
		}
	}
	return nil
}

// materials returns what the arguments and flags ask for.
func (v *tbStats) materials(args []string) ([]material.Material, error) {
	materials, err := parseMaterials(args)
	if err != nil {
		return nil, err
	}
	for i, m := range materials {
		if err := countable(m, args[i]); err != nil {
			return nil, err
		}
		materials[i] = m.Canonical()
	}
	for n := 3; n <= v.men; n++ {
		materials = append(materials, material.All(n)...)
	}
	if v.all {
		found, err := v.tables.ts.Materials()
		if err != nil {
			return nil, verb.WithCode(verb.ExitIO, err)
		}
		if len(found) == 0 {
			return nil, verb.WithCode(verb.ExitIO, fmt.Errorf(`no tables in %s; "retroproof tb build" builds some, and --men N counts without`, strings.Join(v.tables.dirs.dirs, ", ")))
		}
		materials = append(materials, found...)
	}
	return materials, nil
}

// countable refuses materials that have no table.
func countable(m material.Material, name string) error {
	if n := m.Men(); n < 3 || n > material.MaxMen {
		return verb.WithCode(verb.ExitMalformed, fmt.Errorf("material %q has %d men, want 3 to %d", name, n, material.MaxMen))
	}
	return nil
}

// statistics counts a table.
func (v *tbStats) statistics(ctx context.Context, m material.Material) (s tableNumbers, err error) {
	err = v.tables.answer(ctx, 0, func(ts *retro.Tables) error {
		t, err := ts.Load(ctx, m, v.tables.jobs)
		if err != nil {
			return err
		}
		s = tableNumbers{}
		if s.Statistics, err = stats.Of(ctx, t, v.tables.jobs); err != nil {
			return err
		}
		if v.zugzwang {
			if s.zugzwangs, err = stats.MutualZugzwangs(ctx, t, v.zugzwangs, v.tables.jobs); err != nil {
				return err
			}
		}
		if p := longestWon(s.Statistics); p != nil && v.markdown {
			if s.line, err = ts.Line(ctx, p); err != nil {
				return err
			}
		}
		if ts.HasFile(m) {
			ts.Drop(m) // it can be loaded again
		}
		return err
	})
	return s, err
}

func (v *tbStats) print(s tableNumbers) error {
	v.answers++
	if v.json {
		return v.app.PrintJSON(v.statsJSON(s))
	}
	var b strings.Builder
	if v.answers > 1 {
		b.WriteByte('\n')
	}
	if v.markdown {
		v.page(&b, s)
	} else {
		v.text(&b, s)
	}
	_, err := io.WriteString(v.app.Stdout, b.String())
	return err
}

// columns are the numbers of a side to move, in the order in which they are
// printed.
func columns(s *stats.Side) []stats.Count {
	return []stats.Count{s.Legal, s.Won, s.Drawn, s.Lost, s.Mates, s.Stalemates, s.Checks}
}

// text prints the statistics for a reader.
func (v *tbStats) text(b *strings.Builder, s tableNumbers) {
	fmt.Fprintf(b, "%-6s %-4s", s.Material, "")
	for _, name := range []string{"legal", "won", "drawn", "lost", "mates", "stalemates", "checks"} {
		fmt.Fprintf(b, " %11s", name)
	}
	b.WriteByte('\n')
	for side := range s.Side {
		full, orb := "", ""
		for _, c := range columns(&s.Side[side]) {
			full += fmt.Sprintf(" %11d", c.Full)
			orb += fmt.Sprintf(" %11d", c.Orb)
		}
		fmt.Fprintf(b, "%-6s %-4s%s\n%-6s %-4s%s\n", sideName(chess.Color(side)), "full", full, "", "orb", orb)
	}
	for side := range s.Side {
		v.longestText(b, side, "win", s.Side[side].Wins, s.Side[side].LongestWin)
		v.longestText(b, side, "loss", s.Side[side].Losses, s.Side[side].LongestLoss)
	}
	if v.distribution {
		v.distributionText(b, s.Statistics)
	}
	v.zugzwangText(b, s.zugzwangs)
}

// longestText prints the longest wins or losses.
func (v *tbStats) longestText(b *strings.Builder, side int, what string, depths []stats.Depth, positions []*chess.Position) {
	if len(depths) == 0 {
		return
	}
	last := depths[len(depths)-1]
	value := table.Value{Result: table.Won, Plies: last.Plies}
	fmt.Fprintf(b, "%s to move, longest %s: %s (%s), %d full, %d orb\n", sideName(chess.Color(side)), what,
		verb.Counted(value.Moves(), "move", "moves"), verb.Counted(last.Plies, "ply", "plies"), last.Full, last.Orb)
	for _, p := range positions[:min(v.longest, len(positions))] {
		fmt.Fprintf(b, "  %s\n", p.FEN())
	}
}

// depthCounts are the positions of a depth by side to move.
type depthCounts struct {
	value table.Value
	count [2]stats.Count
}

// depths returns the positions by depth, the least first.
func depths(s *stats.Statistics) []depthCounts {
	var list []depthCounts
	for side := range s.Side {
		for r, depths := range map[table.Result][]stats.Depth{table.Won: s.Side[side].Wins, table.Lost: s.Side[side].Losses} {
			for _, d := range depths {
				i, found := slices.BinarySearchFunc(list, d.Plies, func(c depthCounts, plies int) int { return c.value.Plies - plies })
				if !found {
					list = slices.Insert(list, i, depthCounts{value: table.Value{Result: r, Plies: d.Plies}})
				}
				list[i].count[side] = d.Count
			}
		}
	}
	return list
}

// distributionText prints the positions by depth.
func (v *tbStats) distributionText(b *strings.Builder, s *stats.Statistics) {
	list := depths(s)
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(b, "%5s %5s %-4s %11s %11s %11s %11s\n", "plies", "moves", "", "White full", "orb", "Black full", "orb")
	for _, d := range list {
		fmt.Fprintf(b, "%5d %5d %-4s %11d %11d %11d %11d\n", d.value.Plies, d.value.Moves(), d.value.Result,
			d.count[0].Full, d.count[0].Orb, d.count[1].Full, d.count[1].Orb)
	}
}

// tbStatsJSON is a table of tb stats --json.
type tbStatsJSON struct {
	Schema   string            `json:"schema"`
	Material string            `json:"material"`
	Sides    []tbSideStatsJSON `json:"sides"` // White to move, Black to move
	// Zugzwangs is there with --zugzwangs.
	Zugzwangs []tbZugzwangsJSON `json:"zugzwangs,omitempty"`
}

// tbSideStatsJSON are the numbers of one side to move.
type tbSideStatsJSON struct {
	Side        string         `json:"side"`
	Full        tbNumbersJSON  `json:"full"`
	Orb         tbNumbersJSON  `json:"orb"`
	LongestWin  *tbLongestJSON `json:"longest_win"` // null if there is none
	LongestLoss *tbLongestJSON `json:"longest_loss"`
	// Distribution is there with --distribution.
	Distribution *[]tbDepthJSON `json:"distribution,omitempty"`
}

// tbNumbersJSON are numbers of positions.
type tbNumbersJSON struct {
	Legal      uint64 `json:"legal"`
	Won        uint64 `json:"won"`
	Drawn      uint64 `json:"drawn"`
	Lost       uint64 `json:"lost"`
	Mates      uint64 `json:"mates"`
	Stalemates uint64 `json:"stalemates"`
	Checks     uint64 `json:"checks"`
}

// tbDepthJSON are the positions of a depth.
type tbDepthJSON struct {
	Result   string `json:"result"`
	DTMPlies int    `json:"dtm_plies"`
	DTMMoves int    `json:"dtm_moves"`
	Full     uint64 `json:"full"`
	Orb      uint64 `json:"orb"`
}

// tbLongestJSON are the positions of the greatest depth.
type tbLongestJSON struct {
	tbDepthJSON
	FENs []string `json:"fens"`
}

func depthJSON(r table.Result, d stats.Depth) tbDepthJSON {
	return tbDepthJSON{r.String(), d.Plies, table.Value{Result: r, Plies: d.Plies}.Moves(), d.Full, d.Orb}
}

func (v *tbStats) statsJSON(s tableNumbers) tbStatsJSON {
	j := tbStatsJSON{Schema: "retroproof.tb.stats/1", Material: s.Material.String()}
	for side := range s.Side {
		st := &s.Side[side]
		numbers := func(n func(stats.Count) uint64) tbNumbersJSON {
			return tbNumbersJSON{n(st.Legal), n(st.Won), n(st.Drawn), n(st.Lost), n(st.Mates), n(st.Stalemates), n(st.Checks)}
		}
		out := tbSideStatsJSON{
			Side:        chess.Color(side).String(),
			Full:        numbers(func(c stats.Count) uint64 { return c.Full }),
			Orb:         numbers(func(c stats.Count) uint64 { return c.Orb }),
			LongestWin:  v.longestJSON(table.Won, st.Wins, st.LongestWin),
			LongestLoss: v.longestJSON(table.Lost, st.Losses, st.LongestLoss),
		}
		if v.distribution {
			list := []tbDepthJSON{}
			for _, d := range st.Wins {
				list = append(list, depthJSON(table.Won, d))
			}
			for _, d := range st.Losses {
				list = append(list, depthJSON(table.Lost, d))
			}
			out.Distribution = &list
		}
		j.Sides = append(j.Sides, out)
	}
	j.Zugzwangs = zugzwangsJSON(s.zugzwangs)
	return j
}

func (v *tbStats) longestJSON(r table.Result, depths []stats.Depth, positions []*chess.Position) *tbLongestJSON {
	if len(depths) == 0 {
		return nil
	}
	j := &tbLongestJSON{tbDepthJSON: depthJSON(r, depths[len(depths)-1]), FENs: []string{}}
	for _, p := range positions[:min(v.longest, len(positions))] {
		j.FENs = append(j.FENs, p.FEN())
	}
	return j
}
