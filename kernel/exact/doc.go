// Package exact finds all games of exactly a number of plies from one position to
// another: what composers of proof games ask, who want one game and no other.
//
//	r, err := exact.Search(ctx, &start, &exact.Target{Setup: goal}, 9, exact.Options{})
//	if r.Complete && r.Solutions == 1 {
//		use(r.Games[0]) // the only one
//	}
//
// # How
//
// The search is depth first, and remembers in a table of what positions how many games
// there are. Before the successors of a position are looked at, the number of plies that
// remain is turned into restrictions, as far as they follow from each other:
//
//   - Every man of the goal is one of the position, the others are captured: an assignment
//     with the least sum of moves for each side, and another one with the least captures
//     of pawns. What exceeds the moves or captures that there are is impossible: pairs of
//     the assignment that cost too much fall away.
//   - Men that can only become what stands on their squares, and for which there are not
//     two moves to spare, never move: others have to go around them, which takes more
//     moves, so that still more men stay.
//   - Men are captured only where men of the other side can come within their moves, and
//     capture only where men can come that may be captured.
//   - Men that have to move, and can only go where others of them stand, wait for each
//     other forever; and the same is looked at from the end.
//   - Pawns that have to promote on demand are no pawns at the end, and are captured only
//     after they have promoted.
//   - Castling, and ways to lose castling rights, are cases of their own; what holds in
//     all of them holds.
//
// Nothing of this excludes a game: tests compare it with random games, and counts with
// plain enumeration. [Options].BothEnds is the other engine: un-moves from the goal under
// the same restrictions, and the search from the start to the middle.
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
// The restrictions know of checks, pins and men in the way only what follows from men
// that never move. Sides with many moves to spare make long searches.
package exact
