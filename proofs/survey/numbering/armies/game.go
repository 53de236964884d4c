package armies

import (
	"sync"

	"retroproof/chess"
)

// game is what counting needs to know of the rules. There is one game, and smaller
// ones for tests, in which all positions can be listed.
type game struct {
	start       Army
	board       chess.Bitboard // the squares that there are
	pawnSquares chess.Bitboard // those on which pawns can stand
}

var standard = game{
	start:       Army{Pawns: 8, Queens: 1, Rooks: 2, Bishops: 2, Knights: 2},
	board:       chess.AllSquares,
	pawnSquares: chess.AllSquares &^ (chess.RankSet(0) | chess.RankSet(7)),
}

// Bounds of the numbers of men, for arrays.
const (
	mostPawns  = 8
	mostPieces = mostPawns + 7
	// MostMen is the most men of a side, its king included.
	MostMen = mostPieces + 1
	// mostMenOnBoard is the most men of both sides.
	mostMenOnBoard = 2 * MostMen
)

// promoted returns how many men of an army must have been pawns.
func (g *game) promoted(a Army) int {
	return max(0, a.Queens-g.start.Queens) + max(0, a.Rooks-g.start.Rooks) +
		max(0, a.Bishops-g.start.Bishops) + max(0, a.Knights-g.start.Knights)
}

// valid reports whether there were pawns enough for all who are or were pawns.
func (g *game) valid(a Army) bool {
	return min(a.Pawns, a.Queens, a.Rooks, a.Bishops, a.Knights) >= 0 && a.Pawns+g.promoted(a) <= g.start.Pawns
}

// armies returns all armies in the order of [Army.Less].
func (g *game) armies() (all []Army) {
	for p := range g.start.Pawns + 1 {
		most := g.start.Pawns - p
		for q := range g.start.Queens + most + 1 {
			for r := range g.start.Rooks + most + 1 {
				for b := range g.start.Bishops + most + 1 {
					for n := range g.start.Knights + most + 1 {
						if a := (Army{p, q, r, b, n}); g.valid(a) {
							all = append(all, a)
						}
					}
				}
			}
		}
	}
	return all
}

// limit is what promoted men are limited by: 38 in the one game, as in the paper.
type limit int

// limit returns the captures that there can be, if all men but the kings are gone, and
// the pawns of a side.
func (g *game) limit() limit { return limit(2*(g.start.Men()-1) + g.start.Pawns) }

var standardLimit = standard.limit()

// slack returns how many promoted men both sides can have together, given the pawns
// of each and the pieces of both: [Attainable] in another form.
func (l limit) slack(x, y, pieces int) int {
	return int(l) - x - y - pieces - max(x, y)
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
	var table [mostPawns + 1][mostPawns + 1][mostPieces + 1]sideClass
	for _, a := range g.armies() {
		c := &table[a.Pawns][g.promoted(a)][a.Pieces()]
		c.armies++
		c.words += Multinomial(a.Queens, a.Rooks, a.Bishops, a.Knights)
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
