// Package games checks files of proof games: PGN, lists with the tokens of
// texelutil, and JSON lines. doc/proofgames.md describes them.
//
// # What is believed when Check returns no error
//
// Then a legal game leads to every position that was reported as verified, from the initial
// position or from the start that was reported with it. That rests on package replay alone: if
// this package misread a file, the misread game would be replayed, and its own start and
// position reported. It is nevertheless strict, so that all programs that read the file read
// the same: no field, tag or token twice, no variations, nothing incomplete.
//
// Believed: That the start and the position of a report are those with which package replay was
// called, and package replay.
package games
