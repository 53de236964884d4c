// Package proofgame builds proof games: legal games from a start to a goal,
// which prove that the goal is legal. Games are built, not searched for, so
// that they are long.
//
// # How a game is built
//
//	back      moves are taken back from the goal until an officer can take back a
//	          quiet move; after failures, captures as well
//	kernel    package kernel finds an extended kernel to what is left
//	captures  its words are played one after the other
//	pawns     every pawn that still has to go on or to promote does so
//	officers  kings and pieces go where the goal has them; random un-moves from the
//	          goal make room for that
//
// All of these are small beams: of the states after a ply the best few are kept,
// by the sum of the distances of men from their targets. A stage that fails is
// tried again with other random choices, or the stages before it are.
//
// A game is replayed with the legal moves of package chess before it is
// returned.
//
// # What it can do
//
// All 51 legal positions of kernel/testdata/legality-random-1k.tsv with the
// default budget: 0.2 CPU seconds on average from FEN to game, 1.7 at most, in
// 28 MB; and 28 of 30 positions out of random games, sparse endings among them,
// with a twentieth of the budget. How long a goal takes varies much with the
// seed.
//
// # What it cannot do yet
//
// A failure proves nothing, except [ErrNoKernel]. Castling rights in the goal
// keep kings and rooks in their places, but rights that are to be lost while
// king and rook stand at home are left to chance. Games contain no castling, and
// captures en passant only among the moves taken back. There is one kernel a
// goal, and its words are played in their order. In closed positions pawns wall
// officers in before these are where they are to be: no moves of pawns are taken
// back from the goal to avoid that. Nothing keeps the 75-move rule.
package proofgame
