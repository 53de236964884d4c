// Package formula writes the question whether a position has an extended proof kernel as a
// formula. Every game from the start to the goal yields a model of the formula; so if it has no
// model, the position is illegal. doc/formula.md defines the formula byte for byte, and proves
// for each group of clauses that a game satisfies it. One has to believe that proof, and that
// this package writes that formula.
//
// A model describes what the pawns of the start do: which of them capture, in which order, on
// which ranks, and which men; and what becomes of each. Everything else that happens in a game
// is only counted.
//
//	clauses.go     variables, clauses, disjunctions, counters, and their text
//	formula.go     captures and pawns, and what makes a capture
//	pawns.go       pawns from capture to capture, their order on files, where they promote
//	goal.go        what becomes of pawns, and counting
//	closing.go     what pawns of the goal shut in or out
//	jam.go         pieces that were there before pawns of the goal shut them in
//	statement.go   what a game may have besides
//
// Believed: That every game is a model of the formula, as doc/formula.md proves, and that New writes
// this formula.
package formula
