package surveyrun

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"retroproof/batch"
	"retroproof/proofs/survey"
)

// Progress shows how far a run is. Its methods may be called by several goroutines.
type Progress interface {
	Skip(draws int) // decided by earlier runs
	Add(draws int)  // decided
	// Stage begins to count a number of draws anew: those that are decided next, as the note says.
	Stage(draws int, note string)
}

// Unit makes units, of all draws or of those that are to be tried again if there are such: those that are not there of
// n from the given one on, as far as there are as many. Several processes may do so in one folder, even with the same
// units.
func (f *Folder) Unit(ctx context.Context, from, n uint64, p Progress) error {
	s, err := f.lastStage()
	if err != nil {
		return err
	}
	if from >= s.units() {
		return optionErrorf("%s has the units 0 to %d, and no unit %d", f.dir, s.units()-1, from)
	}
	if err := f.sameTool(); err != nil {
		return err
	}
	to := min(s.units(), from+n)
	todo, err := s.missing(ctx, from, to)
	if err != nil {
		return err
	}
	p.Skip(int(min(s.draws(), to*s.plan.UnitDraws) - from*s.plan.UnitDraws - s.drawsOf(todo)))
	if err := f.all(ctx, s, todo, p, false); err != nil || len(todo) == 0 {
		return err
	}
	return f.close(ctx, s, todo)
}

// close makes files of packs that some units have completed, unless another process may be doing so: then Merge does.
func (f *Folder) close(ctx context.Context, s *stage, units []uint64) error {
	unlock, err := batch.Lock(f.dir)
	if errors.Is(err, batch.ErrLocked) {
		return nil
	}
	if err != nil {
		return err
	}
	defer unlock()
	for pack := s.packOf(units[0]); pack <= s.packOf(units[len(units)-1]); pack++ {
		if !s.complete(pack) {
			continue
		}
		if _, _, err := s.mergePack(ctx, pack, &MissingError{}, false); err != nil {
			return err
		}
	}
	return nil
}

// complete reports whether all units of a pack have files.
func (s *stage) complete(pack int) bool {
	first, last := s.ofPack(pack)
	for unit := first; unit <= last; unit++ {
		if _, err := os.Lstat(s.unitPath(unit)); err != nil {
			return false
		}
	}
	return true
}

// Run makes all that is missing: units, manifests, and, if the budget for games has grown, another try of undecided
// draws. It returns the manifest of the survey. One process at a time can run in a folder. The error is one of Open, of
// a certificate, or of Merge.
func (f *Folder) Run(ctx context.Context, p Progress) (*survey.Root, error) {
	unlock, err := batch.Lock(f.dir)
	if err != nil {
		return nil, err
	}
	defer unlock()
	for {
		stages, err := f.stages()
		if err != nil {
			return nil, err
		}
		for _, s := range stages {
			if err := f.stage(ctx, s, p); err != nil {
				return nil, err
			}
		}
		root, undecided, err := f.merge(ctx, stages, false)
		if errors.As(err, new(*MissingError)) && f.Plan.Choose > 0 && len(stages) == 1 {
			continue
		}
		if err != nil {
			return nil, err
		}
		last := stages[len(stages)-1]
		if len(undecided) == 0 || f.states <= last.plan.Budgets.GameStates {
			return root, nil
		}
		if err := f.tryAgain(last, undecided); err != nil {
			return nil, err
		}
	}
}

// stage makes the missing units of a stage.
func (f *Folder) stage(ctx context.Context, s *stage, p Progress) error {
	if err := s.reopen(); err != nil {
		return err
	}
	todo, err := s.missing(ctx, 0, s.units())
	if err != nil || len(todo) == 0 {
		return err
	}
	if err := f.sameTool(); err != nil {
		return err
	}
	if s.again > 0 {
		note := "undecided ones, tried again"
		if s.plan.Choose > 0 && s.again == 1 {
			note = "those that are chosen"
		}
		p.Stage(int(s.draws()), note)
	}
	p.Skip(int(s.draws() - s.drawsOf(todo)))
	return f.all(ctx, s, todo, p, true)
}

// garbagePercent is what GOGC is while units are made, unless the environment has it: they make much garbage and keep
// little. That takes a tenth less time, and 110 MB in place of 60 with one job.
const garbagePercent = 400

