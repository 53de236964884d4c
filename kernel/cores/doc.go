// Package cores writes the proof that a kernel question has the answer no, as package proofs/illegal/core checks it: of
// the clauses of a whole formula, those that a solver's proof uses, and the clauses that the proof derives.
//
//	chains.go   the solver's proof by chains of resolutions
//	write.go    the file
package cores
