// Package cpi has the Chess Position Integer: a number for every position with its
// side to move, castling rights and en passant file, without gaps, and back.
//
// The domain. A board with one king of each colour on different squares, which may
// be adjacent; pawns on the second to the seventh rank; an attainable pair of armies
// (package count). Castling rights, each with its king and rook at home. An en
// passant file or none: on the file stands a pawn of the side that has just moved, on
// its fourth rank, both squares behind it are empty, and beside it stands a pawn of
// the mover, the side to move. Whether that may legally capture is not asked.
//
// The order. Positions are compared by, in this order,
//
//	en passant: none, file a, ..., file h
//	the mover's right to castle kingside, queenside, the other's: without before with
//	the side to move: White before Black
//	the mover's numbers of pawns, queens, rooks, bishops, knights, then the other's
//	the square of the mover's king, then of the other's: a8, b8, ..., h8, a7, ..., h1
//	the squares in that order: white man before black man before none, and among men
//	of a colour king, pawn, queen, rook, bishop, knight
//
// The integer of a position is 1 plus the number of positions before it. The
// definition is that of the paper that proposes it, made complete where that leaves
// something open: doc/counting.md.
//
// The first three comparisons make 288 blocks, in which the men that en passant and
// castling tell of are fixed. See [Blocks].
//
// Believed: That Unrank is one to one from the numbers below the total to the positions that the
// scheme counts.
package cpi
