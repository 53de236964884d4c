package rules

import (
	"retroproof/chess"
	"retroproof/proofs/illegal/facts"
)

// Closing returns the pawns of a goal that shut something in or out, see [facts.Closing], as far as
// that says something of pawns that promote or are at home. The facts are those that [Blocked]
// finds.
func Closing(start, goal *chess.Setup, found []facts.Fact) (pawns chess.Bitboard, err error) {
	p, err := facts.Verify(start, goal, found)
	if err != nil {
		return 0, err
	}
	had, has := facts.CountMaterial(start), facts.CountMaterial(goal)
	var promoting chess.Bitboard // last ranks where pawns may promote
	for c := chess.White; c <= chess.Black; c++ {
		if had.Pawns[c] > has.Pawns[c] {
			promoting |= chess.RankSet(c.RelativeRank(7))
		}
	}
	var lost [facts.NumPieceKinds]chess.Bitboard
	for k := range lost {
		lost[k] = p.Lost(facts.PieceKind(k), p.Blocked)
	}
	for i, m := range goal.Board {
		sq := chess.Square(i)
		if m.Kind() != chess.Pawn || p.Blocked.Has(sq) {
			continue
		}
		c := p.Closing(sq)
		says := c.Taken&promoting != 0 || c.Gone != 0
		for _, corner := range c.Corners {
			says = says || promoting.Has(corner.Square)
		}
		for k := range lost {
			says = says || c.Lost[k]&^lost[k]&promoting != 0
		}
		if says {
			pawns |= sq.Bit()
		}
	}
	return pawns, nil
}
