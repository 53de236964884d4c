package resolve_test

import (
	"context"
	"fmt"
	"log"

	"retroproof/chess"
	"retroproof/kernel/astar"
	"retroproof/kernel/resolve"
)

// A verdict either way: a reason why no game leads to a position, or a game that does.
func ExamplePosition() {
	for _, fen := range []string{
		"4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
		"rnbqkbnr/ppp2ppp/8/3P4/3p4/8/PPP2PPP/RNBQKBNR w KQkq - 0 1",
	} {
		goal, err := chess.ParseFEN(fen)
		if err != nil {
			log.Fatal(err)
		}
		// Search makes A* search for a shortest game; without it, some game is built.
		shortest := &astar.Options{WeightA: 1, WeightB: 1}
		a, err := resolve.Position(context.Background(), &goal, resolve.Options{Search: shortest})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(a.Verdict, a.Reason, a.Game)
	}
	// Output:
	// illegal OppositeCheck []
	// legal ProofGame [e4 d5 exd5 e5 d4 exd4]
}
