package core_test

import (
	"context"
	"fmt"
	"log"

	"retroproof/chess"
	"retroproof/proofs/illegal/core"
	"retroproof/proofs/illegal/facts"
)

// Instances are accepted if their conditions are met; this one contradicts nothing.
func Example() {
	start := chess.InitialSetup()
	goal, err := chess.ParseFEN("rnbqk1nr/ppppp1pp/8/8/8/2P5/PP1PPNPP/RNBQKBNR w KQkq - 0 1")
	if err != nil {
		log.Fatal(err)
	}
	a, err := facts.NewAbstraction(&start, &goal, nil)
	if err != nil {
		log.Fatal(err)
	}
	q := core.New(a)
	clauses, err := q.Read([]byte{core.Lemmas, 1, 49, 1, 0}, 1<<20) // one schema, number 49, one instance, rank 0
	fmt.Println(err)
	clauses, err = q.Read([]byte{core.Lemmas, 1, 49, 1, 1}, 1<<20)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(clauses.Instance(0), clauses.Clauses)
	_, err = clauses.Check(context.Background(), nil)
	fmt.Println(err)
	// Output:
	// idle T=0 does not hold, or says nothing
	// idle T=1 [[-1 2]]
	// the clauses of the proof do not contradict each other
}
