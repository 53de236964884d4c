package retro

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math"
	"os"
	"runtime"
	"slices"
	"sync"
	"time"

	"retroproof/retro/format"
	"retroproof/retro/gaviota"
	"retroproof/retro/generate"
	"retroproof/retro/table"
)

// BuildOptions are the options of [Tables.Build].
type BuildOptions struct {
	Jobs int // goroutines; 0 is 1
	// Memory is the most that tables and working sets may take, in bytes. 0 is what
	// AvailableMemory returns, or no limit if that is not known.
	Memory int64
	// Progress is called now and then, Built for every table once it is there.
	// Calls do not overlap. Both may be nil.
	Progress func(BuildProgress)
	Built    func(BuildResult)
	// Log gets what is done and how long it takes: tables at level info, passes of
	// the generator at level debug. It may be nil.
	Log *slog.Logger
}

// BuildProgress is how far a build is.
type BuildProgress struct {
	generate.Progress               // of the table that has got further
	Done, Total       int           // tables
	Part              float64       // of the work, from 0 to 1, with that of tables that were there
	Left              time.Duration // an estimate; 0 as long as there is none
}

// BuildResult describes a table that has been found or built.
type BuildResult struct {
	Material table.Material
	Found    bool // it was there before the build
	// Gaviota is the name of a Gaviota file that has been found in place of one of
	// ours; there are no Counts then.
	Gaviota string
	// Damaged is what was wrong with a file that has been replaced.
	Damaged  error
	Counts   [2]table.Counts
	Bytes    int64 // of the file; 0 if there is none
	Duration time.Duration
}

// Build makes the missing ones of the tables of some materials and of all tables
// that these need: in the first of the directories, or in memory if there is no
// directory. Files appear complete, one by one, so that the next build resumes where
// one was cancelled or killed; within a large table, too: see partDir. A damaged file is replaced; one of a later
// version of this program is an error.
//
// A Gaviota file stands for a table that is only needed by others, if it is the
// published one by its MD5 sum: the format has no other check, and a wrong value would
// make more of them.
//
// If a table does not fit in memory, nothing is built, and the error is a
// [*MemoryError]. The results are in build order.
func (ts *Tables) Build(ctx context.Context, materials []table.Material, opt BuildOptions) ([]BuildResult, error) {
	b, err := ts.newBuilder(ctx, materials, opt)
	if err != nil {
		return nil, err
	}
	if err := b.fits(); err != nil {
		return nil, err
	}
	for _, t := range b.tasks {
		if t.state == finished {
			b.built(t.result)
		}
	}
	if b.dir != "" && b.total > b.done {
		if err := os.MkdirAll(b.dir, 0o777); err != nil {
			return nil, err
		}
		unlock, err := lockDir(b.dir, b.clean)
		if err != nil {
			return nil, err
		}
		defer unlock()
	}
	err = b.run(ctx)
	results := make([]BuildResult, len(b.tasks))
	for i, t := range b.tasks {
		results[i] = t.result
	}
	return results, err
}

// clean removes what killed builds have left in the directory and no build goes on with.
func (b *builder) clean() {
	table.RemoveLeftovers(b.dir, format.Suffix)
	for _, t := range b.tasks {
		name := partName(b.dir, t.material)
		if _, err := os.Stat(name); err != nil || t.state != finished {
			continue
		}
		if unlock, ok, _ := lockAlone(name); ok {
			_ = os.RemoveAll(name)
			unlock()
		}
	}
}

// newBuilder looks which tables are there, and plans the others.
func (ts *Tables) newBuilder(ctx context.Context, materials []table.Material, opt BuildOptions) (*builder, error) {
	b := &builder{ts: ts, opt: opt, limit: opt.Memory, idle: max(opt.Jobs, 1), start: time.Now()}
	b.opt.Jobs = b.idle
	if b.opt.Log == nil {
		b.opt.Log = slog.New(slog.DiscardHandler)
	}
	if b.limit == 0 {
		b.limit = 1 << 62
		if n, ok := AvailableMemory(); ok {
			b.limit = n
		}
	}
	b.limit = min(b.limit, math.MaxInt) // what a 32-bit program can address
	for _, m := range materials {
		if n := m.Men(); n > table.MaxMen {
			return nil, fmt.Errorf("material %s: %d men, want at most %d", m, n, table.MaxMen)
		}
	}
	if len(ts.dirs) > 0 {
		b.dir = ts.dirs[0]
	}
	b.named = map[table.Material]bool{}
	for _, m := range materials {
		b.named[m.Canonical()] = true
	}
	return b, b.plan(ctx, table.BuildOrder(materials...))
}

