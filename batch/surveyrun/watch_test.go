package surveyrun

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"retroproof/internal/expect"
	"retroproof/proofs/survey"
)

// TestPhases: two-phase sampling is shown in all of its stages: labels, chosen draws, all.
func TestPhases(t *testing.T) {
	dir := t.TempDir()
	expect.NoError(t, os.CopyFS(dir, os.DirFS("../../proofs/survey/testdata/phases")))
	plan := func(name string, numbers ...uint64) {
		root, err := survey.ReadRoot("../../proofs/survey/testdata/phases")
		expect.NoError(t, err)
		text, err := json.Marshal(&Plan{Schema: "retroproof.survey.plan/1", Plan: root.Plan, Samples: 60, Numbers: numbers})
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name, PlanName), text, 0o666)
		}
		expect.NoError(t, err)
	}
	plan("")
	plan(survey.AgainName(1), 15, 25, 27, 52, 56)
	read := func() *Summary {
		a, err := NewWatcher(dir).Read(t.Context())
		expect.NoError(t, err)
		return a
	}
	total := func(reasons map[string]uint64) (n uint64) {
		for _, k := range reasons {
			n += k
		}
		return n
	}
	a := read()
	want := Phases{Illegal: 46, LikelyLegal: 7, LikelyIllegal: 7, Choose: 3, Wanted: 5, Decided: 5, Chosen: a.Phases.Chosen}
	if *a.Phases != want || a.Phases.Chosen == nil || a.Estimate == nil || a.Draws != 60 || len(a.Longest) != 3 || a.Reasons["kernel"] != 2 || total(a.Reasons) != 48 {
		t.Errorf("%+v, %+v", a, a.Phases)
	}
	for _, name := range []string{survey.ManifestName, survey.AgainName(1)} {
		expect.NoError(t, os.RemoveAll(filepath.Join(dir, name)))
		a, want.Chosen = read(), nil
		if name != survey.ManifestName {
			want.Wanted, want.Decided = 0, 0
		}
		if *a.Phases != want || a.Estimate != nil || total(a.Reasons) != 46+2*want.Decided/5 {
			t.Errorf("without %s: %+v, %+v", name, a, a.Phases)
		}
	}
}

// TestReasons: the reasons of a sample's illegal positions are those in its evidence.
func TestReasons(t *testing.T) {
	dir := "../../proofs/survey/testdata/sample"
	p, _, err := survey.ReadPack(dir, "pack-000000")
	expect.NoError(t, err)
	c, err := NewWatcher(dir).readUnit(t.Context(), p, false, &p.Units[0])
	expect.NoError(t, err)
	r, err := survey.CheckPack(t.Context(), filepath.Join(dir, "pack-000000"), survey.Options{})
	expect.NoError(t, err)
	for reason, n := range c.reasons {
		if uint64(r.Reasons[reason]) < n {
			t.Errorf("%s: %d, and the check counts %d", reason, n, r.Reasons[reason])
		}
	}
	if len(c.reasons) == 0 {
		t.Error("no reasons")
	}
	for _, damaged := range []string{"", "PK", "no file of this kind"} {
		expect.Fails(t, c.evidence(strings.NewReader(damaged)), "%q is read", damaged)
	}
}
