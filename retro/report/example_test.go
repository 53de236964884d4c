package report_test

import (
	"context"
	"fmt"

	"retroproof/chess"
	"retroproof/retro/generate"
	"retroproof/retro/report"
	"retroproof/retro/table"
)

func ExampleStatisticsOf() {
	krk, err := table.ParseMaterial("KRvK")
	if err != nil {
		panic(err)
	}
	t, err := generate.Table(context.Background(), krk, nil, generate.Options{})
	if err != nil {
		panic(err)
	}
	s, err := report.StatisticsOf(context.Background(), t, 1)
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

func ExamplePieceString_Integer() {
	s, err := chess.ParseFEN("3K4/8/4k3/8/8/8/8/2r5 b - - 0 1")
	if err != nil {
		panic(err)
	}
	pieces, err := report.ParsePieces("Kkr")
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

// A value as it is told: plies and moves to mate, and neither of a draw.
func ExampleValueOf() {
	v := report.ValueOf(table.Value{Result: table.Won, Plies: 21})
	fmt.Println(v.Result, *v.Plies, "plies,", *v.InMoves, "moves")
	fmt.Println(report.ValueOf(table.Value{Result: table.Drawn}).Plies)
	// Output:
	// win 21 plies, 11 moves
	// <nil>
}
