// Package krk proves and plays the strategy for king and rook against king.
//
// The rules and the strategy are written here as plain code over packed
// positions, for speed and as a counterpart of package spec, where they are
// circuits. Nothing is shared between the two but the vocabulary (Position,
// Step, Reading), and tests compare them.
//
//	rules.go      moves, check, mate; tables of squares
//	strategy.go   notions and steps
//	relation.go   the strategy tabulated; the retrograde check; optimal play
//	native.go     every lemma once more, by exhaustion
//	prove.go      every lemma by SAT (spec's formulas, sat's solvers)
//	certify.go    the same with proofs, for retroproof-check
//	play.go       games; explain.go why a move is made; san.go notation
//	fen.go        FEN in and out
package krk
