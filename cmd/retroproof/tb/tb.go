// Package tb has the verbs about tablebases.
package tb

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"retroproof/batch/progress"
	"retroproof/cmd/retroproof/verb"
	"retroproof/retro"
	"retroproof/retro/table"
)

//go:embed help.txt
var help string

// Subject is what the program has of this package.
var Subject = verb.Subject{Help: help, Verbs: []*verb.Verb{
	buildVerb, verifyVerb, statsVerb, probeVerb, lineVerb, exportVerb, importVerb, compareVerb,
}}

// Dirs are the directories of tables: the value of a flag that may be given several times.
type Dirs []string

// Set adds a directory.
func (d *Dirs) Set(dir string) error {
	*d = append(*d, dir)
	return nil
}

func (d *Dirs) String() string { return strings.Join(*d, ", ") }

// Type is what help shows for the value.
func (d *Dirs) Type() string { return "DIR" }

// List returns the directories. Without the flag they are those of the environment, or else the folder "tables".
func (d Dirs) List() ([]string, error) {
	if len(d) == 0 {
		d = filepath.SplitList(os.Getenv("RETROPROOF_TABLES"))
	}
	if len(d) == 0 {
		d = []string{"tables"}
	}
	for _, dir := range d {
		if dir == "" { // it would be the current one, by mistake
			return nil, verb.Usagef("--dir is empty, want the name of a directory")
		}
	}
	return d, nil
}

// What several verbs are asked.
type (
	dirRequest struct {
		Dir Dirs `flag:"dir" of:"DIR" doc:"directory DIR of tables; may be given several times (default tables)"`
	}
	jobsRequest struct {
		Jobs int `flag:"jobs" min:"1" doc:"goroutines that work at once"`
	}
	// menRequest names materials, or all of some numbers of men.
	menRequest struct {
		Materials []string `arg:"MATERIAL..."`
		Men       int      `flag:"men" doc:"all tables with up to this many men, kings included"`
		Given     verb.Given
	}
	// allRequest names materials, or all that are there.
	allRequest struct {
		Materials []string `arg:"MATERIAL..."`
		All       bool     `flag:"all" doc:"all tables that are there"`
	}
)

var allJobs = jobsRequest{runtime.GOMAXPROCS(0)}

// list returns the materials, of at most so many men. purpose is what they are wanted for, "" if there need not be any.
func (r *menRequest) list(most int, purpose string) ([]table.Material, error) {
	list, err := parseMaterials(r.Materials, most)
	switch {
	case err != nil:
		return nil, err
	case r.Given("men") && (r.Men < 3 || r.Men > most):
		return nil, verb.Usagef("--men %d, want 3 to %d", r.Men, most)
	case len(list) == 0 && !r.Given("men") && purpose != "":
		return nil, verb.Usagef("nothing to %s: want names of materials, as KRvK, or --men N", purpose)
	}
	for n := 3; n <= r.Men; n++ {
		list = append(list, table.Materials(n)...)
	}
	return list, nil
}

// list returns the materials, of at most so many men, or those that all returns.
func (r *allRequest) list(most int, all func() ([]table.Material, error)) ([]table.Material, error) {
	if list, err := parseMaterials(r.Materials, most); err != nil || !r.All && len(list) > 0 {
		return list, err
	}
	if !r.All || len(r.Materials) > 0 {
		return nil, verb.Usagef("want either names of materials, as KRvK, or --all")
	}
	return all()
}

// eachTable answers about materials one after the other. f reports whether all is well; otherwise the exit code is 1.
func eachTable(e *verb.Env, list []table.Material,
	f func(p *progress.Job, i int, m table.Material) (a verb.Answer, ok bool, err error)) error {
	p := e.NewProgress()
	defer p.Done()
	code := verb.ExitOK
	for i, m := range list {
		a, ok, err := f(p, i, m)
		if err != nil {
			return err
		}
		if !ok {
			code = verb.ExitNotVerified
		}
		if err := e.Print(a, 0); err != nil {
			return err
		}
	}
	return verb.Exit(code)
}

func parseMaterials(names []string, most int) (list []table.Material, err error) {
	for _, name := range names {
		m, err := ParseMaterial(name, most)
		if err != nil {
			return nil, err
		}
		list = append(list, m)
	}
	return list, nil
}

// ParseMaterial reads the name of a table's material, in any notation of [material.Parse]. There are tables of 3 men
// and more, at most so many.
func ParseMaterial(name string, most int) (table.Material, error) {
	m, err := table.ParseMaterial(name)
	if n := m.Men(); err == nil && (n < 3 || n > most) {
		err = verb.WithCode(verb.ExitMalformed, fmt.Errorf("material %q has %d men, want 3 to %d", name, n, most))
	}
	return m.Canonical(), err
}

