package tb

import (
	"context"
	"fmt"
	"io"
	"strings"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/cmd/retroproof/verb"
	"retroproof/retro"
	"retroproof/retro/table"
)

// statsRequest is what tb stats is asked.
type statsRequest struct {
	menRequest
	tablesRequest
	All          bool `flag:"all" doc:"all tables in the directories"`
	Distribution bool `flag:"distribution" doc:"positions by depth"`
	Longest      int  `flag:"longest" min:"0" max:"1000" doc:"list up to this many of the longest wins and losses"`
	Zugzwangs    int  `flag:"zugzwangs" min:"0" max:"1000" doc:"count the mutual zugzwangs, and list up to this many of each kind"`
	Markdown     bool `flag:"markdown" not:"json" doc:"print Markdown, a section a table, with a longest win move by move"`
	Seed         bool `flag:"seed" not:"all,men,distribution,zugzwangs,markdown" doc:"sizes of the sets S_n of piece strings"`
}

var statsVerb = verb.Of(verb.Verb{Name: "tb stats", Answers: []verb.Answer{&statsAnswer{}, &retro.Sets{}}},
	statsRequest{tablesRequest: fourMen, Longest: 1}, func(ctx context.Context, e *verb.Env, r *statsRequest) error {
		return r.with(e, func(t *Tables) error {
			if r.Seed {
				return r.sets(ctx, e, t)
			}
			materials, err := r.materials(t)
			if err != nil {
				return err
			}
			for i, m := range materials {
				a, err := r.count(ctx, t, m)
				if err != nil {
					return err
				}
				if err := printApart(e, a, i); err != nil {
					return err
				}
			}
			return nil
		})
	})

// printApart prints an answer; an empty line is between it and that before it.
func printApart(e *verb.Env, a verb.Answer, before int) error {
	if before > 0 && !e.JSON {
		fmt.Fprintln(e.Stdout)
	}
	return e.Print(a, 0)
}

// materials returns what the arguments and flags ask for.
func (r *statsRequest) materials(t *Tables) ([]table.Material, error) {
	purpose := "count"
	if r.All {
		purpose = ""
	}
	materials, err := r.list(table.MaxMen, purpose)
	if err != nil || !r.All {
		return materials, err
	}
	found, err := t.Materials()
	if err == nil && len(found) == 0 {
		err = fmt.Errorf(`no tables in %s; "retroproof tb build" builds some, and --men N counts without`,
			strings.Join(t.dirs, ", "))
	}
	return append(materials, found...), err
}

// Stats answers as tb stats does, with the distribution and some of the longest wins and losses.
func (t *Tables) Stats(ctx context.Context, m table.Material, longest int) (verb.Answer, error) {
	return (&statsRequest{Distribution: true, Longest: longest}).count(ctx, t, m)
}

// count counts a table.
func (r *statsRequest) count(ctx context.Context, t *Tables, m table.Material) (*statsAnswer, error) {
	a, _, err := one(ctx, t, m, func() (*statsAnswer, error) {
		table, err := t.Load(ctx, m, t.jobs)
		if err != nil {
			return nil, err
		}
		s, err := retro.StatisticsOf(ctx, table, t.jobs)
		if err != nil {
			return nil, err
		}
		a := &statsAnswer{Statistics: *s}
		if r.Given != nil && r.Given("zugzwangs") {
			if a.Zugzwangs, err = retro.MutualZugzwangs(ctx, table, r.Zugzwangs, t.jobs); err != nil {
				return nil, err
			}
		}
		if r.Markdown {
			err = a.addLine(ctx, t)
		}
		return a, err
	})
	a.Shorten(r.Longest, r.Distribution)
	return &a, err
}

// statsAnswer are the numbers of a table.
type statsAnswer struct {
	verb.Head `schema:"retroproof.tb.stats/1"`
	retro.Statistics
	page        bool
	from, moves string // a longest win, for a page; "" if nothing is won
}

// addLine adds a longest win, for a page.
func (a *statsAnswer) addLine(ctx context.Context, t *Tables) error {
	a.page = true
	if a.from = a.LongestWin(); a.from == "" {
		return nil
	}
	p, err := chess.ParsePosition(a.from)
	if err != nil {
		return err
	}
	line, err := t.Tables.Line(ctx, p)
	if err == nil {
		a.moves = notation.Numbered(&line.Start, line.SAN())
	}
	return err
}

// Text writes the numbers, or a section of a page.
func (a *statsAnswer) Text(w io.Writer) error {
	if a.page {
		return a.Markdown(w, a.from, a.moves)
	}
	return a.Statistics.Text(w)
}

// sets prints the sets of piece strings.
func (r *statsRequest) sets(ctx context.Context, e *verb.Env, t *Tables) error {
	if len(r.Materials) == 0 {
		return verb.Usagef("--seed needs piece strings, as KRk")
	}
	var list []retro.PieceString
	for _, text := range r.Materials {
		ps, err := retro.ParsePieces(text)
		if err == nil {
			_, err = ParseMaterial(text, table.MaxMen)
		}
		if err != nil {
			return err
		}
		list = append(list, ps)
	}
	r.Distribution = true
	for i, ps := range list {
		a := &retro.Sets{Pieces: ps, Material: ps.Material().Canonical(),
			SubEndgames: append([]retro.PieceString{}, ps.SubEndgames()...),
			Alone:       retro.SetSizes{Sets: []uint64{}}, Together: retro.SetSizes{Sets: []uint64{}}}
		for i, p := range append([]retro.PieceString{ps}, a.SubEndgames...) {
			s, err := r.count(ctx, t, p.Material().Canonical())
			if err != nil {
				return err
			}
			if i == 0 {
				a.Alone.Add(&s.Statistics)
			}
			a.Together.Add(&s.Statistics)
		}
		if err := printApart(e, a, i); err != nil {
			return err
		}
	}
	return nil
}
