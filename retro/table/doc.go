// Package table holds tables in memory.
//
//	Value   win, draw or loss for the side to move, and plies to mate (DTM)
//	Cell    the code of a value: one byte, or two where depths ask for it
//	Table   the values of all positions of a material, by side to move and cell
//	Counts  how many positions are won, drawn and lost
//
// A ply is a move of one side: mate in n moves takes 2n-1 plies.
package table
