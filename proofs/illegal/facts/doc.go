// Package rules says what follows from a start and a goal without any search.
//
// # Names
//
//	start, goal   two diagrams; the question is whether legal moves lead from one to
//	              the other, and the rules are arguments that none do
//	reason        the identifier of a rule that refutes
//	fact          men that never move between start and goal, and why
//	blocked       of a square: the man on it never moves and is never captured
//	dead bishop   one that never moves and is captured where it stands
//	argument      a reason with the data that proves it: see Argument
//	abstraction   what a kernel sees of start and goal: see Abstraction
//
// # Finders and the checker
//
// [Static], [LastMove], [Reach] and [Abstract] look for a reason why the goal cannot
// be reached. [Check] believes none of them: it verifies an [Argument] from its data.
// Both use the same primitives (cones of pawns, regions of pieces, sources of men),
// and the sentences above those are all that has to be believed. A fixpoint of a
// finder becomes a list of facts, each of which follows from those before it.
package facts
