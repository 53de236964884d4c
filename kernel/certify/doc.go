// Package certify writes certificates of verdicts: it turns what package kernel has
// found into trees of package certificate, and proves their formulas; games are
// written as they are.
//
//	certify.go    from a decision to a tree
//	formulas.go   the formulas, each proven once
//	container.go  the container
//	part.go       a container in the making, that a later run can go on with
//
// Nothing here need be believed: a checker looks at what was written.
package certify
