package krk_test

import (
	"context"
	"fmt"
	"log"

	"retroproof/krk"
	"retroproof/proofs/krk/spec"
)

// A lemma: whatever the position, some step of the strategy has a move. The solver finds
// that its negation has no model.
func ExampleProve() {
	var lemmas []spec.Lemma
	for _, l := range spec.Lemmas() {
		if l.Key == "7s" {
			lemmas = append(lemmas, l)
		}
	}
	results, err := krk.Prove(context.Background(), lemmas, krk.Options{Encoding: spec.DefaultEncoding(), Reading: spec.Default()})
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range results {
		fmt.Println(r.Lemma.Statement, r.Verdict)
	}
	// Output: In every legal position with White to move some step of the strategy has a move. proved
}

// What the strategy plays, and by which step.
func ExampleStrategyMoves() {
	p, err := krk.ParseFEN("8/8/8/3k4/8/8/8/K6R w - - 0 1")
	if err != nil {
		log.Fatal(err)
	}
	reading := spec.Default()
	moves, step := krk.StrategyMoves(nil, p, &reading)
	fmt.Println(krk.SANs(p, moves), step)
	// Output: [Rc1] Squeeze
}
