package expect

import "os"

// Size returns how much a test does: little, or with RETROPROOF_LONG=1, as "make soundness" sets it, much.
func Size(little, much int) int {
	if os.Getenv("RETROPROOF_LONG") != "" {
		return much
	}
	return little
}
