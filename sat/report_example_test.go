package sat_test

import (
	"bufio"
	"context"
	"log"
	"os"
	"strings"

	"retroproof/proofs/lrat"
	"retroproof/sat"
)

// The models of a formula, as the model counting competition has them.
func ExampleReport() {
	f, err := lrat.ReadDIMACS(strings.NewReader("p cnf 2 1\n1 2 0\n"), "or.cnf")
	if err != nil {
		log.Fatal(err)
	}
	solver, err := sat.New(sat.Embedded)
	if err != nil {
		log.Fatal(err)
	}
	defer solver.Close()
	sat.AddFormula(solver, f)
	out := bufio.NewWriter(os.Stdout)
	r := &sat.Report{
		File: "or.cnf", Formula: f, Lines: &sat.CountingLines{}, All: true, Quiet: true, Solvers: []sat.Solver{solver}, Out: out,
		Complement: func() (sat.Solver, error) { return sat.New(sat.Embedded) }, Progress: func(string) {},
	}
	if _, err := r.Enumerate(context.Background()); err != nil {
		log.Fatal(err)
	}
	out.Flush()
	// Output:
	// v -1 2 0
	// v 1 -2 0
	// v 1 2 0
	// s SATISFIABLE
	// c s type mc
	// c s exact arb int 3
}
