package games_test

import (
	"context"
	"fmt"
	"strings"

	"retroproof/proofs/games"
)

// A list of positions with games. Each is replayed by package replay.
func ExampleCheck() {
	list := `{"fen":"rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2","verdict":"legal","uci":"e2e4 d7d5 e4d5"}
{"fen":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1","verdict":"legal","uci":"d2d4"}
`
	_, err := games.Check(context.Background(), strings.NewReader(list), "list", games.Options{
		Each: func(v games.Verified) { fmt.Println(v.FEN, v.Plies) },
	})
	fmt.Println(err)
	// Output:
	// rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2 3
	// list:2: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1: the game leads to the board rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR, not to rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR
}
