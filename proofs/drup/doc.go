// Package drup checks proofs in DRAT, in text or binary form. Such a proof has no hints: this package finds them by
// unit propagation, for RAT on the first literal of a clause that does not follow, and passes the steps with their
// hints to package lrat, which checks them. So this package need not be believed: a mistake in it can only make lrat
// reject the proof.
//
// Deletions of clauses that are the reason of an assignment, and of clauses that do
// not exist, are counted and ignored, as in drat-trim. A proof is binary if its first byte is
// a, or if its first byte is d and a NUL byte is among the first 64 kilobytes.
//
//	drup.go    reading steps, unit propagation
//	hints.go   the steps of LRAT; RAT
//
// Believed: Nothing. It only finds hints, and package lrat checks every step with them.
package drup
