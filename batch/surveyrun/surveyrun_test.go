package surveyrun

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"retroproof/batch"
	"retroproof/internal/expect"
	"retroproof/proofs/survey"
)

// wanted returns options for a sample of which all verdicts are found within a second.
func wanted(dir string, samples, states uint64, given ...string) Options {
	return Options{
		Dir: dir, Jobs: 2, Tool: "retroproof", Samples: samples, GameStates: states,
		Wanted: survey.Plan{Scheme: survey.RepairedUrposition, Seed: 15, UnitDraws: 2, PackUnits: 3, Certificates: true},
		Given:  func(flag string) bool { return strings.Contains(strings.Join(given, " "), flag) },
	}
}

// reports is a Progress that counts, and stops the run after some draws.
type reports struct {
	skipped, added atomic.Int64
	stop           func(draws int64)
	stages         []string
	staged         int
}

func (r *reports) Skip(n int) { r.skipped.Add(int64(n)) }
func (r *reports) Stage(n int, note string) {
	r.stages, r.staged = append(r.stages, note), r.staged+n
}
func (r *reports) Add(n int) {
	if all := r.added.Add(int64(n)); r.stop != nil {
		r.stop(all)
	}
}

// fill makes one run.
func fill(ctx context.Context, o Options, p *reports) (*survey.Root, error) {
	f, err := Open(o)
	if err != nil {
		return nil, err
	}
	return f.Run(ctx, p)
}

// open opens a folder.
func open(t *testing.T, o Options) *Folder {
	t.Helper()
	f, err := Open(o)
	expect.NoError(t, err)
	return f
}

// files returns the contents of a folder by name.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		relative, _ := filepath.Rel(dir, name)
		all[relative] = string(text)
		return err
	})
	expect.NoError(t, err)
	return all
}

// same compares two folders.
func same(t *testing.T, got, want string) {
	t.Helper()
	g, w := files(t, got), files(t, want)
	for name, text := range w {
		expect.Equal(t, g[name], text, "%s is another file or missing", name)
		delete(g, name)
	}
	for name := range g {
		t.Errorf("%s is left", name)
	}
}

// once makes the sample that others are compared with: 15 draws, 8 units, 3 packs.
var once = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "survey")
	if err != nil {
		return "", err
	}
	_, err = fill(context.Background(), wanted(dir, samples, states, "samples"), &reports{})
	return dir, err
})

const (
	samples = 15
	states  = 1_000_000
)

func TestMain(m *testing.M) {
	code := m.Run()
	if dir, err := once(); err == nil {
		os.RemoveAll(dir)
	}
	os.Exit(code)
}

func reference(t *testing.T) string {
	t.Helper()
	dir, err := once()
	expect.NoError(t, err)
	return dir
}

// copied returns a copy of the sample.
func copied(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	expect.NoError(t, os.CopyFS(dir, os.DirFS(reference(t))))
	return dir
}

// units makes all units and merges no pack.
func units(t *testing.T, f *Folder) *stage {
	t.Helper()
	s, err := f.lastStage()
	expect.NoError(t, err)
	for unit := range s.units() {
		expect.NoError(t, f.make(t.Context(), s, unit, 1, nil))
	}
	return s
}

// flip changes a bit in the middle of a file.
func flip(t *testing.T, name string) {
	t.Helper()
	text := expect.Must(os.ReadFile(name))
	text[len(text)/2] ^= 1
	expect.NoError(t, os.WriteFile(name, text, 0o666))
}

// TestInterrupted: a sample that is made by many runs, each interrupted after another number of draws, has the files of
// one that is made at once, and passes the checks.
func TestInterrupted(t *testing.T) {
	dir := t.TempDir()
	runs := 0
	var err error
	for err = context.Canceled; errors.Is(err, context.Canceled); runs++ {
		ctx, cancel := context.WithCancel(t.Context())
		p := reports{stop: func(n int64) {
			if int(n) > runs/2 {
				cancel()
			}
		}}
		_, err = fill(ctx, wanted(dir, samples, states, "samples"), &p)
		cancel()
	}
	if err != nil || runs < 4 {
		t.Fatalf("run %d: %v", runs, err)
	}
	same(t, dir, reference(t))
	expect.Succeeds(t, expect.Err(survey.Check(t.Context(), dir, survey.Options{})), "survey.Check")
}

