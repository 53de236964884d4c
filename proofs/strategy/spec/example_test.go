package spec_test

import (
	"fmt"

	"retroproof/encode"
	"retroproof/proofs/strategy/plain"
	"retroproof/proofs/strategy/spec"
)

// The formula that denies a lemma, on a board of 10 files and 8 ranks.
func ExampleCircuits_Formula() {
	c, err := spec.New("krk2016", plain.Board{Files: 10, Ranks: 8})
	if err != nil {
		fmt.Println(err)
		return
	}
	closed := c.Lemmas()[0]
	f := c.Formula(closed)
	fmt.Println(closed.Statement)
	fmt.Println(len(f.Inputs()), "inputs,", f.CNF(encode.Compact).NumClauses() > 10000)
	// Output:
	// After a move of the strategy in a claimed position and any reply, the position is legal and claimed again; the man has not been captured.
	// 96 inputs, true
}
