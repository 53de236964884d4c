// Package replay replays games of chess: it decides whether a sequence of moves is legal, and
// which position it leads to.
//
// It is the evidence for every verdict "legal": a proof game is accepted if this package has
// replayed it, regardless of what found it. So the rules of chess are written here a second
// time, on purpose. Package chess has bitboards, tables and a move generator; this package has
// a board of letters and, for each kind of man, a condition for moving from one square to
// another. It keeps no derived data and imports only the standard library. Tests compare the
// two.
//
// It is also evidence for verdicts "illegal" that rest on last moves: the un-moves of a
// position are all legal moves, as defined here, that lead to it. They are found by trying all
// positions that may precede it, in unmove.go.
//
// # What is believed when Check returns no error
//
// Then the moves are a legal game from the start to the goal. The rules are articles 3, 5.1.1
// and 5.2.1 of the FIDE Laws of Chess: the moves of men, check, castling, capture en passant,
// promotion, and that no move follows mate or stalemate. They are in rules.go: start reading
// there. Options.MaxQuiet adds article 9.6.2, the rule of 75 moves. Three rules are left out:
// fivefold repetition (9.6.1), as no repetition is ever needed to reach a position; dead
// positions (5.2.2); and draws that a player has to claim.
//
// # The same position
//
// A game leads to a goal if all 64 squares, the side to move and the castling rights are the
// same. If the goal has an en passant square, then the last move must be the double step over
// it, whether or not a pawn can capture there. If it has none, then no capture en passant may
// be legal: the last move may be a double step, as a FEN may omit an en passant square on which
// no capture is legal. The two clocks of the goal are ignored.
//
// # Notation
//
// Moves are as UCI has them: the squares that the man leaves and goes to, and for a promotion
// the letter of what the pawn becomes, as in e2e4 and e7e8q. Castling is the king's move. So a
// text denotes one move at most, whatever the position.
//
// Believed: The rules of chess as they are written here, once more and simply, and un-moves, which are
// tried by these rules.
package replay
