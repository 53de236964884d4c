// Package drup checks proofs in DRUP, and in DRAT as far as no step needs RAT, text or
// binary. Such a proof has no hints: this package finds out by unit propagation which
// clauses a step follows from, and hands the steps with these hints to package lrat,
// which checks them. Nothing here has to be believed: a mistake in this package makes
// lrat refuse the proof.
//
// Deletions need not be carried out, since nothing ever stops following: those of clauses
// that are the reason of an assignment, or not known, are counted and ignored, as
// drat-trim does it. Text and binary are distinguished by the first byte, a for binary, and
// if it is d, by NUL bytes in the first 64 kilobytes.
//
//	drup.go    reading steps, unit propagation
//	hints.go   the steps of LRAT
package drup