// builder is one run of Build.
type builder struct {
	ts    *Tables
	opt   BuildOptions
	dir   string // "" for memory
	limit int64
	start time.Time
	tasks []*task // in build order
	// named is what is to be built, without what that needs.
	named map[table.Material]bool

	// What follows belongs to run's goroutine, or is guarded by mu.
	idle   int   // goroutines without work
	inUse  int64 // bytes of memory
	events chan event

	mu          sync.Mutex
	done, total int     // tables
	work        float64 // of all tables to be built, and of those that are
	worked      float64
	spared      float64 // of the tables that were there
}

// task is a table of the build.
type task struct {
	material table.Material
	estimate Estimate
	cost     float64 // estimate of the time; only ratios count
	path     float64 // cost of the longest chain of tables that begins with this
	subs     []*task
	users    int  // tasks not finished that need this table
	running  int  // of these, those that have been started
	resident bool // in memory, or being loaded; counted in inUse
	kept     bool // was in memory before
	state    taskState
	jobs     int
	part     float64          // of the work that is done
	alone    []table.Material // those of subs that no other task needs
	// groups divides subs into those that are loaded one after the other, with the sides to move that are
	// needed; nil is all at once, with both.
	groups [][]table.Material
	// parts is in how many parts those are loaded that are more than the memory holds; without it they are one.
	parts  map[table.Material]int
	result BuildResult
}

type taskState int

const (
	waiting taskState = iota
	started
	ready    // the table can be used; it may be being written
	finished // as far as the build is concerned
)

// plan makes the tasks and finds out which tables are there.
func (b *builder) plan(ctx context.Context, order []table.Material) error {
	byMaterial := map[table.Material]*task{}
	for _, m := range order {
		t := &task{material: m, result: BuildResult{Material: m}}
		for _, c := range m.Conversions() {
			t.subs = append(t.subs, byMaterial[c])
		}
		b.estimate(t)
		t.cost = float64(t.estimate.Table)
		if m.Pawns() {
			t.cost *= 2
		}
		byMaterial[m] = t
		b.tasks = append(b.tasks, t)
		if err := b.find(ctx, t); err != nil {
			return err
		}
		b.total++
		if t.state == finished {
			b.done++
			b.spared += t.cost
		}
	}
	for _, t := range slices.Backward(b.tasks) {
		if t.state == finished {
			continue
		}
		b.work += t.cost
		t.path += t.cost
		for _, s := range t.subs {
			s.users++
			s.path = max(s.path, t.path)
		}
	}
	return nil
}

// find looks whether a table is there already.
func (b *builder) find(ctx context.Context, t *task) error {
	if whole := b.ts.entry(t.material).table.Load(); whole != nil {
		t.kept, t.resident = true, true
		if b.dir == "" {
			t.state = finished
			t.result.Found = true
			t.result.Counts = whole.Counts(b.opt.Jobs)
		}
		b.inUse += t.estimate.Table
	}
	if b.dir == "" {
		return nil
	}
	f, err := b.ts.openBuilt(t.material)
	var missing *table.MissingError
	var bad *table.FileError
	if err == nil {
		defer f.Close()
		err = f.Check(ctx)
	}
	switch {
	case err == nil:
		t.state = finished
		t.result.Found = true
		t.result.Counts = f.Counts()
		t.result.Bytes = f.Size()
	case errors.As(err, &missing):
		if !b.named[t.material] {
			return b.findGaviota(t)
		}
	case errors.As(err, &bad) && !bad.Newer:
		t.result.Damaged = err
	default:
		return err
	}
	return nil
}

// findGaviota looks whether a published Gaviota file stands for a table that is
// needed by others.
func (b *builder) findGaviota(t *task) error {
	if !gaviota.Exists(t.material) {
		return nil
	}
	var sum string
	var size int64
	// Tables.open takes the first one there is, and so none of the others is looked at.
	name, err := table.OpenIn(b.ts.dirs, gaviota.FileName(t.material), func(name string) (_ string, err error) {
		sum, size, err = md5Sum(name)
		return name, err
	})
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err == nil && sum == gaviota.PublishedMD5(t.material):
		t.state = finished
		t.result.Found, t.result.Gaviota, t.result.Bytes = true, name, size
	}
	return err
}

// event is a change of the state of a running task, or its failure.
type event struct {
	task  *task
	state taskState
	err   error
}

