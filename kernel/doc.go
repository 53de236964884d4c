// Package kernel decides which positions of chess cannot arise.
//
// # Names
//
//	column        the order of the pawns on a file, white and black ones, promotions apart
//	proof kernel  a sequence of captures that turns the columns of a start position
//	              into those of a goal, with the promotions and the pieces that it needs
//	blocked       of a square: the man on it never moves between start and goal
//	dead bishop   one that never moves and is captured where it stands
//
//	evidence      the tree that proves a position illegal: see Evidence
//	reason        the identifier of a rule that refutes: see Rules
//
// # How a position is refuted
//
// [Decide] asks one rule after the other, the cheapest first: static rules, no
// last move, what men can have become one another (with blocked men, deadlock and
// parity), kernels, and last moves over all predecessors. The budgets of
// [DecideOptions] end every search in Unknown.
package kernel
