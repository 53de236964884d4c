package randomgames

import (
	"math/rand/v2"

	"retroproof/chess"
)

// Manner is a way to play a game, one of those of [Play].
type Manner struct {
	how *manner
	ply int
}

// AnyManner returns a manner for one game.
func AnyManner(r *rand.Rand) *Manner { return &Manner{how: &manners[r.IntN(len(manners))]} }

// Plies returns how long games of this manner are.
func (m *Manner) Plies() int { return m.how.plies }

// Move returns the next move of the game, false if there is none.
func (m *Manner) Move(r *rand.Rand, p *chess.Position) (chess.Move, bool) {
	var buf [256]chess.Move
	m.ply++
	return pickMove(r, p, m.how, m.ply-1, buf[:])
}
