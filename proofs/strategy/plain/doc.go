// Package plain defines in plain code what package spec defines in circuits: the rules of chess for
// king and one man against king, on a board of any size, and the strategies. A checker compares
// the circuits with it in every position and for every move, so the two share no code except the
// names of squares, positions and steps.
//
// The strategies follow their texts (doc/strategies.md) sentence by sentence.
//
//	board.go      boards, squares, positions, symmetries
//	rules.go      the rules of chess
//	strategy.go   what a strategy is: steps and notions
//	krk.go        king and rook against king, 2013 and 2016
//	kqk.go        king and queen against king
//	kpk.go        king and pawn against king: an evaluator (kpk_rules.go) and a strategy by it
//	torres.go     the automaton of Torres y Quevedo, 1912
//	table.go      a strategy's moves in all positions; going back from mate
//
// Believed: The rules on boards of any size, and that the text of a strategy is the one that a
// certificate names.
package plain