// TestUnits: units that are made one by one, in any order, some twice and by two workers at once, are those of one run;
// what is missing is told, and packs that are complete are merged all the same.
func TestUnits(t *testing.T) {
	dir := t.TempDir()
	o := wanted(dir, samples, states, "samples")
	o.Fixed = true
	var missing *MissingError
	f := open(t, o)
	for _, unit := range []uint64{7, 3, 4, 0, 5} {
		expect.NoError(t, f.Unit(t.Context(), unit, 1, &reports{}))
	}
	if m, err := f.Missing(t.Context()); err != nil || !reflect.DeepEqual(m.Units, []uint64{1, 2, 6}) {
		t.Errorf("%v, %v", m, err)
	}
	// A worker that was killed has left its folder.
	killed := filepath.Join(dir, "pack-000000", tempPrefix+"0000001-dead")
	expect.NoError(t, os.MkdirAll(killed, 0o777))
	expect.NoError(t, os.WriteFile(filepath.Join(killed, survey.VerdictsName(1)), []byte("half"), 0o666))
	// So has one that was killed while it wrote the plan.
	killed = filepath.Join(dir, planPrefix+"dead")
	expect.NoError(t, os.MkdirAll(killed, 0o777))
	expect.NoError(t, os.WriteFile(filepath.Join(killed, PlanName), []byte("half"), 0o666))
	if _, err := f.Merge(t.Context()); !errors.As(err, &missing) || len(missing.Units) != 3 || !strings.Contains(err.Error(), "3 units are missing, the first is 1") {
		t.Errorf("%v", err)
	}
	if r, err := survey.CheckPack(t.Context(), filepath.Join(dir, "pack-000001.tar"), survey.Options{}); err != nil || r.Draws() != 6 {
		t.Errorf("the pack that is complete: %v, %v", r, err)
	}
	// Two workers at the same units, and one that makes what is there.
	var working sync.WaitGroup
	for range 2 {
		working.Go(func() {
			own, err := Open(o)
			if err == nil {
				err = own.Unit(t.Context(), 0, 8, &reports{})
			}
			expect.Succeeds(t, err, "one of the processes")
		})
	}
	working.Wait()
	stages, err := f.stages()
	expect.NoError(t, err)
	expect.Succeeds(t, f.make(t.Context(), stages[0], 6, 1, nil), "a unit that is there")
	root, err := f.Merge(t.Context())
	if err != nil || root.Draws != samples {
		t.Fatalf("%v, %v", root, err)
	}
	same(t, dir, reference(t))
	expect.ErrorIs(t, expect.Err(os.Stat(killed)), fs.ErrNotExist, "the folder of a plan that a killed run began")
	if m, err := f.Missing(t.Context()); err != nil || len(m.Units) > 0 {
		t.Errorf("%v, %v", m, err)
	}
	var option *OptionError
	if err := f.Unit(t.Context(), 8, 1, &reports{}); !errors.As(err, &option) || !strings.Contains(err.Error(), "the units 0 to 7") {
		t.Errorf("a unit that is none: %v", err)
	}
	o.Samples++
	if _, err := Open(o); !errors.As(err, &option) || !strings.Contains(err.Error(), "without --unit") {
		t.Errorf("a unit of a larger sample: %v", err)
	}
}

// TestOtherVersion: a worker of another version makes no unit, and a folder of an earlier format is refused.
func TestOtherVersion(t *testing.T) {
	dir := t.TempDir()
	o := wanted(dir, samples, states, "samples")
	open(t, o)
	o.Tool = "retroproof 0.0.1"
	f := open(t, o)
	var option *OptionError
	if err := f.Unit(t.Context(), 0, 1, &reports{}); !errors.As(err, &option) || !strings.Contains(err.Error(), "is made by retroproof, and this is retroproof 0.0.1") {
		t.Errorf("%v", err)
	}
	if _, err := f.Run(t.Context(), &reports{}); !errors.As(err, &option) {
		t.Errorf("%v", err)
	}
	if names, _ := filepath.Glob(filepath.Join(dir, "pack-*", "*")); len(names) > 0 {
		t.Errorf("%v", names)
	}
	older := t.TempDir()
	expect.NoError(t, os.WriteFile(filepath.Join(older, survey.ManifestName), []byte(`{"schema": "retroproof.survey/2"}`), 0o666))
	if _, err := Open(wanted(older, 1, 1, "samples")); !errors.Is(err, survey.ErrManifest) || !strings.Contains(err.Error(), "a folder of an earlier version") {
		t.Errorf("%v", err)
	}
}

