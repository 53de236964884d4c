// Package cputime measures CPU time, which other work on the machine changes
// little, where wall-clock time would mislead.
package cputime

import "time"

// Self returns the CPU time that this process has used, in all threads, or 0
// where the system does not say.
func Self() time.Duration { return self() }

// Children returns the CPU time of the processes that this one has started and
// waited for, or 0 where the system does not say, as on Windows.
func Children() time.Duration { return children() }
