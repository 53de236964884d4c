// Package facts verifies arguments that a position cannot be reached, as far as no formula is
// needed.
//
// # Terms
//
//	start, goal   two diagrams; the question is whether legal moves lead from the start
//	              to the goal, and an argument shows that they do not
//	reason        the identifier of a kind of argument
//	argument      a reason with the data that proves it: see Argument
//	fact          men that never move between start and goal, and why: see Fact
//	blocked       of a square: the man on it never moves and is never captured
//	dead bishop   one that never moves and is captured where it stands
//	closed set    partial positions that cover the goal and all moves back: see Partial
//	abstraction   what a kernel question depends on: see Abstraction
//
// This package does not search for proofs. [Check] verifies an argument, and [NewAbstraction]
// the facts that a formula uses, one by one, each from those before it. Package kernel/rules
// finds arguments and facts and describes them in sentences. It uses the primitives of this
// package (cones of pawns, regions of pieces, sources of men), so that each rule is written
// once; an error in the finder itself cannot make a false argument pass.
//
// doc/illegality.md states every condition in the language of chess.
//
// Believed: That Verify and Check accept a fact or an argument only under the conditions of
// doc/illegality.md, and that these conditions imply what it says.
package facts
