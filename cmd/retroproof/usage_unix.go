//go:build unix

package main

import "syscall"

// cpuSeconds returns the CPU time of this process and of the external solvers
// it has waited for.
func cpuSeconds() float64 {
	total := 0.0
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if syscall.Getrusage(who, &u) == nil {
			total += float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
		}
	}
	return total
}
