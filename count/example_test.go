package count_test

import (
	"bytes"
	"fmt"
	"strings"

	"retroproof/count"
	"retroproof/proofs/survey/numbering"
)

// How many armies can a side have, and how many pairs can one game leave?
func Example() {
	fmt.Println(count.CountArmies().Armies.Total)
	fmt.Println(count.CountPairs().Pairs.Total)

	nine := numbering.Army{Pawns: 8, Queens: 2, Rooks: 2, Bishops: 2, Knights: 2}
	fmt.Println(nine.Valid()) // the second queen was a ninth pawn
	// Output:
	// 8694
	// 58084310
	// false
}

// The armies that a side can have.
func ExampleKind() {
	k := count.Armies()
	fmt.Println(k.Total, k.Title)
	fmt.Println(len(k.JSON().ByMen), "numbers by men")
	// Output:
	// 8694 armies
	// 16 numbers by men
}

func ExamplePlot() {
	p := count.Plot{
		Title: "Mates by moves", X: "moves", Y: "positions",
		Series: []count.Series{{Name: "KRvK", Points: []count.Point{{X: 1, Y: 216}, {X: 2, Y: 624}}}},
	}
	var svg bytes.Buffer
	if err := p.Write(&svg); err != nil {
		fmt.Println(err)
	}
	fmt.Println(strings.Contains(svg.String(), "<title>Mates by moves</title>"), strings.Count(svg.String(), "<svg"))
	// Output: true 1
}
