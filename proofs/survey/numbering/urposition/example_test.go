package urposition_test

import (
	"fmt"
	"log"

	"retroproof/chess"
	"retroproof/proofs/survey/numbering/urposition"
)

// A position with promoted men has several urpositions.
func Example() {
	s, err := chess.ParseFEN("1R2r1k1/rnpKrr2/rp2p1qp/8/1P2R2P/NRB1np2/N1B1RR2/2b3b1 w - - 0 1")
	if err != nil {
		log.Fatal(err)
	}
	for index := range 2 {
		n, multiplicity, err := urposition.Repaired.Rank(&s, index)
		if err != nil {
			log.Fatal(err)
		}
		u, err := urposition.Repaired.Unrank(n)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(n, "is", u.Index, "of", multiplicity)
	}
	// Output:
	// 605470046213403867733522241522753897905240103 is 0 of 2
	// 605470669930658003497836954346873145431000103 is 1 of 2
}
