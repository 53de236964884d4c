package notation_test

import (
	"fmt"
	"io"
	"os"
	"strings"

	"retroproof/chess"
	"retroproof/chess/notation"
)

func ExampleGame_WriteTo() {
	start, err := chess.ParseFEN("8/8/8/8/8/1K6/7R/k7 b - - 0 30")
	if err != nil {
		fmt.Println(err)
		return
	}
	g := notation.Game{
		Tags:     []notation.Tag{{Name: "Event", Value: "KRK strategy"}},
		Start:    start,
		Moves:    []string{"Kb1", "Rh1#"},
		Comments: map[int]string{2: "ImmediateMate"},
		Result:   notation.WhiteWins,
	}
	if _, err := g.WriteTo(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// [Event "KRK strategy"]
	// [Site "?"]
	// [Date "????.??.??"]
	// [Round "?"]
	// [White "?"]
	// [Black "?"]
	// [Result "1-0"]
	// [SetUp "1"]
	// [FEN "8/8/8/8/8/1K6/7R/k7 b - - 0 30"]
	//
	// 30... Kb1 31. Rh1# {ImmediateMate} 1-0
}

func ExamplePGNReader() {
	r := notation.NewPGNReader(strings.NewReader("1. e4 e5 2. Nf9 *\n\n[Event \"two\"]\n\n1.f3 e5 (1... d5) 2.g4 {?} Qh4 0-1\n"))
	for {
		g, err := r.Read()
		if err == io.EOF {
			return
		}
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(g.Moves, g.Result)
	}
	// Output:
	// PGN line 1, column 13: move "Nf9": "f9" is not a square, want a letter a to h and a digit 1 to 8
	// [f3 e5 g4 Qh4#] 0-1
}