// TestFlipped: a byte of a unit that is another one is found by who merges, and by who makes the unit again.
func TestFlipped(t *testing.T) {
	dir := t.TempDir()
	f := open(t, wanted(dir, samples, states, "samples"))
	s := units(t, f)
	name := filepath.Join(dir, "pack-000000", unitName(1))
	flip(t, name)
	if _, err := f.Merge(t.Context()); !errors.Is(err, survey.ErrFile) || !strings.Contains(err.Error(), unitName(1)+" is wrong, remove it") {
		t.Errorf("%v", err)
	}
	if err := f.make(t.Context(), s, 1, 1, nil); !errors.Is(err, errDiffers) || !strings.Contains(err.Error(), unitName(1)) {
		t.Errorf("%v", err)
	}
	// What the error says: then the unit is made again.
	expect.NoError(t, os.Remove(name))
	expect.NoError(t, f.Unit(t.Context(), 1, 1, &reports{}))
	expect.NoError(t, expect.Err(f.Merge(t.Context())))
	same(t, dir, reference(t))
	// In packs it is found, too. Without its file a pack is made again.
	name = filepath.Join(dir, "pack-000001.tar")
	flip(t, name)
	if _, err := f.Merge(t.Context()); !errors.Is(err, survey.ErrFile) || !strings.Contains(err.Error(), "remove it to make its units again") {
		t.Errorf("%v", err)
	}
	expect.NoError(t, os.Remove(name))
	if m, err := f.Missing(t.Context()); err != nil || !reflect.DeepEqual(m.Units, []uint64{3, 4, 5}) {
		t.Errorf("%+v, %v", m, err)
	}
	expect.NoError(t, expect.Err(f.Run(t.Context(), &reports{})))
	same(t, dir, reference(t))
	// The manifest of the whole follows from the packs.
	expect.NoError(t, os.Remove(filepath.Join(dir, survey.ManifestName)))
	expect.NoError(t, expect.Err(f.Merge(t.Context())))
	same(t, dir, reference(t))
}

// TestFull: files that cannot be written, as on a full disk, leave no unit.
func TestFull(t *testing.T) {
	dir := t.TempDir()
	f := open(t, wanted(dir, samples, states, "samples"))
	expect.NoError(t, os.WriteFile(filepath.Join(dir, "pack-000000"), nil, 0o666))
	expect.Fails(t, f.Unit(t.Context(), 0, 1, &reports{}), "a unit without a place")
	expect.NoError(t, os.Remove(filepath.Join(dir, "pack-000000")))
	full := errors.New("no space left")
	expect.ErrorIs(t, expect.Err(writeFile(dir, "x", func(w io.Writer) error { return full })), full, "writeFile")
	if _, err := os.Stat("/dev/full"); err == nil {
		expect.NoError(t, os.Symlink("/dev/full", filepath.Join(dir, "full")))
		_, err := writeFile(dir, "full", func(w io.Writer) error { _, err := w.Write([]byte("lines")); return err })
		if !errors.As(err, new(*fs.PathError)) {
			t.Errorf("a full disk: %v", err)
		}
	}
}

