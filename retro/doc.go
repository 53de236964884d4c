// Package retro builds and reads depth-to-mate tablebases.
//
// # Names
//
//	Material   which men are on the board, as in KRvK
//	Table      the values of all positions of a material
//	Value      win, draw or loss for the side to move, and plies to mate (DTM)
//	word       a placement of all men but the inner one: 64 positions
//	conversion a capture or a promotion: a move to another material
//	ply        a move of one side; mate in n moves is 2n-1 plies
package retro
