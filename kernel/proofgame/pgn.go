package proofgame

import (
	"retroproof/chess"
	"retroproof/chess/notation"
)

// PGN is a proof game as PGN has it, with its moves in SAN. The tag GoalFEN says where it leads, for
// retroproof-check.
func PGN(start *chess.Setup, goal string, moves []string) notation.Game {
	game := notation.Game{
		Tags: []notation.Tag{{Name: "Event", Value: "Proof game"}, {Name: "Site", Value: "retroproof"},
			{Name: "GoalFEN", Value: goal}},
		Moves: moves,
	}
	if goal == "" { // the last position
		game.Tags = game.Tags[:2]
	}
	if *start != chess.InitialSetup() {
		game.Start = *start
	}
	return game
}
