package format

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/retro/internal/tabletest"
	"retroproof/retro/table"
)

// encoded returns a table's file.
func encoded(t testing.TB, tab *table.Table) []byte {
	t.Helper()
	var b bytes.Buffer
	expect.NoError(t, encode(context.Background(), tab, &b, 2))
	return b.Bytes()
}

// encodedByZstd returns a table's file with the method of compressing that all tables had at first.
func encodedByZstd(t testing.TB, tab *table.Table) []byte {
	t.Helper()
	var b bytes.Buffer
	expect.NoError(t, encodeBy(context.Background(), tab, byZstd, &b, 2))
	return b.Bytes()
}

// opened opens a file that is in memory.
func opened(file []byte) (*File, error) { return openedBy(file, table.NewCache(table.CacheBytes)) }

// openedBy is opened with a cache.
func openedBy(file []byte, cache *table.Cache) (*File, error) {
	return newFile(table.FileOfBytes("test.dtm", file, cache))
}

// TestRoundTrip writes and reads tables: every cell is what it was, those that
// are not in the file as well.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	names := []string{"KQvK", "KBvK", "KPvK"}
	if !testing.Short() {
		names = append(names, "KRRvK", "KNvKN", "KPvKP")
	}
	if tabletest.Long {
		names = append(names, "KQvKR", "KPPvK", "KNNNvK") // the last with three alike; minutes and a gigabyte
	}
	for _, name := range names {
		tab := tabletest.Table(t, name)
		for _, tab := range []*table.Table{tab, tabletest.Widen(tab)} {
			t.Run(fmt.Sprint(name, tab.CellBytes()), func(t *testing.T) {
				if tab.Wide != nil && len(name) > 5 {
					t.Skip("the layout is that of one byte, and takes long")
				}
				file := encoded(t, tab)
				t.Logf("%d bytes, %d of cells", len(file), 2*tab.Cells()*tab.CellBytes())
				f, err := opened(file)
				expect.NoError(t, err)
				got, err := f.Load(context.Background(), 2)
				expect.NoError(t, err)
				tabletest.SameTable(t, got, tab)
				if again := encoded(t, got); !bytes.Equal(again, file) {
					t.Error("written again, the file is another")
				}
				if tab.Wide != nil {
					return
				}
				f, err = opened(encodedByZstd(t, tab))
				expect.NoError(t, err)
				if got, err = f.Load(context.Background(), 2); err != nil {
					t.Fatal(err)
				}
				tabletest.SameTable(t, got, tab)
			})
		}
	}
}

// TestSameBytes: neither the number of goroutines nor chance shows in a file.
func TestSameBytes(t *testing.T) {
	t.Parallel()
	tab := tabletest.Table(t, "KPvK") // four blocks
	want := encoded(t, tab)
	for _, jobs := range []int{0, 1, 3, 8} {
		var b bytes.Buffer
		if err := encode(context.Background(), tab, &b, jobs); err != nil || !bytes.Equal(b.Bytes(), want) {
			t.Errorf("%d jobs: another file, %v", jobs, err)
		}
	}
}

// TestTrivialTables: what has one value takes next to nothing.
func TestTrivialTables(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		most int
	}{{"KBvK", 200}, {"KNvK", 200}, {"KBvKN", 1000}} {
		if testing.Short() && len(tt.name) > 4 {
			continue
		}
		if n := len(encoded(t, tabletest.Table(t, tt.name))); n > tt.most {
			t.Errorf("%s: %d bytes, want at most %d", tt.name, n, tt.most)
		}
	}
}

