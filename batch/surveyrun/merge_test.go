package surveyrun

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"retroproof/internal/cputime"
	"retroproof/internal/expect"
	"retroproof/proofs/survey"
)

// TestFolders: packs that are folders, as before they were files or as tar makes them, are merged into the same files.
func TestFolders(t *testing.T) {
	dir := copied(t)
	for _, pack := range []string{"pack-000000", "pack-000002"} {
		out, err := exec.Command("tar", "-xf", filepath.Join(dir, pack+".tar"), "-C", dir).CombinedOutput()
		if err != nil {
			t.Skipf("no tar: %v, %s", err, out)
		}
		expect.NoError(t, os.Remove(filepath.Join(dir, pack+".tar")))
	}
	expect.Succeeds(t, expect.Err(survey.Check(t.Context(), dir, survey.Options{})), "survey.Check")
	f := open(t, wanted(dir, samples, states))
	if m, err := f.Missing(t.Context()); err != nil || len(m.Units) > 0 {
		t.Errorf("%v, %v", m, err)
	}
	expect.NoError(t, expect.Err(f.Merge(t.Context())))
	expect.Succeeds(t, expect.Err(survey.Check(t.Context(), dir, survey.Options{})), "survey.Check")
	same(t, dir, reference(t))
}

// TestMergeIsInterruptible: what goes through all units ends with the context.
func TestMergeIsInterruptible(t *testing.T) {
	dir := copied(t)
	f := open(t, wanted(dir, samples, states))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	expect.ErrorIs(t, expect.Err(f.Merge(ctx)), context.Canceled, "Merge")
	expect.ErrorIs(t, expect.Err(f.Missing(ctx)), context.Canceled, "Missing")
	expect.ErrorIs(t, expect.Err(f.Tasks(ctx)), context.Canceled, "Tasks")
}

// TestAbsurdPlans: plans that no folder can have are errors, and end at once.
func TestAbsurdPlans(t *testing.T) {
	for _, text := range []string{`"samples": 1000000000000`, `"samples": 18446744073709551615`, `"samples": 0`} {
		dir := copied(t)
		name := filepath.Join(dir, PlanName)
		has := expect.Must(os.ReadFile(name))
		changed := bytes.Replace(has, []byte(`"samples": 15`), []byte(text), 1)
		if bytes.Equal(changed, has) {
			t.Fatalf("%s", has)
		}
		expect.NoError(t, os.WriteFile(name, changed, 0o666))
		expect.ErrorIs(t, expect.Err(Open(wanted(dir, samples, states))), survey.ErrManifest, "%s", text)
	}
	var options *OptionError
	if _, err := Open(wanted(t.TempDir(), 1<<62, states, "samples")); !errors.As(err, &options) {
		t.Errorf("2^62 draws: %v", err)
	}
	dir := t.TempDir()
	expect.NoError(t, expect.Err(Open(wanted(dir, samples, states, "samples"))))
	if _, err := Open(wanted(dir, 1<<62, states, "samples")); !errors.As(err, &options) {
		t.Errorf("growing to 2^62 draws: %v", err)
	}
	open(t, wanted(dir, samples, states)) // the plan was not changed
}

// TestEmptyAgain: a plan without numbers for draws that are tried again is an error.
func TestEmptyAgain(t *testing.T) {
	dir := copied(t)
	f := open(t, wanted(dir, samples, states))
	again := filepath.Join(dir, survey.AgainName(1))
	expect.NoError(t, os.Mkdir(again, 0o777))
	expect.NoError(t, writeJSON(filepath.Join(again, PlanName), f.Plan))
	expect.ErrorIs(t, expect.Err(f.Missing(t.Context())), survey.ErrManifest, "f.Missing")
}

// TestForgedEntry: an entry whose counts cannot be is an error that names the unit, and stays an entry.
func TestForgedEntry(t *testing.T) {
	dir := t.TempDir()
	f := open(t, wanted(dir, samples, states, "samples"))
	s := units(t, f)
	name := s.unitPath(4)
	right := expect.Must(os.ReadFile(name))
	for want, forge := range map[error]func(u *survey.Unit){
		survey.ErrManifest: func(u *survey.Unit) { u.Counts.Illegal += 3 },
		survey.ErrFile:     func(u *survey.Unit) { u.Verdicts.SHA256 = strings.Repeat("0", 64) },
	} {
		p, err := s.done(4)
		expect.NoError(t, err)
		in, err := p.Open()
		expect.NoError(t, err)
		var b bytes.Buffer
		before := *p.Units[0].Files()[0]
		forge(&p.Units[0])
		a, text := newArchive(&b, p), p.Units[0].Text()
		_, err = a.add(survey.EntryName(4), int64(len(text)), bytes.NewReader(text))
		expect.NoError(t, err)
		sums := p.Units[0]
		sums.Verdicts = before
		expect.NoError(t, a.files(t.Context(), &sums, in.Open, ""))
		expect.NoError(t, a.end())
		in.Close()
		expect.NoError(t, os.WriteFile(name, b.Bytes(), 0o666))
		if _, err := f.Merge(t.Context()); !errors.Is(err, want) || !strings.Contains(err.Error(), "to make the unit again") {
			t.Errorf("%v, want %v", err, want)
		}
		expect.ErrorIs(t, expect.Err(os.Stat(filepath.Join(dir, "pack-000001.tar"))), fs.ErrNotExist, "a file of the pack")
		expect.NoError(t, os.WriteFile(name, right, 0o666))
	}
	expect.NoError(t, expect.Err(f.Merge(t.Context())))
	same(t, dir, reference(t))
}

