// Package exact checks how many games of exactly a number of plies lead from one position
// to another: that a proof game is the only one, say.
//
// # What is certified
//
// A certificate states the start, the target, the plies and the number of games, and then
// has a tree of positions. The checker plays every legal move itself, with package chess,
// and counts the games that arrive; the file only says which positions have to be played
// on from, and gives an argument for each of the others that the target cannot be reached
// from there with the plies that are left. A position that has been counted before, with
// as many plies left, is not looked at again, whatever moves lead there.
//
// A game leads to the target if the squares, the side to move and the castling rights are the
// same. If the target has an en passant square, the last move was the double step over it;
// if it has none, no capture en passant is legal. What the target has as "?" may be any. The
// clocks of start and target mean nothing: neither the rule of 75 moves nor repetitions end a
// game.
//
// # The argument
//
// For one side, every man that the target has is one that the position has, and the others
// are captured. What each can become takes a number of moves at least, on ways around men
// that never move. The file gives a number for every man and for every place: no man's
// number and place's number together exceed the moves from the one to the other. Then
// their sum is a bound for all moves of the side. If it exceeds the moves that are left, the
// position is refuted.
//
// If it does not, what it falls short of that is to spare. A man that can become nothing
// but what stands on its square, given that, and for which there are not two moves to
// spare, never moves and is never captured; the next argument may use it as an obstacle.
//
// # What is believed
//
// This package and package chess. The certificate is not: package kernel/exact writes it.
package exact
