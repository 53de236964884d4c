package replay_test

import (
	"fmt"
	"strings"

	"retroproof/proofs/replay"
)

// A game leads to a position, or it does not: the error names the ply.
func ExampleCheck() {
	goal := "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4"
	r, err := replay.Check("", goal, strings.Fields("e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7"), replay.Options{})
	fmt.Println(r.Plies, err)
	_, err = replay.Check("", goal, strings.Fields("e2e4 e7e5 f1c4 b8c6 d1h6"), replay.Options{})
	fmt.Println(err)
	// Output:
	// 7 <nil>
	// ply 5, "d1h6": no legal move in r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR w KQkq - 2 3
}