// TestGrows: a folder takes more draws, and a larger budget with which undecided positions are tried again, and nothing
// that makes it another sample.
func TestGrows(t *testing.T) {
	dir := t.TempDir()
	var option *OptionError
	if _, err := fill(t.Context(), wanted(dir, 0, 1), &reports{}); !errors.As(err, &option) {
		t.Errorf("no sample: %v", err)
	}
	root, err := fill(t.Context(), wanted(dir, 3, states, "samples"), &reports{})
	if err != nil || root.Draws != 3 {
		t.Fatal(err)
	}
	for _, given := range []string{"seed", "scheme", "chunk", "pack", "certificates", "samples", "game-states"} {
		o := wanted(dir, 1, 0, given)
		o.Wanted.Seed, o.Wanted.UnitDraws, o.Wanted.PackUnits, o.Wanted.Certificates, o.Wanted.Scheme = 1, 1, 1, false, survey.CPI
		if _, err := fill(t.Context(), o, &reports{}); !errors.As(err, &option) || !strings.Contains(err.Error(), "--"+given) {
			t.Errorf("%s: %v", given, err)
		}
	}
	// The last unit and the last pack had not all of their draws.
	for _, n := range []uint64{10, samples} {
		if root, err = fill(t.Context(), wanted(dir, n, states, "samples"), &reports{}); err != nil || root.Draws != n {
			t.Fatalf("%v, %+v", err, root)
		}
		expect.Succeeds(t, expect.Err(survey.Check(t.Context(), dir, survey.Options{})), "survey.Check")
	}
	same(t, dir, reference(t))
}

// TestAgain: undecided draws are tried again in units of their own, with larger budgets, and once.
func TestAgain(t *testing.T) {
	dir := t.TempDir()
	root, err := fill(t.Context(), wanted(dir, samples, 1, "samples"), &reports{})
	expect.NoError(t, err)
	if _, unknown := root.Counts.Tally().Totals(); unknown == 0 {
		t.Fatal("everything is decided without a budget")
	}
	before := files(t, dir)["pack-000000.tar"]
	for _, budget := range []uint64{2, states, states} {
		if root, err = fill(t.Context(), wanted(dir, samples, budget, "game-states"), &reports{}); err != nil {
			t.Fatal(err)
		}
		expect.Succeeds(t, expect.Err(survey.Check(t.Context(), dir, survey.Options{})), "survey.Check")
	}
	if _, unknown := root.Counts.Tally().Totals(); unknown > 0 || len(root.Again) != 2 {
		t.Errorf("undecided positions are not tried again: %+v", root)
	}
	expect.Equal(t, files(t, dir)["pack-000000.tar"], before, "the pack written before")
	want, err := survey.ReadRoot(reference(t))
	if err != nil || !reflect.DeepEqual(root.Counts, want.Counts) || root.Estimate != want.Estimate {
		t.Errorf("%+v, want %+v", root, want)
	}
	var option *OptionError
	if _, err := Open(wanted(dir, samples+1, 1, "samples")); !errors.As(err, &option) || !strings.Contains(err.Error(), "tried again") {
		t.Errorf("%v", err)
	}
}

// TestTasks: units that are made in other folders are taken if they are right, and are those of one run.
func TestTasks(t *testing.T) {
	dir := t.TempDir()
	f := open(t, wanted(dir, samples, states, "samples"))
	tasks, err := f.Tasks(t.Context())
	if err != nil || len(tasks) != 8 || tasks[4].Name() != "pack-000001.4" {
		t.Fatalf("%v, %v", tasks, err)
	}
	for i := range tasks {
		from := t.TempDir()
		expect.NoError(t, tasks[i].Make(t.Context(), from, "retroproof", 1))
		expect.Fails(t, f.Adopt(t.Context(), &tasks[(i+1)%len(tasks)], from, nil), "the files of another unit")
		if i == 3 {
			name := filepath.Join(from, tasks[i].File())
			text, _ := os.ReadFile(name)
			expect.NoError(t, os.WriteFile(name, append(bytes.Clone(text), 0), 0o666))
			expect.ErrorIs(t, f.Adopt(t.Context(), &tasks[i], from, &survey.Options{}), survey.ErrFile, "a byte more")
			expect.NoError(t, os.WriteFile(name, text, 0o666))
		}
		for range 2 {
			expect.Succeeds(t, f.Adopt(t.Context(), &tasks[i], from, &survey.Options{}), "f.Adopt")
		}
	}
	expect.NoError(t, expect.Err(f.Merge(t.Context())))
	same(t, dir, reference(t))
	if tasks, err := f.Tasks(t.Context()); err != nil || len(tasks) > 0 {
		t.Errorf("%v, %v", tasks, err)
	}
	var option *OptionError
	if err := tasks[0].Make(t.Context(), t.TempDir(), "retroproof 0.0.1", 1); !errors.As(err, &option) {
		t.Errorf("another version: %v", err)
	}
	bad := *tasks[0].Plan
	bad.Scheme = "none"
	for _, task := range []*Task{{}, {Plan: &Plan{}}, {Plan: &bad}, {Plan: tasks[0].Plan, Unit: 8}, {Plan: tasks[0].Plan, Again: -1}} {
		expect.ErrorIs(t, task.Make(t.Context(), t.TempDir(), "retroproof", 1), survey.ErrManifest, "%+v", task)
	}
}