// TestFileLookup compares lookups in a file with those in memory, with a cache
// so small that blocks come and go.
func TestFileLookup(t *testing.T) {
	t.Parallel()
	names := []string{"KRvK", "KPvK"}
	if !testing.Short() {
		names = append(names, "KPvKP", "KBvKN")
	}
	if tabletest.Long {
		names = append(names, "KQvKR", "KNNvK")
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tab := tabletest.Table(t, name)
			for _, tab := range []*table.Table{tab, tabletest.Widen(tab)} {
				cache := table.NewCache(3 * blockCells)
				f, err := openedBy(encoded(t, tab), cache)
				expect.NoError(t, err)
				lookups := 500
				if f.header.method == predicted && len(name) > 4 || testing.Short() {
					lookups = 50 // each reads a block, which takes 2 ms, and ten times as long under the race detector
				}
				var wg sync.WaitGroup
				for seed := range uint64(4) {
					wg.Go(func() {
						rng := rand.New(rand.NewPCG(seed, 1))
						m := tab.Material
						for i := range lookups {
							if i&1 == 0 {
								m = m.Flip()
							}
							p := tabletest.RandomPosition(rng, m)
							got, err := f.At(f.Find(p, table.MaterialOfPosition(p)))
							if want := tab.Lookup(p); err != nil || got != want {
								t.Errorf("%s: %v, %v, want %v", p, got, err, want)
								return
							}
						}
					})
				}
				wg.Wait()
				if cache.Bytes() > 3*blockCells || cache.Bytes() < 0 {
					t.Errorf("%d bytes cached, want at most %d", cache.Bytes(), 3*blockCells)
				}
				f.Close()
				expect.Equal(t, cache.Bytes(), 0, "bytes cached after Close")
			}
		})
	}
}

// broken reports whether a file is refused as a whole, and with a FileError that
// names it.
func broken(t *testing.T, file []byte) bool {
	t.Helper()
	f, err := opened(file)
	if err == nil {
		_, err = f.Load(context.Background(), 1)
	}
	var bad *table.FileError
	if err != nil && (!errors.As(err, &bad) || bad.Name != "test.dtm" || !strings.Contains(err.Error(), "test.dtm")) {
		t.Errorf("error %v, want one that names the file", err)
	}
	return err != nil
}

// TestEveryFlippedBit flips every bit of a small file and random bytes of a
// larger one.
func TestEveryFlippedBit(t *testing.T) {
	t.Parallel()
	small := encoded(t, tabletest.Table(t, "KBvK"))
	for i := range small {
		for bit := range 8 {
			small[i] ^= 1 << bit
			if !broken(t, small) {
				t.Errorf("bit %d of byte %d of %d flipped and not noticed", bit, i, len(small))
			}
			small[i] ^= 1 << bit
		}
	}
	medium := encoded(t, tabletest.Table(t, "KRvK"))
	for i := range medium {
		medium[i] ^= 0x10
		if !broken(t, medium) {
			t.Errorf("byte %d of %d changed and not noticed", i, len(medium))
		}
		medium[i] ^= 0x10
	}
	tabletest.SkipIfShort(t)
	rng := rand.New(rand.NewPCG(1, 2))
	large := encoded(t, tabletest.Table(t, "KQvKR"))
	for range 100 {
		i, change := rng.IntN(len(large)), byte(1+rng.IntN(255))
		large[i] ^= change
		if !broken(t, large) {
			t.Errorf("byte %d of %d changed by %#x and not noticed", i, len(large), change)
		}
		large[i] ^= change
	}
}

// TestShortFiles cuts a file everywhere, and adds to it.
func TestShortFiles(t *testing.T) {
	t.Parallel()
	file := encoded(t, tabletest.Table(t, "KRvK"))
	for n := range file {
		if !broken(t, file[:n]) {
			t.Errorf("cut to %d bytes of %d and not noticed", n, len(file))
		}
	}
	if !broken(t, append(slices.Clone(file), 0)) {
		t.Error("a byte too much is not noticed")
	}
	if !broken(t, append(slices.Clone(file), file...)) {
		t.Error("a file twice is not noticed")
	}
}

// rehead changes a header and makes its checksum right again.
func rehead(file []byte, change func(b []byte)) []byte {
	file = slices.Clone(file)
	change(file)
	sum := checksum(file[:60])
	file[60], file[61], file[62], file[63] = byte(sum), byte(sum>>8), byte(sum>>16), byte(sum>>24)
	return file
}

