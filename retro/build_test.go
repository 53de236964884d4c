package retro

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"retroproof/internal/expect"
	"retroproof/retro/format"
	"retroproof/retro/generate"
	"retroproof/retro/internal/tabletest"
	"retroproof/retro/table"
)

// names returns the materials of results, with a star at those that were found.
func names(results []BuildResult) string {
	var out []string
	for _, r := range results {
		name := r.Material.String()
		if r.Found {
			name += "*"
		}
		out = append(out, name)
	}
	return strings.Join(out, " ")
}

func build(t testing.TB, ts *Tables, opt BuildOptions, what ...string) []BuildResult {
	t.Helper()
	var ms []table.Material
	for _, name := range what {
		ms = append(ms, tabletest.Material(name))
	}
	results, err := ts.Build(context.Background(), ms, opt)
	expect.NoError(t, err)
	return results
}

func TestBuildInDirectory(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "deep", "tables")
	ts := OpenDir(dir)
	defer ts.Close()
	var reported []BuildResult
	results := build(t, ts, BuildOptions{Jobs: 3, Built: func(r BuildResult) { reported = append(reported, r) }}, "KvKP", "KPvK")
	if names(results) != "KQvK KRvK KBvK KNvK KPvK" || len(reported) != 5 {
		t.Errorf("built %s, reported %d", names(results), len(reported))
	}
	for _, r := range results {
		want := tabletest.Table(t, r.Material.String())
		got, err := OpenDir(dir).Load(context.Background(), r.Material, 1)
		expect.NoError(t, err)
		tabletest.SameTable(t, got, want)
		if r.Counts != want.Counts(1) || r.Bytes == 0 || r.Duration == 0 {
			t.Errorf("result %+v", r)
		}
	}
	if ms, _ := OpenDir().Materials(); len(ms) != 0 {
		t.Errorf("%v in no directory", ms)
	}
	for m, e := range ts.entries {
		if e.table.Load() != nil {
			t.Errorf("%s is still in memory", m)
		}
	}
	if again := build(t, ts, BuildOptions{}, "KPvK", "KBBvK"); names(again) != "KQvK* KRvK* KBvK* KNvK* KPvK* KBBvK" {
		t.Errorf("the second time %s", names(again))
	}
}

func TestBuildInMemory(t *testing.T) {
	t.Parallel()
	ts := NewTables(tabletest.Table(t, "KQvK"))
	results := build(t, ts, BuildOptions{Jobs: 2}, "KPvK")
	expect.Equal(t, names(results), "KQvK* KRvK KBvK KNvK KPvK", "built")
	for _, r := range results {
		got, err := ts.Load(context.Background(), r.Material, 1)
		expect.NoError(t, err)
		tabletest.SameTable(t, got, tabletest.Table(t, r.Material.String()))
		expect.Equal(t, r.Counts, got.Counts(1), "%s: counts", r.Material)
	}
}

// TestBuildMendsDamage builds damaged files anew, and leaves later ones alone.
func TestBuildMendsDamage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	ts := OpenDir(dir)
	build(t, ts, BuildOptions{}, "KPvK")
	name := filepath.Join(dir, "KRvK.dtm")
	good, err := os.ReadFile(name)
	expect.NoError(t, err)
	damaged := slices.Clone(good)
	damaged[len(damaged)/2] ^= 4
	for _, bad := range [][]byte{damaged, good[:len(good)-7], nil} {
		expect.NoError(t, os.WriteFile(name, bad, 0o666))
		results := build(t, ts, BuildOptions{}, "KPvK")
		if names(results) != "KQvK* KRvK KBvK* KNvK* KPvK*" || results[1].Damaged == nil {
			t.Errorf("built %s, damaged %v", names(results), results[1].Damaged)
		}
		if now, err := os.ReadFile(name); err != nil || !bytes.Equal(now, good) {
			t.Errorf("another file than before, %v", err)
		}
	}
	newer := slices.Clone(good)
	newer[8] = 2
	expect.NoError(t, os.WriteFile(name, newer, 0o666))
	_, err = ts.Build(context.Background(), []table.Material{tabletest.Material("KRvK")}, BuildOptions{})
	expect.ErrorSays(t, err, "format version 2", "a later version")
}

