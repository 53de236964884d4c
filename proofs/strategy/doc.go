// Package strategy checks the folder that "retroproof strategy prove --certify" writes: the
// evidence that a strategy for king and one man against king mates, on a board of a given size.
// The folder has an LRAT proof for each lemma, and a manifest that lists them. Formulas are not in
// it: the checker builds them.
//
// # What is believed when Check returns no error
//
//   - The rules of chess and the strategy's text as written in package plain. (Tests compare the
//     rules with package replay in every position of the board of 8x8.)
//   - The statements of the lemmas: how package spec composes plays and statements from notions
//     and moves (lemmas.go), and the argument of deduction.go.
//   - That package encode builds and evaluates circuits as documented, and that its Follower
//     accepts only clauses that follow from a circuit.
//   - That package lrat accepts only refutations (see its package comment).
//   - That functions of package spec build the same circuit for any inputs of the same kind: one
//     instance of each is compared, built as formulas build it.
//
// The circuits of rules, notions and strategies need not be believed: Compare compares them with
// package plain in every position and for every move, and establishes the symmetries of the board
// that formulas break. The writer of clauses need not be believed: every clause is compared with
// the circuit. Nothing in the folder is believed: Check writes the manifest that the folder must
// have, and compares the texts.
//
// Besides, Check goes back from mate through all positions: that needs no lemma. For king and pawn against
// king it goes back from promotions that win, and does so for all moves of chess as well.
//
// Believed: The comparison of circuits with rules and text, that every lemma is checked, and what
// packages plain, spec and lrat believe.
package strategy
