package spec_test

import (
	"fmt"

	"retroproof/krk/spec"
)

// The theorems follow from the lemmas, and not without one of them.
func ExampleDeduce() {
	for _, missing := range []string{"", "4"} {
		for _, c := range spec.Deduce(spec.Basis{Proved: func(lemma string) bool { return lemma != missing }}) {
			if c.Name == "Theorem 1" {
				fmt.Println(c.Text, c.Err == nil)
			}
		}
	}
	// Output:
	// Total correctness: from any legal position, White to move, the strategy mates in a finite number of moves. true
	// Total correctness: from any legal position, White to move, the strategy mates in a finite number of moves. false
}

// A lemma's formula: the negation of what it says, as a circuit, and as clauses.
func ExampleLemma_Formula() {
	lemma := spec.Lemmas()[1]
	f := lemma.Formula(spec.DefaultEncoding(), spec.Default())
	cnf := f.CNF()
	fmt.Println(lemma.Key, cnf.NumVars, cnf.NumClauses())
	// Output: 1 7084 27106
}
