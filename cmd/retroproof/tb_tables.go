package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"retroproof/batch/progress"
	"retroproof/chess"
	"retroproof/cmd/retroproof/verb"
	"retroproof/retro"
	"retroproof/retro/material"
	"retroproof/retro/seed"
	"retroproof/retro/table"
)

// answerTables are the tables of the verbs that answer questions: those of the
// directories, and small ones that are missing there, built in memory.
type answerTables struct {
	app   *verb.Env
	dirs  tableDirs
	build int // the most men of a table that is built
	jobs  int
	ts    *retro.Tables
}

// add adds the flags.
func (at *answerTables) add(fl *pflag.FlagSet) {
	at.dirs.add(fl)
	fl.IntVar(&at.build, "build", 4, "build tables that are missing in memory, up to this number of `MEN`; 0 builds none")
	fl.IntVar(&at.jobs, "jobs", runtime.GOMAXPROCS(0), "goroutines that work at once")
}

// open looks at the flags. The caller closes the tables.
func (at *answerTables) open() error {
	switch {
	case at.build < 0 || at.build > material.MaxMen:
		return verb.Usagef("--build %d, want 0 to %d", at.build, material.MaxMen)
	case at.jobs < 1:
		return verb.Usagef("--jobs %d, want at least 1", at.jobs)
	}
	var err error
	at.ts, err = at.dirs.open()
	return err
}

// each answers for a FEN or integer or, for "-", for each line of stdin, whose
// number one gets, 0 for an argument. The tables are open meanwhile.
func (at *answerTables) each(ctx context.Context, text string, one func(text string, line int) error) (err error) {
	if err := at.open(); err != nil {
		return err
	}
	defer func() {
		if cerr := at.close(); err == nil {
			err = cerr
		}
	}()
	return at.app.Each(ctx, text, one)
}

func (at *answerTables) close() error { return at.ts.Close() }

// answer calls f, and again when a table that it has missed is there. line is
// that of stdin that it answers, 0 for an argument.
func (at *answerTables) answer(ctx context.Context, line int, f func(ts *retro.Tables) error) error {
	for {
		err := f(at.ts)
		var missing *table.MissingError
		if !errors.As(err, &missing) {
			return err
		}
		if missing.Material.Men() > at.build {
			err := at.explain(missing)
			if line > 0 && verb.Code(err) != verb.ExitMalformed { // which eachLine reports with their line
				err = fmt.Errorf("<stdin>:%d: %w", line, err)
			}
			return err
		}
		if err := at.complete(ctx, missing.Material); err != nil {
			return err
		}
	}
}

// explain says how to get a table.
func (at *answerTables) explain(missing *table.MissingError) error {
	m := missing.Material
	if m.Men() > material.MaxMen {
		return verb.WithCode(verb.ExitMalformed, fmt.Errorf("%d men, want at most %d: there are no tables with more", m.Men(), material.MaxMen))
	}
	dir := ""
	if missing.Dir != "" {
		dir = " --dir " + at.dirs.dirs[0]
	}
	return fmt.Errorf(`%w; build it with "retroproof tb build %s%s", or in memory with --build %d`, missing, m, dir, m.Men())
}

// complete builds a table in memory and reports it.
func (at *answerTables) complete(ctx context.Context, m material.Material) error {
	begin := time.Now()
	p := at.app.NewProgress(at.app.ProgressMode)
	made, err := at.ts.Complete(ctx, []material.Material{m}, retro.BuildOptions{Jobs: at.jobs, Progress: func(b retro.BuildProgress) {
		p.Update(progressLine(b))
	}})
	p.Done()
	var refused *retro.MemoryError
	switch {
	case errors.As(err, &refused):
		return verb.WithCode(verb.ExitUndecided, err)
	case err != nil:
		return err
	case len(made) == 0:
		return fmt.Errorf("the table of %s is there, and is not found", m)
	}
	if at.app.ProgressMode != progress.None {
		more := ""
		if n := len(made) - 1; n > 0 {
			more = fmt.Sprintf(" with %d that it needs", n)
		}
		fmt.Fprintf(at.app.Stderr, "retroproof: no table of %s in %s: built in memory%s, %.3f s\n",
			m, strings.Join(at.dirs.dirs, ", "), more, time.Since(begin).Seconds())
	}
	return nil
}

// seedFlag is the flag --seed with its value.
type seedFlag struct {
	text   string
	pieces seed.PieceString // "" if the flag is not given
}

func (s *seedFlag) add(fl *pflag.FlagSet) {
	fl.StringVar(&s.text, "seed", "", "take positions as integers, too, and print them, by this piece `STRING`, such as KRk")
}

func (s *seedFlag) parse(given bool) error {
	if !given {
		return nil
	}
	var err error
	s.pieces, err = seed.Parse(s.text)
	return verb.WithCode(verb.ExitUsage, err)
}

// position reads a FEN or, with --seed, an integer.
func (s *seedFlag) position(text string) (*chess.Position, error) {
	if s.pieces == "" || strings.Trim(text, "0123456789") != "" {
		p, err := chess.ParsePosition(text)
		if err != nil && s.pieces == "" && text != "" && strings.Trim(text, "0123456789") == "" {
			return nil, fmt.Errorf("%w (an integer needs --seed)", err)
		}
		return p, err
	}
	n, err := seed.ParseInteger(s.pieces, text)
	if err != nil {
		return nil, err
	}
	setup, err := s.pieces.Setup(n)
	if err != nil {
		return nil, err
	}
	return chess.NewPosition(setup)
}

// materialName names the table of a diagram.
func materialName(s chess.Setup) string {
	m, _ := material.Of(&s)
	return m.Canonical().String()
}

// sideName names the side to move at the start of a sentence.
func sideName(c chess.Color) string {
	if c == chess.White {
		return "White"
	}
	return "Black"
}
