// Package exact checks how many games of exactly a given number of plies lead from one position
// to another: for example, that a proof game is unique.
//
// # What is certified
//
// A certificate states the start, the target, the plies and the number of games, followed by a
// tree of positions. The checker plays every legal move itself, by the rules of package replay, and counts
// the games that reach the target. The file only says which positions are played on from, and
// for each of the others it has an argument that the target cannot be reached from there in the
// plies that are left. A position that has been counted before with the same number of plies
// left is not examined again, whatever moves lead to it.
//
// A game leads to the target if the squares, the side to move and the castling rights are the
// same. If the target has an en passant square, the last move must be the double step over it;
// if it has none, no capture en passant may be legal. A field that the target has as "?" may
// have any value. The clocks of start and target are ignored: neither the rule of 75 moves nor
// repetitions end a game.
//
// # Conditions
//
// The goal of a claim may be "?", any position, and conditions may follow it, each behind ", ". They say which of the
// games count:
//
//   - "still e1": what stands on e1 stays there, in all positions of a game.
//   - "white no captures", "black no captures": the side captures nothing.
//   - "white monochromatic", "black monochromatic": the side makes no move that brings a man to a square of the other
//     colour. Castling long brings a rook there.
//   - "white homebase", "black homebase": at the end all men of the side stand where men of their kind begin.
//   - "series": only the side that begins moves, and no move but the last one gives check. At most the first move
//     captures en passant.
//   - "last " and a pattern of nine characters: the last move, if there is one, is like this. The characters are the
//     man before the move as a capital letter, the squares it leaves and goes to, the man that is captured as a capital
//     letter or 0, what a pawn becomes as one of qrbn, e for a capture en passant or 0, + for check or 0, and # if the
//     other side has no legal move or 0. For each of them ? is anything, and [^0] for the captured man is any man.
//     Of castling the squares are those of the king. So "last N????R?+#" is that a knight captures a rook and mates.
//
// They forbid games, and in a series the turn passes. So arguments that no game at all leads to the goal hold
// for these games as well. With the goal "?" there are none, and every position is played on from.
//
// # The argument
//
// Consider one side. Each of its men in the target is one of its men in the position, and its
// other men in the position are captured. So its men are assigned one to one to places: the men
// of the target, and captures. Each assignment of a man to a place takes at least a certain
// number of moves, on ways around men that never move. The file has a number for every man and
// for every place, such that the number of a man plus that of a place is at most the moves from
// the one to the other. Then the sum of all these numbers is a lower bound on the moves of the
// side. If it exceeds the moves that are left, the position is refuted.
//
// Otherwise, the difference is the number of spare moves. The reduced cost of a man and a place
// is the number of moves from the one to the other minus their two numbers; an assignment with
// a reduced cost above the spare moves is impossible. A man whose only possible place is its
// own kind on its own square stays there or leaves and returns, which takes two moves. So if it
// is a pawn or fewer than two moves are spare, and it belongs to no castling right of the
// position, it never moves and is never captured. The next argument may use it as an obstacle.
//
// A man that captures on a square goes there and then on to its place. This is impossible if both take more moves than
// the two numbers of man and place and the spare moves together. To capture on its own square a man leaves it and comes
// back: in two moves, or in one if it leaves as the rook of a castling. So the side captures only on squares that one
// of its men has time to visit. A man of the other side that is captured has to go to one of these squares. The next
// argument about that side counts the moves to the nearest one; at first it is any square. A pawn that is captured en
// passant has to pass over the square where the capturing pawn goes. If it has already done so in the position, the
// argument says nothing about squares.
//
// # What is believed
//
// One has to believe this package and package replay, but not the certificate or package
// kernel/exact, which writes it.
//
// Believed: The bound on the moves of a side, the comparison with the goal, the conditions, the counting, and the
// moves of package replay.
package exact
