package ask_test

import (
	"context"
	"fmt"
	"log"

	"retroproof/chess"
	"retroproof/kernel/ask"
)

// The last move of a published problem is unique; who may castle follows from where the rooks are.
func ExampleAskLastMoves() {
	problem, err := chess.ParseFEN("3Brk1K/2p1pp1p/8/8/8/8/8/8 b - - 0 1")
	if err != nil {
		log.Fatal(err)
	}
	l, err := ask.AskLastMoves(context.Background(), &problem, ask.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(l.Summary())
	rooks, err := chess.ParseFEN("r3k2r/ppp1p1pp/8/8/8/8/8/R1R1K2R b - - 0 1")
	if err != nil {
		log.Fatal(err)
	}
	r, err := ask.AskRights(context.Background(), &rooks, ask.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Sentences()[1])
	fmt.Println(r.Sentences()[2])
	// Output:
	// unique d7-d8=B P-=B
	// White may castle long: possible, so it is permitted by convention.
	// Black may not castle short: it is impossible that the right is there.
}
