package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"retroproof/batch/progress"
	"retroproof/cmd/retroproof/verb"
	"retroproof/retro"
	"retroproof/retro/material"
	"retroproof/retro/table"
	"retroproof/retro/verify"
)

func newTBVerifyCommand(a *verb.Env) *cobra.Command {
	var (
		dirs   tableDirs
		all    bool
		jobs   int
		most   int
		single bool
		asJSON bool
	)
	cmd := &cobra.Command{
		Use:   "verify MATERIAL...",
		Short: "Derive every value of a table from its successors",
		Long: `Verify tables: all checksums of the file; then every value is derived from those
of the positions that its moves lead to, in the table and the tables of captures
and promotions, with rules and moves of its own. A table that passes is right as a
whole, provided that those it rests on are: each value follows from values of less
depth, down to the mates.

The moves of 64 positions are taken together, and of every 61st row one by one,
too; --by-position takes all one by one, in ten times the time.

Exit code 0 if all tables are verified, 1 if one is not: a position with a wrong
value is named with the move that shows it, a damaged block with its place in the
file.`,
		Example: `  retroproof tb verify KRvK
  retroproof tb verify --all --dir tables --jobs 2`,
		RunE: func(cmd *cobra.Command, args []string) error {
			materials, err := parseMaterials(args)
			switch {
			case err != nil:
				return err
			case all == (len(args) > 0):
				return verb.Usagef("want either names of materials, as KRvK, or --all")
			case jobs < 1:
				return verb.Usagef("--jobs %d, want at least 1", jobs)
			case most < 1:
				return verb.Usagef("--show %d, want at least 1", most)
			}
			tables, err := dirs.open()
			if err != nil {
				return err
			}
			defer tables.Close()
			if all {
				if materials, err = tables.Materials(); err != nil {
					return verb.WithCode(verb.ExitIO, err)
				}
				if len(materials) == 0 {
					return verb.WithCode(verb.ExitIO, fmt.Errorf("no table in %s", dirs.text()))
				}
			}
			v := &tbVerify{app: a, tables: tables, jobs: jobs, most: most, byPosition: single, json: asJSON}
			return v.run(cmd.Context(), materials)
		},
	}
	fl := cmd.Flags()
	dirs.add(fl)
	fl.BoolVar(&all, "all", false, "verify all tables in the directories")
	fl.IntVar(&jobs, "jobs", runtime.GOMAXPROCS(0), "goroutines that work at once")
	fl.IntVar(&most, "show", 10, "wrong positions to show of a table")
	fl.BoolVar(&single, "by-position", false, "derive every value by itself, from the legal moves of its position")
	fl.BoolVar(&asJSON, "json", false, "print JSON, one object a table")
	return cmd
}

// tbVerify is one run of tb verify.
type tbVerify struct {
	app    *verb.Env
	tables *retro.Tables
	jobs   int
	most   int
	// As verify.Options has it.
	byPosition bool
	json       bool
}

// tbVerifyJSON is a table of tb verify --json.
type tbVerifyJSON struct {
	Schema    string        `json:"schema"`
	Material  string        `json:"material"`
	Verdict   string        `json:"verdict"` // verified or not-verified
	Positions uint64        `json:"positions"`
	Sides     *[2]tbCounts  `json:"sides,omitempty"` // White to move, Black to move
	Wrong     uint64        `json:"wrong"`
	Examples  []tbWrongJSON `json:"examples,omitempty"`
	File      string        `json:"file_error,omitempty"` // what is wrong with the file
	Seconds   float64       `json:"seconds"`
}

// tbWrongJSON is something wrong.
type tbWrongJSON struct {
	FEN    string `json:"fen,omitempty"`
	Move   string `json:"move,omitempty"`
	Reason string `json:"reason"`
}

func (v *tbVerify) run(ctx context.Context, materials []material.Material) error {
	p := v.app.NewProgress(v.app.ProgressMode)
	defer p.Done()
	code := verb.ExitOK
	for i, m := range materials {
		start := time.Now()
		found, err := v.one(ctx, m, i, len(materials), p)
		seconds := time.Since(start).Seconds()
		var bad *table.FileError
		switch {
		case errors.As(err, &bad):
			code = verb.ExitNotVerified
			err = v.printDamaged(m, bad, seconds)
		case err == nil:
			if !found.OK() {
				code = verb.ExitNotVerified
			}
			err = v.print(found, seconds)
		}
		if err != nil {
			return err
		}
		v.drop(materials[:i+1], materials[i+1:])
	}
	return verb.Exit(code)
}

// one verifies a table.
func (v *tbVerify) one(ctx context.Context, m material.Material, i, of int, p *progress.Job) (*verify.Result, error) {
	if m.Men() < 3 || m.Men() > material.MaxMen {
		return nil, verb.WithCode(verb.ExitMalformed, fmt.Errorf("material %s has %d men, want 3 to %d", m, m.Men(), material.MaxMen))
	}
	return v.tables.Verify(ctx, m, verify.Options{Jobs: v.jobs, Most: v.most, ByPosition: v.byPosition, Progress: func(n verify.Progress) {
		p.Update(fmt.Sprintf("%d of %d tables verified, %v: %d%%", i, of, n.Material, 100*n.Done/n.Total))
	}})
}

// drop takes tables out of memory that those to come do not need.
func (v *tbVerify) drop(past, rest []material.Material) {
	var needed []material.Material
	for _, m := range rest {
		needed = append(append(needed, m.Canonical()), m.Conversions()...)
	}
	for _, m := range past {
		for _, m := range append(m.Conversions(), m.Canonical()) {
			if !slices.Contains(needed, m) {
				v.tables.Drop(m)
			}
		}
	}
}

func (v *tbVerify) print(found *verify.Result, seconds float64) error {
	positions := found.Counts[0].Legal() + found.Counts[1].Legal()
	if v.json {
		sides := sideCounts(found.Counts)
		out := tbVerifyJSON{Schema: "retroproof.tb.verify/1", Material: found.Material.String(), Verdict: "verified",
			Positions: positions, Sides: &sides, Wrong: found.WrongSize, Seconds: seconds}
		if !found.OK() {
			out.Verdict = "not-verified"
		}
		for _, w := range found.Wrong {
			out.Examples = append(out.Examples, tbWrongJSON{w.FEN, w.Move, w.Reason})
		}
		return v.app.PrintJSON(out)
	}
	if found.OK() {
		_, err := fmt.Fprintf(v.app.Stdout, "%s: VERIFIED, %d positions, %s, %.2f s\n", found.Material, positions, longestWin(found.Counts), seconds)
		return err
	}
	_, err := fmt.Fprintf(v.app.Stdout, "%s: NOT VERIFIED, %d wrong of %d positions, %.2f s\n", found.Material, found.WrongSize, positions, seconds)
	for _, w := range found.Wrong {
		if err == nil {
			_, err = fmt.Fprintf(v.app.Stdout, "  %s\n", w)
		}
	}
	return err
}

// printDamaged reports a damaged file.
func (v *tbVerify) printDamaged(m material.Material, bad *table.FileError, seconds float64) error {
	m = m.Canonical()
	if v.json {
		return v.app.PrintJSON(tbVerifyJSON{Schema: "retroproof.tb.verify/1", Material: m.String(), Verdict: "not-verified",
			File: bad.Error(), Seconds: seconds})
	}
	_, err := fmt.Fprintf(v.app.Stdout, "%s: NOT VERIFIED, %v\n", m, bad)
	return err
}
