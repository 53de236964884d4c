package surveyrun

import (
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
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
	text := []byte("lines")
	for k := range s.units() {
		u := s.unit(k)
		u.Counts.Unknown[1], u.Undecided = 1, []uint64{k}
		u.Verdicts = survey.File{Name: survey.VerdictsName(k), Bytes: int64(len(text)), SHA256: fmt.Sprintf("%x", sha256.Sum256(text))}
		expect.NoError(t, os.MkdirAll(s.folder(k), 0o777))
		expect.NoError(t, os.WriteFile(filepath.Join(s.folder(k), u.Verdicts.Name), text, 0o666))
		entry, err := json.MarshalIndent(u, "", " ")
		expect.NoError(t, err)
		expect.NoError(t, os.WriteFile(filepath.Join(s.folder(k), entryName(k)), entry, 0o666))
	}
	begin := cputime.Self()
	root, err := f.Merge(t.Context())
	expect.NoError(t, err)
	took := cputime.Self() - begin
	t.Logf("%d units, %v, %.0f µs each", *mergeUnits, took, float64(took.Microseconds())/float64(*mergeUnits))
	info, err := os.Stat(filepath.Join(dir, survey.ManifestName))
	if err != nil || root.Draws != *mergeUnits || len(root.Packs) != int((*mergeUnits+999)/1000) || info.Size() > 1<<20 {
		t.Errorf("%d draws in %d packs, %v", root.Draws, len(root.Packs), err)
	}
}
