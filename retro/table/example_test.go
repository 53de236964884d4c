package table_test

import (
	"fmt"

	"retroproof/chess"
	"retroproof/retro/table"
)

func ExampleValue() {
	mated := table.Value{Result: table.Lost}
	fmt.Println(mated, "is reached by a", mated.Before())
	fmt.Println(table.Better(table.Value{Result: table.Won, Plies: 5}, table.Value{Result: table.Won, Plies: 3}))
	fmt.Println(table.ValueOf(table.LossIn[uint8](30)), "has code", table.LossIn[uint8](30))
	// Output:
	// mated is reached by a win in 1 ply
	// win in 3 plies
	// loss in 30 plies has code 16
}

func ExampleLayout() {
	m, err := table.ParseMaterial("KRvK")
	if err != nil {
		panic(err)
	}
	l := table.LayoutOf(m)
	fmt.Println(l.Words, "words,", l.Cells(), "cells of each side to move")
	for _, fen := range []string{"8/8/8/8/8/2k5/8/K6R w - - 0 1", "k6r/8/2K5/8/8/8/8/8 b - - 0 1"} { // in exchanged colours
		p, err := chess.ParsePosition(fen)
		if err != nil {
			panic(err)
		}
		side, cell := l.Find(p, table.MaterialOfPosition(p))
		fmt.Println(side, cell)
	}
	// Output:
	// 462 words, 29568 cells of each side to move
	// white 775
	// white 775
}
