package count_test

import (
	"fmt"

	"retroproof/count"
	"retroproof/proofs/survey/numbering"
)

// How many armies can a side have, and how many pairs can one game leave?
func Example() {
	fmt.Println(count.CountArmies().Armies.Total)
	fmt.Println(count.CountPairs().Pairs.Total)

	nine := numbering.Army{Pawns: 8, Queens: 2, Rooks: 2, Bishops: 2, Knights: 2}
	fmt.Println(nine.Valid()) // the second queen was a ninth pawn
	// Output:
	// 8694
	// 58084310
	// false
}
