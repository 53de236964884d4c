package ask_test

import (
	"context"
	"fmt"
	"log"

	"retroproof/chess"
	"retroproof/kernel/ask"
)

// The last move of a published problem is unique.
func ExampleAskLastMoves() {
	problem, err := chess.ParseFEN("3Brk1K/2p1pp1p/8/8/8/8/8/8 b - - 0 1")
	if err != nil {
		log.Fatal(err)
	}
	l, err := ask.AskLastMoves(context.Background(), &problem, ask.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("unique:", l.Unique().Text, l.Unique().Verdict)
	// Output:
	// unique: d7-d8=B possible
}
