package survey_test

import (
	"fmt"
	"log"

	"retroproof/chess"
	"retroproof/proofs/survey"
)

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
