// Package surveyrun makes surveys: it draws a sample, decides every position, and keeps verdicts, games and proofs in a
// folder as package survey describes and checks it.
//
// A sample is made in units of some draws, each with files of its own. What a unit's files hold depends on the plan and
// the version of the program alone. So units can be made in any order, on any machines that see the folder, and twice;
// a unit that was interrupted is made again. When all units of a pack are there, Merge writes the pack's manifest, and
// when all packs are there, that of the survey.
//
// # How the folder changes
//
// plan.json comes first. A unit is made in a folder whose name begins with a dot, as one file with its entry for the
// manifest, which then gets its name in the folder of the pack: pack-NNNNNN/unit-NNNNNNN.tar. Files are never
// overwritten: who makes a unit that is there compares. Merge makes one file of a pack, pack-NNNNNN.tar, and removes
// those of its units.
package surveyrun

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"retroproof/batch"
	"retroproof/kernel"
	"retroproof/kernel/certify"
	"retroproof/proofs/folder"
	"retroproof/proofs/survey"
)

// Options of Open.
type Options struct {
	Dir string `flag:"dir" of:"DIR" doc:"the folder DIR for sample, verdicts and evidence; must be given"`
	// Wanted is what the folder is to have: Scheme, Seed, UnitDraws, PackUnits, Certificates, the budget for games and the
	// number of draws. Given says which of these the caller asks for, by the names of the flags of "retroproof estimate
	// run"; the others are those of the folder if there is one.
	Wanted     survey.Plan
	GameStates uint64 `flag:"game-states" min:"1" doc:"budget of the construction of a game: moves that are looked at"`
	Samples    uint64 `flag:"samples" doc:"draws of the sample; 0 for as many as DIR was to have"`
	Given      func(flag string) bool
	// Fixed refuses to change the plan of a folder that has one.
	Fixed bool
	Jobs  int    `flag:"jobs" min:"1" doc:"positions to work on at once"`
	Tool  string // the program with its version, for certificates and plan
}

// OptionError is the error about options that do not fit the folder.
type OptionError struct{ Detail string }

// Error returns what does not fit.
func (e *OptionError) Error() string { return e.Detail }

func optionErrorf(format string, args ...any) error {
	return &OptionError{fmt.Sprintf(format, args...)}
}

// planSchema is the version of plans.
const planSchema = "retroproof.survey.plan/1"

// PlanName is the name of the file with the plan, in the folders of a survey and of draws that are tried again.
const PlanName = "plan.json"

// Budgets are the budgets on which verdicts and certificates depend.
type Budgets struct {
	KernelNodes         uint64 `json:"kernel_nodes"`
	LastMovePositions   int    `json:"last_move_positions"`
	LastMoveKernelNodes uint64 `json:"last_move_kernel_nodes"`
	GameStates          uint64 `json:"game_states"`
	ProofConflicts      int64  `json:"proof_conflicts,omitempty"`
}

// Plan is what a folder is to have: a plan of draws, and how many; or which undecided draws are to be tried again.
type Plan struct {
	Schema string `json:"schema"`
	Tool   string `json:"tool"` // the program that makes it; another one is refused
	survey.Plan
	Budgets Budgets  `json:"budgets"`
	Samples uint64   `json:"samples"`
	Numbers []uint64 `json:"numbers,omitempty"` // of draws that are to be tried again
}

// Folder is the folder of a survey.
type Folder struct {
	Plan *Plan
	dir  string
	jobs int
	tool string
	// states are the budget for games that is wanted in the end.
	states uint64
}

// Open opens the folder of a survey, or makes it. The error is an [*OptionError], wraps batch.ErrLocked or
// survey.ErrManifest, or is that of a file.
func Open(o Options) (*Folder, error) {
	f := &Folder{dir: o.Dir, jobs: o.Jobs, tool: o.Tool}
	// The manifest of an earlier version has another form.
	if _, err := survey.ReadRoot(f.dir); errors.Is(err, survey.ErrManifest) {
		return nil, err
	}
	p, err := readPlan(o.Dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if !o.Given("samples") {
			return nil, optionErrorf("%s has no sample yet: \"estimate run --samples N\" begins one", o.Dir)
		}
		p = newPlan(&o)
		if err := p.check(); err != nil { // or no later call could read it
			return nil, optionErrorf("%s: %v", o.Dir, err)
		}
		if p, err = f.create(p); err != nil {
			return nil, err
		}
	case err != nil:
		return nil, err
	}
	f.Plan, f.states = p, p.Budgets.GameStates
	return f, f.goOn(&o)
}

// newPlan returns the plan of a new sample. Budgets that are no options are the defaults.
func newPlan(o *Options) *Plan {
	p := &Plan{Schema: planSchema, Tool: o.Tool, Plan: o.Wanted, Samples: o.Samples}
	p.Generator, p.Population = survey.Generator, p.Scheme.Count().String()
	d := kernel.DefaultDecideOptions
	p.Budgets = Budgets{
		KernelNodes: d.KernelNodes, LastMovePositions: d.LastMovePositions, LastMoveKernelNodes: d.LastMoveKernelNodes,
		GameStates: o.GameStates,
	}
	if p.Certificates {
		p.Budgets.ProofConflicts = certify.DefaultConflicts
	}
	return p
}

// planPrefix begins the names of folders in which plans are written.
const planPrefix = ".plan-"

