package seed_test

import (
	"fmt"
	"retroproof/chess"
	"retroproof/retro/seed"
)

func ExamplePieceString_Integer() {
	s, err := chess.ParseFEN("3K4/8/4k3/8/8/8/8/2r5 b - - 0 1")
	if err != nil {
		panic(err)
	}
	pieces, err := seed.Parse("Kkr")
	if err != nil {
		panic(err)
	}
	n, err := pieces.Integer(s)
	fmt.Println(n, err)
	back, err := pieces.Setup(n)
	fmt.Println(back.FEN(), err)
	// Output:
	// 142395 <nil>
	// 3K4/8/4k3/8/8/8/8/2r5 b - - 0 1 <nil>
}
