// Package urposition numbers urpositions: positions together with choices that make
// them easy to count. The multiplicity of a position is the number of its
// urpositions, so the number of positions can be estimated from a uniform sample of urpositions.
//
// The ranking is that of https://github.com/tromp/ChessPositionRanking, from 0 on,
// described in our own words here and in doc/counting.md. Ranks and FENs of [Published]
// are the same as there. Its ranking misses some legal positions with en passant, and
// states too high a multiplicity for others. [Repaired] corrects both, and otherwise differs
// from it only in the numbers.
//
// # What is chosen
//
// The side to move; how many castling rights White and Black have, and whether there
// is en passant; the numbers of men of both sides ([statistic]); for every promoted or
// unopposed pawn that no capture can explain a pair of pawns, a black one above a
// white one of the same file with no pawn between them; the other pawns; which castling
// rights; which armies have these numbers of men; and the pieces. The pairs are what a
// position does not tell: how often they can be chosen in it is its multiplicity.
//
// Squares are numbered as in the ranking: a8 = 0, b8 = 1, ..., h1 = 63. A row is a
// rank counted from above: rows 1 to 6 are those of pawns.
//
// Believed: That Unrank is one to one from the numbers below the total to urpositions, and that
// multiplicities are right.
package urposition