func TestFileErrors(t *testing.T) {
	t.Parallel()
	file := encoded(t, tabletest.Table(t, "KRvK"))
	type damaged struct {
		file  []byte
		want  string
		newer bool
	}
	list := []damaged{
		{nil, "no table", false},
		{[]byte("PK\x03\x04 a zip file or so, which is no table at all, and long enough"), "no table", false},
		{file[:10], "ends within the header", false},
		{file[:len(file)-1], "index is damaged", false},
	}
	var at int
	var bytes string
	var tt damaged
	for range expect.Rows(t, "testdata/header-errors.tsv", &at, &bytes, &tt.want, &tt.newer) {
		tt.file = rehead(file, func(b []byte) { copy(b[at:], bytes) })
		list = append(list, tt)
	}
	for _, tt := range list {
		f, err := opened(tt.file)
		if err == nil {
			_, err = f.Load(context.Background(), 1)
		}
		var bad *table.FileError
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), tt.want) || bad.Newer != tt.newer {
			t.Errorf("error %v, newer %t, want %q, %t", err, bad != nil && bad.Newer, tt.want, tt.newer)
		}
	}
}

// TestLayoutVersions: tables of six men are written in the second version of the layout, and
// read in both.
func TestLayoutVersions(t *testing.T) {
	t.Parallel()
	for _, v := range []table.Version{table.Ordered, table.Paired} {
		l := table.LayoutOfVersion(tabletest.Material("KBBvKNN"), v)
		h := header{material: l.Material, layout: v, cellBytes: 1, method: byZstd, words: l.Words}
		back, read, err := decodeHeader(h.encode())
		if l.Words > math.MaxInt/64 {
			expect.ErrorSays(t, err, "32-bit", "version %d: more cells than an int holds", v)
			continue
		}
		if err != nil || read.Version != v || back.layout != v || back.words != l.Words {
			t.Fatalf("version %d: %+v, %v", v, back, err)
		}
		if want := map[table.Version]int{table.Ordered: 462 * 64 * 64 * 64, table.Paired: 462 * 2016 * 64}[v]; back.words != want {
			t.Errorf("version %d: %d rows, want %d", v, back.words, want)
		}
	}
	// The sizes of one version are not those of the other.
	h := header{material: tabletest.Material("KBBvKNN"), layout: table.Ordered, cellBytes: 1, method: byZstd, words: 462 * 2016 * 64}
	if _, _, err := decodeHeader(h.encode()); err == nil || !strings.Contains(err.Error(), "rows a side") {
		t.Errorf("rows of another version: %v", err)
	}
}

// TestLargeHeader: a header of the largest tables, with nothing behind it, is an error on all
// platforms, and takes no memory for the blocks that it promises.
func TestLargeHeader(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"KQQvKQ", "KPPvKP", "KPPvKPP", "KQRvKBN", "KBBvKNN"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := tabletest.Material(name)
			for v := table.Ordered; v <= table.VersionOf(m); v++ {
				words := table.LayoutOfVersion(m, v).Words
				for _, cellBytes := range []int{1, 2} {
					h := header{material: m, layout: v, cellBytes: cellBytes, method: byZstd, words: words}
					file := append(h.encode(), make([]byte, 1000)...)
					f, err := opened(file)
					var bad *table.FileError
					if f != nil || !errors.As(err, &bad) || bad.Name != "test.dtm" {
						t.Errorf("%s, version %d, cells of %d bytes: error %v", name, v, cellBytes, err)
					}
				}
			}
		})
	}
}

// TestDamagedBlock: a damaged block hurts the positions in it only, and the error
// says which it is.
func TestDamagedBlock(t *testing.T) {
	t.Parallel()
	tabletest.SkipIfShort(t)
	tab := tabletest.Table(t, "KQvKR")
	file := encoded(t, tab)
	good, err := opened(file)
	expect.NoError(t, err)
	const block = 7
	file[good.Starts[block]+20] ^= 1
	f, err := opened(file)
	expect.NoError(t, err)
	var found, fine bool
	for cell := 0; cell < tab.Cells(); cell += 1000 {
		v, err := f.At(chess.White, cell)
		if cell/blockCells == block {
			found = true
			var bad *table.FileError
			if !errors.As(err, &bad) || bad.Offset != good.Starts[block] || !strings.Contains(err.Error(), "block 8 of 58, white to move: damaged") {
				t.Fatalf("cell %d: error %v, want block 8 named", cell, err)
			}
		} else if err != nil {
			t.Fatal(err)
		} else if fine = true; v == (table.Value{}) {
			continue
		}
	}
	if !found || !fine {
		t.Error("the damaged block was not looked at")
	}
	expect.Fails(t, f.Check(context.Background()), "Check of a damaged file")
}

