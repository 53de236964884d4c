package plain_test

import (
	"fmt"

	"retroproof/proofs/strategy/plain"
)

// Torres y Quevedo's automaton from its longest position: what it plays, and how long it takes.
func ExampleTable() {
	t := plain.NewTable(plain.Torres(plain.Board{Files: 8, Ranks: 8}))
	t.Solve()
	p := plain.Position{WK: plain.Square{X: 0, Y: 7}, M: plain.Square{X: 0, Y: 6}, BK: plain.Square{X: 3, Y: 5}, White: true}
	moves, step := t.By(nil, p)
	fmt.Println(t.Steps[step].Name, moves[0].M, t.Won(p))
	// Output: Tempo b7 66
}
