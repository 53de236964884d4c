// Package illegal checks certificates of verdicts: files that "retroproof legal
// --certificate" writes, and "retroproof-check FILE" verifies. doc/certificates.md
// describes the format.
//
// # What is believed when Check returns no error
//
// Then a legal game leads from the start that the report names to every position that was
// reported as legal, and no game leads to any of the others. Apart from the Go compiler and
// library, the first rests on package replay alone; the second rests on
//
//   - package replay: FENs, and that the un-moves of a position include every move that leads
//     to it; it finds them by trying all positions that can precede it;
//   - package facts: that the arguments and facts that it accepts are true. It uses the
//     package chess/board: squares, men and attacks;
//   - package core: that every instance of a schema that it accepts is true of every game from the start to the
//     position, for which doc/formula.md has the reasons, and that it accepts only refutations;
//   - this package: the proof is at treeChecker.check, in checktree.go. Start reading there.
//
// Nothing in the file is believed. Arguments and facts are verified from start and FEN, un-moves are generated, and
// proofs are checked against clauses that are made here. The code that reads the file need not be believed either: if
// it misread a file, the misread content would be checked, and the report names the positions that were checked. It is
// nevertheless strict, so that all programs that read the file read the same: JSON in one exact form, no core and no
// node that is not needed.
//
// # Files
//
//	checktree.go             the nodes of a tree
//	cores.go                 kernel questions, and the cores that refute them
//	tree.go game.go          trees and games, and their text
//	container.go             the header and the cores, and the lines
//	check.go                 all of it, with several workers
//	report.go                what was verified
//	errors.go                why a certificate is not accepted
//
// Believed: That every node of a tree is checked with the position it stands for, and that clauses are
// refuted which were made here.
package illegal
