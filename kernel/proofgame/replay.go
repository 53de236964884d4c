package proofgame

import (
	"slices"

	"retroproof/chess"
)

// legal reports whether a move is one of a position's legal moves.
func legal(p *chess.Position, m chess.Move) bool {
	return slices.Contains(p.LegalMoves(nil), m)
}

// replays reports whether moves are legal one after the other and lead to a goal, with
// at most quiet plies in a row without a capture or pawn move; 0 for any number.
func replays(p chess.Position, goal *chess.Position, moves []chess.Move, quiet int) bool {
	for _, m := range moves {
		if !legal(&p, m) {
			return false
		}
		p.Make(m)
		if quiet > 0 && p.HalfmoveClock() > quiet {
			return false
		}
	}
	return p.Reaches(goal)
}
