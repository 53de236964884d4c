package randomgames_test

import (
	"fmt"
	"slices"

	"retroproof/chess/randomgames"
)

// A seed stands for one sequence of positions that games lead to.
func ExamplePlay() {
	var fens [2][]string
	for i := range fens {
		randomgames.Play(1, 1000, func(p *randomgames.Position) bool {
			fens[i] = append(fens[i], p.Pos.FEN())
			return len(fens[i]) < 100
		})
	}
	fmt.Println(len(fens[0]), slices.Equal(fens[0], fens[1]))
	// Output: 100 true
}
