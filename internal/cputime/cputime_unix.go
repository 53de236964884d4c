//go:build unix

package cputime

import (
	"syscall"
	"time"
)

// Self returns the CPU time that this process has used, in all threads, or 0 where the system does not say.
func Self() time.Duration { return usage(syscall.RUSAGE_SELF) }

// Children returns the CPU time of the processes that this one has started and waited for, or 0 where the system does
// not say.
func Children() time.Duration { return usage(syscall.RUSAGE_CHILDREN) }

func usage(who int) time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(who, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