// TestInterruptedBuild cancels builds at many points. There are only complete
// files, and the build that comes next has as result what one would have been.
func TestInterruptedBuild(t *testing.T) {
	t.Parallel()
	tabletest.SkipIfShort(t)
	dir := t.TempDir()
	want := build(t, OpenDir(t.TempDir()), BuildOptions{Jobs: 2}, "KPvK", "KQvKR", "KBNvK")
	ms := []table.Material{tabletest.Material("KPvK"), tabletest.Material("KQvKR"), tabletest.Material("KBNvK")}
	cancelled := 0
	for stop := 1; ; stop += 7 {
		ctx, cancel := context.WithCancel(context.Background())
		reports := 0
		results, err := OpenDir(dir).Build(ctx, ms, BuildOptions{Jobs: 2, Progress: func(BuildProgress) {
			if reports++; reports == stop {
				cancel()
			}
		}})
		cancel()
		files, _ := os.ReadDir(dir)
		for _, f := range files {
			expect.NoError(t, checkFile(filepath.Join(dir, f.Name())), "after an interruption")
		}
		if err == nil {
			for i, r := range results {
				if r.Counts != want[i].Counts || r.Bytes != want[i].Bytes {
					t.Errorf("%+v, want %+v", r, want[i])
				}
			}
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		cancelled++
	}
	if cancelled < 3 {
		t.Errorf("%d builds cancelled, want several", cancelled)
	}
}

// TestLeftovers: what killed builds have left is removed, unless another build
// is at work.
func TestLeftovers(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("needs locks")
	}
	dir := t.TempDir()
	name := filepath.Join(dir, ".KRvK.dtm.0123456789abcdef.tmp")
	other := filepath.Join(dir, ".others.tmp")
	for _, name := range []string{name, other} {
		expect.NoError(t, os.WriteFile(name, []byte("half a table"), 0o666))
	}
	unlock, err := lockDir(dir, func() {})
	expect.NoError(t, err)
	build(t, OpenDir(dir), BuildOptions{}, "KQvK")
	expect.Succeeds(t, expect.Err(os.Stat(name)), "another build's file")
	unlock()
	build(t, OpenDir(dir), BuildOptions{}, "KRvK")
	expect.Fails(t, expect.Err(os.Stat(name)), "a killed build's file")
	expect.Succeeds(t, expect.Err(os.Stat(other)), "a file that is not ours")
}

// TestBuildRefused: nothing is built if there is not enough memory for all.
func TestBuildRefused(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "tables")
	for _, ts := range []*Tables{OpenDir(dir), NewTables()} {
		_, err := ts.Build(context.Background(), []table.Material{tabletest.Material("KRBvKR")}, BuildOptions{Memory: 100e6, Jobs: 2})
		var refused *MemoryError
		if !errors.As(err, &refused) || refused.Material.String() != "KRBvKR" || refused.Estimate.Total() < 250e6 ||
			!strings.Contains(err.Error(), "limit is 100 MB") {
			t.Errorf("error %v", err)
		}
	}
	expect.Fails(t, expect.Err(os.Stat(dir)), "a directory made for nothing")
	if _, err := NewTables().Build(context.Background(), []table.Material{tabletest.Material("KQQQvKQQ")}, BuildOptions{}); err == nil {
		t.Error("seven men are built")
	}
}

// A refusal names the table that takes most, with the width of its cells; a table of six
// men is begun with one byte a cell if two do not fit.
func TestPlanFits(t *testing.T) {
	t.Parallel()
	var c struct {
		name      string
		limit     int64
		refused   string // the table that is named
		cellBytes int    // of the last one
	}
	for range expect.Rows(t, "testdata/plan-fits.tsv", &c.name, &c.limit, &c.refused, &c.cellBytes) {
		dir := t.TempDir()
		b := &builder{ts: OpenDir(dir), dir: dir, limit: c.limit, opt: BuildOptions{Jobs: 1}}
		expect.NoError(t, b.plan(context.Background(), table.BuildOrder(tabletest.Material(c.name))))
		err := b.fits()
		var refused *MemoryError
		switch last := b.tasks[len(b.tasks)-1]; {
		case errors.As(err, &refused) != (c.refused != "") || refused != nil && refused.Material.String() != c.refused:
			t.Errorf("%s in %d bytes: %v, want %q refused", c.name, c.limit, err, c.refused)
		case last.estimate.CellBytes != c.cellBytes:
			t.Errorf("%s in %d bytes: %d bytes a cell, want %d", c.name, c.limit, last.estimate.CellBytes, c.cellBytes)
		}
	}
}

