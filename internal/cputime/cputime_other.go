//go:build !unix && !windows

package cputime

import "time"

// Self returns 0: the system does not say.
func Self() time.Duration { return 0 }

// Children returns 0.
func Children() time.Duration { return 0 }
