// Package astar searches for proof games with A*: legal moves from a start, any
// position, to a goal. Where package proofgame builds some game, this one finds a
// shortest game and proves that it is one, or finds a game by brute force where
// construction fails, or proves that no game exists.
//
//	r, err := astar.Search(ctx, &start, &goal, astar.Options{WeightA: 1, WeightB: 1})
//	if r.Status == astar.Found {
//		use(r.Moves) // a shortest game: r.Shortest
//	}
//
// # The bound
//
// A* looks first at the positions for which the plies played and a lower bound on those
// that remain are the least together. The bound is the length of a game in which men do
// not stand in each other's way; doc/astar.md has a position for each of its rules. It is
// never larger than the length of a shortest game, and it is infinite only if there is no
// game: tests compare it with games and breadth-first search. That is why the first game
// found is a shortest one, and an empty queue is a proof.
//
// # Terms
//
//	target     the goal, or what is before it if last moves have been taken back
//	plies      moves of either side; moves are those of one side
//	blocked    of a square: the man on it never moves and is never captured
//	spare      of men: there are more of them than the target has, so they are captured
//	source     a man that can become one of the target
//	cut        squares on one of which a pawn captures, and a man of the other side is
//	           captured
//	kept       of men: they are not captured
//	leaving    of men: they make at least one move
//	obstacle   a man on its square at the goal that stands in the way of another one
//
// # Limits
//
// The bound ignores checks, pins and men in the way, and most captures: men that pawns
// need not capture can be captured anywhere without extra moves. Games with many captures
// are therefore better constructed. A search has at most 32 men. The 75-move rule and
// repetitions do not end games.
package astar
