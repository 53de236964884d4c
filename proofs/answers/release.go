package answers

import (
	chess "retroproof/chess/board"
	"retroproof/proofs/illegal/facts"
	"retroproof/proofs/limits"
)

// Release is how far back some men of the position were loose, at the earliest: when one of them
// stood farther than a king's step from the squares on which they all are.
type Release struct {
	Men     facts.Squares `json:"men"`
	Blocked []facts.Fact  `json:"blocked,omitempty"`
	// Plies is the least number of plies back; 0 if they never were. If that is so and Illegal,
	// they cannot come to their squares of the start either, and no game leads to the position.
	Plies   int  `json:"plies"`
	Illegal bool `json:"illegal,omitempty"`
}

// mostStates is the largest number of states that the claims of a file may need together.
const mostStates = 10_000_000

// perState is more than the memory, in bytes, that a state of a search takes.
const perState = 512

// release searches all ways back of the men, and compares.
func (c *checker) release(claim *Claim) error {
	if c.memory < perState*facts.MostReleaseStates {
		return limits.ErrMemory
	}
	r := claim.Release
	p, err := c.verified(r.Blocked)
	if err != nil {
		return err
	}
	is, err := p.Release(chess.Bitboard(r.Men))
	if err != nil {
		return because(ErrClaim, "%w", err)
	}
	if c.states -= is.States; c.states < 0 {
		return because(ErrFile, "more than %d states of men to release in a file", mostStates)
	}
	if is.Plies != r.Plies || (is.Plies == 0 && !is.Started) != r.Illegal {
		return because(ErrClaim, "what follows is %+v", is)
	}
	return nil
}
