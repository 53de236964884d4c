// Package exact finds all games of exactly a given number of plies from one position to
// another. Composers of proof games need this, as a proof game must be unique.
//
//	r, err := exact.Search(ctx, &start, &exact.Target{Setup: goal}, 9, exact.Options{})
//	if r.Complete && r.Solutions == 1 {
//		use(r.Games[0]) // the only one
//	}
//
// # Method
//
// The search is depth first, with a table of positions and the number of games from each.
// Before the successors of a position are examined, restrictions are derived from the number of
// plies left, until none is new:
//
//   - Every man of the goal is a man of the position, and the others are captured. For each
//     side, the assignments of men with the least total number of moves and with the least
//     number of pawn captures are computed. A pair of an assignment that would require more
//     moves or captures than are available is excluded.
//   - A man that can only become what stands on its square already never moves if fewer than
//     two additional moves are available. Other men have to go around it, which takes more
//     moves, so that further men never move.
//   - Men are captured only on squares that men of the other side can reach in their moves, and
//     capture only on squares that men which may be captured can reach.
//   - If men that have to move can only go to squares where others of them stand, none can move
//     first. The same is applied backwards from the goal.
//   - Pawns that are required to promote are not pawns at the end, and are captured only after
//     they have promoted.
//   - Castling, and the ways to lose castling rights, are separate cases; a restriction that
//     holds in all of them holds.
//
// No restriction excludes a game: tests check them on random games, and compare counts with
// plain enumeration. [Options].BothEnds selects another engine: un-moves from the goal under
// the same restrictions, and a search from the start to the middle.
//
// # Terms
//
//	roster    the men of a side that may move, and what they can become
//	scenario  a case: whether and how a side castles or loses castling rights
//	spare     of men: captured; of moves: beyond those needed
//	layer     the positions with some number of plies to the goal, found from the goal
//
// # Limits
//
// The restrictions take account of checks, pins and obstructing men only as far as men that
// never move imply them. If the sides have many additional moves, searches take long.
package exact
