package kernel

import "retroproof/chess"

// walksLeft reports whether the pawns of both colours that the goal has can come
// from pawns that there are, each on a rank that allows it and with as many
// captures as are left: a pawn goes at least one rank on for every file that it
// goes aside, and captures as often.
func (l *labels) walksLeft(n *node) bool {
	return l.walksOf(n, chess.White) && l.walksOf(n, chess.Black)
}

func (l *labels) walksOf(n *node, c chess.Color) bool {
	goals := l.goalPawns[c]
	if len(goals) == 0 {
		return true
	}
	const never = 100
	// least has, by set of the goal's pawns, the least number of captures with which the
	// pawns considered so far reach them.
	var least [1 << 8]uint8
	for i := 1; i < 1<<len(goals); i++ {
		least[i] = never
	}
	reached := 1
	for f := range 8 {
		for i := range n.col[f].len() {
			if n.col[f].at(i) != c {
				continue
			}
			pawn := n.pawns[f][i]
			var cost [8]uint8
			any := 0
			for g, sq := range goals {
				d := max(f-sq.File(), sq.File()-f)
				ok := n.zone.lower(pawn)+d <= sq.Rank()
				if c == chess.Black {
					ok = n.zone.upper(pawn)-d >= sq.Rank()
				}
				if ok && (d == 0 || !l.immobile[pawn]) {
					cost[g] = uint8(d) + 1
					any |= 1 << g
				}
			}
			if any == 0 {
				continue
			}
			reached |= any
			// Larger sets first: they are made of smaller ones without this pawn.
			for set := 1<<len(goals) - 1; set > 0; set-- {
				if set&^reached != 0 {
					continue
				}
				for g := range goals {
					if cost[g] > 0 && set>>g&1 == 1 {
						least[set] = min(least[set], least[set&^(1<<g)]+cost[g]-1)
					}
				}
			}
		}
	}
	return least[1<<len(goals)-1] <= n.left[c]
}
