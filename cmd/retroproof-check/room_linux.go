package main

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// reserved is how much of its address space Go's runtime takes before it uses any memory, and more.
const reserved = 700 << 20

// room returns how much memory the process may take in total: what the machine has left, or less where a limit is set.
// It reads a few lines of the system, none of which is there everywhere.
func room() int64 {
	least := int64(math.MaxInt64)
	if f, err := os.Open("/proc/meminfo"); err == nil {
		for lines := bufio.NewScanner(f); lines.Scan(); {
			var kilobytes int64
			if n, _ := fmt.Sscanf(lines.Text(), "MemAvailable: %d kB", &kilobytes); n == 1 {
				least = kilobytes << 10
			}
		}
		f.Close()
	}
	for _, name := range []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		text, _ := os.ReadFile(name)
		if n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil {
			least = min(least, n)
		}
	}
	var space syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_AS, &space) == nil && space.Cur < math.MaxInt64 {
		least = min(least, max(0, int64(space.Cur)-reserved)/2) // address space is taken in large pieces
	}
	return least
}
