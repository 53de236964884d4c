// Package illegal checks certificates of verdicts: files that "retroproof legal
// --certificate" writes, and "retroproof-check FILE" verifies. doc/certificates.md
// describes the format.
//
// # What is believed when Check returns no error
//
// Then a legal game leads from the start that the report names to every position that was
// reported as legal, and none to any of the others. Beside the Go compiler and
// library the first rests on package replay alone, and the second, beside SHA-256, on
//
//   - package replay: FENs, and that every move that leads to a position is among its
//     un-moves, which it finds by trying all positions before it;
//   - package facts: that what its Check and its facts accept is true, with the squares,
//     men and attacks of package chess; nothing of its moves and un-moves is used;
//   - package formula: that a formula has a model if a game leads from the start to the
//     position that it was built of; doc/formula.md has the argument;
//   - package lrat: that only refutations are accepted;
//   - this package: treeChecker.check, in checktree.go, has the argument. Start reading
//     there.
//
// Nothing in the file is believed. Arguments and facts are verified from start and
// FEN, un-moves are generated, formulas are built, and their proofs are checked
// against what was built. The reader need not be believed either, as far as the
// verdict goes: however it misreads a file, what it makes of it is checked, and the
// report names the positions. It is strict all the same, so that everybody who reads
// the file reads the same: a ZIP of one exact form, JSON of one exact form, no member
// and no node that is not needed.
//
// # Files
//
//	checktree.go             the nodes of a tree
//	formulas.go              kernel questions, their formulas and proofs
//	tree.go game.go          trees and games, and their text
//	container.go manifest.go the ZIP
//	check.go                 all of it, with several workers
//	report.go                what was verified
//	errors.go                why a certificate is not accepted
package illegal
