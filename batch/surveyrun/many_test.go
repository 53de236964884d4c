package surveyrun

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"retroproof/internal/cputime"
	"retroproof/internal/expect"
	"retroproof/proofs/survey"
)

var mergeUnits = flag.Uint64("merge-units", 200, "units that are merged, made up")

// TestMergeMany: the merge of many units, which are made up, has all of them.
func TestMergeMany(t *testing.T) {
	dir := t.TempDir()
	o := wanted(dir, *mergeUnits, states, "samples")
	o.Wanted.UnitDraws, o.Wanted.PackUnits = 1, 1000
	f := open(t, o)
	s := &stage{dir, 0, f.Plan}
	lines, evidence := bytes.Repeat([]byte("lines"), 40), bytes.Repeat([]byte("evidence"), 40)
	file := func(name string, text []byte) survey.File {
		return survey.File{Name: name, Bytes: int64(len(text)), SHA256: fmt.Sprintf("%x", sha256.Sum256(text))}
	}
	first, second := file("", lines), file("", evidence)
	for k := range s.units() {
		p := s.pack(k)
		p.Units = []survey.Unit{*s.unit(k)}
		u := &p.Units[0]
		u.Verdicts, u.Evidence = first, &survey.File{Name: survey.EvidenceName(k), Bytes: second.Bytes, SHA256: second.SHA256}
		u.Verdicts.Name, u.Counts.Illegal = p.VerdictsName(k), 1
		if k%uint64(s.plan.PackUnits) == 0 {
			expect.NoError(t, os.MkdirAll(s.folder(k), 0o777))
		}
		var b bytes.Buffer
		expect.NoError(t, writeUnit(&b, p, k, func(_ *survey.Unit, file *survey.File) (io.ReadCloser, error) {
			if file == u.Evidence {
				return io.NopCloser(bytes.NewReader(evidence)), nil
			}
			return io.NopCloser(bytes.NewReader(lines)), nil
		}))
		expect.NoError(t, os.WriteFile(s.unitPath(k), b.Bytes(), 0o666))
	}
	// First packs are made of the units, as those who make them do when a pack is complete; then all are merged.
	for _, what := range []string{"made into packs, and merged", "merged"} {
		begin := cputime.Self()
		root, err := f.Merge(t.Context())
		expect.NoError(t, err)
		took := cputime.Self() - begin
		t.Logf("%d units %s: %v, %.0f µs each", *mergeUnits, what, took, float64(took.Microseconds())/float64(*mergeUnits))
		name := filepath.Join(dir, survey.ManifestName)
		info, err := os.Stat(name)
		if err != nil || root.Draws != *mergeUnits || len(root.Packs) != int((*mergeUnits+999)/1000) || info.Size() > 1<<20 {
			t.Errorf("%d draws in %d packs, %v", root.Draws, len(root.Packs), err)
		}
		t.Logf("the manifest: %d bytes", info.Size())
		expect.NoError(t, os.Remove(name))
	}
}