// TestCheckUnmerged: a unit that was taken without a check, and is consistent and wrong, is removed, but for those that
// are not to be looked at.
func TestCheckUnmerged(t *testing.T) {
	f := open(t, wanted(t.TempDir(), samples, states, "samples"))
	expect.NoError(t, f.Unit(t.Context(), 3, 3, &reports{})) // a pack, which is merged
	tasks, err := f.Tasks(t.Context())
	expect.NoError(t, err)
	for i := range tasks[:3] {
		plan, from := *f.Plan, t.TempDir()
		if i > 0 {
			plan.Seed++
		}
		expect.NoError(t, (&Task{&plan, 0, uint64(i)}).Make(t.Context(), from, "retroproof", 1))
		expect.NoError(t, f.Adopt(t.Context(), &tasks[i], from, nil))
	}
	wrong, err := f.CheckUnmerged(t.Context(), &survey.Options{}, func(name string) bool { return name == tasks[1].Name() })
	if err != nil || len(wrong) != 1 || !strings.Contains(wrong[0], "unit-0000002.jsonl.gz:1: a line is not one of this sample") {
		t.Errorf("%q, %v", wrong, err)
	}
	if m, err := f.Missing(t.Context()); err != nil || !reflect.DeepEqual(m.Units, []uint64{2, 6, 7}) {
		t.Errorf("%+v, %v", m, err)
	}
}

// TestDamaged: what another program or an editor has left is an error of its own.
func TestDamaged(t *testing.T) {
	dir := t.TempDir()
	f := open(t, wanted(dir, samples, states, "samples"))
	unlock, err := batch.Lock(dir)
	expect.NoError(t, err)
	for _, err := range []error{func() error { _, err := f.Run(t.Context(), &reports{}); return err }(), func() error { _, err := f.Merge(t.Context()); return err }()} {
		if !errors.Is(err, batch.ErrLocked) && err != nil {
			t.Error(err)
		}
	}
	unlock()
	for _, name := range []string{filepath.Join("pack-000000", unitName(0)), "pack-000001.tar", filepath.Join("pack-000001", survey.ManifestName), PlanName} {
		name = filepath.Join(dir, name)
		expect.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
		expect.NoError(t, os.WriteFile(name, []byte("rubbish\n"), 0o666))
		expect.ErrorIs(t, expect.Err(fill(t.Context(), wanted(dir, samples, states), &reports{})), survey.ErrManifest,
			"%s", name)
		if filepath.Base(name) != PlanName {
			os.Remove(name)
		}
	}
}

// TestOpenImpossible: a sample that no later call could read is refused before anything is written.
func TestOpenImpossible(t *testing.T) {
	for name, change := range map[string]func(*Options){
		"no draws":               func(o *Options) { o.Samples = 0 },
		"units or packs":         func(o *Options) { o.Wanted.UnitDraws = 0 },
		"and evidence for them":  func(o *Options) { o.Wanted.Choose, o.Wanted.Certificates = 1, false },
		"4294967296 draws are c": func(o *Options) { o.Wanted.Choose = 1 << 32 },
	} {
		dir := filepath.Join(t.TempDir(), "new")
		o := wanted(dir, samples, states, "samples")
		change(&o)
		var refused *OptionError
		if _, err := Open(o); !errors.As(err, &refused) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
		expect.ErrorIs(t, expect.Err(os.Stat(dir)), fs.ErrNotExist, "%s: the folder", name)
	}
}
