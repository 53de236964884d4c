// Package retractor solves help-retractors and defensive retractors of the type Proca: White takes back up to two
// moves, with those of Black between, and then mates in at most three. "White" is the side that made the last move.
//
// # Definitions
//
// A retraction takes a move back and puts a man that it captured on its square again: who takes back chooses which man
// (type Proca). It is legal if it leads to a legal position: one to which a game leads with some castling rights and
// some square of a capture en passant. Whether a position is legal is decided by package ask, and may be open.
//
// The position behind a retraction has the castling rights and the en passant square that it has in all legal cases
// together: castling is permitted unless it is proven that it cannot be, and a capture en passant only if it is proven
// that the last move was the double step.
//
// A mate in M is one that White, to move in such a position, forces in M moves or fewer. Its first move is another one
// than the move that was taken back last.
//
//   - -Nw #M, a help-retractor: White takes back N moves and Black the N-1 between, together, so that White has a mate
//     in M then. Each series of legal retractions that leads to a mate is a solution.
//   - -N & #M, a retractor of type Proca: White takes back N moves at most, and Black each time the move before,
//     against White. White has solved it with a retraction behind which there is a mate in M. If there is none and
//     moves are left, Black takes back a move; White has to have an answer to all that are legal. A retraction of Black
//     defends as well if Black, to move then, has a mate in M: the forward defence. If no retraction of Black is legal,
//     as at the start of games, White has failed.
//
// What is open stays so: a retraction is a key if it is legal and everything behind it holds, none if one of that is
// refuted, and open otherwise. The definitions follow W. Dittmann, "Der Blick zurück" (2006), with the conventions on
// castling and en passant of the Codex for Chess Composition, article 16.
package retractor
