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
	p, err := replay.ParseFEN(s.FEN())
	if err != nil {
		return false
	}
	seen := map[replay.Position]bool{p.Key(): true}
	for todo := []*replay.Position{p}; len(todo) > 0; {
		q := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
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
	knights := count(s, func(_ chess.Square, m chess.Man) bool { return m.Kind() == chess.Knight })
	bishops := count(s, func(_ chess.Square, m chess.Man) bool { return m.Kind() == chess.Bishop })
	dark := count(s, func(sq chess.Square, m chess.Man) bool { return m.Kind() == chess.Bishop && sq.Dark() })
	alike := dark == 0 || dark == bishops
	return men(s) == 2+bishops && alike || men(s) == 3 && knights == 1
}
