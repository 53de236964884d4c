package answers

import (
	chess "retroproof/chess/board"
	"retroproof/proofs/illegal/facts"
	"retroproof/proofs/replay"
)

// mostFollowing is how many positions may follow one that is recognised as dead by its moves.
const mostFollowing = 100

// dead reports whether a position is recognised as dead: no legal moves lead from it to mate (FIDE Laws, 5.2.2). Not
// all dead positions are, but all that are recognised are dead. Either its men never mate, or few positions can follow
// before such men are left, and none of them is mate.
func dead(s *chess.Setup) bool {
	p := facts.Replayed(s)
	seen := map[replay.Position]bool{p.Key(): true}
	for todo := []*replay.Position{p}; len(todo) > 0; todo = todo[1:] {
		q := todo[0]
		if now := facts.Setup(q); neverMate(&now) {
			continue
		}
		moves := 0
		for _, after := range q.Moves {
			moves++
			if key := after.Key(); !seen[key] {
				seen[key] = true
				todo = append(todo, after)
			}
			if len(seen) > mostFollowing {
				return false
			}
		}
		if moves == 0 && q.InCheck(q.White()) {
			return false
		}
	}
	return true
}

// neverMate reports whether there is no mate with the men of a position: the kings and one knight, or the kings and
// bishops on squares of one colour.
func neverMate(s *chess.Setup) bool {
	m := facts.CountMaterial(s)
	of := func(k facts.PieceKind) int { return m.Pieces[chess.White][k] + m.Pieces[chess.Black][k] }
	all, dark, light := men(s), of(facts.DarkBishop), of(facts.LightBishop)
	return all == 2+dark+light && min(dark, light) == 0 || all == 3 && of(facts.Knight) == 1
}
