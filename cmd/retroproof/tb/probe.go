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
	"retroproof/cmd/retroproof/verb"
	"retroproof/retro"
	"retroproof/retro/syzygy"
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
