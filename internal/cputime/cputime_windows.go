package cputime

import (
	"syscall"
	"time"
)

// Self returns the CPU time that this process has used, in all threads.
func Self() time.Duration {
	process, err := syscall.GetCurrentProcess()
	if err != nil {
		return 0
	}
	var creation, exit, kernel, user syscall.Filetime
	if syscall.GetProcessTimes(process, &creation, &exit, &kernel, &user) != nil {
		return 0
	}
	return duration(kernel) + duration(user)
}

// Children returns 0: Windows does not say.
func Children() time.Duration { return 0 }

// duration returns a span of time, which Windows counts in units of 100 ns. Filetime's own
// Nanoseconds is for points in time.
func duration(f syscall.Filetime) time.Duration {
	return time.Duration(uint64(f.HighDateTime)<<32|uint64(f.LowDateTime)) * 100
}
