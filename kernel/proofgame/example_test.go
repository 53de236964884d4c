package proofgame_test

import (
	"context"
	"fmt"
	"log"

	"retroproof/chess"
	"retroproof/kernel/proofgame"
)

// A game that leads to a position. It is some game; package astar finds shortest ones.
func ExampleConstruct() {
	start := chess.InitialSetup()
	goal, err := chess.ParseFEN("rnbqkbnr/ppp2ppp/8/3P4/3p4/8/PPP2PPP/RNBQKBNR w KQkq - 0 1")
	if err != nil {
		log.Fatal(err)
	}
	game, err := proofgame.Construct(context.Background(), &start, &goal, proofgame.Options{})
	if err != nil {
		log.Fatal(err)
	}
	p, err := chess.NewPosition(game.Start)
	if err != nil {
		log.Fatal(err)
	}
	for _, m := range game.Moves {
		p.Make(m)
	}
	reached := p.Setup()
	fmt.Println(reached.Board == goal.Board)
	// Output: true
}
