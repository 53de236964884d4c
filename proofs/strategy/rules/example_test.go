package rules_test

import (
	"fmt"

	"retroproof/proofs/strategy/rules"
)

// King, bishop and knight against king: White has moves, and Black is not in check.
func ExampleGame_Moves() {
	g := &rules.Game{Board: rules.Board{Files: 8, Ranks: 8}, Men: []rules.Man{{Kind: rules.Bishop}, {Kind: rules.Knight}}}
	p := rules.Position{WK: rules.Square{X: 2, Y: 2}, BK: rules.Square{X: 0, Y: 0}, White: true,
		Men: [rules.Most]rules.Square{{X: 4, Y: 2}, {X: 5, Y: 5}}}
	fmt.Println(g.Describe(p), g.Legal(&p), len(g.Moves(nil, p)))
	// Output: Kc3 Be3 Nf6 ka1, White to move true 26
}
