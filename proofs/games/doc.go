// Package games checks files of proof games: lines of JSON with the moves in UCI's notation.
// doc/proofgames.md describes them. "retroproof games" writes them from PGN and from other lists.
//
// # What is believed when Check returns no error
//
// Then a legal game leads to every position that was reported as verified, from the initial
// position or from the start that was reported with it. That rests on package replay alone: if
// this package misread a file, the misread game would be replayed, and its own start and
// position reported. It is nevertheless strict, so that all programs that read the file read
// the same: no field twice, no other case of its name, nothing incomplete.
//
// Believed: That the start and the position of a report are those with which package replay was
// called, and package replay.
package games
