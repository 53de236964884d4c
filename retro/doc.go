// Package retro answers questions about endgames from depth-to-mate tablebases:
// a set of tables, [Tables], that are found in directories, built where they are
// missing, verified, and probed.
//
// The work is done in packages of its own, each of which imports only those above
// it in this list:
//
//	material   which men are on the board, as in KRvK
//	table      which position is in which cell, sets of 64 positions, values, their codes, counts; what the files of all
//	           formats have in common: blocks, a cache of them, errors
//	generate   retrograde analysis: a table from the tables it rests on; moves and un-moves of 64 positions
//	format     the files of tables
//	gaviota    tables as Gaviota files, written and read
//	verify     every value derived again from its successors, by the rules of chess
//	syzygy     Syzygy's files, read
//	report     what is said of tables: answers as text and JSON, counts of the positions of each depth,
//	           positions as integers, as the first version of this method had them; it imports this package
//
// verify links nothing of generate: what is verified was not made by the same code.
package retro
