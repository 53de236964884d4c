// Package board has squares, sets of squares, men, castling rights and diagrams, and what men attack. It is the part of
// package chess that is believed where positions are called illegal: simple and without tables but those of single
// steps. Package chess has the same types.
//
// Believed: That men attack what they attack on a board, and that a diagram says what its fields say.
package board
