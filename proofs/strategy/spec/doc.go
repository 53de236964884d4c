// Package spec defines, as circuits, the subject of a certificate about a strategy: the rules of
// chess for king and one man against king on a board of any size, the strategies, the lemmas, and
// how the theorems follow from them. It contains and imports no solver and no search.
//
//	board.go      squares, legality, check, Black's moves
//	move.go       White's moves
//	strategy.go   what a strategy is: steps as a relation between positions, notions
//	lemmas.go     the lemmas that a plan asks for, negated, as plays of several moves
//	deduction.go  the theorems
//	registry.go   the instances by name: krk.go, kqk.go, kpk.go, torres.go
//
// # Names
//
// A position with White to move is p or p1, p3, ...; with Black to move q or p2, p4, ...; wk, bk and
// m are the squares of the white king, the black king and White's other man; a square is (x, y).
//
// Believed: The statements of the lemmas, how plays are composed, and the deduction. The circuits are
// compared with plain code, and not believed.
package spec
