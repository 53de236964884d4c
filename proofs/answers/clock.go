package answers

import (
	chess "retroproof/chess/board"
	"retroproof/proofs/illegal/facts"
	"retroproof/proofs/replay"
)

// mostQuiet is the largest number of positions on all ways back of a claim of KindClock.
const mostQuiet = 20_000

// clock goes back on all ways that are not impossible, so many plies. Each of them has to be neither a capture nor a
// move of a pawn, and no game may begin before.
func (c *checker) clock(claim *Claim) error {
	layer, seen := []*replay.Position{c.position}, map[replay.Position]bool{c.position.Key(): true}
	for ply := range claim.Clock {
		var next []*replay.Position
		for _, after := range layer {
			if now := facts.Setup(after); facts.SameSetup(&now, &c.start) {
				return because(ErrClaim, "a game may begin %d plies before", ply)
			}
			for m, before := range c.unmoves(after) {
				from, err := chess.ParseSquare(m.Move[:2])
				if err != nil || m.Captured != "-" || facts.Setup(before).Board[from].Kind() == chess.Pawn {
					return because(ErrClaim, "%s, capturing %s, is left %d plies before", m.Move, m.Captured, ply)
				}
				if key := before.Key(); !seen[key] {
					seen[key] = true
					next = append(next, before)
				}
			}
			if err := c.ctx.Err(); err != nil || len(seen) > mostQuiet {
				return because(ErrClaim, "more than %d positions (%v)", mostQuiet, err)
			}
		}
		layer = next
	}
	c.clocks[withoutClocks(claim.FEN)] = claim.Clock
	return nil
}

// drawn reports whether the games of the premise end before a position, of which a claim has told the clock, and more
// plies.
func (c *checker) drawn(fen string, more int) bool {
	return c.premise != nil && c.premise.MaxQuiet > 0 && c.clocks[withoutClocks(fen)]+more > c.premise.MaxQuiet
}

// ends reports whether a game of the premise may end with a position.
func (c *checker) ends(fen string, s *chess.Setup) bool {
	return c.premise.Ends(&c.start, s) && !c.drawn(fen, 0)
}
