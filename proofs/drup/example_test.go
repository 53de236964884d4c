package drup_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"retroproof/proofs/drup"
	"retroproof/proofs/lrat"
)

// A proof without hints, and the same with hints.
func Example() {
	checker := func() *drup.Checker {
		c := drup.NewChecker(2, lrat.DefaultMemory)
		for _, clause := range [][]int32{{1, 2}, {1, -2}, {-1, 2}, {-1, -2}} {
			if err := c.AddClause(clause); err != nil {
				fmt.Println(err)
			}
		}
		return c
	}
	_, err := checker().Check(context.Background(), strings.NewReader("1 0\n0\n"), "proof")
	fmt.Println(err)
	if _, err := checker().Elaborate(context.Background(), strings.NewReader("1 0\n0\n"), "proof", os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// <nil>
	// 5 1 0 1 2 0
	// 6 0 5 3 4 0
}
