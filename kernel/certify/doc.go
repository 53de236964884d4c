// Package certify writes certificates of verdicts: it converts the evidence of package
// kernel to trees of package illegal, and proves their formulas; games are written as
// they are.
//
//	certify.go    from a decision to a tree
//	library.go    the kernel questions, each refuted once
//	chains.go     a solver's proof by chains of resolutions
//	core.go       of a formula's clauses those that the proof uses, as package proofs/illegal/core checks them
//	container.go  the file, and an unfinished one that a later run can continue
//
// Nothing here need be believed: a checker checks the certificates.
package certify