// TestBuildInGroups builds with so little memory that the tables that one needs are loaded
// one after the other, and are not all in memory at once.
func TestBuildInGroups(t *testing.T) {
	t.Parallel()
	tabletest.SkipIfShort(t)
	dir := t.TempDir()
	writeTables(t, dir, "KQvKR", "KRRvK", "KQRvK", "KRvKR")
	plan, err := OpenDir(dir).Plan(context.Background(), []table.Material{tabletest.Material("KQRvKR")}, BuildOptions{Jobs: 1, Memory: 280e6})
	expect.NoError(t, err)
	last := plan.Tables[len(plan.Tables)-1]
	if last.Estimate.Groups < 1 || last.Memory > 280e6 || last.Estimate.Subtables > 4*table.SideBytes(tabletest.Material("KQvKR"), 1, 1) {
		t.Errorf("estimate %+v", last.Estimate)
	}
	// Small tables, so that the test is short; pawns of both colours, with captures en passant, take longer. The
	// tables that are needed fit one by one only, then all together, with one side to move each.
	names := []string{"KRvKN"}
	if tabletest.Long {
		names = append(names, "KPvKP")
	}
	for _, name := range names {
		m := tabletest.Material(name)
		e := estimateMemory(m, 1, 1, subtableBytes(m))
		largest := int64(0)
		for _, c := range m.Conversions() {
			largest = max(largest, table.SideBytes(c, 1, len(m.ConversionTurns(c))))
		}
		for _, limit := range []int64{e.Table + e.Working + largest, e.Total() - 1} {
			dir := t.TempDir()
			var subs []string
			for _, c := range table.BuildOrder(m) {
				if c != m {
					subs = append(subs, c.String())
				}
			}
			writeTables(t, dir, subs...)
			build(t, OpenDir(dir), BuildOptions{Jobs: 1, Memory: limit}, name)
			got, err := OpenDir(dir).Load(context.Background(), m, 1)
			expect.NoError(t, err)
			for side, want := range tabletest.Table(t, name).Narrow.Code {
				if !bytes.Equal(got.Narrow.Code[side], want) {
					t.Errorf("%s in %d bytes, side %d: other values", name, limit, side)
				}
			}
		}
	}
	m := tabletest.Material("KRvKN")
	e := estimateMemory(m, 1, 1, subtableBytes(m))
	var refused *MemoryError
	if _, err := OpenDir(t.TempDir()).Build(context.Background(), []table.Material{m}, BuildOptions{Jobs: 1, Memory: e.Table + e.Working}); !errors.As(err, &refused) ||
		!strings.Contains(err.Error(), "what it needs of other tables at a time 29.6 kB") {
		t.Errorf("not refused: %v", err)
	}
}

// TestBuildProgress looks at the reports.
func TestBuildProgress(t *testing.T) {
	t.Parallel()
	tabletest.SkipIfShort(t)
	var last BuildProgress
	n := 0
	build(t, NewTables(), BuildOptions{Jobs: 2, Progress: func(p BuildProgress) {
		n++
		if p.Total != 3 || p.Done < last.Done || p.Decided > p.Legal || p.Legal == 0 || p.Left < 0 ||
			p.Part < 0 || p.Part > 1 {
			t.Errorf("progress %+v after %+v", p, last)
		}
		last = p
	}}, "KQvKR")
	if n < 20 || last.Material.String() != "KQvKR" || last.Depth < 60 || last.Done != 2 || last.Part < 0.9 {
		t.Errorf("%d reports, last %+v", n, last)
	}
}

// TestProgressOfRest: tables that are there count as work that is done.
func TestProgressOfRest(t *testing.T) {
	t.Parallel()
	tabletest.SkipIfShort(t)
	dir := t.TempDir()
	build(t, OpenDir(dir), BuildOptions{Jobs: 2}, "KQvKB", "KRvKB")
	least := 1.0
	build(t, OpenDir(dir), BuildOptions{Jobs: 2, Progress: func(p BuildProgress) { least = min(least, p.Part) }}, "KQvKB", "KRvKB", "KNvKN")
	if least < 0.6 || least == 1 {
		t.Errorf("at the beginning %.2f of the work of three tables, two of which are there", least)
	}
}

// checkFile reads the whole of a file.
func checkFile(name string) error {
	f, err := format.Open(name, nil)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Check(context.Background())
}

