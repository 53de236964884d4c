package retro

import (
	"bytes"
	"os"
	"path"
	"strconv"
	"strings"
)

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
