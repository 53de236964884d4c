package surveyrun

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"retroproof/batch"
	"retroproof/proofs/survey"
)

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

// Owns reports whether a name, with slashes, is that of a file of the unit, of those that Make returns.
func (t *Task) Owns(name string) bool {
	u := &survey.Unit{Evidence: &survey.File{Name: survey.EvidenceName(t.Unit)}}
	u.Verdicts.Name = t.stage("").pack(t.Unit).VerdictsName(t.Unit)
	return slices.Contains(t.files(u), name)
}

func (t *Task) stage(dir string) *stage { return &stage{dir, t.Again, t.Plan} }

// Tasks returns the missing units of the first stage that lacks some: all draws, then those that are tried again.
func (f *Folder) Tasks(ctx context.Context) ([]Task, error) {
	stages, err := f.stages()
	if err != nil {
		return nil, err
	}
	for _, s := range stages {
		units, err := s.missing(ctx)
		if err != nil {
			return nil, err
		}
		var tasks []Task
		for _, unit := range units {
			tasks = append(tasks, Task{s.plan, s.again, unit})
		}
		if len(tasks) > 0 {
			return tasks, nil
		}
	}
	return nil, nil
}

// Make makes the unit in a folder, and returns the names of its files there, with slashes, that of its entry last. The
// error is an [*OptionError] if another program than this tool has to make it.
func (t *Task) Make(ctx context.Context, dir, tool string, jobs int) ([]string, error) {
	if err := t.Check(); err != nil {
		return nil, err
	}
	if t.Plan.Tool != tool {
		return nil, optionErrorf("the units are to be made by %s, and this is %s: only workers of that version can make them", t.Plan.Tool, tool)
	}
	f := &Folder{Plan: t.Plan, dir: dir, jobs: jobs, tool: tool}
	s := t.stage(dir)
	if err := f.make(ctx, s, t.Unit, jobs, nil); err != nil {
		return nil, err
	}
	u, err := s.done(t.Unit)
	if err != nil {
		return nil, err
	}
	return t.files(u), nil
}

// files returns the names of a unit's files.
func (t *Task) files(u *survey.Unit) []string {
	folder := t.stage("").pack(t.Unit).Name() + "/"
	names := []string{folder + u.Verdicts.Name}
	if u.Evidence != nil {
		names = append(names, folder+u.Evidence.Name)
	}
	return append(names, folder+entryName(t.Unit))
}

// Adopt takes the files of a unit that was made in another folder, if they are those that its entry lists. With options
// they are checked before, as retroproof-check does.
func (f *Folder) Adopt(ctx context.Context, t *Task, from string, check *survey.Options) error {
	u, err := t.entry(ctx, from, check)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(t.stage(f.dir).folder(t.Unit), 0o777); err != nil {
		return err
	}
	names := t.files(u)
	if listed, err := t.stage(f.dir).mergedUnit(t.Unit); err != nil {
		return err
	} else if listed != nil { // a file of it was missing, and the entry is in the manifest of its pack
		names = names[:len(names)-1]
	}
	for _, name := range names {
		if err := publish(filepath.Join(from, filepath.FromSlash(name)), f.path(filepath.FromSlash(name))); err != nil {
			return fmt.Errorf("unit %d: %w", t.Unit, err)
		}
	}
	return nil
}

// Check checks a unit that was adopted and is not merged yet, and removes it if it is wrong.
func (f *Folder) Check(ctx context.Context, t *Task, o *survey.Options) error {
	_, err := t.entry(ctx, f.dir, o)
	if err == nil || ctx.Err() != nil {
		return err
	}
	u := &survey.Unit{Evidence: &survey.File{Name: survey.EvidenceName(t.Unit)}}
	u.Verdicts.Name = t.stage("").pack(t.Unit).VerdictsName(t.Unit)
	for _, name := range slices.Backward(t.files(u)) { // the entry first
		if err := batch.Remove(f.path(filepath.FromSlash(name))); err != nil {
			return err
		}
	}
	return err
}

// Verify checks the unit in a folder.
func (t *Task) Verify(ctx context.Context, dir string, o survey.Options) error {
	_, err := t.entry(ctx, dir, &o)
	return err
}

// entry returns the entry of the unit in a folder, if it is that of the task and of the files there. With options these
// are checked.
func (t *Task) entry(ctx context.Context, dir string, check *survey.Options) (*survey.Unit, error) {
	s := t.stage(dir)
	text, err := ReadFile(filepath.Join(s.folder(t.Unit), entryName(t.Unit)))
	if err != nil {
		return nil, err
	}
	u := &survey.Unit{}
	if err := json.Unmarshal(text, u); err != nil {
		return nil, fmt.Errorf("unit %d: %w: %w", t.Unit, survey.ErrManifest, err)
	}
	if again, err := json.MarshalIndent(u, "", " "); err != nil || string(again)+"\n" != string(text) {
		return nil, fmt.Errorf("unit %d: %w: its entry is not written as it should be", t.Unit, survey.ErrManifest)
	}
	p := s.pack(t.Unit)
	if want := s.unit(t.Unit); u.First != want.First || u.Draws != want.Draws || !slices.Equal(u.Numbers, want.Numbers) ||
		u.Verdicts.Name != p.VerdictsName(t.Unit) || u.Evidence != nil && u.Evidence.Name != survey.EvidenceName(t.Unit) {
		return nil, fmt.Errorf("unit %d: %w: an entry of another unit", t.Unit, survey.ErrManifest)
	}
	if check == nil {
		return u, checkFiles(ctx, s.folder(t.Unit), u, removeEntry(t.Unit))
	}
	p.Units, p.Counts = []survey.Unit{*u}, u.Counts
	return u, survey.CheckUnit(ctx, s.folder(t.Unit), p, t.Unit, *check)
}
