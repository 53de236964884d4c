package krk_test

import (
	"context"
	"fmt"
	"log"

	"retroproof/krk"
	"retroproof/krk/spec"
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
	p := spec.Pack(spec.At(0, 0), spec.At(3, 4), spec.At(7, 0), true) // Ka1, Rh1, black king on d5
	reading := spec.Default()
	moves, step := krk.StrategyMoves(nil, p, &reading)
	fmt.Println(krk.SAN(p, moves[0]), step)
	// Output: Rc1 Squeeze
}
