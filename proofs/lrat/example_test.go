package lrat_test

import (
	"fmt"
	"log"
	"strings"

	"retroproof/proofs/lrat"
)

// Every clause over two variables: there is no model. The proof adds two clauses, each
// with the numbers of those that it follows from; the second is the empty one.
func ExampleCheckLRAT() {
	formula, err := lrat.ReadDIMACS(strings.NewReader("p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n"), "formula.cnf")
	if err != nil {
		log.Fatal(err)
	}
	_, err = lrat.CheckLRAT(formula, strings.NewReader("5 1 0 1 2 0\n6 0 5 3 4 0\n"), "proof.lrat")
	fmt.Println(err)
	_, err = lrat.CheckLRAT(formula, strings.NewReader("5 0 1 2 0\n"), "wrong.lrat")
	fmt.Println(err)
	// Output:
	// <nil>
	// wrong.lrat:1:5: step 5: hint clause is not unit: hint 1: neither 1 nor 2 is false
}
