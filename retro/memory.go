package retro

import (
	"bytes"
	"fmt"
	"os"
	"path"
	"strconv"
	"strings"
	"unsafe"

	"retroproof/chess"
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
	Material Material
	Estimate Estimate
	Others   int64 // finished tables that have to stay in memory besides
	Limit    int64
}

// Error says how much is needed and how much there is.
func (e *MemoryError) Error() string {
	s := fmt.Sprintf("building the table of %s takes %s of memory (the table %s, working sets %s, tables that it needs %s",
		e.Material, FormatBytes(e.Estimate.Total()+e.Others), FormatBytes(e.Estimate.Table), FormatBytes(e.Estimate.Working), FormatBytes(e.Estimate.Subtables))
	if e.Others > 0 {
		s += ", other tables " + FormatBytes(e.Others)
	}
	return s + fmt.Sprintf("), and the limit is %s", FormatBytes(e.Limit))
}

// FormatBytes returns a size such as "287 MB"; a megabyte is a million bytes.
func FormatBytes(n int64) string {
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

// cellBytesFor returns the bytes of a cell that have to be reckoned with: every
// depth of five men fits a byte, not every one of six.
func cellBytesFor(m Material) int64 {
	if m.Men() > 5 {
		return 2
	}
	return 1
}

// writingBytes is what a goroutine that compresses takes: a block, what becomes
// of it, and the state of zstd.
const writingBytes = 3 << 20

// EstimateMemory returns the memory that the table of a material takes, as
// Generate and WriteFile allocate it.
func EstimateMemory(m Material, jobs int) Estimate {
	m = m.Canonical()
	e := Estimate{Table: tableBytes(m)}
	l := newLayout(m)
	words, blocks := int64(l.words), int64((l.words+63)/64)
	open, sets := 2*8*words, 2*5*8*blocks
	e.Working = max(open+sets+l.enPassantBytes(), int64(jobs)*writingBytes)
	for _, c := range m.Conversions() {
		e.Subtables += tableBytes(c)
	}
	return e
}

// tableBytes returns the memory of a finished table.
func tableBytes(m Material) int64 {
	l := newLayout(m)
	return 2*64*int64(l.words)*cellBytesFor(m) + int64(l.perPair)*int64(unsafe.Sizeof(placement{}))
}

// enPassantBytes returns the memory of the lists of double steps that allow a
// capture en passant, which is about how many there are: some of them are not
// legal for other reasons. Lists are made by each worker, then put together.
func (l *layout) enPassantBytes() int64 {
	var edges int64
	n := len(l.outer) + 1
	for i := range n {
		for j := range n {
			a, b := l.man(i), l.man(j)
			if a.kind != chess.Pawn || b.kind != chess.Pawn || a.color == b.color {
				continue
			}
			// 14 ways to have a pawn step beside another, with the king of the
			// side that steps not in check in about 4 of 5 positions.
			ways := 14 * int64(len(l.pairs.kings)) * 4 / 5
			for k := range n {
				if k == i || k == j {
					continue
				}
				if l.man(k).kind == chess.Pawn {
					ways *= 48
				} else {
					ways *= 64
				}
			}
			edges += ways
		}
	}
	return edges * int64(unsafe.Sizeof(enPassantEdge{})) * 9 / 4
}

// AvailableMemory returns the memory that this process may take: what the
// machine has to spare, or less if its control group may not have as much.
// It returns false if that cannot be found out.
func AvailableMemory() (int64, bool) {
	info, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0, false
	}
	available, ok := parseMeminfo(info)
	if !ok {
		return 0, false
	}
	groups, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return available, true
	}
	if left, ok := cgroupLeft("/sys/fs/cgroup", groups); ok {
		available = min(available, left)
	}
	return available, true
}

// parseMeminfo finds MemAvailable.
func parseMeminfo(info []byte) (int64, bool) {
	for line := range strings.Lines(string(info)) {
		if rest, ok := strings.CutPrefix(line, "MemAvailable:"); ok {
			n, err := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), "kB")), 10, 64)
			return n << 10, err == nil
		}
	}
	return 0, false
}

// cgroupLeft returns what the control groups of a process leave of their limits:
// the tightest of its group and those above, version 2, or version 1.
func cgroupLeft(root string, groups []byte) (left int64, found bool) {
	number := func(name string) (int64, bool) {
		b, err := os.ReadFile(name)
		if err != nil {
			return 0, false
		}
		n, err := strconv.ParseInt(string(bytes.TrimSpace(b)), 10, 64) // "max" is no number
		return n, err == nil
	}
	for line := range strings.Lines(string(groups)) {
		fields := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(fields) != 3 {
			continue
		}
		dir, limit, usage := root, "memory.max", "memory.current"
		if fields[1] != "" {
			if !strings.Contains(","+fields[1]+",", ",memory,") {
				continue
			}
			dir, limit, usage = path.Join(root, "memory"), "memory.limit_in_bytes", "memory.usage_in_bytes"
		}
		for group := path.Clean("/" + fields[2]); ; group = path.Dir(group) {
			most, ok := number(path.Join(dir, group, limit))
			// In version 1 no limit is a number beyond all memory.
			if ok && most < 1<<60 {
				used, _ := number(path.Join(dir, group, usage))
				// File pages count as used, and are given up when asked for.
				used -= cachedFiles(path.Join(dir, group, "memory.stat"))
				if n := max(most-max(used, 0), 0); !found || n < left {
					left, found = n, true
				}
			}
			if group == "/" {
				break
			}
		}
	}
	return left, found
}

// cachedFiles returns the bytes of file pages of a control group that are not in
// active use.
func cachedFiles(name string) int64 {
	b, err := os.ReadFile(name)
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(b)) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		if key == "inactive_file" || key == "total_inactive_file" {
			n, _ := strconv.ParseInt(value, 10, 64)
			return n
		}
	}
	return 0
}
