// Package facts verifies why a position cannot be reached, where no formula is needed.
//
// # Names
//
//	start, goal   two diagrams; the question is whether legal moves lead from one to
//	              the other, and an argument says that none do
//	reason        the identifier of a kind of argument
//	argument      a reason with the data that proves it: see Argument
//	fact          men that never move between start and goal, and why: see Fact
//	blocked       of a square: the man on it never moves and is never captured
//	dead bishop   one that never moves and is captured where it stands
//	abstraction   what a kernel sees of start and goal: see Abstraction
//
// Nothing is searched for: [Check] verifies an argument, and [NewAbstraction] the facts
// on which a formula rests, one by one, each from those before it. What finds arguments
// and facts, and says them in sentences, is package kernel/rules. It uses the primitives
// of this package (cones of pawns, regions of pieces, sources of men), so that a rule is
// written once; an error in the finder itself can make no argument true.
//
// doc/illegality.md has every condition in the language of chess.
package facts
