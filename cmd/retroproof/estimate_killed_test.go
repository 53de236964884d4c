package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"retroproof/batch"
	"retroproof/proofs/survey"
)

// TestKilledRuns kills runs once they have written some lines: the next one goes on,
// has removed what was left half-written, and adds its CPU time to that of the runs
// before.
func TestKilledRuns(t *testing.T) {
	if batch.CPUSeconds() == 0 {
		t.Skip("CPU time is not known here")
	}
	dir := filepath.Join(t.TempDir(), "sample")
	part := filepath.Join(dir, survey.VerdictsName(0)+survey.PartSuffix)
	lines, seconds := 0, 0.0
	for _, earlier := range []float64{0, 1000} {
		if earlier > 0 {
			for name, text := range map[string]string{
				cpuName:                               strconv.FormatFloat(earlier, 'f', 3, 64),
				".evidence-000000.zip.new.1f2e3d":     "half",
				".manifest.json.0":                    "half",
				".verdicts-000000.jsonl.new.0123.tmp": "half",
			} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
		}
		before := lines
		killAfter(t, func() bool {
			text, _ := os.ReadFile(part)
			lines, seconds = bytes.Count(text, []byte("\n")), recorded(t, dir)
			return lines > before && seconds != earlier
		}, "estimate", "run", "--samples", "1000000", "--chunk", "1000000", "--seed", "1", "--certificates=false", "--dir", dir, "--progress", "none")
		if seconds < earlier || seconds > earlier+100 {
			t.Errorf("%.3f CPU seconds, want %.3f and a little more", seconds, earlier)
		}
		if names, err := filepath.Glob(filepath.Join(dir, ".*")); len(names) > 0 || err != nil {
			t.Errorf("left: %q, %v", names, err)
		}
	}
}

// cpuName is the file in a folder that has the CPU time of runs that were killed.
const cpuName = "cpu-seconds" + survey.PartSuffix

// recorded returns the CPU time that is kept in a folder for the next run, 0 if none is.
func recorded(t *testing.T, dir string) float64 {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, cpuName))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	seconds, _ := strconv.ParseFloat(strings.TrimSpace(string(text)), 64) // it may be empty, for a moment
	return seconds
}

// killAfter starts the program and kills it when a condition holds, however long that
// takes. The run must not end before.
func killAfter(t *testing.T, reached func() bool, args ...string) {
	t.Helper()
	cmd := exec.Command("retroproof", args...) // which is this test: see TestMain
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for !reached() {
		select {
		case err := <-ended:
			t.Fatalf("it ended by itself: %v\n%s", err, &stderr)
		case <-time.After(time.Millisecond):
		}
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Error(err)
	}
	<-ended
}

// TestCPUSeconds: the manifest's CPU time has that of killed runs, which is kept in a
// file until then; and a run without anything to do adds nothing.
func TestCPUSeconds(t *testing.T) {
	dir := t.TempDir()
	kept := filepath.Join(dir, cpuName)
	if err := os.WriteFile(kept, []byte("0000000000001000.500\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	least := 1000.5
	for _, samples := range []string{"2", "2", "3"} {
		args := []string{"estimate", "run", "--samples", samples, "--seed", "15", "--certificates=false", "--dir", dir, "--progress", "none"}
		var stdout, stderr bytes.Buffer
		if code := run(args, strings.NewReader(""), &stdout, &stderr); code != exitOK {
			t.Fatalf("%v: exit code %d\n%s", args, code, &stderr)
		}
		m, err := survey.ReadManifest(dir)
		if err != nil {
			t.Fatal(err)
		}
		if s := m.Run.CPUSeconds; s < least || s > 1100 {
			t.Errorf("%s draws: %.3f CPU seconds, want %.3f and a little more", samples, s, least)
		}
		least = m.Run.CPUSeconds
		if _, err := os.Stat(kept); !os.IsNotExist(err) {
			t.Errorf("%s draws: %s is still there: %v", samples, cpuName, err)
		}
	}
}
