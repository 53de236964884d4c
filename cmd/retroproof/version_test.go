package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"retroproof/batch/surveyrun"
	"retroproof/cmd/retroproof/verb"
	"retroproof/internal/expect"
	"retroproof/proofs/illegal"
)

// Evidence names the version that wrote it.
func TestManifestsNameTheVersion(t *testing.T) {
	dir := t.TempDir()
	file, folder := filepath.Join(dir, "one.gz"), filepath.Join(dir, "survey")
	for _, args := range [][]string{
		{"legal", "--certificate", file, "8/8/8/8/8/8/8/Kk6 w - - 0 1"},
		{"estimate", "run", "--samples", "1", "--dir", folder},
	} {
		var stdout, stderr bytes.Buffer
		if code := run(args, strings.NewReader(""), &stdout, &stderr); code != verb.ExitOK {
			t.Fatalf("%v: exit code %d\n%s", args, code, &stderr)
		}
	}
	f, err := os.Open(file)
	expect.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	expect.NoError(t, err)
	text, err := bufio.NewReader(z).ReadBytes('\n')
	expect.NoError(t, err)
	var container illegal.Header
	if err := json.Unmarshal(text, &container); err != nil || container.Tool != verb.Build.Tool() {
		t.Errorf("tool %q, %v, want %q", container.Tool, err, verb.Build.Tool())
	}
	var plan surveyrun.Plan
	text, err = os.ReadFile(filepath.Join(folder, surveyrun.PlanName))
	if err == nil {
		err = json.Unmarshal(text, &plan)
	}
	if err != nil || plan.Tool != verb.Build.Tool() {
		t.Errorf("tool %q, %v, want %q", plan.Tool, err, verb.Build.Tool())
	}
}
