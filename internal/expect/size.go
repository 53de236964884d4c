package expect

import (
	"os"
	"testing"
)

// Long reports whether tests are to do much: with RETROPROOF_LONG=1, as "make soundness" sets it.
var Long = os.Getenv("RETROPROOF_LONG") != ""

// Size returns how much a test does: little, or if tests are [Long], much.
func Size[T any](little, much T) T {
	if Long {
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
