package retro

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"retroproof/internal/answer"
	"retroproof/retro/format"
	"retroproof/retro/generate"
	"retroproof/retro/table"
)

// An Estimate is the memory that building a table takes, in bytes.
type Estimate struct {
	// CellBytes is the width of a cell: 1 holds depths up to 253 plies. A table of which
	// it is not known that it takes 2 is begun with 1.
	CellBytes int
	Table     int64 // the finished table
	// Slices is how many slices the table is built in, Slice what the cells of the largest take: one is in
	// memory at a time. 0 if the table is built as a whole.
	Slices    int
	Slice     int64
	Working   int64 // what else generating or writing it takes
	Subtables int64 // the tables of its Conversions or, with several Groups, those of the largest
	// Groups is in how many groups these are loaded, one after the other and with the sides to
	// move that are needed, if all of them whole would take too much; 0 if not.
	Groups int
}

// Total returns the memory that building the table takes.
func (e Estimate) Total() int64 { return e.own() + e.Working + e.Subtables }

// own returns the memory of the table itself while it is built.
func (e Estimate) own() int64 {
	if e.Slices > 0 {
		return e.Slice
	}
	return e.Table
}

// A MemoryError says that a table does not fit in memory.
type MemoryError struct {
	// Material is the table that takes most, of those that were to be built.
	Material table.Material
	Estimate Estimate
	Others   int64 // finished tables that have to stay in memory besides
	Limit    int64
	// Deeper is set if the table would have fitted with cells of one byte, but depths do
	// not: its building was begun.
	Deeper bool
}

// Error says how much is needed and how much there is.
func (e *MemoryError) Error() string {
	needs := "tables that it needs"
	switch {
	case e.Estimate.Groups > 1:
		needs = "what it needs of other tables at a time"
	case e.Estimate.Groups == 1:
		needs = "what it needs of other tables"
	}
	own := "the table"
	if e.Estimate.Slices > 0 {
		own = fmt.Sprintf("the largest of %d slices of the table", e.Estimate.Slices)
	}
	s := fmt.Sprintf("building the table of %s takes %s of memory (%s %s, with %s a cell, working sets %s, %s %s",
		e.Material, formatBytes(e.Estimate.Total()+e.Others, math.Ceil), own, FormatBytes(e.Estimate.own()),
		answer.Counted(e.Estimate.CellBytes, "byte", "bytes"), FormatBytes(e.Estimate.Working), needs,
		FormatBytes(e.Estimate.Subtables))
	if e.Others > 0 {
		s += ", other tables " + FormatBytes(e.Others)
	}
	s += fmt.Sprintf("), and the limit is %s", FormatBytes(e.Limit))
	if e.Deeper {
		s += fmt.Sprintf("; with 1 byte a cell it would fit, but depths go beyond %d plies", table.MaxDepth[uint8]())
	}
	return s
}

// FormatBytes returns a size such as "287 MB"; a megabyte is a million bytes.
func FormatBytes(n int64) string { return formatBytes(n, math.Round) }

// formatBytes is FormatBytes with a way to round to three digits: a limit that has to be raised is given as what is
// enough.
func formatBytes(n int64, round func(float64) float64) string {
	units := []string{"bytes", "kB", "MB", "GB", "TB", "PB"}
	x := float64(n)
	for i, unit := range units {
		digits := 1.0 // behind the point, as a power of ten
		switch {
		case i > 0 && x < 9.995:
			digits = 100
		case i > 0 && x < 99.95:
			digits = 10
		}
		if y := round(x*digits) / digits; y < 1000 {
			return fmt.Sprintf("%s %s", strconv.FormatFloat(y, 'f', -1, 64), unit)
		}
		x /= 1000
	}
	return fmt.Sprintf("%d bytes", n)
}

// estimateMemory returns the memory that building the table of a material takes with
// cells of so many bytes, with the given number of goroutines that compress, and with so many
// bytes of the tables of its conversions.
func estimateMemory(m table.Material, jobs, cellBytes int, subtables int64) Estimate {
	m = m.Canonical()
	return Estimate{
		CellBytes: cellBytes,
		Table:     table.Bytes(m, cellBytes),
		Working:   max(generate.WorkingBytes(m), int64(jobs)*format.WritingBytes),
		Subtables: subtables,
	}
}

