// Package kernel decides which positions of chess cannot arise.
//
// # Names
//
//	column        the order of the pawns on a file, white and black ones, promotions apart
//	proof kernel  a sequence of captures that turns the columns of a start position
//	              into those of a goal, with the promotions and the pieces that it needs
//	blocked       of a square: the man on it never moves between start and goal
//	dead bishop   one that never moves and is captured where it stands
package kernel
