package krk

import (
	"retroproof/proofs/krk/spec"
)

// PlainRules are the rules as plain code (rules.go). They are a parameter so
// that a test can break one and see it caught.
type PlainRules struct {
	legal, check, mate, stalemate func(p Position) bool
	whiteMoves, blackMoves        func(dst []Position, p Position) []Position
}

// Plain returns the rules of this package.
func Plain() PlainRules {
	return PlainRules{isLegal, check, mate, stalemate, whiteMoves, BlackMoves}
}

// Rulebook writes the rules out. A broken legal changes the set of legal positions
// only: all other rules are evaluated at the positions that are really legal.
func (rules PlainRules) Rulebook() *Rulebook {
	r := newRulebook("plain code", allSets...)
	var buf [32]Position
	for p := range Position(spec.NumPositions) {
		if rules.legal(p) {
			r.addLegal(p)
		}
		if !isLegal(p) {
			continue
		}
		for _, q := range rules.whiteMoves(buf[:0], p) {
			r.moves[0].add(p, q, true)
		}
		for _, q := range rules.blackMoves(buf[:0], p) {
			r.moves[1].add(p, q, false)
		}
		for _, f := range []struct {
			holds func(p Position) bool
			set   Set
		}{{rules.check, checks}, {rules.mate, mates}, {rules.stalemate, stalemates}} {
			if f.holds(p) {
				r.sets[f.set].add(p)
			}
		}
	}
	return r
}
