package estimate_test

import (
	"fmt"
	"log"

	"retroproof/proofs/survey/estimate"
)

// The verdicts on a sample of which each draw stands for 1000 integers. A legal position
// with two integers counts half.
func Example() {
	t := estimate.NewTally()
	for _, line := range []string{
		"8/8/8/8/8/8/8/Kk6 w - - 0 1 illegal AdjacentKings",
		"4k3/8/8/8/8/8/8/4K3 w - - 0 1 legal: proof:",
		`{"fen":"4k3/8/8/8/8/8/8/4K2R w K - 0 1","verdict":"unknown"}`,
	} {
		l, err := estimate.ParseLine(line)
		if err != nil {
			log.Fatal(err)
		}
		t.Add(l.Verdict, 2) // as package urposition says of the position
	}
	t.Draws = t.Listed()
	low, high := t.Estimates(1000)
	fmt.Printf("%.0f to %.0f positions\n", low.Positions, high.Positions)
	// Output: 500 to 1000 positions
}
