// Package proofs is the folder of all that is believed when a certificate is accepted. It
// has no code itself. Nothing in it searches, and nothing in it imports a package from
// outside of it but chess, encode and, below that, the circuits of gini/logic.
//
//	claim                                      checked by    also believed
//	a formula has no model                     lrat          -
//	(a proof in DRUP: drup finds the hints, which lrat checks)
//	a position is legal: here is a game        games         replay
//	so many games of a length lead there       exact         chess
//	a position is illegal: a tree of evidence  illegal       illegal/facts, illegal/formula, lrat, replay, chess
//	the KRK strategy always mates              krk           krk/plain, replay, krk/spec, lrat, encode
//	an estimate of the number of positions     survey        survey/..., and what both kinds of verdicts rest on
//
// Package parallel runs goroutines for games and illegal. How many lines of code each claim
// rests on, and what stands here that no checker reaches, is held by trust_test.go in the
// root of the module. Each package comment says what is believed in it and why.
package proofs
