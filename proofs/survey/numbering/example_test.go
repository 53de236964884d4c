package numbering_test

import (
	"fmt"

	"retroproof/proofs/survey/numbering"
)

// Two sides with nine pawns' worth of men each: is there a game that leaves both?
func Example() {
	queens := numbering.Army{Pawns: 7, Queens: 2, Rooks: 2, Bishops: 2, Knights: 2}
	full := numbering.Army{Pawns: 8, Queens: 1, Rooks: 2, Bishops: 2, Knights: 2}
	fmt.Println(queens, queens.Promoted(), numbering.Attainable(queens, full))
	full.Knights = 1
	fmt.Println(numbering.Attainable(queens, full))
	// Output:
	// KQQRRBBNNPPPPPPP 1 false
	// true
}
