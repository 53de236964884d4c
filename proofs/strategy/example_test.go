package strategy_test

import (
	"context"
	"fmt"

	"retroproof/proofs/strategy"
	"retroproof/proofs/strategy/lemmas"
	"retroproof/proofs/strategy/rules"
	"retroproof/proofs/strategy/text"
	"retroproof/proofs/strategy/wins"
	"retroproof/strategy/circuits"
)

// The circuits of a strategy agree with the rules and its text, on a board of 5 files and 4 ranks.
func ExampleCompare() {
	s, err := text.New("krk2016", rules.Board{Files: 5, Ranks: 4})
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := circuits.New(s, lemmas.Encoding{})
	if err != nil {
		fmt.Println(err)
		return
	}
	t, err := wins.New(context.Background(), s)
	if err != nil {
		fmt.Println(err)
		return
	}
	f := t.Figures()
	fmt.Println(strategy.Compare(context.Background(), c, t), f.Claimed, f.Moves, f.NotWon, f.Longest())
	// Output: <nil> 3090 3616 0 14
}
