package strategy_test

import (
	"context"
	"fmt"

	"retroproof/proofs/strategy"
	"retroproof/proofs/strategy/plain"
	"retroproof/proofs/strategy/spec"
)

// The circuits of a strategy agree with the rules and its text, on a board of 5 files and 4 ranks.
func ExampleCompare() {
	c, err := spec.New("krk2016", plain.Board{Files: 5, Ranks: 4})
	if err != nil {
		fmt.Println(err)
		return
	}
	f, err := strategy.Compare(context.Background(), c)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(f.Claimed, f.Moves, f.Retrograde.NotWon, f.Retrograde.Longest())
	// Output: 3090 3616 0 14
}
