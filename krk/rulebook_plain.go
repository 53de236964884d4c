package krk

import (
	"retroproof/proofs/krk/spec"
)

// PlainRules are the rules as plain code (rules.go). They are a parameter so
// that a test can break one and see it caught.
type PlainRules struct {
	Legal, Check, Mate, Stalemate func(p Position) bool
	WhiteMoves, BlackMoves        func(dst []Position, p Position) []Position
}

// Plain returns the rules of this package.
func Plain() PlainRules {
	return PlainRules{Legal, Check, Mate, Stalemate, WhiteMoves, BlackMoves}
}

// Rulebook writes the rules out. A broken Legal shows among the legal
// positions only: all else is asked of the positions that are legal.
func (rules PlainRules) Rulebook() *Rulebook {
	r := newRulebook("plain code", allSets...)
	var buf [32]Position
	for p := range Position(spec.NumPositions) {
		if rules.Legal(p) {
			r.addLegal(p)
		}
		if !Legal(p) {
			continue
		}
		for _, q := range rules.WhiteMoves(buf[:0], p) {
			r.moves[0].add(p, q, true)
		}
		for _, q := range rules.BlackMoves(buf[:0], p) {
			r.moves[1].add(p, q, false)
		}
		for _, f := range []struct {
			holds func(p Position) bool
			set   Set
		}{{rules.Check, Checks}, {rules.Mate, Mates}, {rules.Stalemate, Stalemates}} {
			if f.holds(p) {
				r.sets[f.set].add(p)
			}
		}
	}
	return r
}
