// Package plain says in plain code what package spec says in circuits: what the rules of
// chess make of king and rook against king, and what the strategy is. It is what a checker
// compares the circuits with, on every position and every move, so the two share no code but
// the names of positions and steps.
//
// The rules are those of package replay, which replays games of chess and knows nothing of
// this endgame: Table asks it about every placement of the three men and every square that a
// man might go to. The strategy is its text (doc/krk.md) sentence by sentence.
package plain
