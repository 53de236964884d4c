package certify_test

import (
	"context"
	"fmt"
	"log"

	"retroproof/chess"
	"retroproof/kernel/certify"
	"retroproof/kernel/formula"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/core"
	"retroproof/proofs/limits"
	"retroproof/sat"
)

// A solver refutes the formula of a kernel question; what it used is written, and checked.
func ExampleWriteCore() {
	start := chess.InitialSetup()
	goal, err := chess.ParseFEN("rnbqkbnr/1ppppppp/8/8/8/1P2P3/PpPP1PPP/RNBQK1NR w KQkq - 0 1")
	if err != nil {
		log.Fatal(err)
	}
	abstraction, impossible := rules.Abstract(&start, &goal)
	if impossible != nil {
		log.Fatal(impossible)
	}
	question, whole, prover := core.New(abstraction), formula.New(abstraction), sat.NewProver()
	defer prover.Close()
	whole.Emit(prover)
	if status, err := prover.Solve(context.Background()); status != sat.Unsatisfiable {
		log.Fatal(status, err)
	}
	file, err := certify.WriteCore(question, whole, prover)
	if err != nil {
		log.Fatal(err)
	}
	c, err := question.Read(file, limits.DefaultMemory)
	if err != nil {
		log.Fatal(err)
	}
	stats, err := c.Check(context.Background(), nil)
	fmt.Println(stats.Clauses < 200, stats.Lemmas, err)
	// Output: true 0 <nil>
}
