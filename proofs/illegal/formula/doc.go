// Package formula writes the question whether a position has a proof kernel, or an
// extended one, as a formula: it has a model if and only if there is one. Package
// kernel searches for the same thing; the two are engines for one definition, and
// tests compare them. doc/formula.md tells the whole for readers.
//
// # What a model is
//
// The pawns of the start have names: the squares where they stand. A model says
// which of them capture, in which order and where to, whom, and what becomes of
// every pawn. In it are only the captures that pawns make: they are the slots 0,
// 1, ..., as many as captures by sides with pawns that move; those not used come
// last. Between two of them is an interval, in which all pawns go on along their
// files, some promote, and pieces take pawns. Everything else that happens in a
// game is a number: which pieces of the start are captured, and what promotes.
//
// # Why every game has a model
//
// This is what has to be believed; the rest only makes formulas smaller. Take a
// game from the start to the goal, and the captures by pawns in it. They fill the
// slots in their order, but for those that follow.
//
//   - A pawn that a piece takes is called gone right after its last capture, or from
//     the beginning, instead of later. Nobody needs it where it stands: a pawn in
//     the way only forbids.
//   - If it has promoted without capturing before a piece took it, the same.
//   - If it has promoted by a capture, that capture is left to a piece, and so is what
//     was captured by it: as many captures as before. (Repeat, if that was a piece
//     that had been a pawn.)
//   - Two captures, one right after the other, without a common file and not of
//     pieces that were pawns, may be exchanged: see addOrder.
//
// A pawn's rank at a capture is that in the game, or, of one that is taken en
// passant, the rank that it passed over: it was there on its way. Of two pawns on
// one file one is below the other from each capture to the next. A captured bishop
// is on a square of its colour. Who promotes is on a file, or captures to one,
// where that is possible (package rules: men that never move can be in the way).
//
// For the counts take, for each kind, the pieces of the goal that were pawns. The
// start's pieces of the kind that were captured are as many as the start had and
// these together, without those of the goal; and those that pawns captured
// are not more. Queens, rooks and knights go together here, which only allows more.
//
// The tests play random games and evaluate every clause (TestGamesSatisfy).
//
// # Why every model is a kernel
//
// Kernels of a model are written down by package kernel and replayed; the tests do
// that with every model that they meet. That a formula is too weak cannot make a
// certificate wrong.
//
// # Files
//
//	formula.go     slots, pawns and where they are
//	capture.go     what makes a slot a capture; the order of independent ones
//	rows.go        ranks: extended kernels
//	columns.go     in place of them, the order of pawns: kernels
//	goal.go        the pawns of the goal
//	pieces.go      pieces captured and promoted; counting
//	shortcuts.go   what follows, and makes proofs ten times shorter
//	model.go       from a model back to captures
package formula