var mergeUnits = flag.Uint64("merge-units", 200, "units that are merged, made up")

// madeUp makes the units of a pack up: of the first packs as files of units, of others as their packs.
func madeUp(t *testing.T, s *stage, pack int) {
	t.Helper()
	lines, evidence := bytes.Repeat([]byte("lines"), 40), bytes.Repeat([]byte("evidence"), 40)
	texts := map[bool][]byte{false: lines, true: evidence}
	file := func(name string, text []byte) survey.File {
		return survey.File{Name: name, Bytes: int64(len(text)), SHA256: fmt.Sprintf("%x", sha256.Sum256(text))}
	}
	in := func(u *survey.Unit, file *survey.File) (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(texts[file == u.Evidence])), nil
	}
	lineFile, evidenceFile := file("", lines), file("", evidence)
	first, last := s.ofPack(pack)
	whole := s.pack(first)
	whole.Counts = survey.NewCounts()
	expect.NoError(t, os.MkdirAll(s.folder(first), 0o777))
	var body bytes.Buffer
	a := newArchive(&body, whole)
	for k := first; k <= last; k++ {
		p, e := s.pack(k), evidenceFile
		p.Units = []survey.Unit{*s.unit(k)}
		u := &p.Units[0]
		u.Verdicts, u.Evidence, u.Counts.Illegal = lineFile, &e, 1
		u.Verdicts.Name, e.Name = p.VerdictsName(k), survey.EvidenceName(k)
		if pack < 20 {
			var b bytes.Buffer
			expect.NoError(t, writeUnit(&b, p, k, in))
			expect.NoError(t, os.WriteFile(s.unitPath(k), b.Bytes(), 0o666))
			continue
		}
		expect.NoError(t, a.files(t.Context(), u, in, ""))
		whole.Units = append(whole.Units, *u)
		whole.Counts.Sum(u.Counts)
	}
	if pack < 20 {
		return
	}
	text, err := whole.Text()
	expect.NoError(t, err)
	f, err := os.Create(s.folder(first) + survey.ArchiveSuffix)
	expect.NoError(t, err)
	defer f.Close()
	a.w = f
	_, err = a.add(survey.ManifestName, int64(len(text)), bytes.NewReader(text))
	expect.NoError(t, err)
	_, err = body.WriteTo(f)
	expect.NoError(t, err)
	expect.NoError(t, a.end())
}

// TestMergeMany: the merge of many units, which are made up, has all of them.
func TestMergeMany(t *testing.T) {
	dir := t.TempDir()
	o := wanted(dir, *mergeUnits, states, "samples")
	o.Wanted.UnitDraws, o.Wanted.PackUnits = 1, 1000
	f := open(t, o)
	s := &stage{dir, 0, f.Plan}
	var took time.Duration // for making packs, which those do who make their last units
	for pack := range s.packs() {
		madeUp(t, s, pack)
		begin := cputime.Self()
		first, _ := s.ofPack(pack)
		expect.NoError(t, f.close(t.Context(), s, []uint64{first}))
		if took += cputime.Self() - begin; pack == 19 || pack < 19 && pack == s.packs()-1 {
			t.Logf("units made into packs: %.0f µs each", float64(took.Microseconds())/float64(min(*mergeUnits, 20_000)))
		}
	}
	begin := cputime.Self()
	root, err := f.Merge(t.Context())
	expect.NoError(t, err)
	took = cputime.Self() - begin
	t.Logf("%d units merged: %v, %.0f µs each", *mergeUnits, took, float64(took.Microseconds())/float64(*mergeUnits))
	info, err := os.Stat(filepath.Join(dir, survey.ManifestName))
	packs := int((*mergeUnits + 999) / 1000)
	if err != nil || root.Draws != *mergeUnits || len(root.Packs) != packs || info.Size() > 1<<20 {
		t.Errorf("%d draws in %d packs, %v", root.Draws, len(root.Packs), err)
	}
	status, _ := os.ReadFile("/proc/self/status")
	peak := regexp.MustCompile(`VmHWM:.*`).Find(status)
	t.Logf("the manifest: %d bytes; memory: %s", info.Size(), peak)
}
