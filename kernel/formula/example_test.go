package formula_test

import (
	"context"
	"fmt"
	"log"

	"retroproof/chess"
	"retroproof/kernel/formula"
	"retroproof/kernel/rules"
	"retroproof/sat"
)

// The question whether there is an extended proof kernel, as clauses for any solver. Here there is
// none: one capture cannot rearrange White's pawns so.
func ExampleNew() {
	start := chess.InitialSetup()
	goal, err := chess.ParseFEN("rnbqk1nr/ppppp1pp/8/8/8/2P5/PP1PPNPP/RNBQKBNR w KQkq - 0 1")
	if err != nil {
		log.Fatal(err)
	}
	abstraction, impossible := rules.Abstract(&start, &goal)
	if impossible != nil {
		log.Fatal(impossible) // no formula is needed
	}
	cnf := formula.New(abstraction)
	solver, err := sat.New("")
	if err != nil {
		log.Fatal(err)
	}
	defer solver.Close()
	cnf.Emit(solver) // or cnf.WriteDIMACS(file)
	fmt.Println(solver.Solve(context.Background()))
	// Output: UNSATISFIABLE <nil>
}
