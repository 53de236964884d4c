package retro

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"retroproof/internal/expect"
)

// TestRead: a build runs as long as its log is locked; one that ended without saying so was killed.
func TestRead(t *testing.T) {
	t.Parallel()
	if !filesLock {
		t.Skip("no locks of files")
	}
	sleep, err := exec.LookPath("sleep")
	if err != nil {
		t.Skip(err)
	}
	dir := filepath.Join(t.TempDir(), "tables")
	if _, _, err := ReadBuild(dir); !errors.Is(err, ErrNoBuild) {
		t.Errorf("no build: %v", err)
	}
	command := func(state string) *exec.Cmd {
		text, err := json.Marshal(BuildState{Status: Running, Process: 7, Done: 3, Total: 5})
		expect.NoError(t, err)
		expect.NoError(t, os.WriteFile(state, text, 0o666))
		return exec.Command(sleep, "100")
	}
	process, log, err := StartBuild(dir, command)
	if err != nil || log != filepath.Join(dir, "build.log") {
		t.Fatal(log, err)
	}
	child, err := os.FindProcess(process)
	expect.NoError(t, err)
	defer child.Kill()
	if _, _, err := StartBuild(dir, command); !errors.Is(err, ErrBuildRuns) {
		t.Errorf("a second build: %v", err)
	}
	want := BuildState{Status: Running, Process: 7, Done: 3, Total: 5}
	if s, _, err := ReadBuild(dir); s != want || err != nil {
		t.Errorf("%+v, %v, want %+v", s, err, want)
	}
	expect.NoError(t, child.Kill())
	want.Status = Killed
	for begin := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		s, _, err := ReadBuild(dir)
		if s == want && err == nil {
			break
		}
		if time.Since(begin) > 10*time.Second {
			t.Fatalf("%+v, %v, want %+v", s, err, want)
		}
	}
	expect.NoError(t, os.WriteFile(filepath.Join(dir, "build.json"), []byte("{"), 0o666))
	if _, _, err := ReadBuild(dir); err == nil {
		t.Error("half a state is read")
	}
}
