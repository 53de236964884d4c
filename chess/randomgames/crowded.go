package randomgames

import (
	"math/rand/v2"

	"retroproof/chess"
)

// Crowded is how a game is played in which pawns mostly stay at home: men that cannot lose a tempo,
// men that are captured at home, and men that cannot pass each other are common in it.
type Crowded struct {
	pawns int // how often pawns move, 0 to 11
	takes int // whether there are captures: none, some, few others
}

// NewCrowded returns one of the ways to play such a game.
func NewCrowded(r *rand.Rand) Crowded { return Crowded{r.IntN(12), r.IntN(3)} }

// Move returns a legal move; false if there is none.
func (c Crowded) Move(r *rand.Rand, p *chess.Position) (chess.Move, bool) {
	var buf [256]chess.Move
	moves := p.LegalMoves(buf[:0])
	if len(moves) == 0 {
		return chess.NoMove, false
	}
	m := moves[r.IntN(len(moves))]
	for range 6 {
		pawn, capture := pawnMove(p, m), captures(p, m)
		if (!pawn || r.IntN(12) < c.pawns/4) && (!capture || c.takes > 0) && (capture || c.takes < 2 || r.IntN(3) > 0) {
			break
		}
		m = moves[r.IntN(len(moves))]
	}
	return m, true
}