// tablesRequest is where the verbs that answer questions have tables from.
type tablesRequest struct {
	dirRequest
	Build int `flag:"build" of:"MEN" min:"0" max:"6" doc:"build missing tables in memory, up to this number of MEN; 0: none"`
	jobsRequest
}

var fourMen = tablesRequest{Build: 4, jobsRequest: allJobs}

// Tables are those of the verbs that answer questions: those of some directories, and small ones that are missing
// there, built in memory.
type Tables struct {
	*retro.Tables
	env   *verb.Env
	dirs  []string
	build int // the most men of a table that is built
	jobs  int
}

// Open returns the tables in directories. Missing ones of at most build men are built by a number of goroutines, which
// e tells.
func Open(e *verb.Env, dirs []string, build, jobs int) *Tables {
	return &Tables{retro.OpenDir(dirs...), e, dirs, build, jobs}
}

// with opens the tables for f.
func (r *tablesRequest) with(e *verb.Env, f func(t *Tables) error) error {
	dirs, err := r.Dir.List()
	if err != nil {
		return err
	}
	t := Open(e, dirs, r.Build, r.Jobs)
	err = f(t)
	return cmp.Or(err, t.Close())
}

// each answers for a FEN or integer or, for "-", for each line of stdin; f may write before its answer.
func (r *tablesRequest) each(ctx context.Context, e *verb.Env, arg string,
	f func(t *Tables, w io.Writer, text string) (verb.Answer, error)) error {
	return r.with(e, func(t *Tables) error {
		return e.EachBuffered(ctx, arg, func(w io.Writer, text string, line int) error {
			a, err := f(t, w, text)
			switch {
			case err == nil:
				return e.PrintTo(w, a, line)
			case line > 0 && verb.Code(err) == verb.ExitIO:
				return fmt.Errorf("<stdin>:%d: %w", line, err)
			}
			return err
		})
	})
}

// answer calls f, and again when a table that it has missed is there.
func (t *Tables) answer(ctx context.Context, f func() error) error {
	for {
		err := f()
		var missing *table.MissingError
		switch {
		case !errors.As(err, &missing):
			return err
		case missing.Material.Men() > t.build:
			return t.explain(missing)
		}
		if err := t.complete(ctx, missing.Material); err != nil {
			return err
		}
	}
}

// one answers a question about the table of a material, which is dropped then if it can be loaded again. It returns how
// long it took.
func one[A any](ctx context.Context, t *Tables, m table.Material,
	f func() (*A, error)) (a A, seconds float64, err error) {
	begin := time.Now()
	err = t.answer(ctx, func() error {
		found, err := f()
		if err == nil {
			a = *found
		}
		return err
	})
	if err == nil && t.HasFile(m) {
		t.Drop(m)
	}
	return a, time.Since(begin).Seconds(), err
}

// explain says how to get a table.
func (t *Tables) explain(missing *table.MissingError) error {
	m := missing.Material
	if m.Men() > table.MaxMen {
		return verb.WithCode(verb.ExitMalformed,
			fmt.Errorf("%d men, want at most %d: there are no tables with more", m.Men(), table.MaxMen))
	}
	dir := ""
	if missing.Dir != "" {
		dir = " --dir " + t.dirs[0]
	}
	return fmt.Errorf(`%w; build it with "retroproof tb build %s%s", or in memory with --build %d`, missing, m, dir,
		m.Men())
}

// complete builds a table in memory and reports it.
func (t *Tables) complete(ctx context.Context, m table.Material) error {
	begin := time.Now()
	p := t.env.NewProgress()
	made, err := t.Complete(ctx, []table.Material{m},
		retro.BuildOptions{Jobs: t.jobs, Progress: func(b retro.BuildProgress) {
			p.Update(progressLine(b))
		}})
	p.Done()
	switch {
	case err != nil:
		return refused(err, "")
	case len(made) == 0:
		return fmt.Errorf("the table of %s is there, and is not found", m)
	}
	if t.env.ProgressMode != progress.None {
		more := ""
		if n := len(made) - 1; n > 0 {
			more = fmt.Sprintf(" with %d that it needs", n)
		}
		fmt.Fprintf(t.env.Stderr, "retroproof: no table of %s in %s: built in memory%s, %.3f s\n",
			m, strings.Join(t.dirs, ", "), more, time.Since(begin).Seconds())
	}
	return nil
}

// refused gives the error of a build that does not fit into memory its exit code, and a hint.
func refused(err error, hint string) error {
	if e := (*retro.MemoryError)(nil); errors.As(err, &e) {
		return verb.WithCode(verb.ExitUndecided, fmt.Errorf("%w%s", err, hint))
	}
	return err
}
