// Package report has what is said of tables, as JSON and as text.
//
//	probe       values and moves of positions, lines to mate
//	build       builds, verifications
//	stats       counts of the positions of a table: by result and depth, in check, mates and stalemates, on the whole
//	            board and up to symmetry; stats_text how they are printed, zugzwang the mutual zugzwangs
//	pieces      the notation of the first version of this method, a notebook: piece strings such as KRk, positions as
//	            integers; sets the sizes of the sets S_n of positions that are decided in n plies
package report
