package surveyrun

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
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
