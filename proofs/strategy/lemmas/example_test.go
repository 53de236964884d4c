package lemmas_test

import (
	"fmt"

	"retroproof/proofs/strategy/lemmas"
	"retroproof/proofs/strategy/rules"
	"retroproof/proofs/strategy/text"
)

// The theorems about Torres y Quevedo's automaton, and what the last one rests on.
func ExampleReplay() {
	s, err := text.New("torres", rules.Board{Files: 8, Ranks: 8})
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := lemmas.New(s)
	if err != nil {
		fmt.Println(err)
		return
	}
	steps := c.Deduction()
	lemmas.Replay(steps, s, func(lemma string) bool { return true })
	last := steps[len(steps)-1]
	fmt.Println(last.Name, last.Sentence, last.Err)
	for _, cite := range last.Cites {
		fmt.Println("by", cite.Name)
	}
	// Output:
	// Theorem 4 Total correctness: from every claimed position, White to move, the strategy mates within 1232 moves. <nil>
	// by Theorem 3
	// by Moves
	// by Theorem 2
}
