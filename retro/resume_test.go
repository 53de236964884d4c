package retro

import (
	"bytes"
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

	"retroproof/retro/format"
	"retroproof/retro/internal/tabletest"
	"retroproof/retro/material"
	"retroproof/retro/table"
)

// needed writes the tables that one needs into a new directory.
func needed(t testing.TB, m material.Material) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for _, c := range material.BuildOrder(m) {
		if c != m {
			writeTables(t, dir, c.String())
		}
	}
	return dir
}

// leastInSlices returns what building a table in slices takes if the largest table that it needs is loaded in about
// four parts.
func leastInSlices(m material.Material) int64 {
	e, _ := estimateMemory(m, 1, 1, func(material.Material) int64 { return 0 }).inSlices(m, 1)
	largest := int64(0)
	for _, c := range m.Conversions() {
		largest = max(largest, table.SideBytes(c, 1, len(m.ConversionTurns(c))))
	}
	return e.Total() + largest/4
}

// TestBuildInSlices compares the files of tables built slice by slice with those of tables built as a whole, byte
// by byte.
func TestBuildInSlices(t *testing.T) {
	tabletest.SkipIfShort(t)
	names := []string{"KBPvK"}
	if tabletest.Long {
		names = nil
		for _, m := range append(material.All(3), material.All(4)...) {
			if m.Pawns() {
				names = append(names, m.String())
			}
		}
	}
	for _, name := range names {
		m := tabletest.Material(name)
		dir := needed(t, m)
		limit := leastInSlices(m)
		sliced := 0
		results, err := OpenDir(dir).Build(context.Background(), []material.Material{m}, BuildOptions{Jobs: 1, Memory: limit,
			Progress: func(p BuildProgress) { sliced = max(sliced, p.Slice) }})
		if err != nil {
			t.Fatal(err)
		}
		if want := 24; sliced != want && name != "KPvK" { // KPvK has no outer man
			t.Errorf("%s: %d slices, want %d", name, sliced, want)
		}
		other := t.TempDir()
		writeTables(t, other, name)
		file := format.FileName(m)
		if got, want := fileSum(t, filepath.Join(dir, file)), fileSum(t, filepath.Join(other, file)); got != want {
			t.Errorf("%s: SHA-256 %x, as a whole %x", name, got, want)
		}
		if got, want := results[len(results)-1].Counts, tabletest.Table(t, name).Counts(1); got != want {
			t.Errorf("%s: counts %v, want %v", name, got, want)
		}
		if left, _ := filepath.Glob(filepath.Join(dir, ".*")); len(left) > 0 {
			t.Errorf("%s: left %v", name, left)
		}
	}
}

func fileSum(t testing.TB, name string) [sha256.Size]byte {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return sha256.Sum256(b)
}

// TestKilledBuild kills a process that builds a table, again and again. The next one goes on where it was, and the file
// is as without.
func TestKilledBuild(t *testing.T) {
	const dirVariable, killVariable, nameVariable = "RETROPROOF_TEST_DIR", "RETROPROOF_TEST_KILL", "RETROPROOF_TEST_TABLE"
	if dir := os.Getenv(dirVariable); dir != "" {
		m := tabletest.Material(os.Getenv(nameVariable))
		kill := tabletest.Number(t, os.Getenv(killVariable))
		reports := 0
		_, err := OpenDir(dir).Build(context.Background(), []material.Material{m}, BuildOptions{Jobs: 1, Memory: leastInSlices(m),
			Progress: func(p BuildProgress) {
				if reports++; reports == 1 {
					fmt.Printf("begins with slice %d\n", p.Slice)
				}
				if reports == kill {
					self, _ := os.FindProcess(os.Getpid())
					_ = self.Kill()
				}
			}})
		if err != nil {
			t.Fatal(err)
		}
		return
	}
	tabletest.SkipIfShort(t)
	const name = "KPPvK"
	m := tabletest.Material(name)
	dir := needed(t, m)
	writeTables(t, t.TempDir(), name)
	killed, begins := 0, 0
	for ; ; killed++ {
		cmd := exec.Command(os.Args[0], "-test.run", "^TestKilledBuild$")
		cmd.Env = append(os.Environ(), dirVariable+"="+dir, killVariable+"="+strconv.Itoa(130+30*killed), nameVariable+"="+name)
		out, err := cmd.Output()
		_, text, _ := strings.Cut(string(out), "begins with slice ")
		text, _, _ = strings.Cut(text, "\n")
		if slice := tabletest.Number(t, text); slice < begins || killed > 0 && slice == 1 {
			t.Errorf("begins with slice %d, before with slice %d", slice, begins)
		} else {
			begins = slice
		}
		if err == nil {
			break
		}
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.Exited() {
			t.Fatalf("%v: %s", err, out)
		}
	}
	if killed < 3 || begins < 12 {
		t.Errorf("killed %d times, begins with slice %d at last", killed, begins)
	}
	other := t.TempDir()
	writeTables(t, other, name)
	got, err := os.ReadFile(filepath.Join(dir, format.FileName(m)))
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(filepath.Join(other, format.FileName(m)))
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("another file than without being killed, %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".*")); len(left) > 0 {
		t.Errorf("left %v", left)
	}
}
