package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"retroproof/proofs/survey"
)

// TestSurveyIsVerified has the checker check what a run has left, kernels with formulas
// among it, and what a run with undecided positions has.
func TestSurveyIsVerified(t *testing.T) {
	for _, tt := range []struct {
		states string
		want   string
	}{
		{"100000000", "legal: 3 positions"},
		{"1", "undecided: 3 positions"},
	} {
		dir := t.TempDir()
		var stdout, stderr bytes.Buffer
		args := []string{"estimate", "run", "--samples", "30", "--seed", "1", "--chunk", "20", "--jobs", "2", "--game-states", tt.states, "--dir", dir, "--progress", "none"}
		if code := run(args, strings.NewReader(""), &stdout, &stderr); code != exitOK {
			t.Fatalf("%v: exit code %d\n%s", args, code, &stderr)
		}
		report, err := survey.Check(context.Background(), dir, survey.Options{})
		if err != nil {
			t.Errorf("%v: %v", args, err)
			continue
		}
		if report.Formulas == 0 || !strings.Contains(report.String(), tt.want) {
			t.Errorf("%v: %v", args, report)
		}
	}
}

// TestOlderFolder: a manifest of the version before is written as one of today's, and
// then the folder is verified. Nothing else in it changes, and no draw is made again.
func TestOlderFolder(t *testing.T) {
	const testdata = "../../proofs/survey/testdata"
	dir := filepath.Join(t.TempDir(), "older")
	if err := os.CopyFS(dir, os.DirFS(testdata+"/sample")); err != nil {
		t.Fatal(err)
	}
	older, err := os.ReadFile(testdata + "/manifest-1.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, survey.ManifestName), older, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"estimate", dir}, {"estimate", "run", "--dir", dir}} {
		if _, err := survey.Check(context.Background(), dir, survey.Options{}); err == nil {
			t.Error("an older manifest is verified")
		}
		var stdout, stderr bytes.Buffer
		if code := run(args, strings.NewReader(""), &stdout, &stderr); code != exitOK {
			t.Errorf("%v: exit code %d\n%s", args, code, &stderr)
		}
		if want := "legal positions: 1.45465e45 [3.675e43, 5.597e45] (95 %, Clopper-Pearson)\n"; !strings.Contains(stdout.String(), want) {
			t.Errorf("%v: %s", args, &stdout)
		}
	}
	if r, err := survey.Check(context.Background(), dir, survey.Options{}); err != nil || r.Manifest.Run.Finished != "2026-11-21T19:25:21Z" {
		t.Errorf("%+v, %v", r, err)
	}
}
