package retro

import (
	"context"
	"time"

	"retroproof/retro/generate"
	"retroproof/retro/table"
)

// Plan says what a build would take.
type Plan struct {
	Tables []PlannedTable // in build order
	// Largest is the table that takes most memory while it is built, of those that are to
	// be built.
	Largest   PlannedTable
	FileBytes int64         // of all files to be written
	WorkBytes int64         // the most of PlannedTable.WorkBytes: such tables are built one at a time
	Time      time.Duration // for all of them
}

// PlannedTable is a table of a plan.
type PlannedTable struct {
	Material table.Material
	Found    bool // its file is there
	Memory   int64
	Estimate Estimate
	// FileBytes is a guess: a fifth of the cells. Files take from a third to a thousandth.
	FileBytes int64
	// WorkBytes is what is on the disk while the table is built, so that a build that was killed goes on within it;
	// 0 for small tables.
	WorkBytes int64
	// Time is that of the calibration, by the cells; twice as much with pawns.
	Time time.Duration
}

// calibration is the table whose building is timed for a plan.
const calibration = "KQvKR"

// Plan returns what building the tables of some materials would take, with the options of
// [Tables.Build]. Times are reckoned from that of a table of four men, which is built in
// memory with what it needs. The error is a [*MemoryError] if a table does not fit; the plan is
// there then, too.
func (ts *Tables) Plan(ctx context.Context, materials []table.Material, opt BuildOptions) (*Plan, error) {
	b, err := ts.newBuilder(ctx, materials, opt)
	if err != nil {
		return nil, err
	}
	m, err := table.ParseMaterial(calibration)
	if err != nil {
		return nil, err
	}
	begin := time.Now()
	sample, err := NewTables().newBuilder(ctx, []table.Material{m}, BuildOptions{Jobs: opt.Jobs})
	if err == nil {
		err = sample.run(ctx)
	}
	if err != nil {
		return nil, err
	}
	perCost := float64(time.Since(begin)) / sample.work
	plan := &Plan{}
	for _, t := range b.tasks {
		p := PlannedTable{Material: t.material, Found: t.state == finished, Memory: t.estimate.Total(), Estimate: t.estimate}
		if !p.Found {
			p.FileBytes = t.estimate.Table / int64(5*t.estimate.CellBytes)
			p.Time = time.Duration(t.cost / float64(t.estimate.CellBytes) * perCost)
			plan.FileBytes += p.FileBytes
			switch {
			case t.estimate.Slices > 0:
				p.WorkBytes = t.estimate.Table
			case b.resumable(t):
				p.WorkBytes = t.estimate.Table + generate.WorkingBytes(t.material)
			}
			plan.WorkBytes = max(plan.WorkBytes, p.WorkBytes)
			plan.Time += p.Time
			if p.Memory > plan.Largest.Memory {
				plan.Largest = p
			}
		}
		plan.Tables = append(plan.Tables, p)
	}
	return plan, b.fits()
}