// LessGarbage sets it, for this process, and returns what sets it back.
func LessGarbage() func() {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	before := debug.SetGCPercent(garbagePercent)
	return func() { debug.SetGCPercent(before) }
}

// all makes units, several at once if there are several. With merge these are all that packs lack, and a pack becomes a
// file when its last unit is made.
func (f *Folder) all(ctx context.Context, s *stage, todo []uint64, p Progress, merge bool) error {
	if len(todo) == 0 {
		return nil
	}
	defer LessGarbage()()
	workers := min(f.jobs, len(todo))
	jobs := (f.jobs + workers - 1) / workers
	made := 0
	return (&batch.Job[error]{
		In: numbered(len(todo)), Jobs: workers,
		Answer: func(ctx context.Context, line batch.Line) error {
			return f.make(ctx, s, todo[line.Number-1], jobs, p.Add)
		},
		Write: func(_ *bufio.Writer, failed []error) error {
			err := errors.Join(failed...)
			pack := s.packOf(todo[made])
			made += len(failed)
			if last := made == len(todo) || s.packOf(todo[made]) != pack; err == nil && merge && last {
				_, _, err = s.mergePack(ctx, pack, &MissingError{}, false)
			}
			return err
		},
	}).Run(ctx, io.Discard)
}

// numbered is a list of so many lines, which stand for units, or draws, by their numbers.
func numbered(n int) *batch.Reader {
	return batch.NewReader(strings.NewReader(strings.Repeat("-\n", n)))
}

// againUnit is how many undecided draws a unit has that are tried again: each may take minutes. chosenUnit is that for
// the draws that two-phase sampling chooses: they take a second or two.
const (
	againUnit  = 10
	chosenUnit = 100
)

// tryAgain writes the plan of the next try of undecided draws. All budgets grow as that for games does, up to ten
// times.
func (f *Folder) tryAgain(last *stage, undecided []uint64) error {
	p := *f.Plan
	p.UnitDraws, p.Samples, p.Numbers = againUnit, uint64(len(undecided)), undecided
	if last.labels() {
		p.UnitDraws = chosenUnit
	}
	b := &p.Budgets
	times := min(max(1, f.states/b.GameStates), 10)
	b.KernelNodes *= times
	b.LastMoveKernelNodes *= times
	b.LastMovePositions *= int(times)
	b.ProofConflicts *= int64(times)
	b.GameStates = f.states
	dir := f.path(survey.AgainName(last.again + 1))
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	return writeJSON(f.path(survey.AgainName(last.again+1), PlanName), &p)
}

// Task is a unit that is to be made where the folder of the survey is not seen.
type Task struct {
	Plan  *Plan  `json:"plan"`
	Again int    `json:"again,omitempty"` // how often its draws have been tried before
	Unit  uint64 `json:"unit"`
}

// Name names the task within its survey.
func (t *Task) Name() string {
	return fmt.Sprintf("%s.%d", t.stage("").pack(t.Unit).Name(), t.Unit)
}

// Check refuses a task that is none: tasks come from other machines.
func (t *Task) Check() error {
	err := errors.New("no plan, or no number of a stage")
	if t.Plan != nil && t.Again >= 0 {
		err = t.Plan.check()
	}
	if err == nil && t.Unit >= t.stage("").units() {
		err = fmt.Errorf("no unit %d", t.Unit)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", survey.ErrManifest, err)
	}
	return nil
}

// File returns the name, with a slash, of the file of the unit, which Make makes.
func (t *Task) File() string { return t.stage("").pack(t.Unit).Name() + "/" + unitName(t.Unit) }

func (t *Task) stage(dir string) *stage { return &stage{dir, t.Again, t.Plan} }

// Tasks returns the missing units of the first stage that lacks some: all draws, then those that are tried again.
func (f *Folder) Tasks(ctx context.Context) (tasks []Task, err error) {
	s, units, err := f.lacking(ctx)
	if err != nil {
		return nil, err
	}
	for _, unit := range units {
		tasks = append(tasks, Task{s.plan, s.again, unit})
	}
	return tasks, nil
}

