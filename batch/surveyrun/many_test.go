package surveyrun

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"retroproof/internal/cputime"
	"retroproof/internal/expect"
	"retroproof/proofs/survey"
)

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
