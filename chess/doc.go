// Package chess holds the chess that searches rest on: squares, men,
// diagrams, positions and their moves, and all of these as text. Squares, men and
// diagrams are those of package board, which is believed where positions are called
// illegal; nothing else of this package is believed.
//
// # Two notions of a position
//
// A [Setup] is any diagram at all, with the particulars a FEN adds to it. It
// may have five kings or a pawn on the eighth rank: a retro program needs to
// state such diagrams before it can refute them.
//
// A [Position] can be played on from. [NewPosition] makes one of a Setup, or
// says by a [PositionReason] why it is none. Whether it can arise in a game is a
// question for other packages.
//
//	p, err := chess.ParsePosition(fen)
//	for _, m := range p.LegalMoves(nil) {
//		undo := p.Make(m)
//		// ... the position after m
//		p.Unmake(m, undo)
//	}
//
// Make, Unmake, Retract, Perft and PerftDivide change the Position; all other methods only
// read it, and may be called at the same time.
//
// # Names
//
//	Square   a1 = 0, b1 = 1, ..., h8 = 63, and NoSquare
//	Color    White, Black
//	Kind     King, Queen, Rook, Bishop, Knight, Pawn, and NoKind
//	Man      a Kind of a Color, the field's word for piece or pawn; and NoMan
//	Castling a set of castling rights
//	Setup    a diagram: men, side to move, castling, en passant, two clocks
//	Position a position that can be played on from, and all its rules
//	Move     a legal move, 16 bits; Undo, what takes it back
//	Bitboard a set of squares
//	Key      the Zobrist key of a Position: equal for what the rule of repetition
//	         calls the same position
//	Perft    the number of ways to play so many plies on
//	Unmove   an un-move: the move that led here, and what else determines the predecessor
//	Retraction
//	         the un-moves of one move and captured man, whatever the rights before
//
// # In and out
//
//	ParseFEN, Setup.FEN   text to Setup and back
//	FENError              what is wrong with a FEN, where, and what was wanted
//	ParsePosition         text to Position; a FENError or a PositionError
//
// Moves, games and boards as text and pictures are package notation's.
package chess
