// Package plain defines in plain code what package spec defines in circuits: the rules of chess
// for king and rook against king, and the strategy. A checker compares the circuits with it on
// every position and every move, so the two share no code except the names of positions and
// steps.
//
// The rules are those of package replay, which replays games of chess and has no code for this
// endgame: Table queries it for every placement of the three men and every square that a man
// might move to. The strategy follows its text (doc/krk.md) sentence by sentence.
//
// Believed: That this code is the strategy's text, and that Table.Fill evaluates it in every position.
package plain
