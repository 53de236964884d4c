// Package proofs is the folder of everything that is believed when a certificate is accepted.
// It has no code itself. No package in it searches, and none imports packages from outside
// except chess/board and encode, which import nothing but the standard library.
//
//	claim                                      checked by    also believed
//	a formula has no model                     lrat          -
//	(a proof in DRUP: drup finds the hints, which lrat checks)
//	a position is legal: here is a game        games         replay
//	a number of games of a given length        exact         replay
//	a position is illegal: a tree of evidence  illegal       illegal/facts, illegal/formula, lrat, replay, chess/board
//	last moves, fields of a FEN, origins       answers       illegal and what it rests on
//	a strategy wins from all that it claims    strategy/wins strategy/rules, strategy/text
//	the same, by lemmas                        strategy      strategy/..., lrat, encode
//	a transition system is safe, or not        reach         aiger, lrat, encode
//	an estimate of the number of positions     survey        survey/..., and what both kinds of verdicts rest on
//
// Package parallel runs goroutines for games and illegal. trust_test.go in the root of the module
// limits the number of lines of code that each claim rests on, and counts the functions of this
// folder that no checker links. Each package comment says what is believed in it and why.
//
// Believed: Nothing in this package itself, which has no code; in its sub-packages what their comments
// say.
package proofs
