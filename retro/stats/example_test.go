package stats_test

import (
	"context"
	"fmt"

	"retroproof/retro/generate"
	"retroproof/retro/material"
	"retroproof/retro/stats"
)

func ExampleOf() {
	krk, err := material.Parse("KRvK")
	if err != nil {
		panic(err)
	}
	t, err := generate.Table(context.Background(), krk, nil, generate.Options{})
	if err != nil {
		panic(err)
	}
	s, err := stats.Of(context.Background(), t, 1)
	if err != nil {
		panic(err)
	}
	white, black := s.Side[0], s.Side[1]
	fmt.Println(white.Full.Won, "won by White to move,", white.Orb.Won, "up to symmetry")
	fmt.Println(black.Full.Mates, "mates,", black.Full.Stalemates, "stalemates")
	// Output:
	// 175168 won by White to move, 21959 up to symmetry
	// 216 mates, 68 stalemates
}
