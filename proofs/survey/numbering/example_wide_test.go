package numbering_test

import (
	"fmt"

	"retroproof/proofs/survey/numbering"
)

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
