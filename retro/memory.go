package retro

import (
	"fmt"

	"retroproof/retro/format"
	"retroproof/retro/generate"
	"retroproof/retro/material"
	"retroproof/retro/table"
)

// An Estimate is the memory that building a table takes, in bytes.
type Estimate struct {
	Table     int64 // the finished table
	Working   int64 // what else generating or writing it takes
	Subtables int64 // the tables of its Conversions
}

// Total returns the memory that building the table takes.
func (e Estimate) Total() int64 { return e.Table + e.Working + e.Subtables }

// A MemoryError says that a table does not fit in memory.
type MemoryError struct {
	Material material.Material
	Estimate Estimate
	Others   int64 // finished tables that have to stay in memory besides
	Limit    int64
}

// Error says how much is needed and how much there is.
func (e *MemoryError) Error() string {
	s := fmt.Sprintf("building the table of %s takes %s of memory (the table %s, working sets %s, tables that it needs %s",
		e.Material, formatBytes(e.Estimate.Total()+e.Others), formatBytes(e.Estimate.Table), formatBytes(e.Estimate.Working), formatBytes(e.Estimate.Subtables))
	if e.Others > 0 {
		s += ", other tables " + formatBytes(e.Others)
	}
	return s + fmt.Sprintf("), and the limit is %s", formatBytes(e.Limit))
}

// formatBytes returns a size such as "287 MB"; a megabyte is a million bytes.
func formatBytes(n int64) string {
	units := []string{"bytes", "kB", "MB", "GB", "TB", "PB"}
	x := float64(n)
	for i, unit := range units {
		switch {
		case i > 0 && x < 99.95:
			return fmt.Sprintf("%.3g %s", x, unit)
		case x < 999.5:
			return fmt.Sprintf("%.0f %s", x, unit)
		}
		x /= 1000
	}
	return fmt.Sprintf("%d bytes", n)
}

// estimateMemory returns the memory that building the table of a material takes,
// with the given number of goroutines that compress.
func estimateMemory(m material.Material, jobs int) Estimate {
	m = m.Canonical()
	e := Estimate{
		Table:   table.Bytes(m),
		Working: max(generate.WorkingBytes(m), int64(jobs)*format.WritingBytes),
	}
	for _, c := range m.Conversions() {
		e.Subtables += table.Bytes(c)
	}
	return e
}
