//go:build unix

package cputime

import (
	"syscall"
	"time"
)

func self() time.Duration     { return usage(syscall.RUSAGE_SELF) }
func children() time.Duration { return usage(syscall.RUSAGE_CHILDREN) }

func usage(who int) time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(who, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
