package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"retroproof/batch/surveyrun"
	"retroproof/proofs/survey"
)

// TestFolderEmpty: a folder without a sample, or that is not there, is told as what it is.
func TestFolderEmpty(t *testing.T) {
	for _, dir := range []string{t.TempDir(), filepath.Join(t.TempDir(), "nowhere")} {
		lines := call(t, testRoutes(t, dir)["/api/folder"], "")
		if want := "the folder " + filepath.Base(dir) + " has no sample yet"; !strings.Contains(lines[0], want) || !strings.Contains(lines[0], `"status":404`) {
			t.Errorf("%s, want 404 and %q", lines[0], want)
		}
	}
}

// TestFolderDamaged: what the page says of a damaged unit names its file and draws, and not where the folder is.
func TestFolderDamaged(t *testing.T) {
	dir := makeSurvey(t)
	name := filepath.Join(dir, "pack-000000", survey.VerdictsName(1))
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	read := func() error {
		_, err := (&folderReader{dir: dir, units: map[string]*unitSummary{}}).read(t.Context())
		return err
	}
	if err := read(); err != nil {
		t.Fatal(err)
	}
	for _, damaged := range [][]byte{text[:len(text)/2], nil, []byte("no file of this kind")} {
		if err := os.WriteFile(name, damaged, 0o666); err != nil {
			t.Fatal(err)
		}
		if err := read(); err == nil || !strings.Contains(err.Error(), "pack-000000/unit-0000001.jsonl.gz, draws 20 to 39, cannot be read: ") || strings.Contains(err.Error(), dir) {
			t.Errorf("%d bytes: %v", len(damaged), err)
		}
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if err := read(); err == nil || !strings.Contains(err.Error(), "unit-0000001.jsonl.gz, draws 20 to 39, cannot be read: ") || strings.Contains(err.Error(), dir) {
		t.Errorf("a missing file: %v", err)
	}
}

// TestFolderPhases: two-phase sampling is shown in all of its stages: labels, chosen draws, all.
func TestFolderPhases(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../proofs/survey/testdata/phases")); err != nil {
		t.Fatal(err)
	}
	plan := func(name string, numbers ...uint64) {
		root, err := survey.ReadRoot("../../proofs/survey/testdata/phases")
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(&surveyrun.Plan{Schema: "retroproof.survey.plan/1", Plan: root.Plan, Samples: 60, Numbers: numbers})
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name, surveyrun.PlanName), text, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	plan("")
	plan(survey.AgainName(1), 15, 25, 27, 52, 56)
	read := func() *folderJSON {
		a, err := (&folderReader{dir: dir, units: map[string]*unitSummary{}}).read(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	total := func(reasons map[string]uint64) (n uint64) {
		for _, k := range reasons {
			n += k
		}
		return n
	}
	a := read()
	want := folderPhasesJSON{Illegal: 46, LikelyLegal: 7, LikelyIllegal: 7, Choose: 3, Wanted: 5, Decided: 5, Chosen: a.Phases.Chosen}
	if *a.Phases != want || a.Phases.Chosen == nil || a.Estimate == nil || a.Draws != 60 || len(a.Longest) != 3 || a.Reasons["kernel"] != 2 || total(a.Reasons) != 48 {
		t.Errorf("%+v, %+v", a, a.Phases)
	}
	done := a.progress()
	for _, name := range []string{survey.ManifestName, survey.AgainName(1)} {
		if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
		a, want.Chosen = read(), nil
		if name != survey.ManifestName {
			want.Wanted, want.Decided = 0, 0
		}
		if *a.Phases != want || a.Estimate != nil || total(a.Reasons) != 46+2*want.Decided/5 || a.progress() == done {
			t.Errorf("without %s: %+v, %+v", name, a, a.Phases)
		}
		done = a.progress()
	}
}

// TestFolderReasons: the reasons of a sample's illegal positions are those in its evidence.
func TestFolderReasons(t *testing.T) {
	dir := "../../proofs/survey/testdata/sample"
	c := &unitSummary{reasons: map[string]uint64{}}
	if err := c.evidence(filepath.Join(dir, "pack-000000", survey.EvidenceName(0))); err != nil {
		t.Fatal(err)
	}
	r, err := survey.CheckPack(t.Context(), filepath.Join(dir, "pack-000000"), survey.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for reason, n := range c.reasons {
		if uint64(r.Reasons[reason]) < n {
			t.Errorf("%s: %d, and the check counts %d", reason, n, r.Reasons[reason])
		}
	}
	if len(c.reasons) == 0 {
		t.Error("no reasons")
	}
	for _, damaged := range []string{"", "PK", "no file of this kind"} {
		name := filepath.Join(t.TempDir(), "unit.zip")
		if err := os.WriteFile(name, []byte(damaged), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := c.evidence(name); err == nil {
			t.Errorf("%q is read", damaged)
		}
	}
}
