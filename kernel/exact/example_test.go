package exact_test

import (
	"context"
	"fmt"

	"retroproof/chess"
	"retroproof/kernel/exact"
)

// Ten games of five plies: pawns and bishop come in several orders.
func ExampleSearch() {
	start := chess.InitialSetup()
	goal, _ := chess.ParseFEN("rnbqkbnr/1p1ppppp/p7/2p5/2B1P3/8/PPPP1PPP/RNBQK1NR b KQkq - 0 1")
	r, err := exact.Search(context.Background(), &start, &exact.Target{Setup: goal}, 5, exact.Options{All: true})
	fmt.Println(r.Solutions, r.Complete, len(r.Games), err)
	// Output: 10 true 10 <nil>
}

// What is known before the search: the knight that captures and comes back has two moves,
// so that the pawn goes to f6.
func ExampleExplain() {
	start := chess.InitialSetup()
	goal, _ := chess.ParseFEN("rnbqkbnr/pppppppp/8/8/8/8/PPPPP1PP/RNBQKBNR b KQkq - 0 1")
	d, err := exact.Explain(&start, &exact.Target{Setup: goal}, 5)
	fmt.Println(d.Possible, d.Moves, d.Least, d.Captured, err)
	// Output: true [3 2] [3 2] [1 0] <nil>
}
