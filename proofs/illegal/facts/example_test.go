package facts_test

import (
	"fmt"
	"log"

	"retroproof/chess"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
)

// White's bishop is on c4, but no pawn has moved to let it out. What a rule has found is
// an argument, which Check verifies.
func ExampleCheck() {
	start := chess.InitialSetup()
	goal, err := chess.ParseFEN("rnbqkbnr/pppppppp/8/8/2B5/8/PPPPPPPP/RNBQK1NR b KQkq - 0 1")
	if err != nil {
		log.Fatal(err)
	}
	impossible := rules.Reach(&start, &goal)
	fmt.Println(impossible.Reason)
	fmt.Println(facts.Check(&start, &goal, impossible.Argument))

	forged := *impossible.Argument
	forged.Square = "e4" // nothing stands there
	fmt.Println(facts.Check(&start, &goal, &forged) != nil)
	// Output:
	// Deadlock
	// <nil>
	// true
}
