package survey_test

import (
	"context"
	"fmt"
	"log"

	"retroproof/chess"
	"retroproof/proofs/survey"
)

// A folder that "retroproof estimate run" has filled: its sample is drawn again, and
// every verdict has its evidence.
func ExampleCheck() {
	report, err := survey.Check(context.Background(), "testdata/sample", survey.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(report.Draws(), "draws of seed", report.Plan.Seed)
	// Output: 6 draws of seed 15
}

// A position has one number in one scheme, and several in another.
func ExampleScheme_Rank() {
	s, err := chess.ParseFEN("1R2r1k1/rnpKrr2/rp2p1qp/8/1P2R2P/NRB1np2/N1B1RR2/2b3b1 w - - 0 1")
	if err != nil {
		log.Fatal(err)
	}
	for _, scheme := range survey.Schemes {
		n, multiplicity, err := scheme.Rank(&s, 0)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(scheme, n, multiplicity)
	}
	// Output:
	// cpi 2798241551716278026603857248303341905332703306 1
	// urposition 605470046213403867733522241522753897905240103 2
	// urposition-repaired 605470046213403867733522241522753897905240103 2
}

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

// The verdicts on a sample of three, of which each draw stands for 1000 integers. A position
// with two integers counts half.
func Example() {
	t := survey.Tally{Draws: 3, Illegal: 1, Legal: map[int]uint64{2: 1}, Unknown: map[int]uint64{2: 1}}
	low, high := t.Estimates(1000)
	fmt.Printf("%.0f to %.0f positions\n", low.Positions, high.Positions)
	// Output: 500 to 1000 positions
}
