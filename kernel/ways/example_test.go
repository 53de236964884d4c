package ways_test

import (
	"fmt"

	"retroproof/kernel/ways"
)

func Example() {
	var m ways.Matrix
	m.N = 2
	m.Cost[0][0], m.Cost[0][1] = 1, 5
	m.Cost[1][0], m.Cost[1][1] = 2, 9
	fmt.Println(m.Solve())
	fmt.Println(m.Column[0], m.Column[1], m.Reduced(0, 0)+m.Reduced(1, 1))
	// Output:
	// 7 true
	// 1 0 3
}