// heap returns the bytes of live objects.
func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// TestMemoryEstimate compares the estimate with the heap while tables are
// generated.
func TestMemoryEstimate(t *testing.T) {
	tabletest.SkipIfShort(t)
	for _, name := range []string{"KQvKR", "KBNvK", "KRvKP", "KPvKP"} {
		t.Run(name, func(t *testing.T) {
			m := tabletest.Material(name)
			for _, c := range m.Conversions() {
				tabletest.Table(t, c.String())
			}
			before := heap()
			var most int64
			made, err := generate.Table(context.Background(), m, tabletest.Load, generate.Options{Jobs: 2, Progress: func(p generate.Progress) {
				if p.Depth%8 == 1 {
					most = max(most, heap())
				}
			}})
			expect.NoError(t, err)
			e := estimateMemory(m, 0, 1, subtableBytes(m))
			got, want := most-before, e.Table+e.Working
			t.Logf("%d bytes, estimate %d: %+.1f%%", got, want, 100*float64(want-got)/float64(got))
			// The lists of en passant captures have been there twice before the
			// first report, which asks for more than what is seen here.
			if float64(want) < 0.98*float64(got) || float64(want) > 1.09*float64(got) {
				t.Errorf("%d bytes while it is generated, estimate %d", got, want)
			}
			after := heap() - before
			if float64(e.Table) < 0.98*float64(after) || float64(e.Table) > 1.06*float64(after) {
				t.Errorf("%d bytes when it is finished, estimate %d", after, e.Table)
			}
			runtime.KeepAlive(made)
		})
	}
}

func TestFormatBytes(t *testing.T) {
	t.Parallel()
	for n, want := range map[int64]string{0: "0 bytes", 999: "999 bytes", 1000: "1 kB", 1234: "1.23 kB", 99_900: "99.9 kB",
		286_512_345: "287 MB", 999_600_000: "1 GB", 15.5e9: "15.5 GB", 3e15: "3 PB"} {
		expect.Equal(t, FormatBytes(n), want, "FormatBytes(%d)", n)
	}
	for n, want := range map[int64]string{0: "0 bytes", 999: "999 bytes", 1231: "1.24 kB", 9_991_000: "10 MB", 11_010_000: "11.1 MB", 286_000_001: "287 MB", 999_000_001: "1 GB"} {
		expect.Equal(t, formatBytes(n, math.Ceil), want, "%d rounded up", n)
	}
}

// TestLeastMemory: a build that does not fit names the least memory with which it does, however little it had.
func TestLeastMemory(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"KPvK", "KPvKP", "KPPvK", "KQvKR", "KRPvKP"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fits := func(limit int64) error {
				b, err := OpenDir(t.TempDir()).newBuilder(t.Context(), []table.Material{tabletest.Material(name)}, BuildOptions{Jobs: 1, Memory: limit})
				expect.NoError(t, err)
				return b.fits()
			}
			least := int64(0)
			for _, limit := range []int64{1, 500_000, 2_000_000} {
				var e *MemoryError
				if err := fits(limit); !errors.As(err, &e) {
					t.Fatalf("%v with %d bytes", err, limit)
				}
				if n := e.Estimate.Total() + e.Others; least == 0 {
					least = n
				} else if n != least {
					t.Errorf("%d bytes with a limit of %d, before %d", n, limit, least)
				}
			}
			expect.Succeeds(t, fits(least), "%d bytes", least)
			expect.Fails(t, fits(least-1), "fits into less than %d bytes", least)
		})
	}
}

func TestAvailableMemory(t *testing.T) {
	t.Parallel()
	if n, ok := parseMeminfo([]byte("MemTotal:  100 kB\nMemAvailable:   24123456 kB\nBuffers: 1 kB\n")); !ok || n != 24123456<<10 {
		t.Errorf("%d, %t", n, ok)
	}
	if _, ok := parseMeminfo([]byte("MemTotal:  100 kB\n")); ok {
		t.Error("memory found where none is named")
	}
	if n, ok := AvailableMemory(); ok && n < 1<<20 {
		t.Errorf("%d bytes available", n)
	}
	root := t.TempDir()
	write := func(name, text string) {
		name = filepath.Join(root, name)
		expect.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
		expect.NoError(t, os.WriteFile(name, []byte(text), 0o666))
	}
	groups := []byte("0::/a/b\n")
	if _, ok := cgroupLeft(root, groups); ok {
		t.Error("a limit without files")
	}
	write("a/b/memory.max", "max\n")
	write("a/memory.max", "1000000\n")
	write("a/memory.current", "400000\n")
	write("a/memory.stat", "anon 100\ninactive_file 150000\n")
	if n, ok := cgroupLeft(root, groups); !ok || n != 750000 {
		t.Errorf("version 2: %d, %t, want 750000", n, ok)
	}
	write("memory/c/memory.limit_in_bytes", "500000\n")
	write("memory/c/memory.usage_in_bytes", "600000\n")
	if n, ok := cgroupLeft(root, []byte("5:cpu,memory:/c\n4:devices:/c\nnonsense\n")); !ok || n != 0 {
		t.Errorf("version 1: %d, %t, want 0", n, ok)
	}
}

// subtableBytes returns the memory of the tables that one needs.
func subtableBytes(m table.Material) (sum int64) {
	for _, c := range m.Conversions() {
		sum += table.Bytes(c, 1)
	}
	return sum
}
