// Package certify writes certificates of verdicts: it converts the evidence of package
// kernel to trees of package illegal, and proves their formulas; games are written as
// they are.
//
//	certify.go    from a decision to a tree
//	formulas.go   the formulas, each proven once
//	container.go  the container
//	part.go       an unfinished container that a later run can continue
//
// Nothing here need be believed: a checker checks the certificates.
package certify
