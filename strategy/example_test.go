package strategy_test

import (
	"context"
	"fmt"

	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/lemmas"
	"retroproof/proofs/strategy/rules"
	"retroproof/proofs/strategy/text"
	"retroproof/proofs/strategy/wins"
	"retroproof/strategy"
	"retroproof/strategy/circuits"
)

// The strategy of 2013 fails on a board of 5x5: the solver finds a position without a step.
func ExampleProve() {
	s, err := text.New("krk2013", rules.Board{Files: 5, Ranks: 5})
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
	results, err := strategy.Prove(context.Background(), c, t, c.Lemmas()[:2], strategy.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range results {
		fmt.Println(r.Lemma.Key, r.Verdict)
	}
	_, step := t.By(nil, results[1].Counterexample[0])
	fmt.Println(step == core.NoStep)
	// Output:
	// closed proved
	// moves refuted
	// true
}