// inSlices returns the estimate for building the table in slices; ok is false if it has none.
func (e Estimate) inSlices(m table.Material, jobs int) (_ Estimate, ok bool) {
	var reading int64
	e.Slices, e.Slice, e.Working, reading = generate.SliceBytes(m, jobs, e.CellBytes)
	e.Working = max(e.Working, reading+int64(jobs)*format.WritingBytes)
	return e, e.Slices > 0
}

// estimate finds how a table is built within the memory: with cells of the width that is sure to be enough, unless only
// the other one fits; in groups of the tables that it needs, and in slices, if it is too large as a whole.
func (b *builder) estimate(t *task) {
	var subtables int64
	for _, s := range t.subs {
		subtables += s.estimate.Table
	}
	for width := table.MostCellBytes(t.material); width > 0; width-- {
		t.groups = nil
		t.estimate = estimateMemory(t.material, b.opt.Jobs, width, subtables)
		if t.estimate.Total() > b.limit && b.dir != "" {
			t.group(b.limit)
		}
		tooLarge := t.estimate.Total() > b.limit || t.estimate.Table > large
		if sliced, ok := t.estimate.inSlices(t.material, b.opt.Jobs); ok && b.dir != "" && tooLarge {
			t.estimate = sliced
			t.group(b.limit)
		}
		if t.estimate.Total() <= b.limit || !narrowed(t.material) {
			return
		}
	}
}

// mostParts is in how many parts a table is loaded at most: the more there are, the more often captures by kings
// lead from one to another.
const mostParts = 16

// group divides the tables that a task needs, of which only the needed sides to move are loaded then, into
// groups that fit the memory besides its own table, one at a time, as far as that is possible. Those that
// captures en passant lead to stay together, at the end, if the table is built in slices; then others are divided
// that do not fit.
func (t *task) group(limit int64) {
	free := limit - t.estimate.own() - t.estimate.Working
	t.groups, t.parts, t.estimate.Subtables = nil, map[table.Material]int{}, 0
	var passing []table.Material
	if t.estimate.Slices > 0 {
		passing = generate.PassingTables(t.material)
	}
	sum := int64(0) // of the last group
	add := func(bytes int64, tables ...table.Material) {
		if n := len(t.groups); n == 0 || sum+bytes > free {
			t.groups, sum = append(t.groups, nil), 0
		}
		last := &t.groups[len(t.groups)-1]
		*last = append(*last, tables...)
		sum += bytes
		t.estimate.Subtables = max(t.estimate.Subtables, sum)
	}
	together := int64(0)
	for _, s := range slices.SortedStableFunc(slices.Values(t.subs), func(x, y *task) int {
		return cmp.Compare(y.estimate.Table, x.estimate.Table)
	}) {
		sides := len(t.material.ConversionTurns(s.material))
		bytes := table.SideBytes(s.material, s.estimate.CellBytes, sides)
		if slices.Contains(passing, s.material) {
			together += bytes
			continue
		}
		if t.estimate.Slices > 0 && s.result.Gaviota == "" && bytes > free {
			rest := table.SideBytes(s.material, s.estimate.CellBytes, 0)
			n := int64(mostParts) // if nothing fits, the estimate is the least that does
			if free > rest {
				n = min((bytes-rest)/(free-rest)+1, mostParts)
			}
			if n > 1 {
				t.parts[s.material] = int(n)
				bytes = (bytes-rest)/n + rest
				sum = free // a group of its own
				add(bytes, s.material)
				sum = free
				continue
			}
		}
		add(bytes, s.material)
	}
	if len(passing) > 0 {
		add(together, passing...)
	}
	t.estimate.Groups = len(t.groups)
}

// narrowed reports whether a table may turn out to take one byte a cell or two.
func narrowed(m table.Material) bool { return m.Men() > 5 }

// fits returns an error if the memory is not enough. It names the table that takes most.
func (b *builder) fits() error {
	var worst *MemoryError
	for _, t := range b.tasks {
		if t.state == finished {
			continue
		}
		var others int64
		if b.dir == "" { // all tables stay
			for _, o := range b.tasks {
				if o == t {
					break
				}
				if !slices.Contains(t.subs, o) {
					others += o.estimate.Table
				}
			}
		}
		need := t.estimate.Total() + others
		if need > b.limit && (worst == nil || need > worst.Estimate.Total()+worst.Others) {
			worst = &MemoryError{Material: t.material, Estimate: t.estimate, Others: others, Limit: b.limit}
		}
	}
	if worst == nil {
		return nil
	}
	return worst
}
