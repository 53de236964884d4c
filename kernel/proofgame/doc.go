// Package proofgame builds proof games: legal games from a start to a goal,
// which prove that the goal is legal. Games are built, not searched for, so
// that they are long; package astar finds short ones.
//
// # How a game is built
//
//	back      moves are taken back from the goal until kings and pieces can take back
//	          several quiet moves; in some rounds captures are taken back as well, or
//	          random un-moves free the men that pawns enclose in the goal, or a
//	          backward search (unwind.go) finds a position in which they have room
//	kernel    package kernel finds an extended kernel for the position reached by
//	          that, in later rounds another one, or one with other victims
//	captures  the moves of the kernel are played one after the other
//	pawns     every pawn that still has to advance or to promote does so
//	rights    kings and rooks that stand at home without rights in the goal move
//	route     kings and pieces move to their squares of the goal; random un-moves from
//	          the goal make room for that, and some of the searches run backwards
//
// All of these are small beam searches: of the states after a ply the best few are kept, by the sum of the distances of
// the men from their targets. For every state it is computed once which men cannot come closer, and what is in their
// way (for kings, what attacks these squares, too); that bounds the score of every move, and moves are made in the
// order of their bounds. A stage that fails is repeated with other random choices, or the stages before it are.
//
// # Pawns as walls
//
// What makes construction fail is mostly a pawn move after which a king or piece has no way
// to its square any more. Before a pawn moves, the men that it would shut out move
// to the right side of it (zones.go):
//
//	placeZones     men that would lose the way to their squares of the goal
//	enclosedZones  the same while the kernel is played, for squares of the goal that are
//	               enclosed at the end by pawns and by men that cannot move any more
//	kingZones      kings that pawns would confine to a few squares
//
// Kings and rooks that have castling rights at the goal are walls as well, and so are
// the squares from which a check would drive such a king away (distance.go).
//
// Kings and pieces that have never moved, because men that have never moved are all around them, are walls as well, and
// pieces that such men keep from all squares where the goal has them are captured before others of their kind
// (sources.go).
//
// Pawn moves that enclose a king or piece come last, and on retries some are played among the
// moves of the kernel. Promoting pawns swap their pieces if one of these could not get
// out.
//
// Where a pawn of the goal shuts in what promotes behind it, the promotion has to come before the pawn. The search for
// kernels knows nothing of that; half of the later attempts follow a kernel out of a model of its formula, which does
// (kernel.Timed). A promotion that has to wait for a later move of the kernel is postponed.
//
// Attempts that have failed because pawns shut men out, because pawns did not promote or pieces
// did not get out where they promoted, or because a piece did not get to where a pawn captures it,
// leave something to the next ones (learned.go): a third of these, and later two thirds, keep kings and pieces on
// the right side of pawns that are done (openZones, closingZones), and follow kernels without such
// promotions and captures, half of them without another one besides, chosen at random.
//
// # Men as walls
//
// Where kings and pieces shut in one another, none of them is shut in by pawns alone. Every other backward search
// therefore counts those without room as walls for each other (locked.go), keeps few positions a ply in which the same
// ones are locked, and returns positions in which hardly any is. All backward searches leave out positions that nothing
// has led to, as pieces in them cannot have come from home (sources.go): a stage forwards would fail with these however
// often it is tried.
//
// A game is replayed with the legal moves of package chess before it is returned.
//
// # What it can do
//
// All 51 legal positions of testdata/legality/legality-random-1k.tsv, in 0.01 CPU
// seconds on average from FEN to game; the 1,000 positions of testdata/uniform.fen
// in 0.011 (99 of 100 in 0.1), and all of the 500 with rights or en passant squares and
// the 500 with 4 to 12 men beside it. How long a goal takes varies with the seed.
//
// # What it cannot do
//
// A failure proves nothing, except [ErrNoKernel]. Where there is a way for a man only
// between two captures of the kernel that is tried, another kernel must be found by
// chance. Castling and captures en passant occur only among the moves that are taken
// back. Games are shortened only where two moves of a man can be one (shorten.go).
package proofgame
