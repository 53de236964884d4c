package batch

import (
	"retroproof/internal/cputime"
)

// CPUSeconds returns the CPU time of this process and of the programs that it has run and waited for, as far as the
// system says.
func CPUSeconds() float64 { return (cputime.Self() + cputime.Children()).Seconds() }
