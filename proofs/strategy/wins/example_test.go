package wins_test

import (
	"context"
	"fmt"

	"retroproof/proofs/strategy/rules"
	"retroproof/proofs/strategy/text"
	"retroproof/proofs/strategy/wins"
)

// Torres y Quevedo's automaton from its longest position: what it plays, and how long it takes.
func ExampleNew() {
	s, err := text.New("torres", rules.Board{Files: 8, Ranks: 8})
	if err != nil {
		fmt.Println(err)
		return
	}
	t, err := wins.New(context.Background(), s)
	if err != nil {
		fmt.Println(err)
		return
	}
	p := rules.Position{WK: rules.Square{X: 0, Y: 7}, BK: rules.Square{X: 3, Y: 5}, White: true, Men: [rules.Most]rules.Square{{X: 0, Y: 6}}}
	moves, step := t.By(nil, p)
	fmt.Println(s.Steps[step].Name, s.Describe(moves[0]), t.Won(p))
	fmt.Println(t.Figures().Sentence(s))
	// Output:
	// Tempo Ka8 Rb7 kd6, Black to move 66
	// going back from mate, the strategy mates from all that it claims, 12544 positions with White to move, in at most 66 moves.
}
