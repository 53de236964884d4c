package expect

import (
	"os"
	"testing"
)

// Size returns how much a test does: little, or with RETROPROOF_LONG=1, as "make soundness" sets it, much.
func Size[T any](little, much T) T {
	if os.Getenv("RETROPROOF_LONG") != "" {
		return much
	}
	return little
}

// Short returns how much a test does: little with the flag -short, otherwise much.
func Short[T any](little, much T) T {
	if testing.Short() {
		return little
	}
	return much
}
