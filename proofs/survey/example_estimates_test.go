package survey_test

import (
	"fmt"

	"retroproof/proofs/survey"
)

// The verdicts on a sample of three, of which each draw stands for 1000 integers. A position
// with two integers counts half.
func Example() {
	t := survey.Tally{Draws: 3, Illegal: 1, Legal: map[int]uint64{2: 1}, Unknown: map[int]uint64{2: 1}}
	low, high := t.Estimates(1000)
	fmt.Printf("%.0f to %.0f positions\n", low.Positions, high.Positions)
	// Output: 500 to 1000 positions
}
