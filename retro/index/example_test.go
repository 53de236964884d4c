package index_test

import (
	"fmt"

	"retroproof/chess"
	"retroproof/retro/index"
	"retroproof/retro/material"
)

func Example() {
	m, err := material.Parse("KRvK")
	if err != nil {
		panic(err)
	}
	l := index.New(m)
	fmt.Println(l.Words, "words,", l.Cells(), "cells of each side to move")
	for _, fen := range []string{"8/8/8/8/8/2k5/8/K6R w - - 0 1", "k6r/8/2K5/8/8/8/8/8 b - - 0 1"} { // in exchanged colours
		p, err := chess.ParsePosition(fen)
		if err != nil {
			panic(err)
		}
		side, cell := l.Find(p, material.OfPosition(p))
		fmt.Println(side, cell)
	}
	// Output:
	// 462 words, 29568 cells of each side to move
	// white 775
	// white 775
}
