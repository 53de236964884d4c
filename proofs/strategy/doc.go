// Package strategy checks the folders that "retroproof strategy prove --certify" writes: the evidence that a strategy
// for White wins, on a board of a given size. A folder has the strategy in core form, its text, an LRAT proof for each
// lemma, and a manifest that lists them with the deduction. Formulas are not in it: the checker builds them.
//
// # What is believed when Check returns no error
//
//   - The rules of chess as package rules has them (tests compare them with package replay on the board of 8x8), what
//     the core form means (package core), and the core form. Package text, which makes it of a text, is not believed.
//   - The statements of the lemmas: how package lemmas composes plays and statements from notions and moves, and the
//     rules of its deduction.
//   - That package encode builds and evaluates circuits as documented, and that its Follower accepts only clauses that
//     follow from a circuit.
//   - That package lrat accepts only refutations (see its package comment).
//   - That functions of package lemmas build the same circuit for any inputs of the same kind: one instance of each is
//     compared, built as formulas build it.
//
// The circuits of rules and strategies need not be believed: Compare compares them with both in every position and for
// every move of the strategy and every Black move. The writer of clauses need not be believed: every clause is compared
// with the circuit. Nothing in the folder but the core form is believed: Check writes the manifest that the folder must
// have, and compares the texts.
//
// Besides, Check goes back from mate through all positions (package wins): that needs no lemma. Both have to agree.
//
// Believed: The comparison of circuits with rules and core form, that every lemma is checked, and what packages rules,
// core, wins, lemmas and lrat believe.
package strategy
