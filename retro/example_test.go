package retro_test

import (
	"context"
	"fmt"
	"os"

	"retroproof/chess"
	"retroproof/retro"
	"retroproof/retro/generate"
	"retroproof/retro/table"
)

func ExampleTables_Probe() {
	ctx := context.Background()
	krk, err := table.ParseMaterial("KRvK")
	if err != nil {
		panic(err)
	}
	ts := retro.NewTables() // or retro.OpenDir("tables")
	if _, err := ts.Complete(ctx, []table.Material{krk}, retro.BuildOptions{Jobs: 2}); err != nil {
		panic(err)
	}
	p, err := chess.ParsePosition("3K4/8/4k3/8/8/8/8/2r5 b - - 0 1")
	if err != nil {
		panic(err)
	}
	v, err := ts.Probe(p)
	if err != nil {
		panic(err)
	}
	fmt.Println(v, "or", v.Moves(), "moves")
	moves, err := ts.Moves(p)
	if err != nil {
		panic(err)
	}
	for _, m := range moves[4:7] {
		fmt.Println(m.SAN, m.Exact)
	}
	line, err := ts.Line(ctx, p)
	if err != nil {
		panic(err)
	}
	for _, m := range line.Moves {
		fmt.Print(m.SAN, " ")
	}
	fmt.Println(line.Outcome)
	// Output:
	// win in 3 plies or 2 moves
	// Rc6 win in 3 plies
	// Kd6 win in 5 plies
	// Rd1+ win in 15 plies
	// Rc2 Ke8 Rc8# 0-1
}

// A process that builds tables tells how far it is, and in the end how it went.
func ExampleStateWriter() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	m, err := table.ParseMaterial("KRvK")
	if err != nil {
		panic(err)
	}
	w := retro.NewStateWriter(func(s retro.BuildState) error {
		if s.Status != retro.Running {
			fmt.Println(s.Status, s.Done, "of", s.Total)
		}
		return nil
	})
	_, err = retro.OpenDir(dir).Build(context.Background(), []table.Material{m}, retro.BuildOptions{Progress: w.Update})
	if err := w.End(err); err != nil {
		panic(err)
	}
	// Output: finished 1 of 1
}

func ExampleStatisticsOf() {
	krk, err := table.ParseMaterial("KRvK")
	if err != nil {
		panic(err)
	}
	t, err := generate.Table(context.Background(), krk, nil, generate.Options{})
	if err != nil {
		panic(err)
	}
	s, err := retro.StatisticsOf(context.Background(), t, 1)
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
	pieces, err := retro.ParsePieces("Kkr")
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
	v := retro.ValueOf(table.Value{Result: table.Won, Plies: 21})
	fmt.Println(v.Result, *v.Plies, "plies,", *v.InMoves, "moves")
	fmt.Println(retro.ValueOf(table.Value{Result: table.Drawn}).Plies)
	// Output:
	// win 21 plies, 11 moves
	// <nil>
}
