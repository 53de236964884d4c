// Package generate builds a table by retrograde analysis, from the tables that
// captures and promotions lead to. doc/retrograde.md explains the method.
//
//	generator    the analysis, ply after ply
//	init         legal positions, mates, stalemates
//	convert      values of captures and promotions, from other tables
//	enpassant    double steps that may be answered by a capture en passant
package generate
