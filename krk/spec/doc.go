// Package spec defines, as circuits, the subject of a certificate about king and rook against
// king: the rules of chess for these three men, the strategy, the lemmas, and how the theorems
// follow from them. It contains and imports no solver and no search.
//
//	position.go   packed positions, symmetries
//	rules.go      Board: legality, check, mate, Black's moves
//	notions.go    room, critical square, exposed, divides, L-pattern, measure
//	strategy.go   the nine steps as a relation between positions
//	reading.go    the details of the text that can be read in several ways
//	formula.go    plays of several moves as one formula
//	lemmas.go     the nine lemmas, negated, and satisfiable controls
//	parts.go      Lemmas 2 and 4 by way of smaller ones
//	theorems.go   the deduction, checked
//
// # Names
//
// A position with White to move is p or p1, p3, ...; with Black to move q or
// p2, p4, ...; wk, bk and r are the men's squares; a square is (x, y), 0 to 7.
// The sources are M. Malikovic and P. Janicic, "Proving correctness of a KRK
// chess endgame strategy by SAT-based constraint solving" (2013), "the paper",
// and the executable definitions made from it and verified against its
// figures, which doc/krk.md repeats.
//
// Believed: The statements of the lemmas, how plays are composed of moves and notions, that parts
// imply their lemma, and the deduction. The circuits of rules, notions and strategy are compared with
// plain code, and not believed.
package spec
