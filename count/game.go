package count

import (
	"sync"

	"retroproof/chess"
	"retroproof/proofs/survey/numbering"
)

// game is chess on some squares: the whole board, and smaller ones for tests.
type game struct {
	numbering.Rules
	board       chess.Bitboard // all squares
	pawnSquares chess.Bitboard // those on which pawns can stand
}

var standard = game{
	Rules:       numbering.Standard,
	board:       chess.AllSquares,
	pawnSquares: chess.AllSquares &^ (chess.RankSet(0) | chess.RankSet(7)),
}

// sideClass is a set of armies with the same numbers of pawns, promoted men and pieces,
// on which pairs and placements depend.
type sideClass struct {
	pawns, promoted, pieces int
	armies                  uint64 // how many
	orders                  uint64 // orders of the pieces of all these, without distinguishing men of one kind
}

// standardClasses has the 324 classes of chess.
var standardClasses = sync.OnceValue(standard.sideClasses)

// sideClasses returns all classes of armies of a side.
func (g *game) sideClasses() (all []sideClass) {
	var table [numbering.MostPawns + 1][numbering.MostPawns + 1][numbering.MostPieces + 1]sideClass
	for _, a := range g.Armies() {
		c := &table[a.Pawns][g.Promoted(a)][a.Pieces()]
		c.armies++
		c.orders += numbering.Multinomial(a.Queens, a.Rooks, a.Bishops, a.Knights)
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
