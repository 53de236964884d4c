// Package answers checks files with answers to questions about positions: which last moves are
// possible, which fields of a FEN, where men came from, and which never moved. "retroproof ask
// --certificate" writes such files, and "retroproof-check FILE" verifies them. doc/ask.md
// describes the format.
//
// # What is believed when Check returns no error
//
// That every claim of the report follows from what is believed by packages illegal, replay and
// facts. Each claim is computed here from the evidence, and compared with what the file says:
//
//   - last moves, in lastmoves.go: of a position's un-moves, as package replay defines them,
//     those are impossible whose positions before are all proven illegal, and those possible of
//     which a game leads to one;
//   - positions, in pattern.go: of all that a FEN with unknown fields stands for, those that
//     are not proven illegal, and those to which a game leads;
//   - origins and men that never moved, in men.go: by facts, and by counting the men that can
//     have become others;
//   - captures, in captures.go: by counting, from the origins of all men;
//   - moves that are needed, in package tempo: by the bound of package exact;
//   - releases, in release.go: by all steps back of a few men;
//   - plies without captures and moves of pawns, in clock.go: all ways back of that length;
//   - statements that are true of no game, in never.go: by the formulas of kernel questions;
//   - games, in game.go: replayed, and followed man by man.
//
// # The file
//
// The first line is a [Header] in JSON. A line of JSON follows for every claim, then an empty
// line, and after it a container of package illegal that has the verdicts on all positions on
// which the claims rest, or nothing if they rest on none. No position may be there in vain.
//
// Believed: That every claim of a report follows from the verdicts, and that each is compared with its
// text; all that package illegal believes; for claims about tempo also package tempo.
package answers
