// Package formula writes the question whether a position has an extended proof kernel as
// a formula. Every game from the start to the goal gives a model of it; so if there is no
// model, the position is illegal. doc/formula.md defines the formula byte for byte, and
// says for each group of clauses why a game satisfies it: that is what has to be
// believed, together with this package writing that formula.
//
// A model says what the pawns of the start do: which of them capture, in which order, on
// which ranks, and whom; and what becomes of each. All else that happens in a game is a
// number.
//
//	clauses.go     variables, clauses, disjunctions, counters, and their text
//	formula.go     captures and pawns, and what makes a capture
//	pawns.go       pawns from capture to capture, their order on files, where they promote
//	goal.go        what becomes of pawns, and counting
package formula
