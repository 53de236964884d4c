package cdcl_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"retroproof/sat/cdcl"
)

// All clauses over two variables: unsatisfiable, and the proof in LRAT says why. Package
// proofs checks it.
func Example() {
	s := cdcl.New()
	proof := cdcl.NewTextWriter(os.Stdout)
	s.SetProof(proof)
	for _, clause := range [][]int32{{1, 2}, {1, -2}, {-1, 2}, {-1, -2}} {
		s.AddClause(clause...)
	}
	status, err := s.Solve(context.Background(), -1)
	if err != nil {
		log.Fatal(err)
	}
	if err := proof.Flush(); err != nil {
		log.Fatal(err)
	}
	fmt.Println(status == cdcl.Unsatisfiable)
	// Output:
	// 5 2 0 1 3 0
	// 6 1 0 5 2 0
	// 7 0 6 5 4 0
	// true
}
