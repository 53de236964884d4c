package retro

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"retroproof/internal/expect"
	"retroproof/retro/format"
	"retroproof/retro/internal/tabletest"
	"retroproof/retro/table"
)

// needed writes the tables that one needs into a new directory.
func needed(t testing.TB, m table.Material) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for _, c := range table.BuildOrder(m) {
		if c != m {
			writeTables(t, dir, c.String())
		}
	}
	return dir
}

// leastInSlices returns what building a table in slices takes if the largest table that it needs is loaded in about
// four parts.
func leastInSlices(m table.Material) int64 {
	e, _ := estimateMemory(m, 1, 1, 0).inSlices(m, 1)
	largest := int64(0)
	for _, c := range m.Conversions() {
		largest = max(largest, table.SideBytes(c, 1, len(m.ConversionTurns(c))))
	}
	return e.Total() + largest/4
}

// TestBuildInSlices compares the files of tables built slice by slice with those of tables built as a whole, byte
// by byte.
func TestBuildInSlices(t *testing.T) {
	t.Parallel()
	tabletest.SkipIfShort(t)
	names := []string{"KBPvK"}
	if tabletest.Long {
		names = nil
		for _, m := range append(table.Materials(3), table.Materials(4)...) {
			if m.Pawns() {
				names = append(names, m.String())
			}
		}
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := tabletest.Material(name)
			dir := needed(t, m)
			limit := leastInSlices(m)
			sliced := 0
			results, err := OpenDir(dir).Build(context.Background(), []table.Material{m}, BuildOptions{Jobs: 1, Memory: limit,
				Progress: func(p BuildProgress) { sliced = max(sliced, p.Slice) }})
			expect.NoError(t, err)
			if want := 24; sliced != want && name != "KPvK" { // KPvK has no outer man
				t.Errorf("%d slices, want %d", sliced, want)
			}
			other := t.TempDir()
			writeTables(t, other, name)
			file := format.FileName(m)
			expect.Equal(t, fileSum(t, filepath.Join(dir, file)), fileSum(t, filepath.Join(other, file)), "SHA-256")
			expect.Equal(t, results[len(results)-1].Counts, tabletest.Table(t, name).Counts(1), "counts")
			if left, _ := filepath.Glob(filepath.Join(dir, ".*")); len(left) > 0 {
				t.Errorf("left %v", left)
			}
		})
	}
}

func fileSum(t testing.TB, name string) [sha256.Size]byte {
	t.Helper()
	b, err := os.ReadFile(name)
	expect.NoError(t, err)
	return sha256.Sum256(b)
}

// TestKilledBuild kills a process that builds a table, again and again: in slices, and without pawns. The next one goes
// on where it was, and the file is as without.
func TestKilledBuild(t *testing.T) {
	const dirVariable, killVariable, nameVariable = "RETROPROOF_TEST_DIR", "RETROPROOF_TEST_KILL", "RETROPROOF_TEST_TABLE"
	if dir := os.Getenv(dirVariable); dir != "" {
		checkpointFrom, checkpointEvery = 0, 0 // after every two plies
		m := tabletest.Material(os.Getenv(nameVariable))
		kill := tabletest.Number(t, os.Getenv(killVariable))
		opt := BuildOptions{Jobs: 1}
		if m.Pawns() {
			opt.Memory = leastInSlices(m)
		}
		reports := 0
		opt.Progress = func(p BuildProgress) {
			if reports++; reports == 1 {
				fmt.Printf("begins with slice %d, ply %d.\n", p.Slice, p.Depth)
			}
			if reports == kill {
				self, _ := os.FindProcess(os.Getpid())
				_ = self.Kill()
			}
		}
		expect.NoError(t, expect.Err(OpenDir(dir).Build(context.Background(), []table.Material{m}, opt)))
		return
	}
	tabletest.SkipIfShort(t)
	for _, c := range []struct {
		name       string
		first, add int // the reports after which a process is killed
		most       int // slices or plies
	}{{"KPPvK", 130, 60, 24}, {"KRvKN", 10, 10, 79}} {
		m := tabletest.Material(c.name)
		dir := needed(t, m)
		killed, begins := 0, 0
		for ; ; killed++ {
			cmd := exec.Command(os.Args[0], "-test.run", "^TestKilledBuild$")
			cmd.Env = append(os.Environ(), dirVariable+"="+dir, killVariable+"="+strconv.Itoa(c.first+c.add*killed), nameVariable+"="+c.name)
			out, err := cmd.Output()
			var slice, ply int
			if _, text, _ := strings.Cut(string(out), "begins with"); text != "" {
				expect.NoError(t, expect.Err(fmt.Sscanf(text, " slice %d, ply %d.", &slice, &ply)), out)
			}
			at := slice
			if !m.Pawns() {
				at = ply
			}
			if at < begins || killed > 0 && at <= 1 {
				t.Errorf("%s: begins with slice %d, ply %d, before with %d", c.name, slice, ply, begins)
			}
			begins = at
			if err == nil {
				break
			}
			var exit *exec.ExitError
			if !errors.As(err, &exit) || exit.Exited() {
				t.Fatalf("%v: %s", err, out)
			}
		}
		if killed < 2 || begins < c.most/2 {
			t.Errorf("%s: killed %d times, begins with %d at last", c.name, killed, begins)
		}
		other := t.TempDir()
		writeTables(t, other, c.name)
		if fileSum(t, filepath.Join(dir, format.FileName(m))) != fileSum(t, filepath.Join(other, format.FileName(m))) {
			t.Errorf("%s: another file than without being killed", c.name)
		}
		if left, _ := filepath.Glob(filepath.Join(dir, ".*")); len(left) > 0 {
			t.Errorf("%s: left %v", c.name, left)
		}
	}
}
