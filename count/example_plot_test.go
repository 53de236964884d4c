package count_test

import (
	"bytes"
	"fmt"
	"strings"

	"retroproof/count"
)

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