// Make makes the unit in a folder, as the file that File names. The error is an [*OptionError] if another program than
// this tool has to make it.
func (t *Task) Make(ctx context.Context, dir, tool string, jobs int) error {
	if err := t.Check(); err != nil {
		return err
	}
	if t.Plan.Tool != tool {
		const only = "the units are to be made by %s, and this is %s: only workers of that version can make them"
		return optionErrorf(only, t.Plan.Tool, tool)
	}
	f := &Folder{Plan: t.Plan, dir: dir, jobs: jobs, tool: tool}
	return f.make(ctx, t.stage(dir), t.Unit, jobs, nil)
}

// Adopt takes the file of a unit that was made in another folder, if its files are those that its entry lists. With
// options they are checked before, as retroproof-check does.
func (f *Folder) Adopt(ctx context.Context, t *Task, from string, check *survey.Options) error {
	p, err := t.read(ctx, from, check)
	if err != nil {
		return err
	}
	s := t.stage(f.dir)
	if err := os.MkdirAll(s.folder(t.Unit), 0o777); err != nil {
		return err
	}
	if err := s.publish(filepath.Join(from, filepath.FromSlash(t.File())), t.Unit, &p.Units[0]); err != nil {
		return fmt.Errorf("unit %d: %w", t.Unit, err)
	}
	return nil
}

// Check checks a unit that was adopted and is not merged yet, and removes it if it is wrong.
func (f *Folder) Check(ctx context.Context, t *Task, o *survey.Options) error {
	_, err := t.read(ctx, f.dir, o)
	if err == nil || ctx.Err() != nil {
		return err
	}
	return cmp.Or(batch.Remove(t.stage(f.dir).unitPath(t.Unit)), err)
}

// CheckUnmerged checks all units that are not merged yet, but for some, removes those that are wrong, and returns why.
func (f *Folder) CheckUnmerged(
	ctx context.Context, o *survey.Options, but func(name string) bool,
) (wrong []string, err error) {
	stages, err := f.stages()
	if err != nil {
		return nil, err
	}
	for _, s := range stages {
		for pack := range s.packs() {
			if merged, _, err := s.merged(pack); err != nil || merged != nil {
				if err != nil {
					return nil, err
				}
				continue
			}
			first, last := s.ofPack(pack)
			for unit := first; unit <= last; unit++ {
				t := &Task{s.plan, s.again, unit}
				if but(t.Name()) {
					continue
				}
				err := f.Check(ctx, t, o)
				switch {
				case ctx.Err() != nil:
					return nil, ctx.Err()
				case err != nil && !errors.Is(err, fs.ErrNotExist):
					wrong = append(wrong, err.Error())
				}
			}
		}
	}
	return wrong, nil
}

// Verify checks the unit in a folder.
func (t *Task) Verify(ctx context.Context, dir string, o survey.Options) error {
	_, err := t.read(ctx, dir, &o)
	return err
}

// read returns the unit in a folder, as the only one of its pack, if it is that of the task and its files are those
// that it lists. With options these are checked.
func (t *Task) read(ctx context.Context, dir string, check *survey.Options) (*survey.Pack, error) {
	s := t.stage(dir)
	p := s.pack(t.Unit)
	text, err := p.ReadUnit(s.unitPath(t.Unit), t.Unit)
	if err != nil {
		return nil, fmt.Errorf("unit %d: %w", t.Unit, err)
	}
	u := &p.Units[0]
	if !bytes.Equal(u.Text(), text) {
		return nil, fmt.Errorf("unit %d: %w: its entry is not written as it should be", t.Unit, survey.ErrManifest)
	}
	if want := s.unit(t.Unit); u.First != want.First || u.Draws != want.Draws || !slices.Equal(u.Numbers, want.Numbers) ||
		u.Verdicts.Name != p.VerdictsName(t.Unit) || u.Evidence != nil && u.Evidence.Name != survey.EvidenceName(t.Unit) {
		return nil, fmt.Errorf("unit %d: %w: an entry of another unit", t.Unit, survey.ErrManifest)
	}
	if check == nil {
		return p, copyFiles(ctx, p, io.Discard, removeUnit(t.Unit))
	}
	return p, survey.CheckUnit(ctx, p, t.Unit, *check)
}