// TestWriteFile: a file appears complete or not at all.
func TestWriteFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	tab := tabletest.Table(t, "KRvK")
	name := filepath.Join(dir, FileName(tab.Material))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	expect.ErrorIs(t, Write(ctx, tab, name, 1), context.Canceled, "cancelled")
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("%v left behind", left)
	}
	expect.NoError(t, Write(context.Background(), tab, name, 1))
	if files, _ := os.ReadDir(dir); len(files) != 1 {
		t.Errorf("%v in the directory, want one file", files)
	}
	got, err := loadFile(name)
	expect.NoError(t, err)
	tabletest.SameTable(t, got, tab)
	expect.Fails(t, Write(context.Background(), tab, filepath.Join(dir, "none", "x.dtm"), 1),
		"a directory that is not there")
}

// shortWriter fails after some bytes.
type shortWriter struct{ left int }

func (w *shortWriter) Write(p []byte) (int, error) {
	if len(p) > w.left {
		return w.left, io.ErrShortWrite
	}
	w.left -= len(p)
	return len(p), nil
}

func TestFailingWriter(t *testing.T) {
	t.Parallel()
	tab := tabletest.Table(t, "KQvK")
	n := len(encoded(t, tab))
	for i := 0; i < n; i += 97 {
		expect.ErrorIs(t, encode(context.Background(), tab, &shortWriter{i}, 2), io.ErrShortWrite,
			"no space after %d bytes", i)
	}
}

// FuzzFile: no file makes the reader panic, hang or take memory without bound.
// Checksums are made right, so that what is behind them is reached.
func FuzzFile(f *testing.F) {
	for _, name := range []string{"KBvK", "KRvK"} {
		f.Add(encoded(f, tabletest.Table(f, name)), true)
		f.Add(encoded(f, tabletest.Widen(tabletest.Table(f, name))), false)
		f.Add(encodedByZstd(f, tabletest.Table(f, name)), true)
	}
	f.Fuzz(func(t *testing.T, file []byte, mend bool) {
		if mend && len(file) > headerBytes {
			file = rehead(file, func([]byte) {})
			if h, _, err := decodeHeader(file); err == nil {
				mendTail(h, file)
			}
		}
		r, err := openedBy(file, table.NewCache(blockCells))
		if err != nil || r.Cells() > 1<<20 {
			return
		}
		_ = r.Check(context.Background())
		for cell := 0; cell < r.Cells(); cell += 1111 {
			_, _ = r.At(chess.White, cell)
			_, _ = r.At(chess.Black, cell)
		}
		l := table.ScanLayout(r.Material)
		_, _ = loadCodes[uint8](context.Background(), r, l, l, []chess.Color{chess.White, chess.Black}, 1)
	})
}

// mendTail makes the checksums right of a file with the given header.
func mendTail(h *header, file []byte) {
	start := int64(len(file)) - digestBytes - h.tailBytes()
	if start < headerBytes {
		return
	}
	tail := file[start : int64(len(file))-digestBytes]
	at := int64(headerBytes)
	index := tail[2*countsBytes:]
	for range h.grid().Blocks() {
		n := int64(index[0]) | int64(index[1])<<8 | int64(index[2])<<16 | int64(index[3])<<24
		if at+n > start {
			break
		}
		sum := checksum(file[at : at+n])
		index[4], index[5], index[6], index[7] = byte(sum), byte(sum>>8), byte(sum>>16), byte(sum>>24)
		at += n
		index = index[entryBytes:]
	}
	sum := checksum(tail[:len(tail)-4])
	copy(tail[len(tail)-4:], []byte{byte(sum), byte(sum >> 8), byte(sum >> 16), byte(sum >> 24)})
}

func loadFile(name string) (*table.Table, error) {
	f, err := Open(name, nil)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.Load(context.Background(), 1)
}
