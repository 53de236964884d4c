// Package count has the numbers of armies, of pairs of armies, and of positions.
//
//	army       the men of a side besides its king
//	promoted   men that must have been pawns: every queen after the first, and every
//	           rook, bishop and knight after the second
//	pair       two armies that one game can leave
//	position   here: where the men of a pair stand, nothing else, unless said otherwise
//
// All numbers are exact. The definitions, their sources and the figures are in
// doc/counting.md. Below this package are
//
//	wide        integers of 192 bits
//	cpi         the Chess Position Integer: numbering with side to move, castling and
//	            en passant
//	urposition  the ranking of urpositions
//	sample      random numbers, and random positions
//	estimate    how many positions are legal
//	plot        numbers over numbers as pictures
//	survey      a sample with a verdict on every draw and all evidence, as a folder
package count
