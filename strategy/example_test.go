package strategy_test

import (
	"context"
	"fmt"

	"retroproof/proofs/strategy/plain"
	"retroproof/proofs/strategy/spec"
	"retroproof/strategy"
)

// The strategy of 2013 fails on a board of 5x5: the solver finds a position without a step.
func ExampleProve() {
	c, err := spec.New("krk2013", plain.Board{Files: 5, Ranks: 5})
	if err != nil {
		fmt.Println(err)
		return
	}
	results, err := strategy.Prove(context.Background(), c, c.Lemmas()[:2], strategy.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range results {
		fmt.Println(r.Lemma.Key, r.Verdict)
	}
	_, step := c.Moves(nil, results[1].Counterexample[0])
	fmt.Println(step == plain.NoStep)
	// Output:
	// closed proved
	// moves refuted
	// true
}
