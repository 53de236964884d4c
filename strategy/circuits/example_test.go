package circuits_test

import (
	"bytes"
	"fmt"

	"retroproof/proofs/strategy/lemmas"
	"retroproof/proofs/strategy/rules"
	"retroproof/proofs/strategy/text"
	"retroproof/strategy/circuits"
)

// Whoever reads the circuits of a strategy can make the formulas of its lemmas.
func ExampleWrite() {
	s, err := text.New("krk2016", rules.Board{Files: 5, Ranks: 4})
	if err != nil {
		fmt.Println(err)
		return
	}
	made, err := circuits.New(s, lemmas.Encoding{})
	if err != nil {
		fmt.Println(err)
		return
	}
	var file bytes.Buffer
	if err := circuits.Write(&file, made); err != nil {
		fmt.Println(err)
		return
	}
	read, err := lemmas.New(s)
	if err == nil {
		err = read.ReadSides(&file)
	}
	l := made.Lemmas()[0]
	fmt.Println(err, l.Key, made.Formula(l).Nodes() == read.Formula(l).Nodes())
	// Output: <nil> closed true
}
