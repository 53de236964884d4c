package proofgame

import (
	"slices"

	"retroproof/chess"
)

// replays reports whether moves are legal one after the other and lead to a goal, with
// at most quiet plies in a row without a capture or pawn move; 0 for any number.
func replays(p chess.Position, goal *chess.Position, moves []chess.Move, quiet int) bool {
	return playAll(&p, moves, quiet) && p.Reaches(goal)
}

// playAll plays moves as long as they are legal and not too many are quiet, see replays, and reports whether all were.
func playAll(p *chess.Position, moves []chess.Move, quiet int) bool {
	for _, m := range moves {
		if !slices.Contains(p.LegalMoves(nil), m) {
			return false
		}
		p.Make(m)
		if quiet > 0 && p.HalfmoveClock() > quiet {
			return false
		}
	}
	return true
}
