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
//
// What is said of tables is here, as text and JSON:
//
//	probe        values and moves of positions, probe_answer how they are printed; line a game to mate
//	answers      builds, verifications
//	stats        counts of the positions of a table: by result and depth, in check, mates and stalemates, on the whole
//	             board and up to symmetry; stats_text how they are printed, zugzwang the mutual zugzwangs
//	pieces       the notation of the first version of this method, a notebook: piece strings such as KRk, positions as
//	             integers; sets the sizes of the sets S_n of positions that are decided in n plies
//
// verify links nothing of generate: what is verified was not made by the same code.
package retro
