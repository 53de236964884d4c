package krk

import (
	"retroproof/proofs/krk/spec"
	"retroproof/retro/table"
)

// TableRulebook is what a table's values say of the rules: which positions are
// legal, which of them are mates, and, as a placement that is legal with Black
// to move only, which are checks. It says nothing of stalemates, which are
// draws among others, nor of moves.
func TableRulebook(values Values) *Rulebook {
	r := newRulebook("table", legalWhite, legalBlack, checks, mates)
	for p := range Position(spec.NumPositions) {
		if values[p].Result == table.NotLegal {
			continue
		}
		r.addLegal(p)
		if p.White() {
			continue
		}
		if values[p|turn].Result == table.NotLegal {
			r.sets[checks].add(p)
		}
		if values[p] == (table.Value{Result: table.Lost}) {
			r.sets[mates].add(p)
		}
	}
	return r
}
