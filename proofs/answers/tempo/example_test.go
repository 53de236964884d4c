package tempo_test

import (
	"context"
	"fmt"

	"retroproof/proofs/answers"
	"retroproof/proofs/answers/tempo"
)

// Without steps a claim says of no side that it needs a move.
func ExampleCheck() {
	const (
		start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
		goal  = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1"
	)
	claim := answers.Claim{FEN: goal, Tempo: &answers.Tempo{Plies: 2}}
	fmt.Println(tempo.Check(context.Background(), start, &claim))
	claim.Tempo.Least = [2]int{1, 1} // without steps that show it
	fmt.Println(tempo.Check(context.Background(), start, &claim) != nil)
	// Output:
	// <nil>
	// true
}
