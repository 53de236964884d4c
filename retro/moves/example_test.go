package moves_test

import (
	"fmt"

	"retroproof/chess"
	"retroproof/retro/index"
	"retroproof/retro/material"
	"retroproof/retro/moves"
)

// From where may the rook have come to e4?
func ExampleRetract() {
	m, err := material.Parse("KRvK")
	if err != nil {
		panic(err)
	}
	l := index.ForScan(m)
	p, err := chess.ParsePosition("8/8/8/8/4R3/8/2k5/K7 b - - 0 1")
	if err != nil {
		panic(err)
	}
	_, cell := l.Find(p, m)
	var b index.Board
	l.Place(&b, cell/64)
	for _, e := range moves.Retract(l, nil, &b, 1<<(cell%64), int(chess.White), false) {
		if e.Word == b.Word { // the rook's moves stay in the word
			fmt.Println(chess.Bitboard(e.Set).Count(), "squares")
		}
	}
	// Output:
	// 14 squares
}
