package certify_test

import (
	"bytes"
	"context"
	"fmt"
	"log"

	"retroproof/chess"
	"retroproof/kernel"
	"retroproof/kernel/certify"
	"retroproof/kernel/formula"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal"
	"retroproof/proofs/illegal/core"
	"retroproof/proofs/limits"
	"retroproof/proofs/lrat/gunzip"
	"retroproof/sat"
)

// From a verdict to a file that another program can check.
func Example() {
	goal, err := chess.ParseFEN("rnbqk1nr/ppppp1pp/8/8/8/2P5/PP1PPNPP/RNBQKBNR w KQkq - 0 1")
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	d, err := kernel.Decide(ctx, &goal, kernel.DecideOptions{})
	if err != nil {
		log.Fatal(err)
	}
	c := certify.New(certify.Options{})
	one, err := c.Certify(ctx, &d)
	if err != nil {
		log.Fatal(err)
	}
	var file bytes.Buffer
	if err := c.Write(&file, one); err != nil {
		log.Fatal(err)
	}
	report, err := illegal.Check(ctx, gunzip.NewReader(bytes.NewReader(file.Bytes())), illegal.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(report.FEN, "is illegal")
	// Output: rnbqk1nr/ppppp1pp/8/8/8/2P5/PP1PPNPP/RNBQKBNR w KQkq - 0 1 is illegal
}

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
