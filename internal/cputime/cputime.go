// Package cputime measures CPU time, which other work on the machine changes
// little, where wall-clock time would mislead.
package cputime

// Seconds returns the CPU time of this process and of the programs that it has run and waited for, as far as the system
// says.
func Seconds() float64 { return (Self() + Children()).Seconds() }
