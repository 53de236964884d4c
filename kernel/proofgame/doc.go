// Package proofgame builds proof games: legal games from a start to a goal,
// which prove that the goal is legal. Games are built, not searched for, so
// that they are long; package astar finds short ones.
//
// # How a game is built
//
//	back      moves are taken back from the goal until officers can take back
//	          several quiet moves; in some rounds captures as well, or what opens
//	          the pockets of the goal
//	kernel    package kernel finds an extended kernel to what is left, in later
//	          rounds another one
//	captures  its words are played one after the other
//	pawns     every pawn that still has to go on or to promote does so
//	rights    kings and rooks go out that stand at home without rights in the goal
//	officers  kings and pieces go where the goal has them; random un-moves from the
//	          goal make room for that, and half of the ways are looked for backwards
//
// All of these are small beams: of the states after a ply the best few are kept,
// by the sum of the distances of men from their targets. A state finds once which
// men cannot come closer, and what is in their way; that bounds the score of every
// move, and only moves that come first by their bound are made. A stage that fails
// is tried again with other random choices, or the stages before it are.
//
// # Walls
//
// What makes construction fail is mostly a pawn: once it has moved, a man finds no way
// any more. Before a pawn moves, those officers cross that would be shut out (walls.go):
//
//	sides    from their squares of the goal, as the pawns run their errands
//	lodgers  the same during the captures, for squares of the goal that pawns, and men
//	         that cannot move any more, wall in at the end
//	refuges  kings that pawns would hem in leave for where there is room
//
// Errands that close a pocket come last, and on retries some come among the captures.
// Promotions exchange what they become if it could not get out.
//
// A game is replayed with the legal moves of package chess before it is returned.
//
// # What it can do
//
// All 51 legal positions of kernel/testdata/legality-random-1k.tsv, in 0.05 CPU
// seconds on average from FEN to game; 999 of the 1,000 positions of testdata/uniform.fen
// in 0.045 (99 of 100 in 0.4), and all of the 500 with rights or en passant squares and
// the 500 with 4 to 12 men beside it. How long a goal takes varies with the seed.
//
// # What it cannot do
//
// A failure proves nothing, except [ErrNoKernel]. Where there is a way for a man only
// between two captures of the kernel that is tried, another kernel must be found by
// chance. Castling and captures en passant occur only among the moves that are taken
// back. Games are not shortened.
package proofgame
