package retro

import (
	"fmt"

	"retroproof/retro/format"
	"retroproof/retro/generate"
	"retroproof/retro/index"
	"retroproof/retro/material"
	"retroproof/retro/table"
)

// An Estimate is the memory that a table takes, in bytes.
type Estimate struct {
	Table     int64 // the finished table
	Working   int64 // besides it, while it is generated and written
	Subtables int64 // the tables of its Conversions, which are there meanwhile
}

// Total returns the memory that building the table takes.
func (e Estimate) Total() int64 { return e.Table + e.Working + e.Subtables }

// A MemoryError refuses to build a table that does not fit in memory.
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

// FormatBytes returns a size such as "287 MB"; a megabyte is a million bytes.
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

// EstimateMemory returns the memory that the table of a material takes, as
// Generate and WriteFile allocate it.
func EstimateMemory(m material.Material, jobs int) Estimate {
	m = m.Canonical()
	e := Estimate{Table: table.Bytes(m)}
	l := index.New(m)
	words, blocks := int64(l.Words), int64((l.Words+63)/64)
	open, sets := 2*8*words, 2*5*8*blocks
	e.Working = max(open+sets+generate.EnPassantBytes(l), int64(jobs)*format.WritingBytes)
	for _, c := range m.Conversions() {
		e.Subtables += table.Bytes(c)
	}
	return e
}
