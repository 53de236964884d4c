// Package generate builds a table by retrograde analysis, from the tables that
// captures and promotions lead to. doc/retrograde.md explains the method.
//
//	generator    the analysis, ply after ply
//	init         legal positions, mates, stalemates
//	convert      values of captures and promotions, from other tables
//	slices       a table with pawns slice by slice, on the disk
//	lead         moves of the leading pawns, to finished slices
//	saved        files from which a build that was killed goes on
//	scratch      the slices in such files
//	checkpoint   what a table that is built as a whole goes on from
//	enpassant    double steps that may be answered by a capture en passant
package generate
