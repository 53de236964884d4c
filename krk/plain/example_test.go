package plain_test

import (
	"fmt"

	"retroproof/krk/plain"
	"retroproof/krk/spec"
)

// White's king on b3, rook on h2, the black king on a1: the step that the strategy uses, and where its
// moves lead.
func ExampleTable() {
	king := spec.At(0, 0)
	table := plain.NewTable(spec.Default())
	table.Fill(king)
	p := spec.Pack(spec.At(1, 2), king, spec.At(7, 1), true)
	step, moves := table.By(p)
	fmt.Println(table.Legal(p), table.White(p).Len(), step, moves.Len())
	for s := range spec.Square(64) {
		if moves.Rook.Has(s) {
			fmt.Println("rook to", s, table.Mate(spec.Pack(p.WK(), king, s, false)))
		}
	}
	// Output:
	// true 20 ImmediateMate 1
	// rook to h1 true
}
