package cpi_test

import (
	"fmt"
	"log"

	"retroproof/chess"
	"retroproof/proofs/survey/numbering/cpi"
)

// A number for every position, and back.
func Example() {
	s := chess.InitialSetup()
	n, err := cpi.Rank(&s)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(n, "of", cpi.Total())
	back, err := cpi.Unrank(n)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(back.FEN())
	// Output:
	// 49444060874307007942560232630767711417259502539 of 50209325007364940764539843570679669387641891674
	// rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
}
