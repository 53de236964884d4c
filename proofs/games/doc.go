// Package games checks files of proof games: PGN, lists with the tokens of
// texelutil, and JSON lines. doc/proofgames.md describes them.
//
// # What is believed when Check returns no error
//
// Then a legal game leads to every position that was reported as verified, from
// the initial position or from the start that was reported with it. That rests
// on package replay alone: whatever this package makes of a file, what it
// reports is what replay was asked, the position's FEN and the start's as they
// stand there. It is strict all the same, so that everybody who reads the file
// reads the same: no field, tag or token twice, no variations, nothing cut short.
package games
