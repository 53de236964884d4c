package retro

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"retroproof/retro/format"
	"retroproof/retro/generate"
	"retroproof/retro/table"
)

// build builds one table.
func (b *builder) build(ctx context.Context, t *task) {
	begin := time.Now()
	dir, unlock, err := b.partDir(t)
	switch {
	case err != nil:
	case t.estimate.Slices > 0:
		err = b.buildInSlices(ctx, t, dir)
	default:
		if err = b.generate(ctx, t, dir); err == nil {
			b.events <- event{task: t, state: ready}
			err = b.write(ctx, t)
		}
	}
	if err == nil && dir != "" {
		err = os.RemoveAll(dir)
	}
	unlock()
	if err == nil {
		t.result.Duration = time.Since(begin)
		b.mu.Lock()
		b.done++
		t.part = 0
		b.worked += t.cost
		b.mu.Unlock()
		b.built(t.result)
	}
	b.events <- event{task: t, state: finished, err: err}
}

// generate makes the table, and lets others use it. dir is that of partDir.
func (b *builder) generate(ctx context.Context, t *task, dir string) error {
	begin := time.Now()
	load, opt := b.options(ctx, t)
	if dir != "" {
		written := begin
		opt.Checkpoint = &generate.Checkpoint{File: filepath.Join(dir, "checkpoint"), Due: func() bool {
			due := time.Since(written) >= checkpointEvery
			if due {
				written = time.Now()
			}
			return due
		}}
	}
	tab, err := generate.Table(ctx, t.material, load, opt)
	if err := b.failure(t, err); err != nil {
		return err
	}
	b.opt.Log.Info("generated", "table", t.material.String(), "deepest", tab.Deepest(), "cell_bytes", tab.CellBytes(),
		"took", time.Since(begin).Round(time.Microsecond))
	b.ts.entry(t.material).table.Store(tab)
	return nil
}

// options returns what loads the tables that a task needs, and how its own is generated.
func (b *builder) options(ctx context.Context, t *task) (table.Loader, generate.Options) {
	loaded := func(begin time.Time, sub *table.Table, err error) (*table.Table, error) {
		if err == nil {
			b.opt.Log.Info("loaded", "table", t.material.String(), "needs", sub.Material.String(), "took",
				time.Since(begin).Round(time.Microsecond), "pairs", sub.Pairs())
		}
		return sub, err
	}
	load := func(ctx context.Context, m table.Material) (*table.Table, error) {
		begin := time.Now()
		if t.groups == nil && !slices.Contains(t.alone, m.Canonical()) {
			sub, err := b.ts.Load(ctx, m, t.jobs)
			return loaded(begin, sub, err)
		}
		sub, err := b.ts.loadSides(ctx, m, t.material.ConversionTurns(m), t.jobs)
		return loaded(begin, sub, err)
	}
	// Tables that nothing else needs are in memory one at a time, even where all of them fit; small ones share a pass.
	groups := t.groups
	if groups == nil && b.dir != "" && len(t.alone) == len(t.subs) {
		for i, m := range t.alone {
			if i == 0 || table.Bytes(m, 1) > 1<<20 {
				groups = append(groups, nil)
			}
			last := &groups[len(groups)-1]
			*last = append(*last, m)
		}
	}
	return load, generate.Options{
		Jobs: t.jobs, CellBytes: t.estimate.CellBytes, Groups: groups,
		Released: func([]table.Material) {
			if groups != nil {
				runtime.GC() // before the next group is allocated
			}
		},
		Parts: func(m table.Material) int { return max(1, t.parts[m]) },
		Part: func(m table.Material, first, n int) (*table.Table, error) {
			begin := time.Now()
			sub, err := b.ts.loadPairs(ctx, m, t.material.ConversionTurns(m), first, n, t.jobs)
			return loaded(begin, sub, err)
		},
		Progress: func(p generate.Progress) { b.report(t, p) }, Log: b.opt.Log,
	}
}

// failure returns the error of generating a table.
func (b *builder) failure(t *task, err error) error {
	if errors.Is(err, generate.ErrTooDeep) {
		wide := t.estimate
		wide.CellBytes, wide.Table = 2, table.Bytes(t.material, 2)
		if wide.Slices > 0 {
			wide, _ = wide.inSlices(t.material, b.opt.Jobs)
		}
		return &MemoryError{Material: t.material, Estimate: wide, Limit: b.limit, Deeper: true}
	}
	return err
}

// buildInSlices makes the table and its file slice by slice. dir is that of partDir.
func (b *builder) buildInSlices(ctx context.Context, t *task, dir string) error {
	begin := time.Now()
	load, opt := b.options(ctx, t)
	tab, err := generate.InSlices(ctx, t.material, load, opt, dir)
	if err := b.failure(t, err); err != nil {
		return err
	}
	b.opt.Log.Info("generated", "table", t.material.String(), "deepest", tab.Deepest, "cell_bytes", tab.CellBytes, "took",
		time.Since(begin).Round(time.Microsecond))
	cells := tab.Cells()
	defer cells.Close()
	return b.writeBy(t, func(name string) error {
		return format.WriteCells(ctx, tab.Layout, tab.CellBytes, cells, name, t.jobs)
	})
}

// checkpointFrom is the size from which tables are built so that a build that was killed goes on within one, and
// checkpointEvery how often that is written of a table that is not built in slices. Tests have others.
var (
	checkpointFrom  int64 = large
	checkpointEvery       = 5 * time.Minute
)

// resumable reports whether a killed build goes on within a task.
func (b *builder) resumable(t *task) bool {
	return b.dir != "" && (t.estimate.Slices > 0 || t.estimate.Table > checkpointFrom)
}

// partDir returns the directory for what a killed build of a table goes on from, "" if there is to be none, and what
// lets other builds have it. If one is at the same table, or that is not known, it is another directory, which is
// removed then.
func (b *builder) partDir(t *task) (dir string, unlock func(), err error) {
	if !b.resumable(t) {
		return "", func() {}, nil
	}
	dir = partName(b.dir, t.material)
	if unlock, ok, err := lockAlone(dir); err != nil {
		return "", func() {}, err
	} else if ok {
		return dir, unlock, nil
	}
	dir, err = os.MkdirTemp(b.dir, "."+format.FileName(t.material)+".*.tmp")
	return dir, func() { _ = os.RemoveAll(dir) }, err
}

// partName returns the name of the directory with the part of a table that a killed build has made.
func partName(dir string, m table.Material) string {
	return filepath.Join(dir, "."+format.FileName(m)+".part")
}

// write puts the table into its file.
func (b *builder) write(ctx context.Context, t *task) error {
	tab := b.ts.entry(t.material).table.Load()
	if b.dir == "" {
		t.result.Counts = tab.Counts(t.jobs)
		return nil
	}
	return b.writeBy(t, func(name string) error { return format.Write(ctx, tab, name, t.jobs) })
}

// writeBy has a function write the file of a table.
func (b *builder) writeBy(t *task, write func(name string) error) error {
	begin := time.Now()
	name := filepath.Join(b.dir, format.FileName(t.material))
	if err := write(name); err != nil {
		return err
	}
	// A file of that name that is open is the damaged one.
	if f := b.ts.entry(t.material).file.Swap(nil); f != nil {
		_ = (*f).Close()
	}
	f, err := format.Open(name, nil)
	if err != nil {
		return err
	}
	t.result.Counts, t.result.Bytes = f.Counts(), f.Size()
	b.opt.Log.Info("written", "table", t.material.String(), "file", name, "bytes", f.Size(), "took",
		time.Since(begin).Round(time.Microsecond))
	return f.Close()
}
