// Package krk proves, plays and counts the strategy for king and rook against
// king.
//
// The rules and the strategy are written here as plain code over packed
// positions, for speed and as a counterpart of package spec, where they are
// circuits. Nothing is shared between the two but the vocabulary (Position,
// Step, Reading), and CompareByEvaluation, CompareMoves and CompareByProof
// show that they agree.
//
//	rules.go      moves, check, mate; tables of squares
//	strategy.go   notions and steps
//	relation.go   the strategy tabulated; the retrograde check; optimal play
//	native.go     every lemma once more, by exhaustion
//	prove.go      every lemma by SAT (spec's formulas, sat's solvers)
//	certify.go    the same with proofs, for retroproof-check
//	compare.go    circuits against plain code
//	rulebook.go   the rules as sets: rulebook_plain.go, rulebook_circuits.go,
//	              rulebook_chess.go (bitboards), rulebook_table.go (tablebase)
//	values.go     values of all positions, by the tablebase and by plain code
//	excess.go     the strategy against the tablebase
//	agreement.go  verdicts by SAT against exhaustion
//	count.go      counts of positions both ways; figure.go draws Figure 3
//	play.go       games; explain.go why a move is made; san.go notation
//	fen.go        FEN in and out
package krk
