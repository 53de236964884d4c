// Package kernel decides which positions of chess cannot arise in a game.
//
// # Terms
//
//	column        the order of the white and black pawns on a file
//	proof kernel  a sequence of captures that turns the columns of a start position
//	              into those of a goal, with the promotions and the pieces that it needs
//	blocked       of a square: the man on it never moves between start and goal
//	dead bishop   one that never moves and is captured where it stands
//	evidence      the tree that proves a position illegal: see Evidence
//	reason        the identifier of a rule that refutes a position: see Rules
//
// # How a position is refuted
//
// [Decide] applies one rule after the other, the cheapest first: static rules; whether there is
// a last move; which men can have become which (with blocked men, deadlock and parity);
// kernels; and the last moves of all predecessors. If a budget of [DecideOptions] ends a
// search, that search proves nothing.
package kernel
