package astar_test

import (
	"context"
	"fmt"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/kernel/astar"
)

// Castling rights are lost without a trace: rooks have gone to and fro, and knights made
// way for them.
func ExampleSearch() {
	start, goal := chess.InitialSetup(), chess.InitialSetup()
	goal.Castling = chess.NoCastling
	r, err := astar.Search(context.Background(), &start, &goal, astar.Options{WeightA: 1, WeightB: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s: %d plies, shortest: %t\n", r.Status, len(r.Moves), r.Shortest)
	// Output: found: 16 plies, shortest: true
}

// A game that begins with given moves: they are played, and the search starts there.
func ExampleSearch_prefix() {
	p := chess.InitialPosition()
	for _, san := range []string{"e4", "e5", "Bc4"} {
		m, err := notation.ParseSAN(p, san)
		if err != nil {
			fmt.Println(err)
			return
		}
		p.Make(m)
	}
	start := p.Setup()
	goal, err := chess.ParseFEN("r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4")
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := astar.Search(context.Background(), &start, &goal, astar.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range r.Moves {
		fmt.Print(notation.SAN(p, m), " ")
		p.Make(m)
	}
	// Output: Nf6 Qh5 Nc6 Qxf7#
}

// A pawn has captured on a6, a light square, and the bishop of the dark ones is gone: the
// bound shows without a search that there is no game.
func ExampleSearch_unreachable() {
	start := chess.InitialSetup()
	goal, err := chess.ParseFEN("rnbqkbnr/p1pppppp/p7/8/8/3P4/PPP1PPPP/RN1QKBNR w KQkq - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := astar.Search(context.Background(), &start, &goal, astar.Options{})
	fmt.Println(r.Status == astar.Unreachable, err)
	// Output: true <nil>
}
