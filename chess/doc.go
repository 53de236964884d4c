// Package chess holds the chess that everything else rests on: squares, men,
// diagrams, FEN, and the printed forms of diagrams and games.
//
// The package lies below the trust line: whoever accepts a certificate has to
// believe it. It therefore imports the standard library only, and prefers the
// plain loop to the clever one.
//
// # Two notions of a position
//
// A [Setup] is any diagram at all, with the particulars a FEN adds to it. It
// may have five kings or a pawn on the eighth rank. Whether a Setup can be
// played on from, and whether it can arise in a game, are questions for other
// types and other packages; a retro program needs to state such diagrams before
// it can refute them.
//
// # Names
//
//	Square   a1 = 0, b1 = 1, ..., h8 = 63, and NoSquare
//	Color    White, Black
//	Kind     King, Queen, Rook, Bishop, Knight, Pawn, and NoKind
//	Man      a Kind of a Color, the field's word for piece or pawn; and NoMan
//	Castling a set of castling rights
//	Setup    a diagram: men, side to move, castling, en passant, two clocks
//	Game     a start Setup and moves in SAN, to be written as PGN
//	Unmove      an un-move: the move that led here, and what else tells the predecessor
//	Retraction  the un-moves of one move and un-capture, whatever the rights before
//
// # In and out
//
//	ParseFEN, Setup.FEN   text to Setup and back
//	FENError              what is wrong with a FEN, where, and what was wanted
//	Setup.Diagram         a board in plain ASCII
//	Diagrams              several boards side by side, each with its caption
//	BoardSVG              a board as a self-contained picture
//	Game.WriteTo          a game as PGN
package chess
