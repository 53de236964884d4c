package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"retroproof/cmd/retroproof/verb"
	"retroproof/retro"
	"retroproof/retro/material"
	"retroproof/retro/syzygy"
)

// tbCompare is one run of tb compare.
type tbCompare struct {
	app    *verb.Env
	tables answerTables
	syzygy string
	men    int
	most   int
	dtz    bool
	json   bool
}

func newTBCompareCommand(a *verb.Env) *cobra.Command {
	v := &tbCompare{app: a, tables: answerTables{app: a}}
	cmd := &cobra.Command{
		Use:   "compare MATERIAL...",
		Short: "Compare every position of a table with Syzygy's files",
		Long: `Compare every position of tables with Syzygy's files, NAME` + syzygy.WDLSuffix + ` and NAME` + syzygy.DTZSuffix + `: what is
won there, with the fifty-move rule or but for it, has to be won here, and so for
draws and losses. --dtz compares distances, too: to a capture, a pawn move or mate it is
no farther than to mate.

Exit code 0 if nothing differs, 1 if something does.`,
		Example: `  retroproof tb compare KRvK KQvKR --syzygy syzygy
  retroproof tb compare --men 4 --syzygy syzygy --dtz`,
		RunE: func(cmd *cobra.Command, args []string) error {
			materials, err := parseMaterials(args)
			switch {
			case err != nil:
				return err
			case cmd.Flags().Changed("men") && (v.men < 3 || v.men > material.MaxMen):
				return verb.Usagef("--men %d, want 3 to %d", v.men, material.MaxMen)
			case v.men == 0 && len(args) == 0:
				return verb.Usagef("nothing to compare: want names of materials, as KRvK, or --men N")
			case v.syzygy == "":
				return verb.Usagef("want --syzygy DIR, the directory of Syzygy's files")
			case v.most < 1:
				return verb.Usagef("--show %d, want at least 1", v.most)
			}
			for i, m := range materials {
				if err := countable(m, args[i]); err != nil {
					return err
				}
			}
			for n := 3; n <= v.men; n++ {
				materials = append(materials, material.All(n)...)
			}
			return v.run(cmd.Context(), materials)
		},
	}
	fl := cmd.Flags()
	v.tables.add(fl)
	fl.StringVar(&v.syzygy, "syzygy", "", "the `DIR` of Syzygy's files")
	fl.IntVar(&v.men, "men", 0, "compare all tables with up to this many men, kings included")
	fl.IntVar(&v.most, "show", 10, "differences to show of a table")
	fl.BoolVar(&v.dtz, "dtz", false, "compare distances, too")
	fl.BoolVar(&v.json, "json", false, "print JSON, one object a table")
	return cmd
}

// tbCompareJSON is a table of tb compare --json.
type tbCompareJSON struct {
	Schema      string             `json:"schema"`
	Material    string             `json:"material"`
	Positions   uint64             `json:"positions"`
	Cursed      uint64             `json:"cursed"` // mates that the fifty-move rule makes draws
	Differences uint64             `json:"differences"`
	Examples    []tbDifferenceJSON `json:"examples,omitempty"`
	Seconds     float64            `json:"seconds"`
}

// tbDifferenceJSON is a difference.
type tbDifferenceJSON struct {
	FEN    string `json:"fen"`
	Reason string `json:"reason"`
}

func (v *tbCompare) run(ctx context.Context, materials []material.Material) (err error) {
	files, err := openSyzygy(v.syzygy)
	if err != nil {
		return err
	}
	if err := v.tables.open(); err != nil {
		return err
	}
	defer func() {
		for _, close := range []func() error{v.tables.close, files.Close} {
			if cerr := close(); err == nil {
				err = cerr
			}
		}
	}()
	p := v.app.NewProgress(v.app.ProgressMode)
	defer p.Done()
	code := verb.ExitOK
	for _, m := range materials {
		begin := time.Now()
		var c *retro.Comparison
		err := v.tables.answer(ctx, 0, func(ts *retro.Tables) error {
			var err error
			c, err = ts.CompareSyzygy(ctx, files, m, retro.CompareOptions{Jobs: v.tables.jobs, Most: v.most, DTZ: v.dtz,
				Progress: func(done, total int) {
					p.Update(fmt.Sprintf("%v: %d%%", m, 100*done/total))
				}})
			return err
		})
		if err != nil {
			return err
		}
		if v.tables.ts.HasFile(m) {
			v.tables.ts.Drop(m) // it can be loaded again
		}
		if c.Differences > 0 {
			code = verb.ExitNotVerified
		}
		if err := v.print(c, time.Since(begin).Seconds()); err != nil {
			return err
		}
	}
	return verb.Exit(code)
}

func (v *tbCompare) print(c *retro.Comparison, seconds float64) error {
	if v.json {
		out := tbCompareJSON{Schema: "retroproof.tb.compare/1", Material: c.Material.String(), Positions: c.Positions, Cursed: c.Cursed,
			Differences: c.Differences, Seconds: seconds}
		for _, d := range c.Examples {
			out.Examples = append(out.Examples, tbDifferenceJSON{d.FEN, d.Reason})
		}
		return v.app.PrintJSON(out)
	}
	_, err := fmt.Fprintf(v.app.Stdout, "%s: %d positions, %d cursed, %s, %.2f s\n", c.Material, c.Positions, c.Cursed,
		verb.Counted(int(c.Differences), "difference", "differences"), seconds)
	for _, d := range c.Examples {
		if err == nil {
			_, err = fmt.Fprintf(v.app.Stdout, "  %s: %s\n", d.FEN, d.Reason)
		}
	}
	return verb.WithCode(verb.ExitIO, err)
}
