package retro

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"retroproof/internal/expect"
	"retroproof/retro/format"
	"retroproof/retro/internal/tabletest"
	"retroproof/retro/table"
)

// writeTables writes generated tables into a directory.
func writeTables(t testing.TB, dir string, names ...string) {
	t.Helper()
	for _, name := range names {
		tab := tabletest.Table(t, name)
		expect.NoError(t, format.Write(context.Background(), tab, filepath.Join(dir, format.FileName(tab.Material)), 2))
	}
}

// TestTablesInDirectories looks up in two directories, by block and as a whole,
// from many goroutines.
func TestTablesInDirectories(t *testing.T) {
	t.Parallel()
	one, two := t.TempDir(), t.TempDir()
	writeTables(t, one, "KQvK", "KPvK")
	writeTables(t, two, "KRvK")
	for _, name := range []string{"README", "krvk.dtm", "KvKR.dtm", ".KRvK.dtm.0123.tmp", "KXvK.dtm"} { // others' files
		expect.NoError(t, os.WriteFile(filepath.Join(two, name), nil, 0o666))
	}
	ts := OpenDir(one, filepath.Join(one, "none"), two)
	defer ts.Close()
	ms, err := ts.Materials()
	if err != nil || len(ms) != 3 || ms[0].String() != "KQvK" || ms[1].String() != "KRvK" || ms[2].String() != "KPvK" {
		t.Errorf("materials %v, %v", ms, err)
	}
	var wg sync.WaitGroup
	for seed := range uint64(6) {
		wg.Go(func() {
			rng := rand.New(rand.NewPCG(seed, 3))
			for i := range 300 {
				name := []string{"KQvK", "KRvK", "KPvK", "KvKR"}[rng.IntN(4)]
				if seed == 5 && i == 100 {
					expect.Succeeds(t, expect.Err(ts.Load(context.Background(), tabletest.Material(name), 1)), "ts.Load")
				}
				p := tabletest.RandomPosition(rng, tabletest.Material(name))
				got, err := ts.lookup(p)
				if want := tabletest.Table(t, name).Lookup(p); err != nil || got != want {
					t.Errorf("%s: %v, %v, want %v", p, got, err, want)
				}
			}
		})
	}
	wg.Wait()
	a, err := ts.Load(context.Background(), tabletest.Material("KRk"), 1)
	expect.NoError(t, err)
	if b, err := ts.Load(context.Background(), tabletest.Material("KvKR"), 1); err != nil || a != b {
		t.Errorf("another table the second time, or %v", err)
	}
	ts.Drop(tabletest.Material("KRvK"))
	if b, err := ts.Load(context.Background(), tabletest.Material("KvKR"), 1); err != nil || a == b {
		t.Errorf("the same table after Drop, or %v", err)
	}
}

func TestMissingTable(t *testing.T) {
	t.Parallel()
	_, err := OpenDir("here", "there").Load(context.Background(), tabletest.Material("KvKBB"), 1)
	var missing *table.MissingError
	if !errors.As(err, &missing) || err.Error() != "no table of KBBvK in here, there" {
		t.Errorf("error %v, want one that names the table and the directories", err)
	}
}

// TestWrongName: a file under another table's name is refused.
func TestWrongName(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeTables(t, dir, "KRvK")
	expect.NoError(t, os.Rename(filepath.Join(dir, "KRvK.dtm"), filepath.Join(dir, "KQvK.dtm")))
	_, err := OpenDir(dir).Load(context.Background(), tabletest.Material("KQvK"), 1)
	expect.ErrorSays(t, err, "this is the table of KRvK, want KQvK", "a file of another name")
}
