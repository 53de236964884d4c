// Package krk is about the folder that "retroproof krk prove --certify" writes and
// "retroproof-check DIR" checks: the evidence that the KRK strategy always mates. It
// holds for each formula a DIMACS file and an LRAT proof, and a manifest that names them.
//
// # What is believed when Check returns no error
//
//   - The rules of chess in package replay, and the strategy's text as package plain has it.
//   - What the lemmas say: how package spec puts plays and statements together from notions
//     and moves (formula.go, lemmas.go, parts.go), that the parts of a lemma imply it, and
//     that the inferences of theorems.go are checked as described there.
//   - That package encode makes and evaluates circuits as it says, and that its Follower
//     accepts only clauses that follow from a circuit.
//   - That package lrat accepts only refutations (its package comment).
//   - That functions of package spec make the same circuit for any inputs of the same kind: what
//     is compared is one instance of each, built as formulas build it.
//
// The circuits of rules, notions and strategy are not believed: CheckRules compares them with
// package plain on every placement of the men and for every move, and establishes the symmetries
// of the board, which formulas break. (Lemmas 8s and 9s are about a strategy with another step
// ReadyToMate. Its circuits are not compared, and that it is symmetric is taken for granted, so these two
// are believed less; no theorem rests on them.) The writer of clauses is not believed: every clause of a file is
// compared with the circuit that Check builds. Nothing in the folder is believed: Check writes the manifest
// that there has to be, and compares the texts.
package krk
