package main

import "retroproof/internal/cputime"

// cpuSeconds returns the CPU time of this process and of the external solvers
// it has waited for, as far as the system says.
func cpuSeconds() float64 { return (cputime.Self() + cputime.Children()).Seconds() }
