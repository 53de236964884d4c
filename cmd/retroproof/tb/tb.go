// Package tb has the verbs about tablebases.
package tb

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"retroproof/batch/progress"
	"retroproof/cmd/retroproof/verb"
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
