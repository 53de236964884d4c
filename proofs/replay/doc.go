// Package replay replays games of chess: it says whether moves are legal one after
// the other, and which position they lead to.
//
// It is the evidence behind every "legal": a proof game is believed when this
// package has replayed it, whoever has found it. So the rules of chess are
// written here a second time, on purpose. Package chess has bitboards, tables and a
// generator of moves; here is a board of letters and, for each kind of man, a
// sentence that says whether it goes from one square to another. Nothing is kept up
// to date, and nothing is imported but the standard library. Tests hold the two
// against each other.
//
// It is also behind verdicts of "illegal" that rest on last moves: the un-moves of a
// position are all legal moves, in the sense of this package, that lead to it. They are
// found by trying all positions that may have been before it, in unmove.go.
//
// # What is believed when Check returns no error
//
// Then the moves are a legal game from the start to the goal. The rules are those
// of the FIDE Laws of Chess, articles 3 and 5.1.1 and 5.2.1: the moves of men,
// check, castling, capture en passant, promotion, and that nothing follows mate or
// stalemate. That is in rules.go: start reading there. Options.MaxQuiet adds
// article 9.6.2, the rule of 75 moves. Not among the rules are the fivefold
// repetition (9.6.1), as no repetition is ever needed to reach a position, dead
// positions (5.2.2), and all draws that a player has to claim.
//
// # The same position
//
// A game leads to a goal if all 64 squares, the side to move and the castling
// rights are the same. If the goal has an en passant square, then the last move was the
// double step over it, whether or not a pawn can capture there. If it has none,
// then no capture en passant is legal: the last move may have been a double step
// that no capture answers, which a FEN need not show. The two clocks
// of the goal mean nothing.
//
// # Notation
//
// Moves are in standard algebraic notation, read strictly, so that a text is one
// move or none:
//
//   - A capture has its x, and no other move has one.
//   - File and rank of the square that is left may be given even if there is no
//     need to. If they fit two legal moves, the text is ambiguous and refused.
//   - The equals sign of a promotion may be missing, as in "e8Q".
//   - The signs for check and mate may be missing. One that is there must be true:
//     "+" for a check, "#" for mate. A mate is a check, too.
//   - Castling is O-O or O-O-O, with letters.
package replay
