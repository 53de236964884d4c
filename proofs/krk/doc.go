// Package krk checks the folder that "retroproof krk prove --certify" writes: the evidence that
// the KRK strategy always mates. "retroproof-check DIR" runs this check. The folder has a
// DIMACS file and an LRAT proof for each formula, and a manifest that lists them.
//
// # What is believed when Check returns no error
//
//   - The rules of chess in package replay, and the strategy's text as written in package
//     plain.
//   - The statements of the lemmas: how package spec composes plays and statements from notions
//     and moves (formula.go, lemmas.go, parts.go), that the parts of a lemma imply it, and that
//     the inferences of theorems.go are checked as described there.
//   - That package encode builds and evaluates circuits as documented, and that its Follower
//     accepts only clauses that follow from a circuit.
//   - That package lrat accepts only refutations (see its package comment).
//   - That functions of package spec build the same circuit for any inputs of the same kind:
//     one instance of each is compared, built as formulas build it.
//
// The circuits of rules, notions and strategy need not be believed: CheckRules compares them
// with package plain on every placement of the men and for every move, and establishes the
// symmetries of the board that formulas break. (Lemmas 8s and 9s are about a strategy with
// another step ReadyToMate. Its circuits are not compared, and its symmetry is assumed, so
// these two lemmas rest on more; no theorem rests on them.) The writer of clauses need not be
// believed: every clause of a file is compared with the circuit that Check builds. Nothing in
// the folder is believed: Check writes the manifest that the folder must have, and compares the
// texts.
//
// Believed: The comparison of circuits with rules and text, that every lemma's formula is checked, and
// what packages plain, replay, spec and lrat believe.
package krk
