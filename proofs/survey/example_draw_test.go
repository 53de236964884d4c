package survey_test

import (
	"fmt"

	"retroproof/proofs/survey"
)

// A seed has the same draws for ever.
func ExampleDraw() {
	for i := range uint64(2) {
		d := survey.Draw(survey.CPI, 1, i)
		fmt.Println(d.Rank, d.Setup.FEN())
	}
	// Output:
	// 33560957387893797040082918132964199552276595754 6RQ/1B2q1r1/5r1N/R1prqr2/N2P3P/bK3Nrq/p1PkB1b1/4R1bB b - - 0 1
	// 47926328630133809046191365108180108488219590684 2q4n/P1B1pp2/pBpRB1P1/3Kk1R1/1NPB1r1p/1b2rrP1/P1r3b1/1Q1N3b b - - 0 1
}
