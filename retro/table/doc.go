// Package table holds tables in memory, and says which position is in which cell. A material names which men are on the
// board, as KRvK does; materials are ordered so that a table is built after those that its captures and promotions lead
// to.
//
// A table has, for each side to move, a row of 64 cells for every word. A word is
// a placement of all men but one, the inner man; the cell of a row is the square
// of that man. A set of positions of one word is therefore a set of squares, and
// what does not depend on the inner man's square is done for 64 positions at once.
//
//	Material   the men on the board, kings included
//	Layout     the words of a material, and its men
//	Board      a word with the squares of its men
//	Slicing    the words divided by the squares of the leading pawns
//	Scan       all words, by several goroutines
//	Symmetry   a symmetry of the board; it brings the kings to one of 462 pairs
//	           of squares, or 1,806 with pawns
//	Value      win, draw or loss for the side to move, and plies to mate (DTM)
//	Cell       the code of a value: one byte, or two where depths ask for it
//	Table      the values of all positions of a material, by side to move and cell
//	Counts     how many positions are won, drawn and lost
//	File       the file of a table in whatever format, read at places; [WriteFile] makes it appear as a whole
//	Grid       how the cells of a file are divided into blocks, each compressed by itself
//	Cache      the blocks that were used last, decompressed
//
// A position may have several cells. One of them is its own: [Layout.Find] returns
// it, and a file has the value of that one only.
//
// A ply is a move of one side: mate in n moves takes 2n-1 plies.
package table
