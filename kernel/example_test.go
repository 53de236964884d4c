package kernel_test

import (
	"context"
	"fmt"
	"log"

	"retroproof/chess"
	"retroproof/kernel"
)

// White's pawn on c5 has just captured b7-b5 en passant, it is claimed; but before that,
// the bishop gave a check that no move can have begun.
func ExampleDecide() {
	goal, err := chess.ParseFEN("4k3/8/8/1pP5/B7/1P6/8/4K3 w - b6 0 1")
	if err != nil {
		log.Fatal(err)
	}
	d, err := kernel.Decide(context.Background(), &goal, kernel.DecideOptions{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(d.Verdict, d.Reason)
	// Output: illegal LastMovesRefuted
}

// Which captures must have happened? A black pawn took the bishop that had to get out
// first.
func ExampleFind() {
	start := chess.InitialSetup()
	goal, err := chess.ParseFEN("rnbqkbnr/1ppppppp/8/8/1P6/4P3/PpPP1PPP/RNBQK1NR w KQkq - 0 1")
	if err != nil {
		log.Fatal(err)
	}
	r, err := kernel.Find(context.Background(), &start, &goal, kernel.Options{Extended: true})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(kernel.FormatMoves(r.Moves))
	fmt.Println(r.Ranks)
	// Output:
	// bPa1xLBb0
	// bPa7-a4 wPb2-b4 wLBf1-b3 bPa4xb3
}