// create writes the plan of a new folder, unless another process does: then it returns that one's.
func (f *Folder) create(p *Plan) (*Plan, error) {
	if err := os.MkdirAll(f.dir, 0o777); err != nil {
		return nil, err
	}
	temp, err := os.MkdirTemp(f.dir, planPrefix+"*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp)
	name := filepath.Join(temp, PlanName)
	if err := writeJSON(name, p); err != nil {
		return nil, err
	}
	if err := publish(name, f.path(PlanName)); err != nil && !errors.Is(err, errDiffers) {
		return nil, err
	}
	return readPlan(f.dir)
}

func (f *Folder) path(names ...string) string {
	return filepath.Join(append([]string{f.dir}, names...)...)
}

// mostRead is the length of a plan of all draws that are tried again, and of all other files that are read whole, and
// more.
const mostRead = 1 << 30

// ReadFile reads a file of a folder, which must be a regular one, as survey.OpenFile says.
func ReadFile(name string) ([]byte, error) {
	f, err := survey.OpenFile(name)
	if errors.Is(err, survey.ErrFile) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(folder.Bounded(context.Background(), f, name, mostRead))
}

// readPlan reads the plan in a folder.
func readPlan(dir string) (*Plan, error) {
	name := filepath.Join(dir, PlanName)
	text, err := ReadFile(name)
	if err != nil {
		return nil, err
	}
	p := &Plan{}
	if err = json.Unmarshal(text, p); err == nil {
		err = p.check()
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %w", name, survey.ErrManifest, err)
	}
	return p, nil
}

// check checks the plan of a folder or a task.
func (p *Plan) check() error {
	switch {
	case p.Schema != planSchema:
		return fmt.Errorf("schema %q, want %q", p.Schema, planSchema)
	case p.Samples < 1:
		return errors.New("no draws")
	}
	if err := p.Plan.Check(); err != nil {
		return err
	}
	// No product overflows: Check bounds both.
	if units := p.Samples / p.UnitDraws; units >= MostUnits || units/p.PackUnits >= survey.Most {
		return fmt.Errorf("%d draws in units of %d and packs of %d, want fewer than %d units and %d packs",
			p.Samples, p.UnitDraws, p.PackUnits, MostUnits, survey.Most)
	}
	return nil
}

// MostUnits bounds the number of units, so that lists of missing ones fit into memory: 128 MB.
const MostUnits = 1 << 24

// writeJSON writes a file whole.
func writeJSON(name string, v any) error {
	text, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		return err
	}
	return writeText(name, append(text, '\n'))
}

// goOn compares the options with what the folder has, and refuses what would make it another sample. It may get more
// draws, and undecided ones a larger budget for games.
func (f *Folder) goOn(o *Options) error {
	p, w, given := f.Plan, &o.Wanted, o.Given
	last, err := f.lastStage()
	if err != nil {
		return err
	}
	f.states = last.plan.Budgets.GameStates
	// What decides which draws there are stays as it is.
	for _, fixed := range []struct {
		flag       string
		has, wants any
	}{
		{"seed", p.Seed, w.Seed},
		{"scheme", p.Scheme, w.Scheme},
		{"chunk", p.UnitDraws, w.UnitDraws},
		{"pack", p.PackUnits, w.PackUnits},
		{"certificates", p.Certificates, w.Certificates},
		{"choose", p.Choose, w.Choose},
	} {
		if given(fixed.flag) && fixed.has != fixed.wants {
			return optionErrorf("%s has --%s %v, not %v: choose another --dir", f.dir, fixed.flag, fixed.has, fixed.wants)
		}
	}
	// How many draws, and how much is tried for them, may grow.
	switch {
	case given("samples") && o.Samples > p.Samples && p.Choose > 0:
		return optionErrorf("%s has --samples %d, not %d: two-phase sampling cannot grow, as draws are chosen among all "+
			"of them", f.dir, p.Samples, o.Samples)
	case given("samples") && o.Samples < p.Samples:
		return optionErrorf("%s has --samples %d, not %d: it can only grow", f.dir, p.Samples, o.Samples)
	case given("samples") && o.Samples > p.Samples && o.Fixed:
		return optionErrorf("%s has --samples %d, not %d: make it grow first, without --unit", f.dir, p.Samples, o.Samples)
	case given("samples") && o.Samples > p.Samples && last.again > 0:
		return optionErrorf("%s has undecided draws that were tried again, so it cannot grow: choose another --dir", f.dir)
	case given("game-states") && o.GameStates < f.states:
		return optionErrorf("%s has --game-states %d, not %d: it can only grow", f.dir, f.states, o.GameStates)
	}
	if given("game-states") {
		f.states = o.GameStates
	}
	if given("samples") && o.Samples > p.Samples {
		unlock, err := batch.Lock(f.dir)
		if err != nil {
			return err
		}
		defer unlock()
		p.Samples = o.Samples
		if err := p.check(); err != nil {
			return optionErrorf("%s", err)
		}
		return writeJSON(f.path(PlanName), p)
	}
	return nil
}

// sameTool refuses to make units of a folder that another version makes.
func (f *Folder) sameTool() error {
	if f.Plan.Tool != f.tool {
		return optionErrorf("%s is made by %s, and this is %s: go on with that version, or choose another --dir",
			f.dir, f.Plan.Tool, f.tool)
	}
	return nil
}
