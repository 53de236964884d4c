package tb

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/cmd/retroproof/verb"
	"retroproof/retro"
	"retroproof/retro/syzygy"
	"retroproof/retro/table"
)

// probeRequest is what tb probe is asked.
type probeRequest struct {
	FEN string `arg:"FEN|-"`
	tablesRequest
	Seed   pieces `flag:"seed" of:"STRING" doc:"take positions as integers, too, and print them, by a piece STRING as KRk"`
	Syzygy string `flag:"syzygy" of:"DIR" doc:"add what Syzygy's files in this DIR have"`
	Brief  bool   `flag:"brief" doc:"print the value only: a line a position, without moves"`
}

// pieces is the value of --seed.
type pieces struct{ retro.PieceString }

func (p *pieces) Set(text string) (err error) {
	p.PieceString, err = retro.ParsePieces(text)
	return err
}

func (p *pieces) String() string { return string(p.PieceString) }
func (p *pieces) Type() string   { return "STRING" }

var probeVerb = verb.Of(verb.Verb{Name: "tb probe", Answers: []verb.Answer{&retro.Probe{}}},
	probeRequest{tablesRequest: fourMen}, func(ctx context.Context, e *verb.Env, r *probeRequest) (err error) {
		var files *syzygy.Tables
		if r.Syzygy != "" {
			if files, err = OpenSyzygy(r.Syzygy); err != nil {
				return err
			}
			defer func() { err = cmp.Or(err, files.Close()) }()
		}
		answers := 0
		return r.each(ctx, e, r.FEN, func(t *Tables, w io.Writer, text string) (verb.Answer, error) {
			a, err := r.probe(ctx, t, files, text)
			if err != nil {
				return nil, err
			}
			if answers++; answers > 1 && !e.JSON && !r.Brief {
				fmt.Fprintln(w)
			}
			return a, nil
		})
	})

// OpenSyzygy opens a directory, which must be there: files are looked for when positions ask for them.
func OpenSyzygy(dir string) (*syzygy.Tables, error) {
	if _, err := os.ReadDir(dir); err != nil {
		return nil, err
	}
	return syzygy.OpenDir(dir), nil
}

// probe answers for a FEN or an integer. files may be nil.
func (r *probeRequest) probe(ctx context.Context, t *Tables, files *syzygy.Tables, text string) (*retro.Probe, error) {
	p, err := r.Seed.position(text)
	if err != nil {
		return nil, err
	}
	var s *retro.SeedPlace
	if r.Seed.PieceString != "" {
		n, err := r.Seed.Integer(p.Setup())
		if err != nil {
			return nil, err
		}
		s = &retro.SeedPlace{Pieces: r.Seed.PieceString, Integer: strconv.FormatUint(n, 10)}
	}
	a, err := t.probe(ctx, p, r.Brief)
	if err != nil {
		return nil, err
	}
	if a.Seed = s; s != nil {
		s.N = a.Plies
	}
	if files != nil {
		err = a.AddSyzygy(files)
	}
	return a, err
}

// position reads a FEN or, with --seed, an integer.
func (p *pieces) position(text string) (*chess.Position, error) {
	integer := text != "" && strings.Trim(text, "0123456789") == ""
	if p.PieceString == "" || !integer {
		position, err := chess.ParsePosition(text)
		if err != nil && integer {
			return nil, fmt.Errorf("%w (an integer needs --seed)", err)
		}
		return position, err
	}
	n, err := retro.ParseInteger(p.PieceString, text)
	if err != nil {
		return nil, err
	}
	setup, err := p.Setup(n)
	if err != nil {
		return nil, err
	}
	return chess.NewPosition(setup)
}

// Probe answers as tb probe does, with what Syzygy's files have where they have the position's material. files may be
// nil.
func (t *Tables) Probe(ctx context.Context, p *chess.Position, files *syzygy.Tables) (verb.Answer, error) {
	a, err := t.probe(ctx, p, false)
	if err != nil || files == nil {
		return a, err
	}
	var missing *syzygy.MissingError
	if err = a.AddSyzygy(files); errors.As(err, &missing) {
		return t.probe(ctx, p, false) // without what was added
	}
	return a, err
}

// probe returns the value of a position and, unless the answer is brief, of its moves.
func (t *Tables) probe(ctx context.Context, p *chess.Position, brief bool) (*retro.Probe, error) {
	a := retro.NewProbe(p)
	err := t.answer(ctx, func() error {
		v, err := t.Tables.Probe(p)
		if a.Value = retro.ValueOf(v); err != nil || brief {
			return err
		}
		moves, err := t.Moves(p)
		a.AddMoves(moves)
		return err
	})
	return a, err
}

// lineRequest is what tb line is asked.
type lineRequest struct {
	FEN string `arg:"FEN|-"`
	tablesRequest
	Comments bool `flag:"comments" not:"json" doc:"comment every move with the plies to mate that are left"`
}

var lineVerb = verb.Of(verb.Verb{Name: "tb line", Answers: []verb.Answer{&retro.Line{}}},
	lineRequest{tablesRequest: fourMen}, func(ctx context.Context, e *verb.Env, r *lineRequest) error {
		return r.each(ctx, e, r.FEN, func(t *Tables, _ io.Writer, text string) (verb.Answer, error) {
			p, err := chess.ParsePosition(text)
			if err != nil {
				return nil, err
			}
			a, err := t.line(ctx, p)
			if err == nil {
				a.Comments = r.Comments
			}
			return a, err
		})
	})

// Line answers as tb line does.
func (t *Tables) Line(ctx context.Context, p *chess.Position) (verb.Answer, error) {
	return t.line(ctx, p)
}

func (t *Tables) line(ctx context.Context, p *chess.Position) (*retro.Line, error) {
	var l *retro.Line
	err := t.answer(ctx, func() (err error) {
		l, err = t.Tables.Line(ctx, p)
		return err
	})
	return l, err
}

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

var statsVerb = verb.Of(verb.Verb{Name: "tb stats", Answers: []verb.Answer{&statsAnswer{}, &report.Sets{}}},
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
		s, err := report.StatisticsOf(ctx, table, t.jobs)
		if err != nil {
			return nil, err
		}
		a := &statsAnswer{Statistics: *s}
		if r.Given != nil && r.Given("zugzwangs") {
			if a.Zugzwangs, err = report.MutualZugzwangs(ctx, table, r.Zugzwangs, t.jobs); err != nil {
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
	report.Statistics
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
	var list []report.PieceString
	for _, text := range r.Materials {
		ps, err := report.ParsePieces(text)
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
		a := &report.Sets{Pieces: ps, Material: ps.Material().Canonical(),
			SubEndgames: append([]report.PieceString{}, ps.SubEndgames()...),
			Alone:       report.SetSizes{Sets: []uint64{}}, Together: report.SetSizes{Sets: []uint64{}}}
		for i, p := range append([]report.PieceString{ps}, a.SubEndgames...) {
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
