package retro

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"retroproof/internal/expect"
	"retroproof/retro/format"
	"retroproof/retro/gaviota"
	"retroproof/retro/internal/tabletest"
)

// TestBuildOnGaviota builds a table from Gaviota files. One that is not as published
// is no base to build on, and what is asked for is built.
func TestBuildOnGaviota(t *testing.T) {
	t.Parallel()
	dir, ctx := t.TempDir(), context.Background()
	for _, name := range []string{"KRvK", "KNvK"} {
		tab := tabletest.Table(t, name)
		expect.NoError(t, gaviota.Write(ctx, tab, filepath.Join(dir, gaviota.FileName(tab.Material)), gaviota.WriteOptions{Jobs: 1}))
	}
	rook := filepath.Join(dir, "krk.gtb.cp4")
	results := build(t, OpenDir(dir), BuildOptions{Jobs: 2}, "KRvKN")
	if names(results) != "KRvK* KNvK* KRvKN" || results[0].Gaviota != rook || results[0].Bytes != 10824 {
		t.Fatalf("built %s, KRvK from %q, %d bytes", names(results), results[0].Gaviota, results[0].Bytes)
	}
	got, err := OpenDir(dir).Load(ctx, tabletest.Material("KRvKN"), 1)
	expect.NoError(t, err)
	want := tabletest.Table(t, "KRvKN")
	for side := range want.Narrow.Code {
		if !bytes.Equal(got.Narrow.Code[side], want.Narrow.Code[side]) {
			t.Errorf("side %d: other values than those built from tables of our own", side)
		}
	}
	// Asked for, the table is built, and then ours comes first, wherever it is.
	other := t.TempDir()
	if results := build(t, OpenDir(other, dir), BuildOptions{Jobs: 1}, "KRvK"); names(results) != "KRvK" {
		t.Errorf("built %s, want KRvK", names(results))
	}
	ts := OpenDir(dir, other)
	defer ts.Close()
	if f, err := ts.file(tabletest.Material("KRvK")); err != nil {
		t.Error(err)
	} else if _, own := f.(*format.File); !own {
		t.Errorf("%T is opened in place of a file of ours", f)
	}
	// A flipped bit in the middle leaves a file that may well decompress.
	b, err := os.ReadFile(rook)
	expect.NoError(t, err)
	b[len(b)/2] ^= 1
	expect.NoError(t, os.WriteFile(rook, b, 0o666))
	if results := build(t, OpenDir(dir), BuildOptions{Jobs: 1}, "KRvKR"); names(results) != "KRvK KRvKR" {
		t.Errorf("built %s on a damaged file", names(results))
	}
}