// run builds the missing tables. It alone decides which is started when.
func (b *builder) run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	b.events = make(chan event)
	running := 0
	var failure error
	for {
		for failure == nil {
			t := b.choose(running)
			if t == nil {
				break
			}
			running++
			go b.build(ctx, t)
		}
		if running == 0 {
			return failure
		}
		e := <-b.events
		if e.err != nil && failure == nil {
			failure = e.err
			cancel()
		}
		e.task.state = max(e.task.state, e.state)
		if e.state == ready {
			continue
		}
		running--
		b.idle += e.task.jobs
		b.finish(e.task, e.err == nil)
	}
}

// large is the size from which tables are built one at a time, by all goroutines
// together, because several at once would take several times the memory.
const large = 32 << 20

// choose returns the next task to start, and reserves what it needs; nil if no task
// can be started before another one has finished.
func (b *builder) choose(running int) *task {
	if b.idle == 0 {
		return nil
	}
	var can []*task
	for _, t := range b.tasks {
		if t.state == waiting && !slices.ContainsFunc(t.subs, func(s *task) bool { return s.state < ready }) {
			can = append(can, t)
		}
	}
	// First those that the longest chain of other tables waits for.
	slices.SortStableFunc(can, func(x, y *task) int { return cmp.Compare(y.path, x.path) })
	for _, t := range can {
		if t.estimate.Table > large && running > 0 {
			continue
		}
		if !b.reserve(t, running) {
			continue
		}
		t.jobs = max(1, b.idle/len(can))
		if t.estimate.Table > large {
			t.jobs = b.idle
		}
		b.idle -= t.jobs
		t.state = started
		for _, s := range t.subs {
			if s.users == 1 {
				t.alone = append(t.alone, s.material)
			}
		}
		b.opt.Log.Info("start", "table", t.material.String(), "jobs", t.jobs, "table_bytes", t.estimate.Table,
			"working_bytes", t.estimate.Working,
			"memory_in_use", b.inUse, "memory_limit", b.limit)
		return t
	}
	return nil
}

// reserve reserves the memory for a task, if it is free.
func (b *builder) reserve(t *task, running int) bool {
	// What a task takes is known before: its own memory, and the tables that it needs and that are not there yet.
	// Cost: nothing but additions, and loading again what is evicted here and needed later.
	need := t.estimate.own() + t.estimate.Working
	grouped := t.groups != nil
	if grouped {
		need = t.estimate.Total()
	}
	for _, s := range t.subs {
		if !s.resident && !grouped {
			need += s.estimate.Table
		}
	}
	if b.inUse+need > b.limit && b.dir != "" {
		// What is in files can be loaded again.
		for _, o := range b.tasks {
			if o.resident && !o.kept && o.running == 0 && o.state == finished && (grouped || !slices.Contains(t.subs, o)) {
				b.evict(o)
			}
		}
	}
	if b.inUse+need > b.limit && running > 0 {
		return false
	}
	for _, s := range t.subs {
		s.resident = s.resident || !grouped
		s.running++
	}
	t.resident = t.estimate.Slices == 0
	b.inUse += need
	if t.estimate.Table > large {
		runtime.GC() // frees the dropped tables before the large one is allocated
	}
	return true
}

func (b *builder) evict(t *task) {
	b.ts.Drop(t.material)
	t.resident = false
	b.inUse -= t.estimate.Table
}

// finish releases what a task has reserved.
func (b *builder) finish(t *task, ok bool) {
	b.inUse -= t.estimate.Working
	if t.groups != nil {
		b.inUse -= t.estimate.Subtables
	}
	b.inUse -= t.estimate.Slice
	if !ok {
		return
	}
	for _, s := range t.subs {
		s.users--
		s.running--
		b.release(s)
	}
	b.release(t)
}

// release drops a table that no unfinished task needs.
func (b *builder) release(t *task) {
	if b.dir != "" && t.resident && !t.kept && t.users == 0 && t.state == finished {
		b.evict(t)
	}
}

// report passes the progress of a table on.
func (b *builder) report(t *task, p generate.Progress) {
	b.mu.Lock()
	defer b.mu.Unlock()
	t.part = float64(p.Decided) / float64(max(p.Legal, 1))
	if b.opt.Progress == nil {
		return
	}
	worked := b.worked
	for _, t := range b.tasks {
		worked += t.part * t.cost
	}
	progress := BuildProgress{Progress: p, Done: b.done, Total: b.total, Part: (b.spared + worked) / (b.spared + b.work)}
	if worked > 0 {
		progress.Left = time.Duration(float64(time.Since(b.start)) * (b.work - worked) / worked)
	}
	b.opt.Progress(progress)
}

// built reports a table that has been found or built.
func (b *builder) built(r BuildResult) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.opt.Built != nil {
		b.opt.Built(r)
	}
}
