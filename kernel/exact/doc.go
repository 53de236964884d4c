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
// The depth-first search keeps a table of positions and the number of games from each.
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
//   - Pawns that are required to promote are not pawns at the end, and are captured only after
//     they have promoted.
//   - Castling, and the ways to lose castling rights, are separate cases; a restriction that
//     holds in all of them holds.
//
// Before the search, all that each side can do on its own is found: its side states (its men,
// castling rights and captures) after each of its moves that lie on a way from the start to
// the goal. Of the other side only what holds in all its side states at the time is taken into account:
// occupied squares, certain attacks, where and when men are captured. This is repeated until no more
// side states are dropped. A position with a side state that is not among them leads nowhere. Unlike the
// restrictions above, side states take account of the order of moves of one side completely.
//
// Captures of men that are captured in all games bound the moves of a side from below, too. A side that has too many
// side states is searched ply by ply in pairs with those of the other side, and only what occurs in a pair is
// continued.
//
// The search is depth first up to [depthFirst] positions. Then it goes from the goal back in sets of positions: those
// from which the last plies lead to the goal. A set has a bit for every pair of side states, so that a move between two
// states of one side is tried against all side states of the other at once: 64 of them by a conjunction of words that
// say where the other side's men stand, and which of its side states give check. The depth-first search from the start
// then visits positions of games only, apart from those that differ in what may be captured en passant: pairs do not
// tell these apart. Where many games are left, they are counted in the sets.
//
// If a side has too many side states, or the sets need too much memory, the search goes on depth first. [Options].Jobs
// goroutines share the sets; the result is the same.
//
// No restriction excludes a game: tests check them on random games, and compare counts with
// plain enumeration, and with a search depth first by the deductions alone.
//
// # Terms
//
//	side state      what a side has: its men, its castling rights, how many men it has captured
//	joint states    positions as pairs of a state of each side: all but what may be captured en passant
//	forced capture  a capture that a side makes in all games
//	game counts     the numbers of games to the goal from joint states
//	scenario        a case: whether and how a side castles or loses castling rights
//	spare           of men: captured; of moves: beyond those needed
//	layer           the states of a side with some number of plies to go
//
// # Limits
//
// The restrictions take account of checks, pins and obstructing men only as far as men that
// never move imply them. If the sides have many additional moves, searches take long; sides with
// more than [mostStates] side states are searched without.
package exact
