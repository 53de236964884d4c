package count

import (
	"sync"

	"retroproof/chess"
	"retroproof/proofs/survey/numbering/armies"
)

// game is a game on some squares: that of chess, and smaller ones for tests.
type game struct {
	armies.Rules
	board       chess.Bitboard // the squares that there are
	pawnSquares chess.Bitboard // those on which pawns can stand
}

var standard = game{
	Rules:       armies.Standard,
	board:       chess.AllSquares,
	pawnSquares: chess.AllSquares &^ (chess.RankSet(0) | chess.RankSet(7)),
}

// sideClass is armies that agree in all that pairs and placements ask of them.
type sideClass struct {
	pawns, promoted, pieces int
	armies                  uint64 // how many
	words                   uint64 // orders of the pieces of all these, like ones not told apart
}

// standardClasses has the 324 of the one game.
var standardClasses = sync.OnceValue(standard.sideClasses)

// sideClasses returns all of them.
func (g *game) sideClasses() (all []sideClass) {
	var table [armies.MostPawns + 1][armies.MostPawns + 1][armies.MostPieces + 1]sideClass
	for _, a := range g.Armies() {
		c := &table[a.Pawns][g.Promoted(a)][a.Pieces()]
		c.armies++
		c.words += armies.Multinomial(a.Queens, a.Rooks, a.Bishops, a.Knights)
	}
	for pawns := range table {
		for promoted := range table[pawns] {
			for pieces, c := range table[pawns][promoted] {
				if c.armies > 0 {
					c.pawns, c.promoted, c.pieces = pawns, promoted, pieces
					all = append(all, c)
				}
			}
		}
	}
	return all
}
