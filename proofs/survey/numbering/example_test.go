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

func ExampleUint() {
	a := numbering.Of128(1, 0) // 2^64
	b := a.Mul(1 << 63).Add(numbering.Of(1))
	q, r := b.DivSmall(10)
	fmt.Println(b, q, r)
	fmt.Println(a.Less(b), b.BitLen())
	// Output:
	// 170141183460469231731687303715884105729 17014118346046923173168730371588410572 9
	// true 128
}
