package krk_test

import (
	"context"
	"fmt"
	"log"

	"retroproof/krk"
	"retroproof/proofs/strategy/lemmas"
	"retroproof/sat"
	"retroproof/strategy"
)

// A lemma: whatever the position, some step of the strategy has a move. The solver finds that its negation has no
// model.
func ExampleProve() {
	suite, err := krk.New(lemmas.Encoding{})
	if err != nil {
		log.Fatal(err)
	}
	list, err := suite.Lemmas()
	if err != nil {
		log.Fatal(err)
	}
	results, err := krk.Prove(context.Background(), list[7:8], true, strategy.Options{Solver: sat.Native}, nil)
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range results {
		fmt.Println(r.Lemma.Statement, r.Verdict)
	}
	// Output: In every legal position with White to move some step of the strategy has a move. proved
}
