package gaviota

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/retro/internal/tabletest"
	"retroproof/retro/table"
)

// open opens a file that is in memory.
func open(name string, b []byte) (*File, error) {
	return newFile(table.FileOfBytes(name+Suffix, b, table.NewCache(table.CacheBytes)), tabletest.Material(name))
}

// loadBytes returns the table of a file in memory, or what is wrong with it.
func loadBytes(name string, b []byte) (*table.Table, error) {
	f, err := open(name, b)
	if err != nil {
		return nil, err
	}
	return f.Load(context.Background(), 2)
}

// What is written reads as the same table.
func TestLoad(t *testing.T) {
	t.Parallel()
	names := []string{"KRvK", "KPvK", "KBvK"}
	if !testing.Short() {
		names = append(names, "KBBvK", "KPPvK", "KPvKP")
	}
	if tabletest.Long {
		names = append(names, "KNNNvK", "KPPPvK", "KRRvKP", "KPPvKP")
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := loadBytes(name, encoded(t, name))
			expect.NoError(t, err)
			tabletest.SameTable(t, got, tabletest.Table(t, name))
		})
	}
}

// A probe gives the value of the table, in both colours.
func TestValue(t *testing.T) {
	t.Parallel()
	names := []string{"KRvK", "KPvK"}
	if !testing.Short() {
		names = append(names, "KQvKR")
	}
	if tabletest.Long {
		names = append(names, "KPPvK", "KPvKP")
	}
	r := rand.New(rand.NewPCG(7, 7))
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			f, err := open(name, encoded(t, name))
			expect.NoError(t, err)
			want := tabletest.Table(t, name)
			for i := range 2000 {
				m := tabletest.Material(name)
				if i%2 == 1 {
					m = m.Flip()
				}
				p := tabletest.RandomPosition(r, m)
				if got, err := f.Value(p, m); err != nil || got != want.Lookup(p) {
					t.Fatalf("%s: %s, %v, want %s", p, got, err, want.Lookup(p))
				}
			}
			expect.Succeeds(t, f.Check(context.Background()), "f.Check")
		})
	}
}

// wantFileError wants an error that names the file and, if it has one, a place in it.
func wantFileError(t *testing.T, what string, err error) {
	t.Helper()
	var bad *table.FileError
	if !errors.As(err, &bad) || !strings.HasSuffix(bad.Name, Suffix) {
		t.Errorf("%s: error %v, want one about the file", what, err)
	}
}

func TestFaults(t *testing.T) {
	t.Parallel()
	const name = "KRvK"
	whole := encoded(t, name)
	for n := 0; n < len(whole); n += 1 + n/50 {
		_, err := loadBytes(name, whole[:n])
		wantFileError(t, "cut", err)
	}
	_, err := loadBytes(name, append(bytes.Clone(whole), 0))
	wantFileError(t, "a byte more", err)
	// Unused bytes of the header, and the byte that tells short blocks.
	unused := map[int]bool{}
	for at := range headerBytes {
		if unused[at] = true; at >= 8 && at < 12 || at >= 16 && at < 20 || at >= 24 && at < 28 || at >= 32 && at < 36 {
			unused[at] = false
		}
	}
	f, err := open(name, whole)
	expect.NoError(t, err)
	for _, at := range f.Starts {
		unused[int(at)] = true
	}
	r := rand.New(rand.NewPCG(5, 5))
	flips := 300
	if testing.Short() {
		flips = 30
	}
	for i := range flips {
		at := r.IntN(len(whole))
		if i < 100 {
			at = i
		}
		if unused[at] {
			continue
		}
		b := bytes.Clone(whole)
		b[at] ^= 1 << r.IntN(8)
		if _, err := loadBytes(name, b); err == nil {
			t.Errorf("a bit of byte %d changed: no error", at)
		} else {
			wantFileError(t, "changed", err)
		}
	}
	// The file of another material.
	for _, other := range []string{"KQvK", "KBvK", "KPvK"} {
		_, err := loadBytes(name, encoded(t, other))
		wantFileError(t, "another table", err)
	}
	// Crafted blocks: sizes that do not fit, a stream of gigabytes.
	for _, size := range []uint64{0, 1, blockCells - 1, blockCells + 1, 1 << 32, 1 << 40, 1<<64 - 1} {
		b := bytes.Clone(whole)
		binary.LittleEndian.PutUint64(b[f.Starts[0]+7:], size)
		_, err := loadBytes(name, b)
		wantFileError(t, "another size", err)
	}
	for _, dictionary := range []uint32{0, 1 << 30, 1<<32 - 1} {
		b := bytes.Clone(whole)
		binary.LittleEndian.PutUint32(b[f.Starts[0]+3:], dictionary)
		_, err := loadBytes(name, b)
		wantFileError(t, "another dictionary", err)
	}
	for i := range f.Starts {
		for _, offset := range []uint32{0, uint32(f.Starts[i]) - 1, uint32(f.Starts[i]) + 1, 1 << 31, 1<<32 - 1} {
			b := bytes.Clone(whole)
			binary.LittleEndian.PutUint32(b[headerBytes+4*i:], offset)
			_, err := loadBytes(name, b)
			wantFileError(t, "another offset", err)
		}
	}
}

// A file that becomes shorter after it has been opened is an error.
func TestShrinkingFile(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "krk"+Suffix)
	expect.NoError(t, Write(context.Background(), tabletest.Table(t, "KRvK"), name, WriteOptions{}))
	f, err := Open(name, table.NewCache(1<<20))
	expect.NoError(t, err)
	defer f.Close()
	expect.NoError(t, os.Truncate(name, 3000))
	p, err := chess.ParsePosition("8/8/8/8/8/2k5/7R/K7 w - - 0 1")
	expect.NoError(t, err)
	_, err = f.Load(context.Background(), 1)
	wantFileError(t, "shorter", err)
	if _, err := f.Value(p, f.Material); err == nil {
		_, err = f.Value(p, f.Material)
		if err != nil {
			wantFileError(t, "shorter", err)
		}
	}
	expect.Fails(t, expect.Err(Open(filepath.Join(t.TempDir(), "krk.cp4"), nil)), "a file of another name")
}

// FuzzRead opens anything as a file and reads all blocks and some values.
func FuzzRead(f *testing.F) {
	whole := encoded(f, "KBvK")
	f.Add(whole)
	f.Add(whole[:len(whole)-100])
	for _, at := range []int{60, 62, 70, 75, 80, 1000} {
		b := bytes.Clone(whole)
		b[at]++
		f.Add(b)
	}
	r := rand.New(rand.NewPCG(8, 8))
	var positions []*chess.Position
	for range 5 {
		positions = append(positions, tabletest.RandomPosition(r, tabletest.Material("KBvK")))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		file, err := open("KBvK", b)
		if err == nil {
			for _, p := range positions {
				if _, e := file.Value(p, file.Material); e != nil {
					wantFileError(t, "fuzzed", e)
				}
			}
			err = file.Check(context.Background())
		}
		if err != nil {
			wantFileError(t, "fuzzed", err)
		}
	})
}
