package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"strings"
	"syscall"

	"retroproof/proofs/folder"
)

// reserved is how much of its address space Go's runtime takes before it uses any memory, and more.
const reserved = 700 << 20

// room returns how much memory the process may take in total: what the machine has left, or less where a limit is set.
// It reads a few lines of the system, none of which is there everywhere.
func room() int64 {
	least := int64(math.MaxInt64)
	for name, format := range map[string]string{
		"proc/meminfo":             "MemAvailable: %d kB",
		"sys/fs/cgroup/memory.max": "%d", "sys/fs/cgroup/memory/memory.limit_in_bytes": "%d",
	} {
		text, _ := folder.ReadAll(context.Background(), os.DirFS("/"), name, 1<<16)
		for line := range strings.Lines(string(text)) {
			var n int64
			if found, _ := fmt.Sscanf(line, format, &n); found == 1 {
				if strings.HasSuffix(format, " kB") {
					n <<= 10
				}
				least = min(least, n)
			}
		}
	}
	var space syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_AS, &space) == nil && space.Cur < math.MaxInt64 {
		least = min(least, max(0, int64(space.Cur)-reserved)/2) // address space is taken in large pieces
	}
	return least
}
